"""One watcher of a match: a bounded queue of what is new, and why it has to go."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine, Mapping
from typing import Any, Literal, NamedTuple, TypeVar, get_args

from api_schema.ports.matches import DirectSink, Update
from service.streams.event_slices import EventSlice, Rendering

T = TypeVar("T")

Ending = Literal["SLOW_READER", "AHEAD", "DIVERGED", "SHUTDOWN"]
"""Too slow; further than the store ever was; the store has lost what was told; this process stops. Read the state and
subscribe again.
"""
RESYNCS: tuple[Ending, ...] = get_args(Ending)
LOSSES: tuple[Ending, ...] = ("AHEAD", "DIVERGED")


class Note(NamedTuple):
    """Something beside the events: kind and JSON of an update."""

    kind: str
    payload: bytes


class Watcher:
    """`live`: it has seen all that the channel has handed out, so the channel queues new slices for it.

    Until then it reads the store at its own pace without a queue, so catching up is never too slow. `position` is the
    version up to which it has got everything; `waits`: its reader has sent all of that, and waits. `head`: the hash of
    the event at `position` as the watcher knows it, until somebody has looked whether the store holds that one.
    """

    def __init__(
        self,
        rendering: Rendering,
        limit: int,
        position: int = 0,
        sink: DirectSink | None = None,
        head: bytes | None = None,
    ) -> None:
        self.rendering = rendering
        self.position = position
        self.head = head
        self.sink = sink
        self.waits = False
        self.live = False
        self.beat = False
        self.ending: Ending | None = None
        self.spoke_at = 0.0
        self._noted: dict[str, bytes] = {}
        self._limit = limit
        self._queue: deque[EventSlice] = deque()
        self._news = asyncio.Event()
        self._ended = asyncio.Event()

    @property
    def direct_sink(self) -> DirectSink | None:
        """Its sink, if it can be told something now without waking its reader."""
        if self.sink is None or not self.sink.open:
            return None
        return self.sink if self.waits and self.live and self.ending is None else None

    def offer(self, slice_: EventSlice) -> None:
        """Queue a slice if live; one too many and the watcher counts as slow. Wake it, or tell it, afterwards."""
        if self.live and self.ending is None:
            if len(self._queue) < self._limit:
                self._queue.append(slice_)
            else:
                self.end("SLOW_READER")

    def due(self, notes: Mapping[str, bytes]) -> EventSlice | Note | None:
        """The next thing to send to it."""
        return self._queue[0] if self._queue else self.unheard(notes)

    def take(self) -> EventSlice | None:
        """The oldest queued slice."""
        return self._queue.popleft() if self._queue else None

    def unheard(self, notes: Mapping[str, bytes]) -> Note | None:
        """A note that it was not told yet."""
        for kind, payload in notes.items():
            if self._noted.get(kind) is not payload:
                return Note(kind, payload)
        return None

    def heard(self, note: Note) -> None:
        """Note that it has got this note."""
        self._noted[note.kind] = note.payload

    def told(self, update: Update, now: float) -> None:
        """Note that it has got this update."""
        self.position = update.version
        self.spoke_at, self.beat = now, False

    def fall_back(self) -> None:
        """Read the store again before going live."""
        self.live = False
        self._queue.clear()

    def end(self, why: Ending) -> None:
        """Deliver nothing more."""
        if self.ending is None:
            self.ending = why
        self._queue.clear()
        self._ended.set()
        self.wake()

    def wake(self) -> None:
        """Look again."""
        self._news.set()

    async def news(self) -> None:
        """Wait until something may have changed."""
        self.waits = True
        try:
            await self._news.wait()
        finally:
            self.waits = False
        self._news.clear()

    async def unless_ended(self, work: Coroutine[Any, Any, T]) -> T | None:
        """The result of the work, or None if the watcher has to go before it is there."""
        return await unless(self._ended, work)


async def unless(ended: asyncio.Event, work: Coroutine[Any, Any, T]) -> T | None:
    """The result of the work, or None if the event comes first."""
    task = asyncio.create_task(work)
    ending = asyncio.create_task(ended.wait())
    try:
        await asyncio.wait({task, ending}, return_when=asyncio.FIRST_COMPLETED)
        return task.result() if task.done() else None
    finally:
        task.cancel()
        ending.cancel()
