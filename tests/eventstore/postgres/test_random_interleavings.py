"""Appenders, two sequencers, readers and folders that die, in random orders: nothing is missed or comes twice."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from uuid import UUID, uuid4

import asyncpg
import pytest
from sqlalchemy import Connection

from eventstore.envelope import Logged, LogPage, NewEvent
from eventstore.open import open_store
from eventstore.read_models import projections
from eventstore.read_models.checkpoints import Moved
from eventstore.read_models.past import Past
from eventstore.shards import ALL, BEGINNING, SHARDS, Places, shard_of
from eventstore.store import EventStore
from tests.eventstore.given import Stream, sequence_all
from tests.eventstore.postgres.hand import Hand
from tests.eventstore.test_projections import Seen, contents, expected, metadata
from tests.kit.lanes import by_lane
from tests.kit.waiting import PATIENCE, PATIENT

pytestmark = pytest.mark.anyio
STEPS = 150
STREAMS = 12


class Appender:
    """A transaction that is open for some steps: it appends, and then commits or is rolled back."""

    def __init__(self, hand: Hand, streams: Sequence[Stream], random: Random) -> None:
        self._hand = hand
        # of its own: no append waits for another one here
        self._streams = streams
        self._random = random
        self._open: dict[Stream, Sequence[NewEvent]] = {}

    async def step(self) -> None:
        free = [stream for stream in self._streams if stream not in self._open]
        if not self._open:
            await self._hand.begin()
        elif not free or self._random.random() < 0.5:
            await self.end(commit=self._random.random() < 0.7)
            return
        stream = self._random.choice(free)
        made = stream.next(self._random.randint(1, 4))
        assert await self._hand.append(stream.id, stream.version, made, uuid4().hex) == "appended"
        self._open[stream] = made

    async def end(self, *, commit: bool) -> None:
        if not self._open:
            return
        await (self._hand.commit() if commit else self._hand.rollback())
        for stream, made in self._open.items() if commit else ():
            stream.version, stream.head_hash = stream.version + len(made), made[-1].hash
        self._open.clear()


class Sequencer:
    """Numbers in a transaction that is open for some steps, in which another one finds the lock taken."""

    def __init__(self, hand: Hand, random: Random) -> None:
        self._hand = hand
        self._random = random
        self._open = False

    async def step(self) -> None:
        if self._open:
            await (self._hand.commit() if self._random.random() < 0.7 else self._hand.rollback())
        else:
            await self._hand.begin()
            limit = self._random.randint(1, 12)
            await self._hand.connection.execute("SELECT sequence_shards($1)", limit, timeout=PATIENCE)
        self._open = not self._open

    async def end(self) -> None:
        if self._open:
            await self.step()


class Reader:
    """Reads some shards in pages of any size, each from where the last one left it."""

    def __init__(self, store: EventStore, shards: Sequence[int], random: Random) -> None:
        self._store = store
        self._random = random
        self.places: Places = {shard: BEGINNING[shard] for shard in shards}
        self.found: list[Logged] = []

    async def step(self) -> None:
        heads = (await projections.places(self._store)).ends
        until = self._random.choice([None, *(place.stamp for place in heads.values())])
        page = await self._store.read_log(self.places, until, self._random.randint(1, 9))
        # heads only rise, so that a look after the page says at least what was complete when it was read
        heads = (await projections.places(self._store)).ends
        assert page.until <= min(heads[shard].stamp for shard in self.places)
        assert until is None or page.until <= until
        self._follows(page)
        self.places = page.places
        self.found += page.events

    def _follows(self, page: LogPage) -> None:
        """Positions rise by shard from page to page, and numbers are dense."""
        assert page.places.keys() == self.places.keys()
        counted = Counter(shard_of(entry.event.stream_id) for entry in page.events)
        for shard, before in self.places.items():
            after = page.places[shard]
            assert after.number == before.number + counted[shard]
            assert after.stamp == max(before.stamp, page.until)

    async def end(self) -> None:
        """Read what is left."""
        before = None
        while self.places != before:
            before = self.places
            page = await self._store.read_log(before, None, self._random.randint(1, 9))
            self._follows(page)
            self.places = page.places
            self.found += page.events


class Killed(Exception):
    """The folder has died in the midst of its transaction."""


class Folder:
    """Folds a read model: reads a page, and some steps later applies it, or never, or dies in the midst of that."""

    def __init__(self, store: EventStore, random: Random) -> None:
        self._store = store
        self._random = random
        self._read: tuple[Places, LogPage] | None = None

    async def step(self) -> None:
        if self._read is None:
            before = (await projections.places(self._store)).in_step
            self._read = before, await self._store.read_log(before, None, self._random.randint(1, 9))
            return
        before, page = self._read
        self._read = None
        model, end = _Mortal(), self._random.random()
        model.dies = end < 0.2
        if end < 0.8:
            try:
                await projections.advance(self._store, [model], before, page)
            except (Moved, Killed):
                return


class _Mortal(Seen):
    """Dies once it has written all."""

    dies = False

    def apply(self, connection: Connection, events: Sequence[Logged], past: Past) -> None:
        super().apply(connection, events, past)
        if self.dies:
            raise Killed


async def hand(url: str, observer: asyncpg.Connection[asyncpg.Record]) -> Hand:
    return Hand(await asyncpg.connect(url), observer)


@pytest.mark.parametrize("seed", range(by_lane(4, 60)))
async def test_no_order_of_steps_loses_or_doubles_an_event(database_url: str, seed: int) -> None:
    random, store = Random(seed), await open_store(database_url, PATIENT)
    await store.sql.write(metadata.create_all)
    await projections.begun(store, [Seen()], await projections.places(store))
    observer = await asyncpg.connect(database_url)
    hands = [await hand(database_url, observer) for _ in range(5)]
    # few shards, so that several streams meet in one
    few = random.sample(ALL, 5)
    streams = [Stream(store, UUID(int=uuid4().int // SHARDS * SHARDS + random.choice(few))) for _ in range(STREAMS)]
    appenders = [Appender(one, streams[number::3], random) for number, one in enumerate(hands[:3])]
    sequencers = [Sequencer(one, random) for one in hands[3:]]
    readers = [Reader(store, ALL, random), Reader(store, random.sample(ALL, 40), random)]
    readers += [Reader(store, random.sample(few, size), random) for size in (1, 3)]
    folders = [Folder(store, random) for _ in range(3)]
    steps = [one.step for all_of in (appenders, sequencers, readers, folders) for one in all_of]
    for _ in range(STEPS):
        await random.choice(steps)()
    for appender in appenders:
        await appender.end(commit=True)
    for sequencer in sequencers:
        await sequencer.end()
    await sequence_all(store)
    for reader in readers:
        await reader.end()
        complete(reader, streams)
    await projections.catch_up(store, Seen())
    assert await contents(store) == await expected(store)
    await asyncio.gather(store.close(), observer.close(), *(one.close() for one in hands))


def complete(reader: Reader, streams: Sequence[Stream]) -> None:
    """It has found each event of its shards once, those of a stream in order, at rising positions of the shard."""
    positions, versions = defaultdict[int, list[int]](list), defaultdict[UUID, list[int]](list)
    for entry in reader.found:
        positions[shard_of(entry.event.stream_id)].append(entry.position)
        versions[entry.event.stream_id].append(entry.event.version)
    wanted = {one.id: list(range(1, one.version + 1)) for one in streams if shard_of(one.id) in reader.places}
    assert versions == {stream: there for stream, there in wanted.items() if there}
    every = [position for found in positions.values() for position in found]
    assert len(set(every)) == len(every)
    assert all(one < other for found in positions.values() for one, other in pairwise(found))
