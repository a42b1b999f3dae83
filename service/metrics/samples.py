"""Samples of the database: the lag of read models behind the logs, and overdue deadlines."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection

from eventstore import EventStore, Lag, StoreError
from eventstore.read_models.checkpoints import read_places
from service.projections.deadlines.queries import overdue
from service.times import Clock

PATIENCE = 3.0
"""Seconds that the database gets to answer."""
FRESH = 2.0
"""Seconds for which an answer is good: earlier requests get the same again."""


@dataclass(frozen=True)
class Sample:
    """`up` is whether the store answered; nothing else is known if it didn't. Times in ms."""

    up: bool = False
    log_position: int = 0
    positions: Mapping[str, int] = field(default_factory=dict)
    waiting: int = 0
    waiting_ms: int = 0
    overdue: int = 0
    overdue_ms: int = 0


class Sampler:
    """Asks the database, once for all who want to know at the same time."""

    def __init__(self, store: EventStore, projections: Sequence[str], clock: Clock, tick: Callable[[], float]) -> None:
        self._store = store
        self._projections = projections
        self._clock = clock
        self._tick = tick
        self._lock = asyncio.Lock()
        self._taken: tuple[float, Sample] | None = None

    async def take(self) -> Sample:
        """The figures of the database now, or a moment ago. Never fails."""
        async with self._lock:
            if self._taken is None or self._tick() - self._taken[0] >= FRESH:
                self._taken = self._tick(), await self._ask()
            return self._taken[1]

    async def _ask(self) -> Sample:
        try:
            async with asyncio.timeout(PATIENCE):
                lag = await self._store.lag()
                if self._store.replica is not None:
                    # finds out how far it is, and whether it is back, also while nobody reads
                    await self._store.sql.lookup(lambda connection: None)
                return await self._store.sql.read(lambda connection: self._read(connection, lag))
        except (StoreError, TimeoutError):
            return Sample()

    def _read(self, connection: Connection, lag: Lag) -> Sample:
        now, places = self._clock(), read_places(connection)
        number, oldest = overdue(connection, now)
        return Sample(
            up=True,
            log_position=places.end,
            positions={name: places.number(name) for name in self._projections},
            waiting=lag.events,
            waiting_ms=lag.age_ms,
            overdue=number,
            overdue_ms=0 if oldest is None else max(0, now - oldest),
        )
