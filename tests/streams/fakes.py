"""A store of one process's memory that can be slow, away, and ended; and views that count."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import aclosing
from random import Random
from uuid import UUID

import msgspec

from api_schema.ports.matches import Update
from eventstore.envelope import StoredEvent
from eventstore.store import OtherHistory, StoreUnavailable
from service.streams.hub import Hub
from service.streams.memory import MemoryBroker
from service.streams.slices import NOWHERE, EventSlice, SourceHead, View

LAST = "secrets_revealed"


class FakeSource:
    """Matches as lists of events. `pause` is awaited around every read, where others may get in between."""

    def __init__(self, random: Random | None = None) -> None:
        self.events: dict[str, list[StoredEvent]] = {}
        self.reads: Counter[str] = Counter()
        self.away = False
        self.hangs = False
        self.refused = 0
        self.losses = 0
        self._histories = 0
        self._random = random

    def append(self, match_id: str, count: int = 1, *, ends: bool = False) -> int:
        """A batch of `count` events; the version after it."""
        stream = self.events.setdefault(match_id, [])
        for n in range(1, count + 1):
            kind = LAST if ends and n == count else "fact"
            stream.append(_event(len(stream) + 1, last=n == count, kind=kind, history=self._histories))
        return len(stream)

    def lose(self, match_id: str, count: int) -> None:
        """A failover that takes the last events away; what comes then has other hashes."""
        del self.events[match_id][-count:]
        self._histories += 1

    async def head(self, match_id: str) -> SourceHead:
        await self._pause()
        stream = self.events.get(match_id, [])
        found = SourceHead(len(stream), stream[-1].hash, self.is_last(stream[-1])) if stream else NOWHERE
        await self._pause()
        return found

    async def read(self, match_id: str, after: int, limit: int, head: bytes | None = None) -> Sequence[StoredEvent]:
        self.reads[match_id] += 1
        await self._pause()
        stream = self.events.get(match_id, [])
        if after and head is not None and (len(stream) < after or stream[after - 1].hash != head):
            raise OtherHistory(after)
        found = stream[after : after + limit]
        await self._pause()
        return found

    def is_last(self, event: StoredEvent) -> bool:
        return event.type == LAST

    async def _pause(self) -> None:
        if self.hangs:
            await asyncio.Event().wait()
        if self.away:
            self.refused += 1
            raise StoreUnavailable
        if self._random is not None:
            await steps(self._random.randrange(4))


def _event(version: int, *, last: bool, kind: str, history: int) -> StoredEvent:
    return StoredEvent(
        stream_id=UUID(int=0),
        version=version,
        type=kind,
        schema=1,
        body=b"{}",
        private=None,
        at=0,
        hash=b"%d of %d" % (version, history),
        batch_end=last,
    )


class AskedBroker(MemoryBroker):
    """Counts how often it was asked whether it is well, which a hub does at each turn of its clock."""

    well = True
    asked = 0

    @property
    def healthy(self) -> bool:  # type: ignore[override]
        self.asked += 1
        return self.well


class CountingView:
    """Renders versions as JSON and counts how often it did so."""

    def __init__(self, pause: Callable[[], int] = lambda: 0) -> None:
        self.rendered: Counter[tuple[str, int, int, bool]] = Counter()
        self._pause = pause

    def of(self, key: str) -> View:
        """The view of an audience."""

        async def events(slice_: EventSlice) -> bytes:
            self.rendered[key, slice_.first, slice_.last, slice_.revealed] += 1
            await steps(self._pause())
            versions = [event.version for event in slice_.events]
            return msgspec.json.encode({"to": key, "versions": versions, "ends": slice_.events[-1].batch_end})

        async def closed(match_id: str, version: int) -> bytes:
            self.rendered[key, version, version, True] += 1
            return msgspec.json.encode({"to": key, "closed": version})

        return View(key, events, closed)


async def settled() -> None:
    """Whatever these fakes do at once is done: none of it waits for a time to pass."""
    await steps(50)


async def steps(count: int) -> None:
    """Let the others run."""
    for _ in range(count):
        await asyncio.sleep(0)


async def follow(
    hub: Hub, match_id: str, after: int, view: View, heard: list[Update], head: bytes | None = None
) -> None:
    """Note everything that a watcher is told."""
    async with aclosing(hub.watch(match_id, after, view, head=head)) as updates:
        async for update in updates:
            heard += [update]


def versions(heard: Sequence[Update]) -> list[int]:
    """The versions of all events a watcher was told, in its order."""
    slices = [msgspec.json.decode(update.payload) for update in heard if update.kind == "EventsAppended"]
    assert all(slice_["ends"] for slice_ in slices)
    return [version for slice_ in slices for version in slice_["versions"]]


class Notes:
    """A listener that notes what it hears."""

    def __init__(self) -> None:
        self.hints: list[tuple[str, int]] = []
        self.gaps = 0

    def hinted(self, match_id: str, version: int) -> None:
        self.hints.append((match_id, version))

    def missed(self) -> None:
        self.gaps += 1
