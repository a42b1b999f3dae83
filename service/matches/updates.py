"""The updates of watchers of a match: slices of its stream, rendered once for each perspective."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

import msgspec
from cachetools import LRUCache
from msgspec import UNSET

from api_schema.ports.matches import DirectSink, PresenceOut, Update
from api_schema.ports.updates import EventsAppendedOut, MatchClosedOut
from domain.kernel.audience import SPECTATOR, seat_number
from domain.kernel.match import State
from eventstore import OtherHistory
from eventstore.chain import follows
from service.matches.aggregate import Aggregate
from service.matches.frames import Frames
from service.matches.perspectives import Sight, perspective_on
from service.matches.reader import MatchReader
from service.matches.rendering import result_out
from service.matches.repository import Repository, is_repinned
from service.streams.event_slices import EventSlice, Rendering
from service.streams.hub import Hub
from service.streams.presence import SPECTATORS, Presence

REMEMBERED = 10_000
IsBehind = Callable[[State], bool]
"""Whether a watcher sees a match in this state with a delay."""


class MatchUpdates:
    """Streams of updates for callers whose perspective has been checked. `delayed` serves those who are behind."""

    def __init__(
        self,
        repository: Repository,
        reader: MatchReader,
        frames: Frames,
        hub: Hub,
        delayed: Hub,
        presence: Presence,
    ) -> None:
        self._repository = repository
        self._reader = reader
        self._frames = frames
        self._hub = hub
        self._delayed = delayed
        self._presence = presence
        self._batch_ends: LRUCache[tuple[str, int], None] = LRUCache(REMEMBERED)

    async def presence(self, match: str) -> PresenceOut:
        """The present watchers of a match."""
        return await self._presence.seen(match)

    async def updates(
        self,
        match: str,
        sight: Sight,
        after: int,
        is_behind: IsBehind,
        sink: DirectSink | None = None,
        head: bytes | None = None,
        *,
        frames: bool = False,
    ) -> AsyncGenerator[Update]:
        """The events since a version, then new ones, when the watcher may know them.

        `head`: the hash of the event at that version, as the watcher knows it. `frames`: with what has changed of the
        frame.
        """

        async def events(slice_: EventSlice) -> bytes:
            return msgspec.json.encode(await self._appended(match, sight, slice_, frames=frames))

        async def closed(_: str, version: int) -> bytes:
            known = await self._upto(match, version)
            return msgspec.json.encode(MatchClosedOut(version, result_out(known.state.result)))

        rendering = Rendering(("json", sight.viewer, sight.since, frames), events, closed)
        place = place_of(sight.viewer)
        self._presence.entered(match, place)
        try:
            async with aclosing(self._timely(match, after, rendering, is_behind, sink, head)) as updates:
                async for update in updates:
                    place = await self._moved(match, sight, place) if update.kind == "EventsAppended" else place
                    yield update
        finally:
            self._presence.left(match, place)

    async def _timely(
        self,
        match: str,
        after: int,
        rendering: Rendering,
        is_behind: IsBehind,
        sink: DirectSink | None,
        head: bytes | None,
    ) -> AsyncGenerator[Update]:
        """Updates from one hub as long as that is the watcher's, then from the other: after a player took or left a
        seat.

        That happens before the start alone, which both hubs tell at once. So a watcher that got an update of a started
        match stays with its hub, and its sink is open.
        """
        while True:
            behind = is_behind((await self._repository.known(match)).state)
            hub = self._delayed if behind else self._hub
            async with aclosing(hub.watch(match, after, rendering, sink, head)) as updates:
                async for update in updates:
                    state = (await self._repository.known(match)).state
                    if is_behind(state) != behind:
                        break
                    if sink is not None and update.kind == "EventsAppended":
                        sink.open = state.status != "open"
                    after, head = update.version, None
                    yield update
                else:
                    return

    async def _moved(self, match: str, sight: Sight, before: int) -> int:
        """The place that counts the watcher now: one that has left its seat counts with the spectators."""
        place = place_of(viewer_now(await self._repository.known(match), sight))
        if place != before:
            self._presence.left(match, before)
            self._presence.entered(match, place)
        return place

    async def _appended(self, match: str, sight: Sight, slice_: EventSlice, *, frames: bool) -> EventsAppendedOut:
        known = await self._repository.known(match)
        follows_on = known.version + 1 == slice_.first and follows(slice_.events[0], known.head)
        if follows_on and not is_repinned(slice_.events):
            known = self._repository.followed(known, slice_.events)
        elif known.version < slice_.last:
            known = await self._repository.refreshed(known)
        viewer = viewer_now(known, sight)
        if slice_.first == 1 or (match, slice_.first - 1) in self._batch_ends:
            rendered = tuple(await self._reader.render(known, slice_.events, viewer))
        else:
            count = slice_.last - slice_.first + 1
            rendered = (await self._reader.page(known, viewer, slice_.first - 1, count)).events
            if not rendered or rendered[-1].hash != slice_.events[-1].hash.hex():
                raise OtherHistory(slice_.last)
        # what comes next begins a batch, and its cause is in it
        self._batch_ends[match, slice_.last] = None
        return EventsAppendedOut(
            slice_.first,
            slice_.last,
            rendered,
            await self._reader.hash_at(known, viewer, slice_.last),
            slice_.events[-1].hash.hex(),
            await self._frames.patch(known, viewer, slice_) if frames else UNSET,
        )

    async def _upto(self, match: str, version: int) -> Aggregate:
        known = await self._repository.known(match)
        return known if known.version >= version else await self._repository.refreshed(known)


def place_of(viewer: str) -> int:
    """The place that counts a viewer."""
    number = seat_number(viewer)
    return SPECTATORS if number is None else number


def viewer_now(match: Aggregate, sight: Sight) -> str:
    """The viewer, or the spectators for one whose seat has been given to somebody else meanwhile."""
    return sight.viewer if perspective_on(match.state, sight.viewer) == sight else SPECTATOR
