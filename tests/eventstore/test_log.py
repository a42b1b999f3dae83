"""The logs of shards, and the order of everything in them, on every store."""

from __future__ import annotations

import asyncio
from time import monotonic
from uuid import UUID

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection

from eventstore.envelope import Lag, Logged
from eventstore.shards import ALL, BEGINNING, SHARDS, Place, position_of, resolved
from eventstore.store import EventStore
from eventstore.tables import shard_heads
from tests.eventstore.given import Stream, command, sequence_all, whole_log
from tests.kit.waiting import until

pytestmark = pytest.mark.anyio


async def test_events_have_no_position_before_the_sequencer_ran(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(3)
    assert await whole_log(store) == []
    assert await store.sequence() == 3
    assert [entry.event for entry in await whole_log(store)] == await store.read(stream.id)
    assert await store.sequence() == 0


async def test_positions_go_on_where_they_ended(store: EventStore) -> None:
    one, other = Stream(store), Stream(store)
    for stream, count in ((one, 2), (other, 3), (one, 1)):
        await stream.append(count)
        await store.sequence()
    log = await whole_log(store)
    assert [(entry.event.stream_id, entry.event.version) for entry in log] == [
        (one.id, 1),
        (one.id, 2),
        (other.id, 1),
        (other.id, 2),
        (other.id, 3),
        (one.id, 3),
    ]


async def test_logs_are_read_after_places_up_to_a_limit(store: EventStore) -> None:
    """Page by page comes what comes at once: each event is in one page, and the places say where it ends."""
    for _ in range(3):
        await asyncio.gather(*(Stream(store).append(1 + n % 4) for n in range(20)))
        await store.sequence()
    whole, after = await store.read_log(limit=1_000), BEGINNING
    found = list[Logged]()
    while after != whole.places:
        page = await store.read_log(after, limit=7)
        assert len(page.events) < 7 + 4
        assert {max(place.stamp, page.until) for place in after.values()} == {
            place.stamp for place in page.places.values()
        }
        found += page.events
        after = page.places
    assert found == whole.events
    assert len(found) == 3 * 50
    assert (await store.read_log(after)).events == []


async def test_logs_are_read_up_to_a_stamp(store: EventStore) -> None:
    ends = list[int]()
    for _ in range(3):
        await Stream(store).append(2)
        await store.sequence()
        ends.append((await store.read_log()).until)
    page = await store.read_log(until=ends[1])
    assert (len(page.events), page.until) == (4, ends[1])
    rest = await store.read_log(page.places)
    assert (len(rest.events), rest.until) == (2, ends[2])


async def test_events_of_some_types_are_read_with_those_that_end_a_batch(store: EventStore) -> None:
    """The places are those of the whole page: what is left out is passed."""
    stream = Stream(store)
    batch = stream.next(5)
    kinds = ["drawn", "moved", "turned", "drawn", "moved"]
    told = [replace(event, type=kind) for event, kind in zip(batch, kinds, strict=True)]
    await store.append(stream.id, "match", 0, told, command())
    await store.sequence()
    whole = await store.read_log()
    for types, versions in (
        (["drawn"], [1, 4, 5]),
        (["turned", "moved"], [2, 3, 5]),
        ([], [5]),
        (None, [1, 2, 3, 4, 5]),
    ):
        page = await store.read_log(types=types)
        assert page == replace(whole, events=[entry for entry in whole.events if entry.event.version in versions])


async def test_some_of_the_shards_are_read_alone(store: EventStore) -> None:
    streams = [Stream(store, UUID(int=n)) for n in range(1, 9)]
    for stream in streams:
        await stream.append(2)
    await store.sequence()
    page = await store.read_log({shard: Place(0, 0) for shard in (3, 7)})
    assert [entry.event.stream_id.int for entry in page.events] == [3, 3, 7, 7]
    assert {shard: place.number for shard, place in page.places.items()} == {3: 2, 7: 2}


async def test_stamps_rise_however_the_clock_is_set(store: EventStore) -> None:
    """All heads have one stamp, also those of shards without news, and what comes next has later ones."""
    ahead = 1 << 56

    def set_forward(connection: Connection) -> None:
        connection.execute(shard_heads.update().values(stamp=ahead))

    await store.sql.write(set_forward)
    await Stream(store).append(3)
    await store.sequence()
    page = await store.read_log()
    assert page.until == ahead + 3
    assert {place.stamp for place in page.places.values()} == {ahead + 3}


def test_positions_tell_shards_apart_and_go_by_stamps() -> None:
    stamps = [0, 1, 7, 1 << 44, 1 << 56]
    positions = [position_of(stamp, shard) for stamp in stamps for shard in ALL]
    assert positions == sorted(set(positions))
    assert [resolved(stamp) for stamp in stamps] == [position_of(stamp, SHARDS - 1) for stamp in stamps]


async def test_the_sequencer_takes_whole_appends_oldest_first(store: EventStore) -> None:
    streams = [Stream(store) for _ in range(4)]
    for stream in streams:
        await stream.append(3)
    assert await store.sequence(limit=4) == 6
    assert await store.sequence(limit=1) == 3
    assert await sequence_all(store) == 3
    order = [entry.event.stream_id for entry in await whole_log(store)]
    assert order == [stream.id for stream in streams for _ in range(3)]


async def test_replayed_appends_get_no_position(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(2)
    await asyncio.gather(*(stream.append(1, key="same") for _ in range(5)))
    assert await sequence_all(store) == 3


async def test_sequencers_at_once_number_each_event_once(store: EventStore) -> None:
    for _ in range(5):
        await Stream(store).append(4)
    await asyncio.gather(*(store.sequence(limit=4) for _ in range(6)))
    await sequence_all(store)
    log = await whole_log(store)
    assert len(log) == 20
    assert len({(entry.event.stream_id, entry.event.version) for entry in log}) == 20


async def test_the_lag_is_what_waits_and_for_how_long(store: EventStore) -> None:
    assert await store.lag() == Lag(events=0, age_ms=0)
    began = monotonic()
    await Stream(store).append(2)

    async def grown() -> bool:
        return (await store.lag()).age_ms >= 40

    await until(grown)
    await Stream(store).append(1)
    lag = await store.lag()
    assert lag.events == 3
    assert 40 <= lag.age_ms <= 1_000 * (monotonic() - began) + 1_000
    await store.sequence()
    assert await store.lag() == Lag(events=0, age_ms=0)


async def test_a_tailing_reader_misses_nothing_under_many_writers(store: EventStore) -> None:
    writers, appends = 16, 12
    streams = [Stream(store) for _ in range(writers)]
    writing = asyncio.gather(*(_write(stream, appends) for stream in streams))
    seen = await _tail(store, writing)
    positions = [position for position, _, _ in seen]
    assert positions == sorted(set(positions))
    for stream in streams:
        versions = [version for _, stream_id, version in seen if stream_id == stream.id]
        assert versions == list(range(1, stream.version + 1))
    assert len(seen) == sum(stream.version for stream in streams)


async def _write(stream: Stream, appends: int) -> None:
    for n in range(appends):
        await stream.append(1 + n % 3)


async def _tail(store: EventStore, writing: asyncio.Future[list[None]]) -> list[tuple[int, object, int]]:
    """Sequence and read while others write, and once more when they have ended."""
    seen: list[tuple[int, object, int]] = []
    after = BEGINNING
    while True:
        ended = writing.done()
        await store.sequence(limit=50)
        page = await store.read_log(after, limit=100)
        seen.extend((entry.position, entry.event.stream_id, entry.event.version) for entry in page.events)
        before, after = after, page.places
        if ended and before == after:
            await writing
            return seen
