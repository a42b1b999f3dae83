"""`archive`: closed matches go to object storage, and what is there is looked at."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.output import AsJson, BadInput, echo, print_json, progress
from service.cli.stores import Store, over_store, settings

if TYPE_CHECKING:
    from service.bootstrap import Playledger
    from service.history.archive.filing import Filing, Part

TOLD_EVERY = 1_000
"""Matches between two lines of progress."""
app = typer.Typer(help="Keep closed matches in object storage: docs/archive.md.", no_args_is_help=True)


@app.command()
def run(
    store: Store = None,
    most: Annotated[int | None, typer.Option(min=1, help="Stop after so many matches; the next run goes on.")] = None,
    part: Annotated[
        str, typer.Option(metavar="K/N", help="The K-th of N parts of all matches: N processes share the work.")
    ] = "1/1",
) -> None:
    """Archive the matches that are due. The next run goes on, whatever stopped this one. Exit 1: some could not be."""
    chosen, share = settings(store, new=False), _part(part)
    counts = over_store(chosen, lambda playledger: _run(playledger, most, share))
    if counts["failed"]:
        raise typer.Exit(1)


@app.command()
def status(store: Store = None, as_json: AsJson = False) -> None:
    """How many matches are archived, how large, and how many are due."""
    found = over_store(settings(store, new=False), _status)
    if as_json:
        print_json(found)
    else:
        echo(f"archived {found['archived']} matches, {found['bytes']} bytes; due {found['due']}")


@app.command()
def check(store: Store = None, as_json: AsJson = False) -> None:
    """Read every archived match and hold it against its stream. Exit 1: some are lost or damaged."""
    seen, wrong = over_store(settings(store, new=False), _check)
    if as_json:
        print_json({"checked": seen, "wrong": wrong})
    else:
        for match, why in wrong.items():
            echo(f"{match}: {why}")
        echo(f"checked {seen} matches, {len(wrong)} lost or damaged")
    if wrong:
        raise typer.Exit(1)


async def _run(playledger: Playledger, most: int | None, part: Part) -> Counter[str]:
    filing, counts, size = _filing(playledger), Counter[str](), 0
    await playledger.projector.catch_up()
    with progress() as bar:
        task = bar.add_task("archiving", total=None)
        async for outcome in filing.run(most, part):
            counts[outcome.state] += 1
            size += outcome.bytes
            bar.advance(task)
            if outcome.state == "failed":
                echo(f"{outcome.match}: {outcome.why}", err=True)
            if counts.total() % TOLD_EVERY == 0:
                echo(_told(counts, size))
    echo(_told(counts, size))
    return counts


def _part(given: str) -> Part:
    from eventstore import SHARDS
    from service.history.archive.filing import Part

    number, _, parts = given.partition("/")
    if number.isdecimal() and parts.isdecimal() and 1 <= int(number) <= int(parts) <= SHARDS:
        return Part(int(number), int(parts))
    raise BadInput(f"--part {given}: K/N, K from 1 to N, N up to {SHARDS}")


def _told(counts: Counter[str], size: int) -> str:
    return f"archived {counts['filed']} matches, {size} bytes; later {counts['later']}, failed {counts['failed']}"


async def _status(playledger: Playledger) -> dict[str, int]:
    from eventstore.retention import archived

    totals = await playledger.store.sql.read(archived.totals)
    filing, due = playledger.archive.filing, 0
    if filing is not None:
        async for page in filing.due():
            due += len(page)
    return {"archived": totals.streams, "bytes": totals.bytes, "due": due}


async def _check(playledger: Playledger) -> tuple[int, dict[str, str]]:
    seen, wrong = 0, dict[str, str]()
    with progress() as bar:
        task = bar.add_task("checking", total=None)
        async for match, why in playledger.archive.checker.check():
            seen += 1
            if why is not None:
                wrong[match] = why
            bar.advance(task)
    return seen, wrong


def _filing(playledger: Playledger) -> Filing:
    if playledger.archive.filing is None:
        raise BadInput("PLAYLEDGER_ARCHIVE_URL does not say where the archive is")
    return playledger.archive.filing
