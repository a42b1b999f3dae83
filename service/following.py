"""Work in the background that follows what is appended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from service.streams.broker import Broker

log = structlog.get_logger(__name__)


class Following:
    """Works again and again, whatever goes wrong once: after news, and without any every `poll` seconds.

    After news it waits for `settle` seconds: what is appended in one go is looked after in one go, and read models
    follow the events after a moment.
    """

    def __init__(self, broker: Broker, work: Callable[[], Awaitable[object]], *, poll: float, settle: float) -> None:
        self._broker = broker
        self._work = work
        self._poll, self._settle = poll, settle
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def hinted(self, match_id: str, version: int) -> None:
        """Something was appended somewhere."""
        self._news.set()

    def missed(self) -> None:
        """Hints may have been lost."""
        self._news.set()

    async def start(self) -> None:
        """Work in the background."""
        self._unsubscribe = self._broker.subscribe(self)
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop, also in the middle of the work: whatever it does has to stand that, as it has to stand a crash."""
        if self._task is not None:
            self._unsubscribe()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _run(self) -> None:
        while True:
            self._news.clear()
            try:
                await self._work()
            except Exception:
                # whatever it is, later work may do better: nobody else follows in this process
                log.warning("what follows the events stands still", work=type(self).__name__, exc_info=True)
            with suppress(TimeoutError):
                # not wait_for: in Python 3.11 it can swallow a cancellation, and then `stop` would wait for ever
                async with asyncio.timeout(self._poll):
                    await self._news.wait()
            await asyncio.sleep(self._settle)
