"""`simulate`: whole matches between bots."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from secrets import token_hex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.cli.games import game_named, options_in
from service.cli.output import AsJson, BadInput, echo, print_json, progress, tracked
from service.cli.stores import Store, over_store, settings

if TYPE_CHECKING:
    from domain.kernel.game import CardGame
    from service.bootstrap import Playledger
    from service.simulation.report import SimulationReport
    from service.simulation.run import Plan


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(simulate)


def simulate(
    slug: Annotated[str, typer.Argument(help="The game.")],
    matches: Annotated[int, typer.Option(help="How many matches.")] = 100,
    mode: Annotated[str | None, typer.Option(help="The option `mode` of a game that has modes, or all.")] = None,
    players: Annotated[int | None, typer.Option(help="Seats; changing from match to match if not given.")] = None,
    loadouts: Annotated[str, typer.Option(help="Preconstructed decks, separated by commas, or all.")] = "all",
    seed: Annotated[str | None, typer.Option(help="The same seed plays the same matches.")] = None,
    bots: Annotated[str, typer.Option(help="random, greedy or both, separated by commas.")] = "random",
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Play whole matches between bots and count what happens. Exit 1 if an invariant broke or a match never ended.

    With --mode all so many matches of each mode; the counts are those of all together.
    """
    from service.simulation.bots import BOTS
    from service.simulation.report import SimulationReport
    from service.simulation.run import Plan, run

    game = game_named(slug)
    if matches < 1:
        raise BadInput("--matches must be 1 or more")
    if players is not None and not game.min_seats <= players <= game.max_seats:
        raise BadInput(f"--players: {slug} is played by {game.min_seats} to {game.max_seats}")
    plans = [
        Plan(
            game,
            matches=matches,
            players=players,
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
        for _ in tracked(chain.from_iterable(run(plan, report) for plan in plans), f"playing {slug}", _total(plans)):
            pass
    else:
        over_store(settings(store), lambda playledger: _stored(playledger, plans, report))
    _tell(report, as_json)
    if report.violations:
        raise typer.Exit(1)


def _modes(game: CardGame, mode: str | None) -> Sequence[str | None]:
    from domain.kernel.seating import modes

    return (modes(game) or (None,)) if mode == "all" else (mode,)


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
    data = report.as_data()
    if as_json:
        print_json(data)
        return
    for name, value in data.items():
        words = (
            ", ".join(f"{key} {_count(count)}" for key, count in value.items()) if isinstance(value, dict) else value
        )
        echo(f"{name.replace('_', ' ')}: {words or 'none' if value != 0 else 0}")


def _count(count: Any) -> str:
    """A number, or a rate with its bounds."""
    return f"{count['rate']} ({count['low']} to {count['high']})" if isinstance(count, dict) else str(count)
