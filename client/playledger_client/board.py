"""The visible part of a match that goes on, by the patches of its stream."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, NamedTuple

import msgspec

from playledger_client.match import Match
from playledger_client.model import Model
from playledger_client.models import EventsAppended, Prompt, Result, State, Table
from playledger_client.patches import patched


class Board(Model, kw_only=True):
    """Everything that a client that knows no game draws."""

    status: str
    phase: str
    prompts: list[Prompt]
    table: Table | None
    result: Result | None


class Shown(NamedTuple):
    """A board at a version, and the events that led to it; none at the first one."""

    version: int
    board: Board
    update: EventsAppended | None


async def boards(match: Match, *, perspective: str | None = None) -> AsyncGenerator[Shown]:
    """The board as it stands, and again whenever something happens, until the match is closed.

    Costs one read of the state; everything else comes over one stream.
    """
    state = await match.state(perspective=perspective)
    now = shown(state)
    yield Shown(state.version, msgspec.convert(now, type=Board), None)
    async with aclosing(match.updates(state.version, frames=True, perspective=perspective)) as updates:
        async for update in updates:
            if isinstance(update, EventsAppended):
                now = patched(now, update.patch or ())
                yield Shown(update.to_version, msgspec.convert(now, type=Board), update)


def shown(state: State) -> dict[str, Any]:
    """The part of a state that patches are made for, as data."""
    data: dict[str, Any] = msgspec.to_builtins(state)
    return {name: data[name] for name in Board.__struct_fields__}
