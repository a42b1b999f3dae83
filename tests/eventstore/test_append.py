"""What an append promises, on every store."""

from __future__ import annotations

import asyncio
from uuid import uuid4

import msgspec
import pytest

from eventstore.envelope import Appended, StreamAppend
from eventstore.store import EventStore, KeyReused, OtherHistory, StreamClosed, WrongExpectedVersion
from tests.eventstore.given import T0, Stream, command, creation, events

pytestmark = pytest.mark.anyio


async def test_versions_are_dense_from_one(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(2)
    await stream.append(3)
    assert [event.version for event in await store.read(stream.id)] == [1, 2, 3, 4, 5]


async def test_an_append_answers_with_its_versions_and_the_head(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(2)
    batch = stream.next(3)
    answer = await store.append(stream.id, "match", 2, batch, command("next"))
    assert answer == Appended(3, 5, batch[-1].hash, replayed=False)


@pytest.mark.parametrize("expected", [0, 1, 3, 99])
async def test_another_expected_version_is_refused_and_writes_nothing(store: EventStore, expected: int) -> None:
    stream = Stream(store)
    await stream.append(2)
    with pytest.raises(WrongExpectedVersion) as refused:
        await store.append(stream.id, "match", expected, events(stream.id), command("other"))
    assert (refused.value.expected, refused.value.actual) == (expected, 2)
    assert len(await store.read(stream.id)) == 2
    assert await store.find_command(stream.id, command("other")) is None


@pytest.mark.parametrize("before", [0, 2])
async def test_events_that_follow_from_another_history_are_refused_and_write_nothing(
    store: EventStore, before: int
) -> None:
    stream = Stream(store)
    if before:
        await stream.append(before)
    other = events(stream.id, 2, after=before, previous=b"\x01" * 32)
    with pytest.raises(OtherHistory) as refused:
        await store.append(stream.id, "match", before, other, command("other"))
    assert (refused.value.expected, refused.value.actual) == (before, before)
    with pytest.raises(OtherHistory):
        await store.append_all([creation(), StreamAppend(stream.id, "match", before, other, command("other"))])
    assert len(await store.read(stream.id)) == before
    assert await store.find_command(stream.id, command("other")) is None
    await stream.append(1)


async def test_a_stream_that_is_not_there_has_version_zero(store: EventStore) -> None:
    with pytest.raises(WrongExpectedVersion) as refused:
        await store.append(uuid4(), "match", 4, events(uuid4()), command())
    assert refused.value.actual == 0


async def test_a_refused_append_leaves_no_stream_behind(store: EventStore) -> None:
    stream_id = uuid4()
    with pytest.raises(WrongExpectedVersion):
        await store.append(stream_id, "match", 1, events(stream_id), command())
    assert await store.head(stream_id) is None


async def test_a_retry_answers_as_the_first_time_even_after_later_appends(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(1)
    batch = stream.next(2)
    first = await store.append(stream.id, "match", 1, batch, command("mine"))
    stream.version, stream.head_hash = first.last_version, first.head_hash
    await stream.append(4)
    again = await store.append(stream.id, "match", 1, batch, command("mine"))
    assert again == Appended(first.first_version, first.last_version, first.head_hash, replayed=True)
    assert len(await store.read(stream.id)) == 7


@pytest.mark.parametrize(("content", "close"), [("", False), ("", True), ("other", True)])
async def test_a_stored_command_is_found_where_its_events_would_fit_once_more(
    store: EventStore, content: str, close: bool
) -> None:
    stream = Stream(store)
    await stream.append(1)
    first = await stream.append(2, key="mine")
    before = await store.head(stream.id)
    again = store.append(stream.id, "match", 3, stream.next(2), command("mine", content), close=close)
    if content:
        with pytest.raises(KeyReused):
            await again
    else:
        assert await again == Appended(2, 3, first.head_hash, replayed=True)
    assert await store.head(stream.id) == before
    await stream.append(1)
    assert len(await store.read(stream.id)) == 4


async def test_a_retry_is_answered_even_on_a_closed_stream(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(1)
    await stream.append(1, key="last", close=True)
    again = await store.append(stream.id, "match", 1, events(stream.id), command("last"))
    assert again.replayed


async def test_a_retried_creation_finds_the_first_one(store: EventStore) -> None:
    stream_id = uuid4()
    batch = events(stream_id, 2)
    first = await store.append(stream_id, "match", 0, batch, command("create"), secret=b"seed")
    again = await store.append(stream_id, "match", 0, batch, command("create"), secret=b"another seed")
    assert not first.replayed
    assert again == Appended(1, 2, first.head_hash, replayed=True)
    assert await store.secret(stream_id) == b"seed"


async def test_the_same_key_with_other_content_is_a_conflict(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(2)
    await store.append(stream.id, "match", 2, stream.next(), command("k", "attack"))
    with pytest.raises(KeyReused) as refused:
        await store.append(stream.id, "match", 3, stream.next(), command("k", "defend"))
    assert (refused.value.command_id, refused.value.first_used_at) == ("k", T0 + 3)
    assert len(await store.read(stream.id)) == 3


async def test_keys_belong_to_their_caller_and_their_stream(store: EventStore) -> None:
    one, other = Stream(store), Stream(store)
    await one.append(key="k")
    await other.append(key="k")
    answer = await store.append(one.id, "match", 1, one.next(), command("k", "else", caller="grace"))
    assert not answer.replayed


async def test_a_command_can_be_asked_for(store: EventStore) -> None:
    stream = Stream(store)
    first = await stream.append(2, key="k")
    assert await store.find_command(stream.id, command("k")) == Appended(1, 2, first.head_hash, replayed=True)
    assert await store.find_command(stream.id, command("unknown")) is None
    assert await store.find_command(uuid4(), command("k")) is None
    with pytest.raises(KeyReused):
        await store.find_command(stream.id, command("k", "other content"))


async def test_a_closed_stream_takes_nothing_more(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(1, close=True)
    with pytest.raises(StreamClosed):
        await store.append(stream.id, "match", 1, stream.next(), command("late"))
    with pytest.raises(WrongExpectedVersion):
        await store.append(stream.id, "match", 0, events(stream.id), command("later"))
    head = await store.head(stream.id)
    assert head is not None
    assert (head.version, head.closed) == (1, True)


async def test_of_many_appends_at_once_to_one_stream_exactly_one_succeeds(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(1)
    answers = await asyncio.gather(
        *(store.append(stream.id, "match", 1, stream.next(), command(f"k{n}")) for n in range(8)),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers].count(Appended) == 1
    assert [type(answer) for answer in answers].count(WrongExpectedVersion) == 7


async def test_of_many_creations_at_once_with_one_key_one_writes_and_all_agree(store: EventStore) -> None:
    stream_id = uuid4()
    batch = events(stream_id, 2)
    answers = await asyncio.gather(
        *(store.append(stream_id, "match", 0, batch, command("create"), secret=b"seed") for _ in range(8))
    )
    assert [answer.replayed for answer in answers].count(False) == 1
    assert {(answer.last_version, answer.head_hash) for answer in answers} == {(2, batch[-1].hash)}


async def test_senseless_appends_are_refused(store: EventStore) -> None:
    stream = Stream(store)
    await stream.append(1)
    with pytest.raises(ValueError, match="at least one event"):
        await store.append(stream.id, "match", 1, [], command("empty"))
    for changed in ({"body": b'{"a":\n1}'}, {"private": b'{"a":\n1}'}):
        two_lines = [msgspec.structs.replace(event, **changed) for event in stream.next()]
        with pytest.raises(ValueError, match="no line ends"):
            await store.append(stream.id, "match", 1, two_lines, command("lines"))
    with pytest.raises(ValueError, match="0 or more"):
        await store.append(stream.id, "match", -1, stream.next(), command("negative"))
    with pytest.raises(ValueError, match="when the stream is created"):
        await store.append(stream.id, "match", 1, stream.next(), command("secret"), secret=b"late")
    assert len(await store.read(stream.id)) == 1


async def test_the_secret_is_kept_apart(store: EventStore) -> None:
    with_secret, without = uuid4(), uuid4()
    await store.append(with_secret, "match", 0, events(with_secret), command(), secret=b"\x00\xff")
    await store.append(without, "match", 0, events(without), command())
    assert await store.secret(with_secret) == b"\x00\xff"
    assert await store.secret(without) is None
    assert await store.secret(uuid4()) is None
