"""`simulate`: whole matches between bots."""

from __future__ import annotations

from collections.abc import Sequence
from os import cpu_count
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.games import game_named, options_in
from service.cli.output import AsJson, BadInput, echo, print_json, print_table, progress, tracked
from service.cli.stores import Store, over_store, settings

if TYPE_CHECKING:
    from domain.kernel.game import CardGame
    from service.bootstrap import Playledger
    from service.simulation.report import SimulationReport
    from service.simulation.run import Plan

MANY = 100
"""So many matches are worth the start of more processes."""
SHOWN = 20
"""So many faults are told."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(simulate)


def simulate(
    slug: Annotated[str, typer.Argument(help="The game.")],
    matches: Annotated[int, typer.Option(help="How many matches of each mode.")] = 100,
    mode: Annotated[
        str | None, typer.Option(help="Modes of a game that has modes, separated by commas, or all; else its own.")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(help="Numbers of seats, separated by commas; a match draws one of them, or of all that fit."),
    ] = None,
    loadouts: Annotated[str, typer.Option(help="Preconstructed decks, separated by commas, or all.")] = "all",
    seed: Annotated[str | None, typer.Option(help="The same seed plays the same matches.")] = None,
    bots: Annotated[
        str, typer.Option(help="Policies, separated by commas, or all; several meet each other, both ways round.")
    ] = "random",
    jobs: Annotated[
        int | None,
        typer.Option(help="Processes that play; the figures are the same. Else all cores, one for few matches."),
    ] = None,
    chart: Annotated[
        Path | None, typer.Option(help="Also draw decks against decks, and bots against bots, into this SVG file.")
    ] = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Play whole matches between bots and report who wins, how and when. Exit 1 if an invariant broke or a match never
    ended.

    A rate stands with the bounds of its 95 % confidence interval. Matches into a store are played by one process.
    """
    from service.simulation.bots import BOTS
    from service.simulation.report import SimulationReport
    from service.simulation.run import Plan, run

    game = game_named(slug)
    _require_one("--matches", matches)
    _require_one("--jobs", jobs)
    plans = [
        Plan(
            game,
            matches=matches,
            players=_numbers(game, players),
            loadouts=_chosen("--loadouts", loadouts, [deck.id for deck in game.decks()]),
            bots=_chosen("--bots", bots, list(BOTS)),
            options=options_in(game, one),
            seed=token_hex(8) if seed is None else seed,
        )
        for one in _modes(game, mode)
    ]
    _require_brought(loadouts, plans)
    report = SimulationReport()
    if store is None:
        jobs = jobs or (cpu_count() or 1 if _total(plans) >= MANY else 1)
        for outcome in tracked(run(plans, jobs), f"playing {slug}", _total(plans)):
            report.add(outcome)
    else:
        over_store(settings(store), lambda playledger: _stored(playledger, plans, report))
    if chart is not None:
        from service.simulation.chart import chart as drawn

        chart.write_text(drawn(report.tables()), encoding="utf-8")
    _tell(report, as_json)
    if report.violations:
        raise typer.Exit(1)


def _require_one(option: str, given: int | None) -> None:
    if given is not None and given < 1:
        raise BadInput(f"{option} must be 1 or more")


def _numbers(game: CardGame, given: str | None) -> Sequence[int]:
    numbers = [int(one) if one.strip().isdecimal() else 0 for one in given.split(",")] if given is not None else []
    if not all(game.min_seats <= number <= game.max_seats for number in numbers):
        raise BadInput(f"--players: {game.slug} is played by {game.min_seats} to {game.max_seats}")
    return numbers


def _modes(game: CardGame, mode: str | None) -> Sequence[str | None]:
    from domain.kernel.seating import modes

    return (modes(game) or (None,)) if mode == "all" else (None,) if mode is None else mode.split(",")


def _total(plans: Sequence[Plan]) -> int:
    return sum(plan.matches for plan in plans)


async def _stored(playledger: Playledger, plans: Sequence[Plan], report: SimulationReport) -> None:
    from service.simulation.recorder import run_into

    with progress() as bar:
        task = bar.add_task(f"playing {plans[0].game.slug}", total=_total(plans))
        for plan in plans:
            async for _ in run_into(plan, report, playledger):
                bar.advance(task)


def _chosen(option: str, given: str, known: list[str]) -> list[str]:
    if given == "all":
        return known
    names = [name.strip() for name in given.split(",")]
    unknown = [name for name in names if name not in known]
    if unknown:
        raise BadInput(f"{option}: there is no {unknown[0]!r}; there are {', '.join(known)}")
    return names


def _require_brought(given: str, plans: Sequence[Plan]) -> None:
    """Refuse a deck that was named and that no side of these matches may bring: it would be left out."""
    brought = {loadout for plan in plans for loadout in plan.brought}
    left = [name.strip() for name in given.split(",") if given != "all" and name.strip() not in brought]
    if left:
        there = ", ".join(sorted(brought))
        raise BadInput(f"--loadouts: {left[0]!r} is for no seat of these matches; those that are: {there}")


def _tell(report: SimulationReport, as_json: bool) -> None:
    if as_json:
        print_json(report.as_data())
        return
    from service.simulation.rendering import rendered

    for name, value in report.counts().items():
        echo(f"{name.replace('_', ' ')}: {value}")
    for title, heads, cells in rendered(report.tables()):
        echo()
        echo(title)
        print_table(heads, cells)
    for fault in report.violations[:SHOWN]:
        echo(fault)
