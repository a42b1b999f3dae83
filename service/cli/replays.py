"""`replay`: a stored match, event by event; in a terminal step by step."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
from typing import Annotated

import msgspec
import typer

from api_schema.ports import EventOut, StateOut
from domain.kernel.game import Game
from service.bootstrap import bootstrap
from service.cli.keyboard import is_terminal, pressed
from service.cli.output import AsJson, BadInput, Store, print_json, settings
from service.cli.stepping import step_through
from service.cli.story import StoredStory, Story
from service.cli.viewers import viewer_of


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(replay)


def replay(
    match: Annotated[str, typer.Argument(help="The match, mt_...")],
    store: Store = None,
    perspective: Annotated[str | None, typer.Option("--as", help="full, spectator or seat:N.")] = None,
    at: Annotated[int | None, typer.Option(help="Stop at this version, or begin there in a terminal.")] = None,
    as_json: AsJson = False,
) -> None:
    """Go through a match, as whoever it is seen by. Who reads the store needs no permission.

    In a terminal step by step: n and p lead on and back, ? tells the other keys. In a pipe, or with --json, event by
    event, and where the match stands then.
    """
    if is_terminal() and not as_json:
        asyncio.run(_stepped(match, store, perspective, at))
        return
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
    async with _opened(match, store, perspective, games) as (story, viewer):
        last = _version(story, at, story.last)
        return await _events(story, viewer, last), await story.state(viewer, last)


async def _stepped(match: str, store: str | None, perspective: str | None, at: int | None) -> None:
    async with _opened(match, store, perspective) as (story, viewer):
        first = _version(story, at, 1)
        async with aclosing(pressed()) as keys:
            await step_through(story, viewer, first, keys)


@asynccontextmanager
async def _opened(
    match: str, store: str | None, perspective: str | None, games: Mapping[str, Game] | None = None
) -> AsyncIterator[tuple[Story, str]]:
    """A match of a store, and the perspective that it is seen from."""
    playledger = await bootstrap(settings(store, clocks=False), games)
    try:
        known = await playledger.repository.current(match)
        yield StoredStory(playledger, known), viewer_of(known, perspective)
    finally:
        await playledger.stop()


def _version(story: Story, wanted: int | None, usual: int) -> int:
    version = usual if wanted is None else wanted
    if not 1 <= version <= story.last:
        raise BadInput(f"--at: the match has versions 1 to {story.last}")
    return version


async def _events(story: Story, viewer: str, last: int) -> list[EventOut]:
    events: list[EventOut] = []
    while len(events) < last:
        events += await story.events(viewer, len(events), last - len(events))
    return events
