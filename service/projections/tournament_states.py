"""Tournaments as read models follow them: what everybody may know, from where they were left or from the beginning."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import groupby
from typing import Any, TypeVar
from uuid import UUID

import sqlalchemy as sa
from cachetools import LRUCache
from sqlalchemy import Connection
from sqlalchemy.util import await_only
from sqlalchemy.util.concurrency import in_greenlet

from domain.kernel.audience import SPECTATOR
from domain.kernel.codec import Row
from domain.tournament import events as told
from domain.tournament.codec import fold
from domain.tournament.tournament import TournamentState
from eventstore.envelope import Logged, StoredEvent
from eventstore.tables import events, streams
from service.application.ids import TOURNAMENT_IDS

REMEMBERED = 16
"""Tournaments that are gone on with from where they were left."""
_TYPES = frozenset(kind.type for kind in told.EVENTS)
_EPOCH = datetime.fromtimestamp(0, UTC)
T = TypeVar("T")


class TournamentStates:
    """Folds tournaments, each from the version at which it was left."""

    def __init__(self) -> None:
        self._states: LRUCache[UUID, TournamentState] = LRUCache(REMEMBERED)

    @contextmanager
    def at(self, connection: Connection, stream: UUID, version: int) -> Iterator[TournamentState]:
        """The tournament at a version, to be folded on inside. Raises UnreadableEvent.

        The cache keeps it only on success: after a failure the runner asks the same again, from the same version.
        """
        state = self._states.pop(stream, None)
        if state is None or state.version > version:
            state = TournamentState()
        if state.version < version:
            rows = _stored(connection, stream, state.version, version)
            state = aside(partial(fold, state, rows, SPECTATOR))
        yield state
        self._states[stream] = state


def follow(state: TournamentState, event: StoredEvent) -> None:
    """Fold the next event, without what is private of it. Raises UnreadableEvent."""
    fold(state, [(event.type, event.schema, event.body, None, event.at)], SPECTATOR)


def of_tournaments(connection: Connection, logged: Sequence[Logged]) -> dict[UUID, list[StoredEvent]]:
    """The events of tournaments, by stream, in order."""
    chosen = [entry.event for entry in logged if entry.event.type in _TYPES]
    ordered = sorted(chosen, key=lambda event: (event.stream_id, event.version))
    found = {stream: list(own) for stream, own in groupby(ordered, key=lambda event: event.stream_id)}
    known = tournaments_among(connection, found)
    return {stream: own for stream, own in found.items() if stream in known}


def tournaments_among(connection: Connection, asked: Collection[UUID]) -> set[UUID]:
    """Those of the streams that are tournaments: a game may call an event of its own as a tournament does."""
    query = sa.select(streams.c.stream_id).where(streams.c.stream_id.in_(asked), streams.c.kind == TOURNAMENT_IDS.kind)
    return set(connection.execute(query).scalars()) if asked else set()


def aside(work: Callable[[], T]) -> T:
    """Do what takes long beside the event loop, where a transaction runs in it; elsewhere at once."""
    return await_only(asyncio.to_thread(work)) if in_greenlet() else work()


def _stored(connection: Connection, stream: UUID, after: int, last: int) -> list[Row]:
    """Events between two versions, without what is private of them."""
    columns = events.c.type, events.c.schema, events.c.body, events.c.recorded_at
    between = events.c.version > after, events.c.version <= last
    query = sa.select(*columns).where(events.c.stream_id == stream, *between).order_by(events.c.version)
    return [(row.type, row.schema, row.body.encode(), None, _ms(row.recorded_at)) for row in connection.execute(query)]


def _ms(instant: Any) -> int:
    """Milliseconds since the epoch, which is what SQLite keeps."""
    return int((instant - _EPOCH) / timedelta(milliseconds=1)) if isinstance(instant, datetime) else int(instant)
