"""Appends that come at the same time: one statement for all, and each is answered for itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic

import asyncpg
import pytest

from eventstore.envelope import Appended, NewEvent
from eventstore.limits import StoreLimits
from eventstore.open import open_store
from eventstore.postgres.appends import AT_ONCE
from eventstore.postgres.batching import MOST, SLOW, Batched
from eventstore.store import EventStore, KeyReused, OtherHistory, StoreUnavailable, StreamClosed, WrongExpectedVersion
from tests.eventstore.given import Stream, command, events
from tests.eventstore.postgres.proxy import counting
from tests.kit.waiting import PATIENCE, PATIENT, until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[EventStore]:
    opened = await open_store(database_url, PATIENT)
    yield opened
    await opened.close()


async def begun(store: EventStore, count: int) -> list[Stream]:
    """Streams of three events."""
    streams = [Stream(store) for _ in range(count)]
    for stream in streams:
        await stream.append(3)
    return streams


async def test_many_appends_share_a_few_round_trips(database_url: str) -> None:
    async with counting(database_url) as proxy:
        store = await open_store(proxy.url, PATIENT)
        streams = await begun(store, 12)
        for _ in range(2):  # the first time the connections prepare their statements
            before = proxy.round_trips
            await asyncio.gather(*(stream.append(2) for stream in streams))
            spent = proxy.round_trips - before
        stored = [await store.read(stream.id) for stream in streams]
        await store.close()
    assert spent <= AT_ONCE
    for stream, read in zip(streams, stored, strict=True):
        assert [event.version for event in read] == [1, 2, 3, 4, 5, 6, 7]
        assert read[-1].hash == stream.head_hash


async def test_each_append_is_answered_for_itself(store: EventStore) -> None:
    fine, late, other, closed, repeated, reused = await begun(store, 6)
    await closed.append(close=True)
    first = await repeated.append(key="once")
    await reused.append(key="used")
    asked = [
        fine.append(),
        store.append(late.id, "match", 1, events(late.id, after=1), command("late")),
        store.append(other.id, "match", 3, events(other.id, after=3, note="another"), command("other")),
        closed.append(),
        store.append(repeated.id, "match", 3, events(repeated.id, after=3), command("once")),
        store.append(reused.id, "match", 4, reused.next(), command("used", "another content")),
    ]
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert found[0] == Appended(4, 4, fine.head_hash, False)
    assert found[4] == Appended(4, 4, first.head_hash, True)
    refused = [type(error) for error in (found[1], found[2], found[3], found[5])]
    assert refused == [WrongExpectedVersion, OtherHistory, StreamClosed, KeyReused]
    assert [len(await store.read(each.id)) for each in (fine, late, other, closed, repeated, reused)] == [
        4, 3, 3, 4, 4, 4,
    ]  # fmt: skip


async def test_one_that_the_database_can_not_take_spoils_no_other(store: EventStore) -> None:
    faulty, *others = await begun(store, 5)
    made = faulty.next()
    broken = [NewEvent("moved\0", 1, event.body, None, event.at, event.hash, event.batch_end) for event in made]
    asked = [store.append(faulty.id, "match", 3, broken, command("nul")), *(stream.append() for stream in others)]
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(found[0], asyncpg.PostgresError)
    assert all(isinstance(one, Appended) for one in found[1:])


async def test_of_two_appends_to_one_stream_one_is_made(store: EventStore) -> None:
    contested, *others = await begun(store, 4)
    twice = [
        store.append(contested.id, "match", 3, contested.next(), command(name), close=False) for name in ("a", "b")
    ]
    found = await asyncio.gather(*twice, *(stream.append() for stream in others), return_exceptions=True)
    assert sorted(type(one).__name__ for one in found[:2]) == ["Appended", "WrongExpectedVersion"]
    assert all(isinstance(one, Appended) for one in found[2:])


async def test_a_stream_that_somebody_holds_keeps_no_other_waiting(database_url: str) -> None:
    store = await open_store(database_url, PATIENT)
    held, *others = await begun(store, 8)
    hasty = await open_store(database_url, StoreLimits(append=0.5))
    holder = await asyncpg.connect(database_url)
    try:
        async with holder.transaction():
            await holder.execute("SELECT FROM streams WHERE stream_id = $1 FOR UPDATE", held.id)
            waiting = asyncio.create_task(held.append())
            for _ in range(3):
                await asyncio.gather(*(stream.append() for stream in others))
            assert not waiting.done()
            given_up = Stream(hasty, held.id, held.version, held.head_hash)
            with pytest.raises(StoreUnavailable):
                await asyncio.wait_for(given_up.append(), PATIENCE)
    finally:
        await holder.close()
    await waiting
    # it was not written, or it was: the command tells, as soon as the database has answered the probe
    await until(partial(appended, given_up))
    assert given_up.version == held.version == 4
    await hasty.close()
    await store.close()


async def appended(stream: Stream) -> bool:
    """Append one event, where the store takes it."""
    with suppress(StoreUnavailable):
        await stream.append()
        return True
    return False


async def test_an_append_that_nobody_waits_for_any_more_is_left_out() -> None:
    going, asked = asyncio.Event(), []

    async def work(what: Sequence[str]) -> Sequence[str]:
        asked.append(list(what))
        await going.wait()
        return what

    together = Batched(work, at_once=1)
    first = asyncio.create_task(together.ask("first"))
    await until(lambda: asked)
    gone, stays = (asyncio.create_task(together.ask(name)) for name in ("gone", "stays"))
    await asyncio.sleep(0)
    gone.cancel()
    going.set()
    assert [await first, await stays] == ["first", "stays"]
    assert asked == [["first"], ["stays"]]


async def test_a_slow_statement_holds_up_nobody_for_long() -> None:
    asked: list[int] = []

    async def work(what: Sequence[int]) -> Sequence[int]:
        asked.append(len(what))
        await asyncio.Event().wait() if 0 in what else None
        return what

    together = Batched(work, at_once=1)
    began = monotonic()
    slow = asyncio.create_task(together.ask(0))
    await until(lambda: asked)
    others = [asyncio.create_task(together.ask(number)) for number in range(1, MOST + 2)]
    assert await asyncio.gather(*others) == list(range(1, MOST + 2))
    assert monotonic() - began > SLOW / 2
    assert asked == [1, MOST, 1]
    slow.cancel()


async def test_a_caller_who_is_alone_is_answered_at_once_in_its_own_task() -> None:
    tasks: list[asyncio.Task[object] | None] = []

    async def work(what: Sequence[str]) -> Sequence[str]:
        tasks.append(asyncio.current_task())
        return what

    together = Batched(work, at_once=AT_ONCE)
    assert together.idle
    assert await together.alone("one") == "one"
    assert tasks == [asyncio.current_task()]
    assert together.idle


async def test_those_who_come_while_one_is_alone_share_the_next_statement() -> None:
    going, asked = asyncio.Event(), []

    async def work(what: Sequence[int]) -> Sequence[int]:
        asked.append(list(what))
        await going.wait()
        return what

    together = Batched(work, at_once=AT_ONCE)
    alone = asyncio.create_task(together.alone(0))
    await until(lambda: asked)
    assert not together.idle
    others = [asyncio.create_task(together.ask(number)) for number in (1, 2)]
    await until(lambda: len(asked) == 2)
    late = asyncio.create_task(together.ask(3))
    for _ in range(3):
        await asyncio.sleep(0)
    assert asked == [[0], [1, 2]]
    going.set()
    assert [await alone, *await asyncio.gather(*others, late)] == [0, 1, 2, 3]
    assert asked == [[0], [1, 2], [3]]
    await until(lambda: together.idle)


async def test_after_a_statement_for_several_nobody_counts_as_alone() -> None:
    async def work(what: Sequence[int]) -> Sequence[int]:
        return what

    together = Batched(work, at_once=AT_ONCE)
    await asyncio.gather(*(together.ask(number) for number in (1, 2)))
    assert not together.idle
    await together.ask(3)
    await until(lambda: together.idle)


async def test_one_alone_that_is_slow_holds_up_nobody_for_long() -> None:
    asked: list[int] = []

    async def work(what: Sequence[int]) -> Sequence[int]:
        asked.extend(what)
        await asyncio.Event().wait() if 0 in what else None
        return what

    together = Batched(work, at_once=1)
    slow = asyncio.create_task(together.alone(0))
    await until(lambda: asked)
    await asyncio.sleep(SLOW)
    assert await together.ask(1) == 1
    assert asked == [0, 1]
    slow.cancel()
    with suppress(asyncio.CancelledError):
        await slow
    assert together.idle
