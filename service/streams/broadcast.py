"""Sends the same to many watchers at once: by a call for each, where waking its reader would be a task for each.

A watcher's queue fixes what it gets, and in which order, whoever sends it. If anything is in the way here (a reader at
work, a sink that declines, an update that can't be prepared), it stays in the queue and the reader wakes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping
from contextlib import suppress
from typing import NamedTuple

import structlog
from cachetools import LRUCache

from api_schema.ports.matches import DirectSink, Update
from service.streams.event_slices import EventSlice, Rendering
from service.streams.watcher import Note, Watcher

log = structlog.get_logger(__name__)

TURN = 100
"""Watchers told in one go; then others get their turn."""
KEPT = 16


class _Ready(NamedTuple):
    """An update, and what the sinks of one key send of it."""

    update: Update
    prepared: bytes


class Broadcaster:
    """Serves the watchers of one channel. `notes` are the channel's."""

    def __init__(self, render: Callable[[EventSlice, Rendering], Awaitable[bytes]], notes: Mapping[str, bytes]) -> None:
        self._render = render
        self._notes = notes
        self._ready: LRUCache[Hashable, _Ready] = LRUCache(KEPT)
        self._waiting: dict[Hashable, list[Watcher]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def serve(self, watcher: Watcher, now: float) -> None:
        """Tell a watcher what waits for it. An update that isn't ready is prepared once, for all who get the same."""
        while (sink := watcher.direct_sink) is not None and (due := watcher.due(self._notes)) is not None:
            key = _key(watcher, sink, due)
            ready = self._ready.get(key)
            if ready is None and key in self._waiting:
                self._waiting[key].append(watcher)
                return
            if ready is None:
                self._waiting[key] = [watcher]
                task = asyncio.create_task(self._prepare(key, self._update(watcher, due, watcher.position), sink))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
                return
            if (isinstance(due, EventSlice) and due.first != watcher.position + 1) or not _sent(sink, ready.prepared):
                watcher.wake()
                return
            watcher.told(ready.update, now)
            if isinstance(due, EventSlice):
                watcher.take()
            else:
                watcher.heard(due)

    async def _prepare(self, key: Hashable, update: Awaitable[Update], sink: DirectSink) -> None:
        """Prepare it for the first watcher, and send it to all that wait."""
        prepared = None
        # what fails here is met by the readers too, who know what to do
        with suppress(Exception):
            told = await update
            prepared = await sink.prepare(told)
        if prepared is not None:
            self._ready[key] = _Ready(told, prepared)
        now = asyncio.get_running_loop().time()
        for number, watcher in enumerate(self._waiting.pop(key), 1):
            if prepared is None:
                watcher.wake()
            else:
                self.serve(watcher, now)
            if number % TURN == 0:
                await asyncio.sleep(0)

    async def _update(self, watcher: Watcher, due: EventSlice | Note, position: int) -> Update:
        if isinstance(due, EventSlice):
            return Update("EventsAppended", due.last, await self._render(due, watcher.rendering))
        return Update(due.kind, position, due.payload)


def _sent(sink: DirectSink, prepared: bytes) -> bool:
    """Whether the sink took it. A failing sink didn't; the others get it all the same."""
    try:
        return sink.send(prepared)
    except Exception as error:
        log.warning("outlet_failed", error=type(error).__name__)
        return False


def _key(watcher: Watcher, sink: DirectSink, due: EventSlice | Note) -> Hashable:
    """Equal for watchers who are to be told the same."""
    if isinstance(due, EventSlice):
        return due.first, due.last, due.revealed, watcher.rendering.key, sink.key
    return due, watcher.position, sink.key
