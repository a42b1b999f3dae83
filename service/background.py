"""A loop in the background of a process that runs until somebody stops it."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

log = structlog.get_logger(__name__)


class BackgroundTask(ABC):
    """A task from `start` to `stop`."""

    _task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Work in the background."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop, also in the middle of the work: whatever it does has to stand that, as it has to stand a crash."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    @abstractmethod
    async def _run(self) -> None: ...


class BackgroundLoop(BackgroundTask):
    """Works again and again, whatever goes wrong once: when it is woken, and without that every `poll` seconds.

    When it was woken it waits for `settle` seconds: what comes in one go is looked after in one go.
    """

    def __init__(self, work: Callable[[], Awaitable[object]], *, poll: float, settle: float = 0.0) -> None:
        self._work = work
        self._poll, self._settle = poll, settle
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Work again at once, or as soon as the work that is going on is done."""
        self._woken.set()

    def _pause(self) -> float:
        """Seconds until the next work if nothing wakes it."""
        return self._poll

    def _rest(self) -> float:
        """Seconds until the next work after something has woken it."""
        return self._settle

    async def _run(self) -> None:
        task = asyncio.current_task()
        while True:
            self._woken.clear()
            try:
                await self._work()
            except Exception:
                # whatever it is, later work may do better: nobody else does it in this process
                log.warning("what follows the events stands still", work=type(self).__name__, exc_info=True)
            if task is not None and task.cancelling():
                return  # the work has taken it for a fault of what it was in the middle of
            with suppress(TimeoutError):
                # not wait_for: in Python 3.11 it can swallow a cancellation, and then `stop` would wait for ever
                async with asyncio.timeout(self._pause()):
                    await self._woken.wait()
            await asyncio.sleep(self._rest())
