"""Reading the ends of streams together: one statement for all, and nobody reads less than was there when he asked."""

from __future__ import annotations

import asyncio
from typing import Any, cast
from uuid import UUID

import pytest

from eventstore.open import open_store
from eventstore.postgres.tails import Tails
from eventstore.store import StoreUnavailable
from tests.eventstore.given import Stream
from tests.eventstore.postgres.proxy import counting
from tests.kit.waiting import PATIENT

pytestmark = pytest.mark.anyio
STREAM = UUID(int=1)


class SlowPool:
    """Answers when it is told to, with what was there when the statement began."""

    def __init__(self) -> None:
        self.stored = [1]
        self.calls = 0
        self.failing = False
        self.answering = asyncio.Event()

    async def fetch(self, query: str, *arguments: object) -> list[dict[str, Any]]:
        self.calls += 1
        begun, failing = list(self.stored), self.failing
        await self.answering.wait()
        if failing:
            raise StoreUnavailable("gone")
        return [_row(version) for version in begun]


def _row(version: int) -> dict[str, Any]:
    return {"version": version, "type": "t", "schema": 1, "body": "{}", "private": None, "at": 1} | {
        "hash": bytes(32),
        "batch_end": True,
    }


def over(pool: SlowPool) -> Tails:
    return Tails(cast("Any", pool))


async def turns(number: int = 5) -> None:
    for _ in range(number):
        await asyncio.sleep(0)


async def test_all_who_ask_at_once_share_one_round_trip(database_url: str) -> None:
    async with counting(database_url) as proxy:
        store = await open_store(proxy.url, PATIENT)
        streams = [Stream(store) for _ in range(3)]
        for length, stream in enumerate(streams, 3):
            await stream.append(length)
        hashes = {stream.id: [event.hash for event in await store.read(stream.id)] for stream in streams}
        asked = [(stream.id, after, hashes[stream.id][after - 1]) for stream in streams for after in (1, 2, 2, 3)]
        # the first of a connection prepares the statement
        await asyncio.gather(*(store.read(stream, 1, head=hashes[stream][0]) for stream in hashes))
        before = proxy.round_trips
        found = await asyncio.gather(*(store.read(stream, after, head=head) for stream, after, head in asked))
        spent = proxy.round_trips - before
        alone = [await store.read(stream, after, 100) for stream, after, _ in asked]
        await store.close()
    assert found == alone
    assert spent == 1


async def test_who_asks_later_is_not_answered_by_what_began_before() -> None:
    pool = SlowPool()
    tails = over(pool)
    first = asyncio.create_task(tails.read(STREAM, 1, bytes(32)))
    await turns()
    pool.stored.append(2)
    second = asyncio.create_task(tails.read(STREAM, 1, bytes(32)))
    third = asyncio.create_task(tails.read(STREAM, 1, bytes(32)))
    await turns()
    pool.answering.set()
    assert await first == []
    assert [event.version for event in await second] == [event.version for event in await third] == [2]
    assert pool.calls == 2


async def test_a_failure_is_told_to_all_who_shared_it_and_to_nobody_else() -> None:
    pool = SlowPool()
    tails = over(pool)
    pool.failing = True
    shared = [asyncio.create_task(tails.read(STREAM, 1, bytes(32))) for _ in range(2)]
    await turns()
    pool.failing = False
    later = asyncio.create_task(tails.read(STREAM, 1, bytes(32)))
    pool.answering.set()
    failed = await asyncio.gather(*shared, return_exceptions=True)
    assert [type(error) for error in failed] == [StoreUnavailable, StoreUnavailable]
    assert await later == []


async def test_one_who_gives_up_takes_nothing_from_the_others() -> None:
    pool = SlowPool()
    tails = over(pool)
    gone, stays = (asyncio.create_task(tails.read(STREAM, 1, bytes(32))) for _ in range(2))
    await turns()
    gone.cancel()
    pool.answering.set()
    assert await stays == []
    assert gone.cancelled()
