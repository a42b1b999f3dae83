"""Keeps the read models up to date: numbers new events, then applies them, each once, in the order of the log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

import structlog

from eventstore import projections
from eventstore.projections import Pages, Projection
from eventstore.store import EventStore, StoreError
from service.streams.broker import Broker

log = structlog.get_logger(__name__)
ROUND = 10_000
"""Events that a read model takes before it is the turn of the others: a new one begins with the whole log."""
Advanced = Callable[[str, int], None]
"""Told the name of a read model and the position that it has reached, whichever replica brought it there."""


class Projector:
    """Runs all projections in this process; any number of replicas may run one, only one gets to apply an event."""

    def __init__(
        self,
        store: EventStore,
        broker: Broker,
        projections: Sequence[Projection],
        *,
        settle: float = 0.25,
        poll: float = 1.0,
        advanced: Advanced = lambda name, position: None,
    ) -> None:
        self._store = store
        self._broker = broker
        self.projections = projections
        self._settle = settle
        self._poll = poll
        self._advanced = advanced
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def hinted(self, match_id: str, version: int) -> None:
        """Something was appended somewhere."""
        self._news.set()

    def missed(self) -> None:
        """Hints may have been lost."""
        self._news.set()

    async def start(self) -> None:
        """Begin to follow the log in the background."""
        self._unsubscribe = self._broker.subscribe(self)
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop between two transactions."""
        if self._task is not None:
            self._unsubscribe()
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def catch_up(self) -> None:
        """Number and apply all that is committed now."""
        await self._number()
        for projection in self.projections:
            await projections.catch_up(self._store, projection)

    async def rebuild(self, projection: Projection) -> None:
        """Fold a read model from nothing."""
        await self._number()
        await projections.rebuild(self._store, projection)

    async def _number(self) -> None:
        while await self._store.sequence():
            pass

    async def _run(self) -> None:
        while True:
            self._news.clear()
            await self._follow()
            with suppress(TimeoutError):
                # not wait_for: in Python 3.11 it can swallow a cancellation, and then `stop` would wait for ever
                async with asyncio.timeout(self._poll):
                    await self._news.wait()
            # what is appended in one go is applied in one go
            await asyncio.sleep(self._settle)

    async def _follow(self) -> None:
        """Catch up as far as it goes: a read model that can't take an event holds up neither the others nor itself."""
        try:
            await self._number()
            end = await projections.end_of_log(self._store)
        except StoreError as error:
            log.warning("read models wait for the store", error=str(error))
            return
        pages = Pages(self._store.read_log)
        for projection in self.projections:
            try:
                reached = await projections.catch_up(self._store, projection, limit=ROUND, read=pages.read)
                self._advanced(projection.name, reached)
                if reached < end:
                    self._news.set()
            except StoreError as error:
                log.warning("a read model waits for the store", name=projection.name, error=str(error))
            except Exception:
                log.warning("a read model stands still", name=projection.name, exc_info=True)
