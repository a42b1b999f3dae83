"""What an append to several streams promises, on every store."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from random import Random
from uuid import uuid4

import asyncpg
import pytest
from sqlalchemy import Connection, delete, insert, select

from eventstore import chain
from eventstore.envelope import Appended, Head, StreamAppend
from eventstore.open import open_store
from eventstore.store import EventStore, KeyReused, StoreError, StreamClosed, WrongExpectedVersion
from eventstore.tables import match_secrets, metadata
from tests.eventstore.given import T0, Stream, command, creation, events, sequence_all, whole_log
from tests.kit.waiting import PATIENT

pytestmark = pytest.mark.anyio


async def everything(store: EventStore) -> dict[str, list[object]]:
    """All rows of all tables."""

    def read(connection: Connection) -> dict[str, list[object]]:
        return {
            table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for table in metadata.tables.values()
        }

    return await store.sql.read(read)


async def test_all_are_written_and_answered_in_order(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(2)
    appends = [stream.following(3), *(creation(count=count, secret=b"%d" % count) for count in (4, 1, 2))]
    answers = await store.append_all(appends)
    assert answers == [
        Appended(append.expected_version + 1, append.expected_version + count, append.events[-1].hash, False)
        for append, count in zip(appends, (3, 4, 1, 2), strict=True)
    ]
    for append in appends:
        stored = await store.read(append.stream_id, append.expected_version)
        assert [event.body for event in stored] == [event.body for event in append.events]
        assert [event.batch_end for event in stored] == [False] * (len(stored) - 1) + [True]
        assert chain.first_broken(await store.read(append.stream_id)) is None
        assert await store.secret(append.stream_id) == append.secret
        assert await store.find_command(append.stream_id, append.command) is not None
    assert await store.head(stream.id) == Head(stream.id, "match", 5, answers[0].head_hash, False)


async def test_each_stream_has_its_own_kind_and_may_be_closed(store: EventStore) -> None:
    first, second = Stream(store), creation()
    last = StreamAppend(uuid4(), "other", 0, events(uuid4()), command(), close=True)
    await store.append_all([first.following(), second, last])
    heads = [await store.head(stream_id) for stream_id in (first.id, second.stream_id, last.stream_id)]
    assert [(head.kind, head.closed) for head in heads if head] == [
        ("tournament", False),
        ("match", False),
        ("other", True),
    ]


async def test_private_parts_stay_with_their_events(store: EventStore) -> None:
    ids = [uuid4() for _ in range(3)]
    privates = [None, b'{"seat:0":1}', None]
    await store.append_all(
        [
            StreamAppend(stream_id, "match", 0, events(stream_id, 2, private=private), command())
            for stream_id, private in zip(ids, privates, strict=True)
        ]
    )
    assert [[event.private for event in await store.read(stream_id)] for stream_id in ids] == [
        [private] * 2 for private in privates
    ]


async def test_one_alone_is_an_append(store: EventStore) -> None:
    stream = Stream(store)
    append = stream.following(2)
    assert await store.append_all([append]) == [Appended(1, 2, append.events[-1].hash, False)]
    again = await store.append(stream.id, "tournament", 0, append.events, append.command)
    assert again.replayed


async def too_late(store: EventStore) -> StreamAppend:
    stream = Stream(store)
    await stream.append(2)
    return creation(stream.id)


async def without_a_stream(store: EventStore) -> StreamAppend:
    return Stream(store, version=3).following()


async def on_a_closed_stream(store: EventStore) -> StreamAppend:
    stream = Stream(store)
    await stream.append(1, close=True)
    return stream.following()


async def under_a_used_key(store: EventStore) -> StreamAppend:
    stream = Stream(store)
    await stream.append(1, key="round")
    return stream.following(content="other")


REFUSED = [
    (too_late, WrongExpectedVersion),
    (without_a_stream, WrongExpectedVersion),
    (on_a_closed_stream, StreamClosed),
    (under_a_used_key, KeyReused),
]


@pytest.mark.parametrize("place", [0, 1, 3])
@pytest.mark.parametrize(("given", "refusal"), REFUSED)
async def test_when_one_is_refused_nothing_is_written(
    store: EventStore,
    given: Callable[[EventStore], Awaitable[StreamAppend]],
    refusal: type[StoreError],
    place: int,
) -> None:
    refused = await given(store)
    stream = Stream(store)
    await stream.append(1)
    before = await everything(store)
    appends = [stream.following(), creation(secret=b"seed"), creation(secret=b"seed")]
    with pytest.raises(refusal):
        await store.append_all([*appends[:place], refused, *appends[place:]])
    assert await everything(store) == before
    assert len(await store.append_all(appends)) == 3


async def test_a_refusal_says_of_its_own_append_what_is_wrong(store: EventStore) -> None:
    behind, used = Stream(store), Stream(store)
    await behind.append(4)
    await used.append(2, key="round")
    late = StreamAppend(behind.id, "match", 1, events(behind.id, after=1), command("round"))
    with pytest.raises(WrongExpectedVersion) as wrong:
        await store.append_all([creation(), late, used.following(content="other")])
    assert (wrong.value.expected, wrong.value.actual) == (1, 4)
    with pytest.raises(WrongExpectedVersion) as missing:
        await store.append_all([creation(), Stream(store, version=3).following()])
    assert (missing.value.expected, missing.value.actual) == (3, 0)
    with pytest.raises(KeyReused) as reused:
        await store.append_all([creation(), used.following(content="other"), late])
    assert (reused.value.command_id, reused.value.first_used_at) == ("round", T0 + 1)


@pytest.mark.parametrize("content", ["", "other"])
async def test_a_command_that_another_stream_has_without_the_first_is_a_used_key(
    store: EventStore, content: str
) -> None:
    other = Stream(store)
    await other.append(1)
    await other.append(2, key="round")
    before = await everything(store)
    with pytest.raises(KeyReused) as refused:
        await store.append_all([creation(), other.following(content=content)])
    assert (refused.value.command_id, refused.value.first_used_at) == ("round", T0 + 2)
    assert await everything(store) == before


async def test_what_the_database_itself_refuses_takes_all_back(store: EventStore) -> None:
    appends = [creation(secret=b"seed") for _ in range(3)]
    taken = {"stream_id": appends[-1].stream_id, "secret": b"left over"}
    await store.sql.write(lambda connection: connection.execute(insert(match_secrets).values(taken)))
    before = await everything(store)
    with pytest.raises((sqlite3.IntegrityError, asyncpg.UniqueViolationError)):
        await store.append_all(appends)
    assert await everything(store) == before
    await store.sql.write(lambda connection: connection.execute(delete(match_secrets)))
    assert [answer.replayed for answer in await store.append_all(appends)] == [False] * 3


async def test_senseless_appends_are_refused(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(1)
    good, before = creation(), await everything(store)
    with pytest.raises(ValueError, match="nothing to append"):
        await store.append_all([])
    with pytest.raises(ValueError, match="at least one event"):
        await store.append_all([good, StreamAppend(stream.id, "match", 1, [], command())])
    with pytest.raises(ValueError, match="0 or more"):
        await store.append_all([good, StreamAppend(stream.id, "match", -1, stream.next(), command())])
    with pytest.raises(ValueError, match="when the stream is created"):
        await store.append_all([good, StreamAppend(stream.id, "match", 1, stream.next(), command(), secret=b"late")])
    with pytest.raises(ValueError, match="each stream"):
        await store.append_all([good, stream.following(key="a"), stream.following(key="b")])
    assert await everything(store) == before


async def test_a_retry_answers_as_the_first_time_and_writes_nothing(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(1)
    appends = [stream.following(2), *(creation(count=count, secret=b"seed") for count in (1, 3))]
    first = await store.append_all(appends)
    for append in appends:
        later = Stream(store, append.stream_id, append.written.last_version, append.written.head_hash)
        await later.append(2, close=True)
    before = await everything(store)
    again = await store.append_all(appends)
    assert again == [Appended(one.first_version, one.last_version, one.head_hash, True) for one in first]
    assert await everything(store) == before


async def test_a_retry_that_would_go_to_other_streams_writes_nothing_and_answers_what_is_stored(
    store: EventStore,
) -> None:
    stream = Stream(store)
    kept, drawn = creation(), creation()
    decision = stream.following()
    await store.append_all([decision, drawn, kept])
    before = await everything(store)
    again = await store.append_all([decision, creation(secret=b"seed"), kept, creation()])
    assert again == [Appended(1, 1, append.events[-1].hash, True) for append in (decision, kept)]
    assert await everything(store) == before


async def test_a_retry_whose_others_are_refused_elsewhere_is_still_a_retry(store: EventStore) -> None:
    decision = creation(count=2)
    await store.append_all([decision])
    again = await store.append_all([decision, await too_late(store), await on_a_closed_stream(store)])
    assert again == [Appended(1, 2, decision.events[-1].hash, True)]


@pytest.mark.parametrize("place", [0, 1])
async def test_a_retry_with_other_content_is_a_conflict(store: EventStore, place: int) -> None:
    streams = [Stream(store), Stream(store)]
    await store.append_all([stream.following() for stream in streams])
    before = await everything(store)
    with pytest.raises(KeyReused) as refused:
        await store.append_all(
            [stream.following(content="other" if n == place else "") for n, stream in enumerate(streams)]
        )
    assert (refused.value.command_id, refused.value.first_used_at) == ("round", T0 + 1)
    assert await everything(store) == before


@pytest.mark.parametrize("store_url", ["sqlite", "postgres"], indirect=True)
async def test_a_retry_after_a_restart_finds_the_first_try(store_url: str) -> None:
    appends = [creation(count=2, secret=b"seed") for _ in range(5)]
    before = await open_store(store_url, PATIENT)
    first = await before.append_all(appends)
    await before.close()
    after = await open_store(store_url, PATIENT)
    again = await after.append_all(appends)
    await after.close()
    assert [answer.replayed for answer in again] == [True] * 5
    assert [answer.head_hash for answer in again] == [answer.head_hash for answer in first]


@pytest.mark.parametrize("old", [0, 3, 6])
async def test_of_many_at_once_on_the_same_streams_exactly_one_writes(store: EventStore, old: int) -> None:
    streams = [Stream(store) for _ in range(6)]
    for stream in streams[:old]:
        await stream.append(1)
    tries = [[stream.following(key=f"k{n}") for stream in Random(n).sample(streams, 6)] for n in range(8)]
    answers = await asyncio.gather(*(store.append_all(appends) for appends in tries), return_exceptions=True)
    assert sorted(type(answer).__name__ for answer in answers) == ["WrongExpectedVersion"] * 7 + ["list"]
    (winner,) = [n for n, answer in enumerate(answers) if isinstance(answer, list)]
    for append in tries[winner]:
        assert await store.find_command(append.stream_id, append.command) is not None
        assert len(await store.read(append.stream_id)) == append.expected_version + 1


async def test_of_many_at_once_that_share_a_stream_each_exactly_one_writes(store: EventStore) -> None:
    ring = [Stream(store) for _ in range(5)]
    for turn in range(5):
        tries = [[ring[n - back].following(key=f"{turn}-{n}") for back in (0, 1)] for n in range(5)]
        answers = await asyncio.gather(*(store.append_all(appends) for appends in tries), return_exceptions=True)
        # neighbours exclude each other: of a ring of five, one or two are written
        written = [n for n, answer in enumerate(answers) if isinstance(answer, list)]
        assert len(written) in (1, 2)
        assert all(isinstance(answer, list | WrongExpectedVersion) for answer in answers)
        heads = [await store.head(stream.id) for stream in ring]
        grown = {n for n, head in enumerate(heads) if head is not None and head.version > ring[n].version}
        assert grown == {place % 5 for n in written for place in (n, n - 1)}
        for stream, head in zip(ring, heads, strict=True):
            if head is not None:
                stream.version, stream.head_hash = head.version, head.head_hash


async def test_of_many_at_once_with_one_key_one_writes_and_all_agree(store: EventStore) -> None:
    appends = [creation(count=2, secret=b"seed") for _ in range(4)]
    answers = await asyncio.gather(*(store.append_all(appends) for _ in range(8)))
    assert [{one.replayed for one in answer} for answer in answers].count({False}) == 1
    assert [{one.replayed for one in answer} for answer in answers].count({True}) == 7
    assert {tuple(one.head_hash for one in answer) for answer in answers} == {
        tuple(append.events[-1].hash for append in appends)
    }


async def test_single_appends_beside_it_win_or_lose_whole(store: EventStore) -> None:
    streams = [Stream(store) for _ in range(4)]
    for stream in streams:
        await stream.append(1)
    together, *alone = await asyncio.gather(
        store.append_all([stream.following() for stream in streams]),
        *(store.append(stream.id, "match", 1, stream.next(2), command("alone")) for stream in streams),
        return_exceptions=True,
    )
    expected = {WrongExpectedVersion} if isinstance(together, list) else {Appended, WrongExpectedVersion}
    assert {type(answer) for answer in alone} <= expected
    lengths = [2 if isinstance(together, list) else 3 if isinstance(one, Appended) else 1 for one in alone]
    assert [len(await store.read(stream.id)) for stream in streams] == lengths


async def test_the_log_has_them_in_the_order_given(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(2)
    first = [stream.following(2, key="one"), *(creation(count=3) for _ in range(6))]
    await store.append_all(first)
    stream.version, stream.head_hash = first[0].written.last_version, first[0].written.head_hash
    second = [*(creation(count=1) for _ in range(6)), stream.following(2, key="two")]
    await store.append_all(second)
    assert await sequence_all(store) == 2 + 20 + 8
    assert [(entry.event.stream_id, entry.event.version) for entry in (await whole_log(store))[2:]] == [
        (append.stream_id, append.expected_version + n)
        for append in (*first, *second)
        for n in range(1, len(append.events) + 1)
    ]


async def test_what_was_refused_or_replayed_gets_no_position(store: EventStore) -> None:
    appends = [creation(count=2) for _ in range(3)]
    await store.append_all(appends)
    await store.append_all(appends)
    with pytest.raises(WrongExpectedVersion):
        await store.append_all([creation(), creation(appends[0].stream_id, key="other")])
    assert await sequence_all(store) == 6


async def test_a_round_of_512_matches_starts_as_one(store: EventStore) -> None:
    stream = Stream(store)
    appends = [stream.following(), *(creation(count=8, secret=b"seed") for _ in range(512))]
    answers = await store.append_all(appends)
    assert {answer.last_version for answer in answers[1:]} == {8}
    assert (await store.lag()).events == 1 + 512 * 8
    assert [answer.replayed for answer in await store.append_all(appends)] == [True] * 513
