"""Matches as they were: a bounded memory of past versions, so that looking at one folds only what lies between."""

from __future__ import annotations

from asyncio import sleep
from dataclasses import replace
from itertools import groupby

from cachetools import LRUCache

from domain.kernel.match import State
from eventstore import EventStore, OtherHistory, chain
from service.matches.aggregate import Aggregate, Locks, advanced

STRIDE = 128
"""Events between two waypoints: a step back folds fewer than this many, unless the waypoint was forgotten."""
READ = 8 * STRIDE
"""Events of one read."""

_Key = tuple[str, int]


class VersionCache:
    """Past versions of the matches of a store: the `size` that were used last, and as many waypoints.

    The cache folds a version from the nearest kept one before it, on a copy: nothing changes a kept or given one.
    Waypoints are the versions at every STRIDE events on the way. They have a place of their own, so that a walk of
    single steps doesn't push them out.
    """

    def __init__(self, store: EventStore, size: int) -> None:
        self._store = store
        self._asked: LRUCache[_Key, Aggregate] = LRUCache(size)
        self._waypoints: LRUCache[_Key, Aggregate] = LRUCache(size)
        self._locks = Locks()

    def __len__(self) -> int:
        return len(self._asked) + len(self._waypoints)

    async def at(self, now: Aggregate, version: int) -> Aggregate | None:
        """The match at a version from 1 to that of `now`; None if the store has lost it meanwhile."""
        async with self._locks.of(now.match):
            then = self._nearest(now, version)
            while then.version < version:
                try:
                    size, settled = min(version - then.version, READ), now.state.revealed
                    between = await self._store.read(now.stream, then.version, size, head=then.head, settled=settled)
                except OtherHistory:
                    self.drop(now.match)
                    then = self._nearest(now, version)
                    continue
                if not between:
                    return None
                for _, events in groupby(between, lambda event: (event.version - 1) // STRIDE):
                    then = advanced(then, then.state.copy(), list(events))
                    self._keep(then)
                    await sleep(0)
            return then

    def drop(self, match: str) -> None:
        """Forget a match."""
        for kept in (self._asked, self._waypoints):
            for key in [key for key in kept if key[0] == match]:
                del kept[key]

    def _nearest(self, now: Aggregate, version: int) -> Aggregate:
        """The kept version that is the last before the wanted one, or the match before its first event."""
        keys = [(key, kept) for kept in (self._asked, self._waypoints) for key in kept if key[0] == now.match]
        before = [(key, kept) for key, kept in keys if key[1] <= version]
        if not before:
            return replace(now, state=State().use(now.library), head=chain.GENESIS, resolving=False)
        key, kept = max(before, key=lambda found: found[0])
        return kept[key]

    def _keep(self, then: Aggregate) -> None:
        kept = self._asked if then.version % STRIDE else self._waypoints
        kept[then.match, then.version] = then
