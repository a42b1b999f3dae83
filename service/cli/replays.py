"""`replay`: a stored match, event by event."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated

import msgspec
import typer

from api_schema.ports import EventOut, StateOut
from domain.kernel.game import Game
from service.bootstrap import Playledger, bootstrap
from service.cli.output import AsJson, BadInput, Store, print_json, settings
from service.cli.viewers import viewer_of
from service.matches.aggregate import Aggregate
from service.matches.reading import PAGE


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(replay)


def replay(
    match: Annotated[str, typer.Argument(help="The match, mt_...")],
    store: Store = None,
    perspective: Annotated[str | None, typer.Option("--as", help="full, spectator or seat:N.")] = None,
    at: Annotated[int | None, typer.Option(help="Stop at this version and show the state there.")] = None,
    as_json: AsJson = False,
) -> None:
    """Tell a match event by event and show where it stands then. Who reads the store needs no permission."""
    events, state = asyncio.run(told(match, store, perspective, at))
    if as_json:
        print_json({"events": msgspec.to_builtins(events), "state": msgspec.to_builtins(state)})
        return
    for event in events:
        typer.echo(f"{event.version:>5} {event.at} {event.actor:8} {event.text}")
    typer.echo(f"version {state.version}, {state.status.lower()}, {state.phase}, seen as {state.perspective}")
    typer.echo(f"state {state.hash} head {state.head_hash}")
    for player in state.table.players if state.table else ():
        stats = ", ".join(f"{name} {value}" for name, value in player.stats.items())
        typer.echo(f"  seat {player.seat}: {stats}")


async def told(
    match: str, store: str | None, perspective: str | None, at: int | None, games: Mapping[str, Game] | None = None
) -> tuple[list[EventOut], StateOut]:
    """Every event up to version `at` as the perspective sees it, and the state there. Raises BadInput."""
    playledger = await bootstrap(settings(store, clocks=False), games)
    try:
        known = await playledger.repository.current(match)
        viewer = viewer_of(known, perspective)
        last = known.version if at is None else at
        if not 1 <= last <= known.version:
            raise BadInput(f"--at: the match has versions 1 to {known.version}")
        return await _events(playledger, known, viewer, last), await playledger.reader.state(known, viewer, last)
    finally:
        await playledger.stop()


async def _events(playledger: Playledger, known: Aggregate, viewer: str, last: int) -> list[EventOut]:
    events: list[EventOut] = []
    while len(events) < last:
        page = await playledger.reader.page(known, viewer, len(events), min(PAGE, last - len(events)))
        events += page.events
    return events
