"""What is read back, on every store."""

from __future__ import annotations

import asyncio
from uuid import uuid4

import pytest

from eventstore import chain
from eventstore.envelope import Head, NewEvent, Snapshot, StoredEvent
from eventstore.store import EventStore, OtherHistory, StoreUnavailable
from tests.eventstore.given import Stream, command, events

pytestmark = pytest.mark.anyio


async def test_an_event_comes_back_byte_for_byte(store: EventStore) -> None:
    stream_id = uuid4()
    body = chain.canonical({"text": "é \u2028 \u0000 \\ 😀", "n": 2**53 - 1, "none": None, "yes": True})
    private = chain.canonical({"seat:1": {"card": "Ω"}})
    hashed = chain.link(chain.GENESIS, body)
    new = NewEvent("drawn", 7, body, private, 1_759_999_999_999, hashed, False)
    await store.append(stream_id, "match", 0, [new], command())
    assert await store.read(stream_id) == [
        StoredEvent(stream_id, 1, "drawn", 7, body, private, 1_759_999_999_999, hashed, False)
    ]


@pytest.mark.parametrize("at", [0, 1, 999, 1_700_000_000_001, 4_102_444_799_999])
async def test_times_are_kept_to_the_millisecond(store: EventStore, at: int) -> None:
    stream_id = uuid4()
    new = NewEvent("t", 1, b"{}", None, at, chain.link(chain.GENESIS, b"{}"), True)
    await store.append(stream_id, "match", 0, [new], command())
    assert [event.at for event in await store.read(stream_id)] == [at]


async def test_reading_starts_after_a_version_and_ends_at_a_limit(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(6)
    assert [event.version for event in await store.read(stream.id, after=2)] == [3, 4, 5, 6]
    assert [event.version for event in await store.read(stream.id, after=2, limit=3)] == [3, 4, 5]
    assert await store.read(stream.id, after=6) == []
    assert await store.read(stream.id, limit=0) == []
    assert await store.read(uuid4()) == []


async def test_the_ends_of_batches_are_marked(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(2)
    await stream.append(1)
    assert [event.batch_end for event in await store.read(stream.id)] == [False, True, True]


async def test_the_head_says_where_a_stream_stands(store: EventStore) -> None:
    stream = Stream(store)
    assert await store.head(stream.id) is None
    await stream.append(3)
    assert await store.head(stream.id) == Head(stream.id, "match", 3, stream.head_hash, closed=False)


async def test_the_chain_holds_from_what_is_stored(store: EventStore) -> None:
    stream = Stream(store)
    for count in (1, 3, 2):
        await stream.append(count)
    stored = await store.read(stream.id)
    head = await store.head(stream.id)
    assert head is not None
    assert chain.first_broken(stored) is None
    assert stored[-1].hash == head.head_hash
    assert chain.first_broken(stored[3:], previous=stored[2].hash) is None
    assert chain.first_broken([*stored[:2], stored[3]]) == stored[3].version


async def taken(
    stream: Stream, version: int, rules: str = "rules", schema: str = "schema", state: bytes = b"state"
) -> Snapshot:
    """A snapshot of a stream at a version."""
    (last,) = await stream.store.read(stream.id, version - 1, 1)
    return Snapshot(stream.id, version, last.hash, rules, schema, state)


async def test_a_snapshot_saves_the_events_before_it(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(5)
    snapshot = await taken(stream, 3, state=b"\x00state\xff")
    await store.save_snapshot(snapshot)
    found, tail = await store.load(stream.id, "rules", "schema")
    assert found == snapshot
    assert [event.version for event in tail] == [4, 5]


async def test_without_a_snapshot_everything_is_loaded(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(3)
    assert await store.load(stream.id, "rules", "schema") == (None, await store.read(stream.id))
    assert await store.load(uuid4(), "rules", "schema") == (None, [])


async def test_a_snapshot_at_the_head_leaves_no_tail(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(2)
    snapshot = await taken(stream, 2)
    await store.save_snapshot(snapshot)
    assert await store.load(stream.id, "rules", "schema") == (snapshot, [])


@pytest.mark.parametrize(("rules", "schema"), [("other", "schema"), ("rules", "other")])
async def test_a_snapshot_of_other_rules_or_another_state_is_dropped(
    store: EventStore, rules: str, schema: str
) -> None:
    stream = Stream(store)
    await stream.append(3)
    await store.save_snapshot(await taken(stream, 3))
    found, tail = await store.load(stream.id, rules, schema)
    assert (found, len(tail)) == (None, 3)
    newer = await taken(stream, 1, rules, schema)
    await store.save_snapshot(newer)
    assert (await store.load(stream.id, rules, schema))[0] == newer
    assert (await store.load(stream.id, "rules", "schema"))[0] is None


async def test_of_two_snapshots_the_newer_one_stays(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(5)
    older = await taken(stream, 2)
    newer = await taken(stream, 4)
    for snapshot in (older, newer, older):
        await store.save_snapshot(snapshot)
    assert (await store.load(stream.id, "rules", "schema"))[0] == newer


async def test_a_closed_store_says_so(store: EventStore) -> None:
    await store.ping()
    await store.close()
    with pytest.raises(StoreUnavailable):
        await store.ping()
    with pytest.raises(StoreUnavailable):
        await store.append(uuid4(), "match", 0, events(uuid4()), command())


async def test_a_snapshot_of_another_history_is_not_kept(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(3)
    for version in (3, 4):
        await store.save_snapshot(Snapshot(stream.id, version, bytes(32), "rules", "schema", b"false"))
    assert (await store.load(stream.id, "rules", "schema"))[0] is None


@pytest.mark.parametrize("limit", [None, 2])
async def test_what_follows_a_known_event_is_read_where_the_stream_holds_it(
    store: EventStore, limit: int | None
) -> None:
    stream = Stream(store)
    await stream.append(5)
    second = (await store.read(stream.id))[1]
    found = await store.read(stream.id, 2, limit, head=second.hash)
    assert found == await store.read(stream.id, 2, limit)
    assert await store.read(stream.id, 5, limit, head=stream.head_hash) == []
    assert await store.read(stream.id, 0, limit, head=chain.GENESIS) == await store.read(stream.id, 0, limit)


@pytest.mark.parametrize("limit", [None, 2])
@pytest.mark.parametrize("version", [1, 4, 5, 6, 99])
async def test_what_follows_an_event_that_the_stream_does_not_hold_is_refused(
    store: EventStore, limit: int | None, version: int
) -> None:
    stream = Stream(store)
    await stream.append(5)
    with pytest.raises(OtherHistory) as refused:
        await store.read(stream.id, version, limit, head=bytes(32))
    assert refused.value.actual == version


async def test_a_reader_with_a_false_memory_takes_nothing_from_the_others(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(3)
    first, second, _ = await store.read(stream.id)
    asked = [(1, first.hash), (2, bytes(32)), (2, second.hash), (7, second.hash)]
    found = await asyncio.gather(
        *(store.read(stream.id, after, head=head) for after, head in asked), return_exceptions=True
    )
    assert [type(answer) for answer in found] == [list, OtherHistory, list, OtherHistory]
