"""The channel of one watched match in one process: reads new events once and hands them to all its watchers."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from contextvars import Context

import structlog

from eventstore import OtherHistory, StoreUnavailable
from service.streams.broadcast import Broadcaster
from service.streams.counts import StreamCounts
from service.streams.event_slices import Clockwork, EventSlice, EventSource, Rendering, read_batches
from service.streams.single_flight import SingleFlight
from service.streams.watcher import Watcher

log = structlog.get_logger(__name__)


class Channel:
    """`known` is the version up to which the channel has handed out everything: the end of a batch, None before the
    first read. If the store doesn't hold that event any more, it has lost what was handed out, and all watchers end.

    `over`: the match is over and nothing follows. `stale`: the store could not be read; look again soon. `notes`:
    messages for live watchers beside events, the newest by its kind. `ticked_at`: the time of the last tick; None while
    no clock runs.
    """

    def __init__(
        self,
        match_id: str,
        source: EventSource,
        reading: asyncio.Semaphore,
        counts: StreamCounts,
        *,
        page: int,
        renders: int,
        pages: int,
        clockwork: Clockwork | None = None,
    ) -> None:
        self.match_id = match_id
        self.known: int | None = None
        self._head: bytes | None = None
        self.over = False
        self.stale = False
        self.watchers: dict[Watcher, None] = {}
        self.notes: dict[str, bytes] = {}
        self.ticked_at: float | None = None
        self._clockwork = clockwork
        self._clocks: tuple[Hashable, ...] = ()
        self._due = False
        self._behind = True
        self._source = source
        self._reading = reading
        self._counts = counts
        self._page = page
        self._limits = renders, pages
        self._losses = source.losses
        self._verified: SingleFlight[None] = SingleFlight(1)
        self._forget()
        self._look = asyncio.Event()
        self._look.set()
        # in a context of its own: it serves all watchers, and outlives the request of the first
        self._task = asyncio.create_task(self._run(), context=Context())

    def hinted(self, version: int) -> None:
        """The match is said to have reached this version."""
        if self.known is None or version > self.known:
            self.look()

    def look(self) -> None:
        """Read the store soon."""
        self._behind = True
        self._look.set()

    def tick(self) -> None:
        """Tell again of the clocks that run, soon."""
        self._due = True
        self._look.set()

    def note(self, kind: str, payload: bytes) -> None:
        """Tell live watchers something beside the events: the newest of a kind, and nothing that they know."""
        if self.notes.get(kind) != payload:
            self.notes[kind] = payload
            self._tell_all()

    async def head(self) -> int:
        """The match's version in the store now."""
        async with self._reading:
            return (await self._source.head(self.match_id)).version

    async def check(self, version: int, digest: bytes) -> None:
        """Raises OtherHistory if the store does not hold the event with this hash, and StoreUnavailable."""
        async with self._reading:
            await self._source.read(self.match_id, version, 1, digest)

    async def history(self, after: int, until: int) -> EventSlice:
        """The next slice after a version, not beyond `until`, which was known to exist. It has no events if the store
        has lost them since. Raises StoreUnavailable.
        """

        async def work() -> EventSlice:
            async with self._reading:
                events = await read_batches(self._source, self.match_id, after, self._page)
            return EventSlice(self.match_id, tuple(event for event in events if event.version <= until), self.over)

        return await self._history.get((after, until), work)

    async def render(self, slice_: EventSlice, rendering: Rendering) -> bytes:
        """The bytes of a slice, rendered once for all with the same key. Raises OtherHistory."""

        async def work() -> bytes:
            self._counts.renderings += 1
            shown = await rendering.events(slice_)
            self._look.set()  # now it is known whose clock runs after it
            return shown

        key = (slice_.first, slice_.last, slice_.revealed, rendering.key, rendering.edition())
        return await self._held(await self._renders.get(key, work))

    async def render_closed(self, version: int, rendering: Rendering) -> bytes:
        """The message at the end of the match."""

        async def work() -> bytes:
            return await rendering.closed(self.match_id, version)

        return await self._held(await self._renders.get(("closed", version, rendering.key), work))

    async def _held(self, shown: bytes) -> bytes:
        """These bytes, only if the store still holds what was handed out: it may be another one now, if a connection
        broke off since it was asked. Raises OtherHistory, and StoreUnavailable.
        """
        losses, known, head = self._source.losses, self.known, self._head
        if losses != self._losses and known is not None:

            async def work() -> None:
                async with self._reading:
                    await self._source.read(self.match_id, known, 1, head)
                self._losses = losses

            await self._verified.get((losses, known), work)
        return shown

    def drain(self) -> None:
        """All watchers end now, also those who wait for the store or for a rendering."""
        for watcher in self.watchers:
            watcher.end("SHUTDOWN")
        self._renders.stop()
        self._history.stop()
        self._verified.stop()

    def stop(self) -> asyncio.Task[None]:
        """Drain and read nothing more; the task that then ends."""
        self.drain()
        self._task.cancel()
        return self._task

    async def _run(self) -> None:
        while True:
            await self._look.wait()
            self._look.clear()
            try:
                if self._behind:
                    self._behind = False
                    await self._advance()
                    if self.stale:
                        # there are some who wait for that
                        self.stale = False
                        self._tell_all()
                await self._tell_clocks()
            except StoreUnavailable:
                self._is_stale("store unavailable")
            except Exception:
                # One match that can't be read must not end its channel: its watchers would wait for ever.
                self._is_stale("unexpected", exc_info=True)

    def _is_stale(self, why: str, *, exc_info: bool = False) -> None:
        if not self.stale:
            log.warning("channel_read_failed", match=self.match_id, why=why, exc_info=exc_info)
        self.stale = True

    async def _advance(self) -> None:
        if self.known is None:
            await self._begin()
            self._tell_all()
        losses = self._source.losses
        try:
            await self._hand_out()
            self._losses = losses
        except OtherHistory:
            await self._diverge()

    async def _begin(self) -> None:
        async with self._reading:
            self.known, self._head, self.over = await self._source.head(self.match_id)

    async def _diverge(self) -> None:
        """The events that the watchers were told are not in the match: forget them, and tell them so."""
        log.warning("the store has another history of a match than was told", match=self.match_id)
        await self._begin()
        self._forget()
        for watcher in self.watchers:
            watcher.end("DIVERGED")

    def _forget(self) -> None:
        renders, pages = self._limits
        self._renders: SingleFlight[bytes] = SingleFlight(renders)
        self._history: SingleFlight[EventSlice] = SingleFlight(pages)
        self._broadcaster = Broadcaster(self.render, self.notes)

    async def _hand_out(self) -> None:
        while not self.over and (slice_ := await self._next()) is not None:
            self.known, self._head = slice_.last, slice_.events[-1].hash
            self.over = slice_.revealed
            for watcher in self.watchers:
                watcher.offer(slice_)
            self._tell_all()

    async def _tell_clocks(self) -> None:
        """Send a tick where clocks begin, change or stop, and again when one is due."""
        if self._clockwork is None or not self.known or self.over:
            return
        try:
            clocks = await self._clockwork.running(self.match_id, self.known)
        except Exception as error:
            # a stream without ticks is better than none
            log.warning("clocks_not_told", match=self.match_id, error=type(error).__name__)
            return
        if clocks is not None and (clocks != self._clocks or (clocks and self._due)):
            self._clocks, self._due = clocks, False
            self.ticked_at = _now() if clocks else None
            self.note("ClockTick", self._clockwork.tick(clocks))

    async def _next(self) -> EventSlice | None:
        async with self._reading:
            events = await read_batches(self._source, self.match_id, self.known or 0, self._page, self._head)
        return EventSlice(self.match_id, events, self._source.is_last(events[-1])) if events else None

    def _tell_all(self) -> None:
        """Something is new for everybody. The end of the match is for the readers, who end with it."""
        now = _now()
        for watcher in self.watchers:
            if self.over or watcher.direct_sink is None:
                watcher.wake()
            else:
                self._broadcaster.serve(watcher, now)


def _now() -> float:
    return asyncio.get_running_loop().time()
