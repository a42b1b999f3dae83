"""The dense order of everything, on every store."""

from __future__ import annotations

import asyncio
from time import monotonic

import pytest

from eventstore.envelope import Lag
from eventstore.store import EventStore
from tests.eventstore.given import Stream, sequence_all
from tests.kit.waiting import until

pytestmark = pytest.mark.anyio


async def test_events_have_no_position_before_the_sequencer_ran(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(3)
    assert await store.read_log() == []
    assert await store.sequence() == 3
    assert [entry.position for entry in await store.read_log()] == [1, 2, 3]
    assert [entry.event for entry in await store.read_log()] == await store.read(stream.id)
    assert await store.sequence() == 0


async def test_positions_go_on_where_they_ended(store: EventStore) -> None:
    one, other = Stream(store), Stream(store)
    for stream, count in ((one, 2), (other, 3), (one, 1)):
        await stream.append(count)
        await store.sequence()
    log = await store.read_log()
    assert [entry.position for entry in log] == [1, 2, 3, 4, 5, 6]
    assert [(entry.event.stream_id, entry.event.version) for entry in log] == [
        (one.id, 1),
        (one.id, 2),
        (other.id, 1),
        (other.id, 2),
        (other.id, 3),
        (one.id, 3),
    ]


async def test_the_log_is_read_after_a_position_up_to_a_limit(store: EventStore) -> None:
    await Stream(store).append(5)
    await store.sequence()
    assert [entry.position for entry in await store.read_log(after=2)] == [3, 4, 5]
    assert [entry.position for entry in await store.read_log(after=2, limit=2)] == [3, 4]
    assert await store.read_log(after=5) == []


async def test_the_sequencer_takes_whole_appends_oldest_first(store: EventStore) -> None:
    streams = [Stream(store) for _ in range(4)]
    for stream in streams:
        await stream.append(3)
    assert await store.sequence(limit=4) == 6
    assert await store.sequence(limit=1) == 3
    assert await sequence_all(store) == 3
    order = [entry.event.stream_id for entry in await store.read_log()]
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
    log = await store.read_log()
    assert [entry.position for entry in log] == list(range(1, 21))
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
    assert [position for position, _, _ in seen] == list(range(1, len(seen) + 1))
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
    while True:
        ended = writing.done()
        await store.sequence(limit=50)
        entries = await store.read_log(after=len(seen), limit=100)
        seen.extend((entry.position, entry.event.stream_id, entry.event.version) for entry in entries)
        if ended and not entries:
            await writing
            return seen
