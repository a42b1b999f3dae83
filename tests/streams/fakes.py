"""A store of one process's memory that can be slow, away, and ended; and views that count."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import aclosing
from functools import partial
from random import Random
from uuid import UUID

import msgspec

from api_schema.ports.matches import Update
from eventstore.envelope import StoredEvent
from eventstore.store import OtherHistory, StoreUnavailable
from service.streams.broker import ALL, Unsubscribe
from service.streams.event_slices import NOWHERE, EventSlice, Rendering, SourceHead
from service.streams.hub import Hub
from service.streams.memory import MemoryBroker

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

    def of(self, key: str) -> Rendering:
        """The rendering of an audience."""

        async def events(slice_: EventSlice) -> bytes:
            self.rendered[key, slice_.first, slice_.last, slice_.revealed] += 1
            await steps(self._pause())
            versions = [event.version for event in slice_.events]
            return msgspec.json.encode({"to": key, "versions": versions, "ends": slice_.events[-1].batch_end})

        async def closed(match_id: str, version: int) -> bytes:
            self.rendered[key, version, version, True] += 1
            return msgspec.json.encode({"to": key, "closed": version})

        return Rendering(key, events, closed)


async def settled() -> None:
    """Whatever these fakes do at once is done: none of it waits for a time to pass."""
    await steps(50)


async def steps(count: int) -> None:
    """Let the others run."""
    for _ in range(count):
        await asyncio.sleep(0)


async def follow(
    hub: Hub, match_id: str, after: int, rendering: Rendering, heard: list[Update], head: bytes | None = None
) -> None:
    """Note everything that a watcher is told."""
    async with aclosing(hub.watch(match_id, after, rendering, head=head)) as updates:
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
        self.gaps_of: Counter[str] = Counter()

    def hinted(self, match_id: str, version: int) -> None:
        self.hints.append((match_id, version))

    def missed(self, keys: Collection[str] | None = None) -> None:
        """`gaps` are those of the whole connection; single keys have theirs whenever they are followed anew."""
        self.gaps += keys is None or ALL in keys
        self.gaps_of.update(keys or ())


class Bus:
    """What carries hints and words between the processes of a test: each hears what it follows, a little later.

    While a process is cut off it hears nothing and what it says is lost; its hints wait, as Redis's broker keeps them.
    """

    def __init__(self, random: Random | None = None) -> None:
        self.random = random or Random(0)
        self.brokers: list[BusBroker] = []
        self.words: list[str] = []
        """All that were said, in their order."""

    def broker(self) -> BusBroker:
        """The broker of one more process."""
        self.brokers.append(BusBroker(self))
        return self.brokers[-1]


class BusBroker(MemoryBroker):
    """One process's way to the others. `loses`: the share of words that get lost; `late`: turns of the event loop that
    a hint or a subscription may take.
    """

    def __init__(self, bus: Bus) -> None:
        super().__init__()
        self.healthy = True
        self.loses = 0.0
        self.late = 0
        self.heard = 0
        self._bus = bus
        self._counted: Counter[str] = Counter()
        self._arrives = {ALL}
        self._waiting: dict[str, int] = {}

    def cut_off(self) -> None:
        """The connection is lost."""
        self.healthy = False
        self._arrives = set()

    def connect(self) -> None:
        """It is back: all subscriptions are made anew, then listeners are told."""
        self.healthy = True
        self._arrives = {ALL, *self._counted}
        self._listeners.missed(set(self._arrives))
        waiting, self._waiting = self._waiting, {}
        for key, version in waiting.items():
            self._hint_others(key, version)

    def follow(self, key: str) -> Unsubscribe:
        self._counted[key] += 1
        self._soon(lambda: self._begins(key))

        def unfollow() -> None:
            self._counted[key] -= 1
            if not self._counted[key]:
                del self._counted[key]
                self._arrives.discard(key)

        return unfollow

    def publish(self, match_id: str, version: int) -> None:
        self._listeners.hinted(match_id, version)
        if not self.healthy:
            self._waiting[match_id] = version
            return
        self._hint_others(match_id, version)

    def say(self, key: str, word: str, to: str = ALL) -> None:
        self._bus.words.append(word)
        self._listeners.said(word)
        if not self.healthy or self._bus.random.random() < self.loses:
            return
        for other in self._bus.brokers:
            if other is not self and to in other._arrives:
                asyncio.get_running_loop().call_soon(other._hear_word, to, word)

    def _begins(self, key: str) -> None:
        if self.healthy and key in self._counted:
            self._arrives.add(key)
            self._listeners.missed({key})

    def _hint_others(self, key: str, version: int) -> None:
        for other in self._bus.brokers:
            if other is not self and key in other._arrives:
                self._soon(partial(other._hear_hint, key, version))

    def _hear_hint(self, key: str, version: int) -> None:
        if self.healthy:
            self.heard += 1
            self._listeners.hinted(key, version)

    def _hear_word(self, to: str, word: str) -> None:
        if to in self._arrives:
            self._listeners.said(word)

    def _soon(self, work: Callable[[], None], turns: int | None = None) -> None:
        """Do it after some turns of the event loop."""
        left = self._bus.random.randrange(self.late + 1) if turns is None else turns
        if left == 0:
            asyncio.get_running_loop().call_soon(work)
        else:
            asyncio.get_running_loop().call_soon(self._soon, work, left - 1)
