"""A tournament in memory, and the cache of such."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from uuid import UUID

from cachetools import LRUCache

from domain.tournament.codec import fold
from domain.tournament.tournament import TournamentState
from eventstore import StoredEvent
from eventstore.limits import DEFAULT
from service.matches.aggregate import Locks, check_follows, row


@dataclass(frozen=True)
class TournamentAggregate:
    """A tournament as a reader who sees everything folds it. It never changes: a decision or a tail makes a new one."""

    id: str
    stream: UUID
    state: TournamentState
    head: bytes
    secret: bytes | None = field(default=None, repr=False)

    @property
    def version(self) -> int:
        """The version of its last event."""
        return self.state.version


def advanced(known: TournamentAggregate, tail: Sequence[StoredEvent]) -> TournamentAggregate:
    """The tournament with these events after it. Raises OtherHistory for those that don't follow."""
    if not tail:
        return known
    check_follows(known.version, known.head, tail)
    state = fold(known.state.copy(), (row(event) for event in tail))
    return replace(known, state=state, head=tail[-1].hash)


class TournamentCache:
    """The tournaments used last, and a lock for each, which a decision on it holds in this process."""

    def __init__(self, size: int, patience: float = DEFAULT.append) -> None:
        self._patience = patience
        self._tournaments: LRUCache[str, TournamentAggregate] = LRUCache(size)
        self._locks = Locks()

    def get(self, tournament: str) -> TournamentAggregate | None:
        """The tournament as last known here; the store may have more."""
        return self._tournaments.get(tournament)

    def put(self, found: TournamentAggregate) -> None:
        """Keep the newer of this one and the known one."""
        known = self._tournaments.get(found.id)
        if known is None or known.version <= found.version:
            self._tournaments[found.id] = found

    def drop(self, tournament: str) -> None:
        """Forget a tournament."""
        self._tournaments.pop(tournament, None)

    def lock(self, tournament: str) -> AbstractAsyncContextManager[None]:
        """The lock that a decision on it holds in this process. Raises StoreUnavailable: see `Locks.held`."""
        return self._locks.held(tournament, self._patience)
