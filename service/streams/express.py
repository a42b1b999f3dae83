"""Telling many watchers the same at once: a call for each of them, where waking its reader would be a task for each.

A watcher's queue says what it is told, and in which order, whoever tells it. So whatever is in the way here, a reader
at work, an outlet that declines, something that can't be prepared, stays in the queue, and the reader is woken.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Mapping
from contextlib import suppress
from typing import NamedTuple

import structlog

from api_schema.ports import Outlet, Update
from service.streams.slices import Slice, View
from service.streams.watcher import Note, Watcher

log = structlog.get_logger(__name__)

TURN = 100
"""Watchers told in one go; then others get their turn."""
KEPT = 16


class _Ready(NamedTuple):
    """An update, and what the outlets of one key send of it."""

    update: Update
    prepared: bytes


class Express:
    """Serves the watchers of one channel. `notes` are the channel's."""

    def __init__(self, render: Callable[[Slice, View], Awaitable[bytes]], notes: Mapping[str, bytes]) -> None:
        self._render = render
        self._notes = notes
        self._ready: OrderedDict[Hashable, _Ready] = OrderedDict()
        self._waiting: dict[Hashable, list[Watcher]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def serve(self, watcher: Watcher, now: float) -> None:
        """Tell a watcher what waits for it. What is not ready is prepared, once for all who are to be told the same."""
        while (outlet := watcher.express) is not None and (due := watcher.due(self._notes)) is not None:
            key = _key(watcher, outlet, due)
            ready = self._ready.get(key)
            if ready is None and key in self._waiting:
                self._waiting[key].append(watcher)
                return
            if ready is None:
                self._waiting[key] = [watcher]
                task = asyncio.create_task(self._prepare(key, self._update(watcher, due, watcher.position), outlet))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
                return
            if (isinstance(due, Slice) and due.first != watcher.position + 1) or not _sent(outlet, ready.prepared):
                watcher.wake()
                return
            watcher.told(ready.update, now)
            if isinstance(due, Slice):
                watcher.take()
            else:
                watcher.heard(due)

    async def _prepare(self, key: Hashable, update: Awaitable[Update], outlet: Outlet) -> None:
        """Prepare it for the first who is to be told, and tell all of them."""
        prepared = None
        # what fails here is met by the readers too, who know what to do
        with suppress(Exception):
            told = await update
            prepared = await outlet.prepare(told)
        if prepared is not None:
            self._ready[key] = _Ready(told, prepared)
            if len(self._ready) > KEPT:
                self._ready.popitem(last=False)
        now = asyncio.get_running_loop().time()
        for number, watcher in enumerate(self._waiting.pop(key), 1):
            if prepared is None:
                watcher.wake()
            else:
                self.serve(watcher, now)
            if number % TURN == 0:
                await asyncio.sleep(0)

    async def _update(self, watcher: Watcher, due: Slice | Note, position: int) -> Update:
        if isinstance(due, Slice):
            return Update("EventsAppended", due.last, await self._render(due, watcher.view))
        return Update(due.kind, position, due.payload)


def _sent(outlet: Outlet, prepared: bytes) -> bool:
    """Whether the outlet took it. One that fails is none: the others are to be told all the same."""
    try:
        return outlet.send(prepared)
    except Exception as error:
        log.warning("outlet_failed", error=type(error).__name__)
        return False


def _key(watcher: Watcher, outlet: Outlet, due: Slice | Note) -> Hashable:
    """Equal for watchers who are to be told the same."""
    if isinstance(due, Slice):
        return due.first, due.last, due.revealed, watcher.view.key, outlet.key
    return due, watcher.position, outlet.key
