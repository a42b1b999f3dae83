"""A tournament in memory, and the cache of such."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from domain.tournament.codec import fold
from domain.tournament.tournament import State
from eventstore.envelope import StoredEvent
from service.matches.aggregate import Locks, row


@dataclass(frozen=True)
class Tournament:
    """A tournament as one who sees everything folds it. Never changed: a decision or a tail makes a new one."""

    id: str
    stream: UUID
    state: State
    head: bytes
    secret: bytes | None = field(default=None, repr=False)

    @property
    def version(self) -> int:
        """The version of its last event."""
        return self.state.version


def advanced(known: Tournament, tail: Sequence[StoredEvent]) -> Tournament:
    """The tournament with these events after it."""
    if not tail:
        return known
    state = fold(known.state.copy(), (row(event) for event in tail))
    return replace(known, state=state, head=tail[-1].hash)


class Cache:
    """The tournaments used last, and a lock for each, held by whoever decides on it in this process."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[str, Tournament] = OrderedDict()
        self._locks = Locks()

    def get(self, tournament: str) -> Tournament | None:
        """The tournament as last known here; the store may have more."""
        known = self._kept.get(tournament)
        if known is not None:
            self._kept.move_to_end(tournament)
        return known

    def put(self, found: Tournament) -> None:
        """Keep the newer of this one and the known one."""
        known = self._kept.get(found.id)
        if known is None or known.version <= found.version:
            self._kept[found.id] = found
        self._kept.move_to_end(found.id)
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)

    def drop(self, tournament: str) -> None:
        """Forget a tournament."""
        self._kept.pop(tournament, None)

    def lock(self, tournament: str) -> asyncio.Lock:
        """Held by whoever decides on this tournament in this process."""
        return self._locks.of(tournament)
