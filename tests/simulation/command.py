"""See `__main__`."""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count, islice, zip_longest
from math import inf
from multiprocessing.pool import Pool
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from service.app import web
from service.bootstrap import bootstrap
from service.settings import Settings
from tests.kit.embedded import migrated
from tests.simulation.replicas import RELEASES, SECRET
from tests.simulation.run import ACTIONS, Report, run


def seeds(texts: Sequence[str]) -> Iterator[str]:
    """Each seed that is named."""
    for text in texts:
        first, dash, last = text.partition("-")
        if not dash:
            yield text
        else:
            yield from map(str, range(int(first), int(last) + 1) if last else count(int(first)))


def main(arguments: Sequence[str]) -> int:
    """Run all seeds, each in a process of its own that is a copy of this one."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--actions", type=int, default=ACTIONS)
    parser.add_argument("--only", type=numbers, help="what may go wrong, by its places in the plan: 0,2,3")
    parser.add_argument("--minutes", type=float, default=inf, help="begin no seed later")
    parser.add_argument("--trace", action="store_true", help="tell the last steps of those also in which all is well")
    parser.add_argument("--first", action="store_true", help="end with the first seed that finds something")
    parser.add_argument("--twins", action="store_true", help="run each again in a world with other secrets")
    parser.add_argument("seeds", nargs="+")
    asked = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        asyncio.run(warm_up(migrated(Path(folder, "store.db"))))
    work = partial(run, actions=asked.actions, only=asked.only, secret="one" if asked.twins else "")
    named, reports, end = seeds(asked.seeds), list[Report](), monotonic() + 60 * asked.minutes
    with multiprocessing.get_context("fork").Pool(asked.jobs, maxtasksperchild=1) as pool:
        while monotonic() < end and (some := list(islice(named, 4 * asked.jobs))):
            for report in pool.imap(work, some, chunksize=1):
                reports.append(report)
                if asked.twins:
                    report.found.extend(
                        unlike(report, pool.apply(run, (report.seed, asked.actions, asked.only, "other")))
                    )
                tell(report, asked.trace)
                if asked.first and report.found:
                    named = iter(())
                    break
        failed = [report for report in reports if report.found]
        for report in () if asked.first or asked.twins else failed:
            say(f"make simulate SEEDS={report.seed} ARGS='{shrunk(pool, report, asked.actions)}'")
    say(
        f"{len(reports)} seeds, {sum(report.actions for report in reports)} actions, "
        f"{sum(report.seconds for report in reports) / 3600:.2f} simulated hours, "
        f"{sum(report.cpu for report in reports):.0f} s of CPU, {len(failed)} failed"
    )
    return 1 if failed else 0


def unlike(one: Report, other: Report) -> Iterator[str]:
    """The first line by which two worlds differ that only differ in secrets."""
    pairs = zip_longest(one.trace, other.trace)
    if one.digest != other.digest:
        yield f"with other secrets: {next((pair for pair in pairs if pair[0] != pair[1]), 'before the last lines')}"


def numbers(text: str) -> list[int]:
    """The numbers of a list with commas, which may be empty."""
    return [int(number) for number in text.split(",") if number]


def shrunk(pool: Pool, report: Report, actions: int) -> str:
    """The options by which less goes wrong in fewer actions, and something is wrong still."""

    def fails(actions: int, only: Sequence[int]) -> bool:
        return bool(pool.apply(run, (report.seed, actions, only)).found)

    only = list(report.only)
    for place in reversed(report.only):
        less = [other for other in only if other != place]
        only = less if fails(actions, less) else only
    while actions > 1 and fails(actions // 2, only):
        actions //= 2
    return f"--actions {actions} --only={','.join(map(str, only))}"


async def warm_up(url: str) -> None:
    """Make what a process makes once, so that its copies need not."""
    settings = Settings(database_url=url, clocks=False, house_bots=False, webhooks=False, secret_key=SECRET)
    for game in RELEASES:
        app = await bootstrap(settings, {game.slug: game})
        web(app)
        await app.projector.rebuild(*app.projector.projections)
        await app.stop()


def tell(report: Report, trace: bool) -> None:
    """Print what a run was."""
    kinds = " ".join(
        f"{place}:{fault.kind}@{fault.at:.1f}" for place, fault in zip(report.only, report.plan, strict=True)
    )
    say(
        f"seed {report.seed}: {report.digest} {report.actions} actions, {report.operations} operations, "
        f"{report.steps} steps, {report.seconds:.1f} s, {report.cpu:.1f} s of CPU; "
        f"{'overlapping ' * report.overlapped}{kinds}"
    )
    for line in report.found:
        say(f"    {line}")
    if trace or report.found:
        for line in report.trace:
            say(f"        {line:.200}")


def say(line: str) -> None:
    """On standard output, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
