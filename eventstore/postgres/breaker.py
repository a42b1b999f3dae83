"""Keeps what can't be written from taking the connections that reads need."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import TracebackType

import asyncpg

from eventstore.store import StoreUnavailable

PAUSE = 0.2
"""Seconds until a server that did not answer the probe is asked again."""


class Breaker:
    """Refuses writes from one that was not answered in time until a probe is, which writes next to nothing.

    A server that waits for a standby, or can't be reached, keeps each session that it was asked in, whether or not
    somebody still waits there. So one asks, and nobody else.
    """

    def __init__(self, probe: Callable[[], Awaitable[object]]) -> None:
        """`probe` ends when the server commits again, and raises when it does not."""
        self._probe = probe
        self._probing: asyncio.Task[None] | None = None

    def check(self) -> None:
        """Raises StoreUnavailable while the probe is not answered."""
        if self._probing is not None:
            raise StoreUnavailable("the database did not answer a write in time, and is asked whether it does now")

    def trip(self) -> None:
        """Begin to probe."""
        if self._probing is None:
            self._probing = asyncio.create_task(self._until_answered())

    async def close(self) -> None:
        """Ask no more."""
        if self._probing is not None:
            self._probing.cancel()
            await asyncio.wait({self._probing})

    async def _until_answered(self) -> None:
        try:
            while True:
                try:
                    await self._probe()
                except (StoreUnavailable, TimeoutError, asyncpg.PostgresError):
                    await asyncio.sleep(PAUSE)
                else:
                    return
        finally:
            self._probing = None


class Turns:
    """Lets some write at once, and leaves a quarter of the connections to those who read.

    Raises StoreUnavailable for who would have to wait longer than so many seconds, or for the breaker.
    """

    def __init__(self, connections: int, seconds: float, breaker: Breaker) -> None:
        self._free = asyncio.Semaphore(max(1, connections - max(1, connections // 4)))
        self._seconds = seconds
        self._breaker = breaker

    async def __aenter__(self) -> None:
        self._breaker.check()
        if self._free.locked():
            await self._wait()
        else:
            await self._free.acquire()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._free.release()

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                await self._free.acquire()
        except TimeoutError as error:
            raise StoreUnavailable(f"other writes took more than {self._seconds:g} s") from error
        try:
            # whoever had the turn before may not have been answered
            self._breaker.check()
        except StoreUnavailable:
            self._free.release()
            raise
