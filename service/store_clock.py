"""One clock for all replicas: that of the store, whatever the machine of a replica takes the time to be."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Self

import structlog

from eventstore import EventStore, StoreUnavailable
from service.background import BackgroundLoop
from service.times import Clock

log = structlog.get_logger(__name__)
MEASURED_EVERY = 60.0
"""Seconds between two looks at the clock of the store."""
LONGEST = 2_000
"""An answer that took longer (ms) says too little about the time."""
JUMP = 1_000
"""A clock of the store that is so far (ms) from where it should be has been set."""


class StoreClock(BackgroundLoop):
    """Now, in ms since the epoch, as the store's machine has it: a `times.Clock`.

    A replica asks at its start and every minute, and goes on in between by the seconds that have passed here. So nobody
    asks its own wall clock, which somebody may set, and two replicas differ by half a round trip at most.
    """

    def __init__(self, store: EventStore, wall: Clock, timer: Callable[[], float] = time.monotonic) -> None:
        super().__init__(self.measure, poll=MEASURED_EVERY)
        self._store = store
        self._wall = wall
        self._timer = timer
        self._offset: float | None = None

    @classmethod
    async def measured(cls, store: EventStore, wall: Clock) -> Self:
        """A clock that knows the time. Raises StoreUnavailable."""
        clock = cls(store, wall)
        await clock._look(longest=None)
        return clock

    def __call__(self) -> int:
        """The time of the store."""
        assert self._offset is not None, "nobody has measured it yet"
        return round(self._here() + self._offset)

    @property
    def ahead(self) -> int:
        """By how many ms the wall clock of this machine is ahead of the store's."""
        return self._wall() - self()

    async def measure(self) -> None:
        """Look at the store's clock; a store that is away is asked again later."""
        try:
            await self._look(LONGEST)
        except StoreUnavailable:
            return

    async def _look(self, longest: float | None) -> None:
        sent = self._here()
        told = await self._store.now()
        took = self._here() - sent
        if longest is not None and took > longest:
            return
        before, self._offset = self._offset, told - (sent + took / 2)
        if before is not None and abs(self._offset - before) > JUMP + took:
            log.warning("the clock of the store was set", by_ms=round(self._offset - before))
        if abs(self.ahead) > JUMP + took:
            log.warning("the clock of this machine is wrong; that of the store holds", ahead_ms=self.ahead)

    def _here(self) -> float:
        return self._timer() * 1000
