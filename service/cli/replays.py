"""`replay`: a stored match, event by event; in a terminal step by step."""

from __future__ import annotations

from typing import Annotated

import typer

from service.cli.output import AsJson, echo, print_json, sentence
from service.cli.stores import Store, over_store, settings


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
    """Go through a match, from any perspective. A reader of the store needs no permission.

    In a terminal step by step: n and p lead on and back, ? tells the other keys. In a pipe, or with --json, event by
    event, and where the match stands then.
    """
    chosen = settings(store)
    from service.cli.keyboard import is_terminal
    from service.cli.stepping import stepped
    from service.cli.story import events_and_state

    if is_terminal() and not as_json:
        over_store(chosen, lambda playledger: stepped(playledger, match, perspective, at))
        return
    events, state = over_store(chosen, lambda playledger: events_and_state(playledger, match, perspective, at))
    if as_json:
        print_json({"events": events, "state": state})
        return
    for event in events:
        echo(f"{event.version:>5} {event.at} {event.actor:8} {sentence(event)}")
    echo(f"version {state.version}, {state.status.lower()}, {state.phase}, seen as {state.perspective}")
    echo(f"state {state.hash} head {state.head_hash}")
    for player in state.table.players if state.table else ():
        stats = ", ".join(f"{name} {value}" for name, value in player.stats.items())
        echo(f"  seat {player.seat}: {stats}")
