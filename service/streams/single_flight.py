"""Single flight: all callers that ask for the same piece of work share one result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from cachetools import LRUCache

T = TypeVar("T")


class Stopped(Exception):
    """This process is shutting down: the work is not done any more."""


class SingleFlight(Generic[T]):
    """The newest `limit` results. A key must name its result for ever; failures are not kept."""

    def __init__(self, limit: int) -> None:
        self._tasks: LRUCache[Hashable, asyncio.Task[T]] = LRUCache(limit)

    async def get(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The result of the key's work. The first caller begins it, and its leaving doesn't end it."""
        task = self._tasks.get(key) or self._begin(key, work)
        if not task.done():
            await self._wait(task)
        if task.cancelled():
            raise Stopped
        return task.result()

    def stop(self) -> None:
        """Everybody who waits gets Stopped."""
        for task in self._tasks.values():
            task.cancel()

    async def _wait(self, task: asyncio.Task[T]) -> None:
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            own = asyncio.current_task()
            if not task.cancelled() or (own is not None and own.cancelling()):
                raise

    def _begin(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
        task = asyncio.create_task(work())
        task.add_done_callback(lambda done: self._drop_failed(key, done))
        self._tasks[key] = task
        return task

    def _drop_failed(self, key: Hashable, task: asyncio.Task[T]) -> None:
        if (task.cancelled() or task.exception() is not None) and self._tasks.get(key) is task:
            del self._tasks[key]
