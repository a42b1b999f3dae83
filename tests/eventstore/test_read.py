"""What is read back, on every store."""

from __future__ import annotations

from uuid import uuid4

import pytest

from eventstore import chain
from eventstore.envelope import Head, NewEvent, Snapshot, StoredEvent
from eventstore.store import EventStore, StoreUnavailable
from tests.eventstore.given import Stream, command, events

pytestmark = pytest.mark.anyio


async def test_an_event_comes_back_byte_for_byte(store: EventStore) -> None:
    stream_id = uuid4()
    body = chain.canonical({"text": "é \u2028 \u0000 \\ 😀", "n": 2**53 - 1, "none": None, "yes": True})
    private = chain.canonical({"seat:1": {"card": "Ω"}})
    new = NewEvent("drawn", 7, body, private, 1_759_999_999_999, b"\x00\xff" * 16, False)
    await store.append(stream_id, "match", 0, [new], command())
    assert await store.read(stream_id) == [
        StoredEvent(stream_id, 1, "drawn", 7, body, private, 1_759_999_999_999, b"\x00\xff" * 16, False)
    ]


@pytest.mark.parametrize("at", [0, 1, 999, 1_700_000_000_001, 4_102_444_799_999])
async def test_times_are_kept_to_the_millisecond(store: EventStore, at: int) -> None:
    stream_id = uuid4()
    await store.append(stream_id, "match", 0, [NewEvent("t", 1, b"{}", None, at, bytes(32), True)], command())
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


async def test_a_snapshot_saves_the_events_before_it(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(5)
    snapshot = Snapshot(stream.id, 3, "rules", "schema", b"\x00state\xff")
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
    snapshot = Snapshot(stream.id, 2, "rules", "schema", b"state")
    await store.save_snapshot(snapshot)
    assert await store.load(stream.id, "rules", "schema") == (snapshot, [])


@pytest.mark.parametrize(("rules", "schema"), [("other", "schema"), ("rules", "other")])
async def test_a_snapshot_of_other_rules_or_another_state_is_dropped(
    store: EventStore, rules: str, schema: str
) -> None:
    stream = Stream(store)
    await stream.append(3)
    await store.save_snapshot(Snapshot(stream.id, 3, "rules", "schema", b"old"))
    found, tail = await store.load(stream.id, rules, schema)
    assert (found, len(tail)) == (None, 3)
    newer = Snapshot(stream.id, 1, rules, schema, b"new")
    await store.save_snapshot(newer)
    assert (await store.load(stream.id, rules, schema))[0] == newer
    assert (await store.load(stream.id, "rules", "schema"))[0] is None


async def test_of_two_snapshots_the_newer_one_stays(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(5)
    older = Snapshot(stream.id, 2, "rules", "schema", b"two")
    newer = Snapshot(stream.id, 4, "rules", "schema", b"four")
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
