"""`simulate`: whole matches between bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
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
    matches: Annotated[int | None, typer.Option(help="How many matches of each mode; 100 if not given.")] = None,
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
        str,
        typer.Option(
            help="random, greedy, waiting (never goes against others), searching (looks ahead), separated by commas, "
            "or all; several meet each other, both ways round."
        ),
    ] = "random",
    budget: Annotated[
        str,
        typer.Option(
            help="What searching may try for an answer: so many playouts, or a time like 20ms. A time makes "
            "the figures depend on the machine."
        ),
    ] = "64",
    jobs: Annotated[
        int | None,
        typer.Option(help="Processes that play; the figures are the same. Else all cores, one for few matches."),
    ] = None,
    chart: Annotated[
        Path | None, typer.Option(help="Also draw decks against decks, and bots against bots, into this SVG file.")
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option(help="Make the blocks of this Markdown page anew, each by its own options, and its pictures."),
    ] = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Play whole matches between bots: who wins, how and when. Exit 1 if an invariant broke or a match never ended.

    A rate stands with the bounds of its 95 % confidence interval. Matches into a store are played by one process.
    """
    game = game_named(slug)
    _require_one("--matches", matches)
    _require_one("--jobs", jobs)
    if page is not None:
        _remake(page, game, matches, jobs)
        return
    asked = SimulationArguments(matches or 100, mode, players, loadouts, seed, bots, budget)
    report = _played(game, _plans(game, asked), jobs, store)
    if chart is not None:
        _draw(chart, report)
    _tell(report, as_json)
    if report.violations:
        raise typer.Exit(1)


@dataclass(frozen=True)
class SimulationArguments:
    """The matches to play, as the command line or a page says it."""

    matches: int = 100
    mode: str | None = None
    players: str | None = None
    loadouts: str = "all"
    seed: str | None = None
    bots: str = "random"
    budget: str = "64"


def _plans(game: CardGame, asked: SimulationArguments) -> Sequence[Plan]:
    from service.bots.bots import BOTS, SEARCHING
    from service.bots.searching import budget_of
    from service.simulation.run import Plan

    if budget_of(asked.budget) is None:
        raise BadInput("--budget: a number of playouts like 64, or a time like 20ms")
    named = _chosen("--bots", asked.bots, [*BOTS, SEARCHING])
    bots = [f"{SEARCHING}:{asked.budget}" if name == SEARCHING else name for name in named]
    loadouts = _chosen("--loadouts", asked.loadouts, [deck.id for deck in game.decks()])
    seed = token_hex(8) if asked.seed is None else asked.seed
    players = _numbers(game, asked.players)
    plans = [
        Plan(
            game,
            matches=asked.matches,
            players=players,
            loadouts=loadouts,
            bots=bots,
            options=options_in(game, one),
            seed=seed,
        )
        for one in _modes(game, asked.mode)
    ]
    _require_brought(asked.loadouts, plans)
    return plans


def _played(game: CardGame, plans: Sequence[Plan], jobs: int | None, store: str | None = None) -> SimulationReport:
    from service.simulation.report import SimulationReport
    from service.simulation.run import run

    report = SimulationReport()
    if store is None:
        jobs = jobs or (cpu_count() or 1 if _total(plans) >= MANY else 1)
        for outcome in tracked(run(plans, jobs), f"playing {game.slug}", _total(plans)):
            report.add(outcome)
    else:
        over_store(settings(store), lambda playledger: _stored(playledger, plans, report))
    return report


def _draw(chart: Path, report: SimulationReport) -> None:
    from service.simulation.chart import chart as drawn

    try:
        chart.write_text(drawn(report.tables()), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{chart}: {error.strerror}") from None


def _remake(page: Path, game: CardGame, matches: int | None, jobs: int | None) -> None:
    """Play what each block of a page asks for, or so many matches of it, and write the page anew."""
    from service.simulation.page import block, remade

    def run(said: Mapping[str, str]) -> str:
        names = {one.name for one in fields(SimulationArguments)}
        if unknown := sorted(said.keys() - names - {"chart"}):
            raise BadInput(f"{page}: a block has no {unknown[0]!r}; it has {', '.join(sorted(names))} and chart")
        texts = {name: value for name, value in said.items() if name in names and name != "matches"}
        asked = SimulationArguments(matches=matches or int(said.get("matches", 100)), **texts)
        report = _played(game, _plans(game, asked), jobs)
        if "chart" in said:
            _draw(page.parent / said["chart"], report)
        return block(game.slug, said, report, said.get("chart"))

    try:
        page.write_text(remade(page.read_text(encoding="utf-8"), run), encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadInput(f"{page}: {error}") from None


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
            async for _ in run_into(plan, report, playledger.catalogue, playledger.matches.repository):
                bar.advance(task)
            await playledger.projector.catch_up()


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
