"""The hub of one process: one reader of a match serves everybody who watches it here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Collection
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from api_schema.ports.matches import DirectSink, Update
from eventstore import OtherHistory, StoreUnavailable
from service.background import BackgroundTask
from service.streams.broker import Broker, Unsubscribe
from service.streams.channel import Channel
from service.streams.counts import StreamCounts
from service.streams.event_slices import Clockwork, EventSlice, EventSource, Rendering
from service.streams.single_flight import Stopped
from service.streams.watcher import LOSSES, Ending, Watcher


@dataclass(frozen=True)
class HubSettings:
    """Seconds and counts. `poll`: while the broker is away; `safety_poll`: always; `queue`: slices a watcher may lag.

    `page`: events per read; `renders` and `pages`: renderings and pages of history kept per watched match; `reads`:
    reads of the store at a time; `clock_tick`: between two ticks of clocks that run.
    """

    poll: float = 1.0
    safety_poll: float = 15.0
    heartbeat: float = 15.0
    queue: int = 64
    page: int = 256
    renders: int = 128
    pages: int = 16
    reads: int = 8
    clock_tick: float = 5.0


class Hub(BackgroundTask):
    """Watches matches. `start` before use; `drain` as soon as the process has to stop; `stop` at the end."""

    def __init__(
        self,
        source: EventSource,
        broker: Broker,
        settings: HubSettings | None = None,
        clockwork: Clockwork | None = None,
    ) -> None:
        self._source = source
        self._clockwork = clockwork
        self._broker = broker
        self._settings = settings or HubSettings()
        self.counts = StreamCounts()
        self._reading = asyncio.Semaphore(self._settings.reads)
        self._channels: dict[str, Channel] = {}
        self._unfollow: dict[str, Unsubscribe] = {}
        self._draining = False

    async def start(self) -> None:
        """Listen to the broker, and to the clock for polls and heartbeats."""
        self._unsubscribe = self._broker.subscribe(self)
        await super().start()

    def drain(self) -> None:
        """End every watcher now with ResyncRequired, reason SHUTDOWN, and each later one at once."""
        self._draining = True
        for channel in self._channels.values():
            channel.drain()

    async def stop(self) -> None:
        """Drain, then read and render nothing more."""
        self.drain()
        if self._task is not None:
            self._unsubscribe()
        channels = [channel.stop() for channel in self._channels.values()]
        await asyncio.gather(super().stop(), *channels, return_exceptions=True)

    def hinted(self, match_id: str, version: int) -> None:
        """A hint: of interest only if somebody watches the match here."""
        channel = self._channels.get(match_id)
        if channel is not None:
            channel.hinted(version)

    def missed(self, keys: Collection[str] | None = None) -> None:
        """Hints may have been lost: look at every watched match of these."""
        for match_id, channel in self._channels.items():
            if keys is None or match_id in keys:
                channel.look()

    def note(self, match_id: str, kind: str, payload: bytes) -> None:
        """Tell those who watch a match here something beside its events: kind and JSON of an Update."""
        channel = self._channels.get(match_id)
        if channel is not None:
            channel.note(kind, payload)

    @property
    def watched(self) -> frozenset[str]:
        """The matches that somebody watches here now."""
        return frozenset(self._channels)

    @property
    def watchers(self) -> int:
        """The number of watchers here now."""
        return sum(len(channel.watchers) for channel in self._channels.values())

    async def watch(
        self, match_id: str, after: int, rendering: Rendering, sink: DirectSink | None = None, head: bytes | None = None
    ) -> AsyncGenerator[Update]:
        """The updates after a version, then live ones, without gap or double, until the match is over.

        EventsAppended and MatchClosed carry rendered bytes, the others their payload as in the port. A live watcher
        gets the newest note of each kind, in between. Close it (`contextlib.aclosing`) when the watcher leaves. A
        failing rendering ends the stream with its error. Updates through the sink don't come out here. `head` is the
        hash of the event `after`, if the watcher knows it: a watcher of what the store has lost has to begin anew. The
        caller has checked that the match exists and that the watcher may see it so.
        """
        watcher = Watcher(rendering, self._settings.queue, after, sink, head if after else None)
        channel = self._attach(match_id, watcher)
        try:
            while watcher.ending is None:
                update = await self._next(channel, watcher)
                if update is not None and watcher.ending not in LOSSES:
                    watcher.told(update, _now())
                    yield update
                    if update.kind == "MatchClosed":
                        return
            yield self._resync(await self._standing(channel, watcher.ending), watcher.ending)
        except Stopped:
            yield self._resync(channel.known or 0, "SHUTDOWN")
        finally:
            self._detach(channel, watcher)

    async def _next(self, channel: Channel, watcher: Watcher) -> Update | None:
        """The next thing to say to a watcher; None: look again. While the store is away it waits for it."""
        try:
            return await self._found(channel, watcher)
        except StoreUnavailable:
            # It will be back: each tick is a new try, from where the watcher stands.
            channel.stale = True
        except OtherHistory:
            # It will find so too, and end its watchers, or else wake them.
            channel.stale = True
            channel.look()
        watcher.fall_back()
        return await self._wait(watcher)

    async def _found(self, channel: Channel, watcher: Watcher) -> Update | None:
        """Raises StoreUnavailable, OtherHistory."""
        if channel.known is None:
            return await self._wait(watcher)
        if not watcher.live:
            return await self._come_alive(channel, watcher, channel.known)
        slice_ = watcher.take()
        if slice_ is None:
            return await self._idle(channel, watcher)
        if slice_.first != watcher.position + 1:
            if slice_.last > watcher.position:
                watcher.fall_back()
            return None
        return await self._show(channel, watcher, slice_)

    async def _come_alive(self, channel: Channel, watcher: Watcher, known: int) -> Update | None:
        """Tell what a watcher missed, then let it be live."""
        if watcher.head is not None:
            await self._check(channel, watcher, watcher.head)
        elif watcher.position < known:
            return await self._catch_up(channel, watcher, known)
        elif watcher.position == known or await self._exists(channel, watcher):
            # From here on slices are queued; nothing is awaited between the comparison and this.
            watcher.live = channel.known is not None and watcher.position >= channel.known
        return None

    async def _idle(self, channel: Channel, watcher: Watcher) -> Update | None:
        if channel.over:
            closed = await channel.render_closed(watcher.position, watcher.rendering)
            return Update("MatchClosed", watcher.position, closed)
        note = watcher.unheard(channel.notes)
        if note is not None:
            watcher.heard(note)
            return Update(note.kind, watcher.position, note.payload)
        return await self._wait(watcher)

    async def _wait(self, watcher: Watcher) -> Update | None:
        await watcher.news()
        if not watcher.beat or watcher.ending is not None:
            return None
        self.counts.heartbeats += 1
        return _heartbeat(watcher.position)

    async def _standing(self, channel: Channel, reason: Ending) -> int:
        """The version of the match. Where events are gone the channel may know no better yet than the watcher."""
        if reason in LOSSES:
            channel.look()
            with suppress(StoreUnavailable):
                return await channel.head()
        return channel.known or 0

    def _resync(self, version: int, reason: Ending) -> Update:
        self.counts.resyncs[reason] += 1
        payload = msgspec.json.encode({"currentVersion": version, "reason": reason})
        return Update("ResyncRequired", version, payload)

    async def _catch_up(self, channel: Channel, watcher: Watcher, known: int) -> Update | None:
        slice_ = await channel.history(watcher.position, known)
        if not slice_.events:
            watcher.end("DIVERGED")
            return None
        return await self._show(channel, watcher, slice_)

    async def _check(self, channel: Channel, watcher: Watcher, head: bytes) -> None:
        """A watcher who comes back may have been told what the store has lost since."""
        try:
            await channel.check(watcher.position, head)
        except OtherHistory:
            watcher.end("DIVERGED")
        watcher.head = None

    async def _exists(self, channel: Channel, watcher: Watcher) -> bool:
        """A client may know of an action before this process does, but not before the store does."""
        channel.look()
        head = await watcher.unless_ended(channel.head())
        if head is not None and head < watcher.position:
            watcher.end("AHEAD")
        return watcher.ending is None

    async def _show(self, channel: Channel, watcher: Watcher, slice_: EventSlice) -> Update | None:
        shown = await channel.render(slice_, watcher.rendering)
        if not shown:
            watcher.position = slice_.last
            return None
        return Update("EventsAppended", slice_.last, shown)

    def _attach(self, match_id: str, watcher: Watcher) -> Channel:
        channel = self._channels.get(match_id)
        if channel is None:
            wanted = self._settings
            channel = Channel(
                match_id,
                self._source,
                self._reading,
                self.counts,
                page=wanted.page,
                renders=wanted.renders,
                pages=wanted.pages,
                clockwork=self._clockwork,
            )
            self._channels[match_id] = channel
            self._unfollow[match_id] = self._broker.follow(match_id)
        watcher.spoke_at = _now()
        channel.watchers[watcher] = None
        if self._draining:
            watcher.end("SHUTDOWN")
        return channel

    def _detach(self, channel: Channel, watcher: Watcher) -> None:
        channel.watchers.pop(watcher, None)
        if not channel.watchers and self._channels.get(channel.match_id) is channel:
            del self._channels[channel.match_id]
            self._unfollow.pop(channel.match_id)()
            channel.stop()

    async def _run(self) -> None:
        looked, losses = _now(), self._source.losses
        while True:
            await asyncio.sleep(self._settings.poll)
            anew = _now() - looked >= self._settings.safety_poll or losses != self._source.losses
            if anew:
                looked, losses = _now(), self._source.losses
            for channel in self._channels.values():
                if anew or channel.stale or not self._broker.healthy:
                    channel.look()
                if channel.ticked_at is not None and _now() - channel.ticked_at >= self._settings.clock_tick:
                    channel.tick()
                self._beat(channel)

    def _beat(self, channel: Channel) -> None:
        """Send a heartbeat to watchers that have heard nothing for a while; wake those that wait for the store."""
        silent_since = _now() - self._settings.heartbeat
        for watcher in channel.watchers:
            if watcher.spoke_at <= silent_since:
                watcher.beat = True
            if watcher.beat or channel.stale:
                watcher.wake()


def _now() -> float:
    return asyncio.get_running_loop().time()


def _heartbeat(version: int) -> Update:
    return Update("Heartbeat", version, msgspec.json.encode({"version": version}))
