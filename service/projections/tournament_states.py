"""Tournaments as read models follow them: what everybody may know, from where they were left or from the beginning."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from typing import TypeVar
from uuid import UUID

from cachetools import LRUCache
from sqlalchemy.util import await_only
from sqlalchemy.util.concurrency import in_greenlet

from domain.kernel.audience import SPECTATOR
from domain.kernel.codec import Row
from domain.tournament import events as told
from domain.tournament.codec import fold
from domain.tournament.tournament import TournamentState
from eventstore import Logged, StoredEvent, chain
from eventstore.read_models.past import Past
from service.application.ids import TOURNAMENT_IDS

REMEMBERED = 16
"""Tournaments that are gone on with from where they were left."""
TOLD = frozenset(kind.type for kind in told.EVENTS)
"""The types of the events of a tournament."""
T = TypeVar("T")


class TournamentStates:
    """Folds tournaments, each from the version at which it was left."""

    def __init__(self) -> None:
        self._states: LRUCache[UUID, tuple[TournamentState, bytes]] = LRUCache(REMEMBERED)

    @contextmanager
    def before(self, past: Past, own: Sequence[StoredEvent]) -> Iterator[TournamentState]:
        """The tournament before these events of it, to be folded on by all of them inside. Raises UnreadableEvent.

        The cache keeps it only on success: after a failure the runner asks the same again, from the same version. A
        state of another history, which the store has lost meanwhile, is not gone on with.
        """
        stream, version = own[0].stream_id, own[0].version - 1
        state, head = self._states.pop(stream, (TournamentState(), chain.GENESIS))
        between = past.between(stream, state.version, version) if state.version < version else []
        if state.version > version or not chain.follows(between[0] if between else own[0], head):
            state, between = TournamentState(), past.between(stream, 0, version)
        if between:
            state = aside(partial(fold, state, map(_public, between), SPECTATOR))
        yield state
        self._states[stream] = state, own[-1].hash


def follow(state: TournamentState, event: StoredEvent) -> None:
    """Fold the next event, without what is private of it. Raises UnreadableEvent."""
    fold(state, [_public(event)], SPECTATOR)


def of_tournaments(past: Past, logged: Sequence[Logged]) -> dict[UUID, list[StoredEvent]]:
    """The events of tournaments, by stream, in order."""
    chosen = [entry.event for entry in logged if entry.event.type in TOLD]
    ordered = sorted(chosen, key=lambda event: (event.stream_id, event.version))
    found = {stream: list(own) for stream, own in groupby(ordered, key=lambda event: event.stream_id)}
    known = tournaments_among(past, found)
    return {stream: own for stream, own in found.items() if stream in known}


def tournaments_among(past: Past, asked: Collection[UUID]) -> set[UUID]:
    """Those of the streams that are tournaments: a game may call an event of its own as a tournament does."""
    return past.of_kind(TOURNAMENT_IDS.kind, asked)


def aside(work: Callable[[], T]) -> T:
    """Do what takes long beside the event loop, where a transaction runs in it; elsewhere at once."""
    return await_only(asyncio.to_thread(work)) if in_greenlet() else work()


def _public(event: StoredEvent) -> Row:
    return event.type, event.schema, event.body, None, event.at
