"""Doing a piece of work once: all who ask for the same share the result, whoever of them asked first."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Stopped(Exception):
    """This process is shutting down: the work is not done any more."""


class Once(Generic[T]):
    """The newest `limit` results. A key must name its result for ever; failures are not kept."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._tasks: OrderedDict[Hashable, asyncio.Task[T]] = OrderedDict()

    async def get(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The result of the key's work, begun by the first who asks and not ended by his leaving."""
        task = self._tasks.get(key) or self._begin(key, work)
        self._tasks.move_to_end(key)
        if not task.done():
            await self._wait(task)
        if task.cancelled():
            raise Stopped
        return task.result()

    def stop(self) -> None:
        """Whoever waits gets Stopped."""
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
        if len(self._tasks) > self._limit:
            self._tasks.popitem(last=False)
        return task

    def _drop_failed(self, key: Hashable, task: asyncio.Task[T]) -> None:
        if (task.cancelled() or task.exception() is not None) and self._tasks.get(key) is task:
            del self._tasks[key]
