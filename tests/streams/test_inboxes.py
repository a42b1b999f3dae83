"""Live inboxes: whatever the order of news, looks and streams, everything once and in order; counted reads; the end."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import aclosing
from random import Random
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api_schema.ports.inbox import InboxHeartbeatOut, InboxMessage, InboxTruncatedOut, YourTurnOut
from eventstore.store import StoreUnavailable
from service.inbox.cursors import Cursors
from service.inbox.streams import InboxStreams, InboxStreamSettings
from service.keys import Keys
from service.projections.inbox.fold import NAME
from service.projections.inbox.queries import InboxPlace, ItemsAfter
from service.streams.memory import MemoryBroker
from tests.kit.waiting import PATIENCE, until
from tests.streams.fakes import steps

SEEDS = st.integers(0, 2**64 - 1)
CURSORS = Cursors(Keys(["a secret that only tests may know"]))
QUICK = InboxStreamSettings(heartbeat=60, retry=0.01, page=3)


class FakeInboxes:
    """Inboxes in memory, read with pauses in which others may get in between."""

    def __init__(self, random: Random | None = None) -> None:
        self.position = 0
        self.rows: dict[str, list[Any]] = {}
        self.reads: Counter[str] = Counter()
        self.away = False
        self.hangs = False
        self._random = random

    def tell(self, account: str, count: int = 1) -> None:
        """Items of events that stand one after the other in the log."""
        for _ in range(count):
            self.position += 1
            row = SimpleNamespace(
                account=account,
                position=self.position,
                part=0,
                kind="YourTurn",
                stream_id=UUID(int=1),
                at=0,
                data=f'{{"seat":0,"prompt":{self.position}}}',
            )
            self.rows.setdefault(account, []).append(row)

    async def page(self, account: str, after: InboxPlace | None, first: int) -> ItemsAfter:
        self.reads["page"] += 1
        await self._pause()
        known = self.rows.get(account, [])
        found = [row for row in known if after is None or (row.position, row.part) > after]
        whole = after is None or any((row.position, row.part) == after for row in known)
        await self._pause()
        return ItemsAfter(found[:first], len(found) > first, whole)

    async def newest(self) -> int:
        self.reads["newest"] += 1
        await self._pause()
        return self.position

    async def news(self, after: int, accounts: Collection[str]) -> Mapping[str, int]:
        self.reads["news"] += 1
        await self._pause()
        newest = {account: rows[-1].position for account, rows in self.rows.items() if account in accounts}
        return {account: position for account, position in newest.items() if position > after}

    async def _pause(self) -> None:
        if self.hangs:
            await asyncio.Event().wait()
        if self.away:
            raise StoreUnavailable
        if self._random is not None:
            await steps(self._random.randrange(4))


def streams_of(inboxes: Any, chosen: InboxStreamSettings = QUICK) -> InboxStreams:
    return InboxStreams(inboxes, CURSORS, MemoryBroker(), chosen)


async def follow(streams: InboxStreams, account: str, after: InboxPlace | None, heard: list[InboxMessage]) -> None:
    async with aclosing(streams.follow(account, after)) as messages:
        async for message in messages:
            heard.append(message)


def prompts(heard: list[InboxMessage]) -> list[int]:
    """The items that a stream was told, by the positions of their events."""
    return [int(message.prompt_id.removeprefix("pr_")) for message in heard if isinstance(message, YourTurnOut)]


def wanted(inboxes: FakeInboxes, account: str, after: int = 0) -> list[int]:
    return [row.position for row in inboxes.rows.get(account, []) if row.position > after]


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_every_stream_gets_everything_once_and_in_order(seed: int) -> None:
    asyncio.run(interleaved(seed))


async def interleaved(seed: int) -> None:
    """Items, looks that are late, and streams that come and go on from anywhere, decided by a seed."""
    random = Random(seed)
    inboxes = FakeInboxes(random)
    streams = streams_of(inboxes)
    await streams.start()
    open_: list[tuple[str, int, list[InboxMessage]]] = []
    tasks = []
    for _ in range(random.randrange(1, 15)):
        for _ in range(random.randrange(3)):
            inboxes.tell(random.choice("ab"), random.randrange(1, 6))
        if random.random() < 0.6:
            streams.advanced(NAME, random.randrange(inboxes.position + 1))
        if random.random() < 0.5:
            account = random.choice("ab")
            after = random.choice([0, *wanted(inboxes, account)])
            heard: list[InboxMessage] = []
            open_.append((account, after, heard))
            here = InboxPlace(after, 0) if after else None
            tasks.append(asyncio.create_task(follow(streams, account, here, heard)))
        await steps(random.randrange(8))
    streams.advanced(NAME, inboxes.position + 1)
    await until(lambda: all(prompts(heard) == wanted(inboxes, account, after) for account, after, heard in open_))
    await steps(20)
    streams.drain()
    await asyncio.gather(*tasks)
    await streams.stop()
    for account, after, heard in open_:
        assert prompts(heard) == wanted(inboxes, account, after)
        assert not any(isinstance(message, InboxTruncatedOut) for message in heard)


@pytest.mark.anyio
async def test_one_look_serves_all_and_only_those_with_news_read() -> None:
    inboxes = FakeInboxes()
    streams = streams_of(inboxes)
    await streams.start()
    heard: list[list[InboxMessage]] = [[] for _ in range(50)]
    tasks = [asyncio.create_task(follow(streams, f"ac_{number}", None, notes)) for number, notes in enumerate(heard)]
    await until(lambda: inboxes.reads["page"] == 50)
    streams.advanced(NAME, 1)
    await until(lambda: inboxes.reads["page"] == 100)
    inboxes.tell("ac_7")
    inboxes.tell("somebody who is elsewhere", 5)
    streams.advanced(NAME, 6)
    await until(lambda: len(heard[7]) == 1)
    streams.advanced(NAME, 6)
    streams.advanced("another read model", 7)
    await steps(20)
    assert inboxes.reads == {"page": 101, "newest": 1, "news": 1}
    await streams.stop()
    await asyncio.gather(*tasks)
    assert streams.streams == 0


@pytest.mark.anyio
async def test_streams_outlive_a_store_that_is_away() -> None:
    inboxes = FakeInboxes()
    streams = streams_of(inboxes)
    await streams.start()
    heard: list[InboxMessage] = []
    inboxes.away = True
    task = asyncio.create_task(follow(streams, "a", None, heard))
    inboxes.tell("a")
    streams.advanced(NAME, 1)
    await steps(20)
    inboxes.away = False
    await until(lambda: prompts(heard) == [1])
    inboxes.away = True
    inboxes.tell("a")
    streams.advanced(NAME, 2)
    await steps(20)
    inboxes.away = False
    await until(lambda: prompts(heard) == [1, 2])
    await streams.stop()
    await task


@pytest.mark.anyio
async def test_in_silence_a_heartbeat_says_where_the_reader_stands() -> None:
    inboxes = FakeInboxes()
    streams = streams_of(inboxes, InboxStreamSettings(heartbeat=0.01))
    inboxes.tell("a")
    async with aclosing(streams.follow("a", None)) as messages:
        first = await anext(messages)
        assert isinstance(first, YourTurnOut)
        assert await anext(messages) == await anext(messages) == InboxHeartbeatOut(first.cursor)
    async with aclosing(streams.follow("b", None)) as messages:
        assert await anext(messages) == InboxHeartbeatOut("")


@pytest.mark.anyio
async def test_a_gap_is_told_once() -> None:
    inboxes = FakeInboxes()
    streams = streams_of(inboxes, InboxStreamSettings(heartbeat=0.01))
    inboxes.tell("a", 2)
    async with aclosing(streams.follow("a", InboxPlace(0, 1))) as messages:
        heard = [await anext(messages) for _ in range(5)]
    kinds = [type(message) for message in heard]
    assert kinds == [InboxTruncatedOut, YourTurnOut, YourTurnOut, InboxHeartbeatOut, InboxHeartbeatOut]
    async with aclosing(streams.follow("nobody", InboxPlace(9, 0))) as messages:
        assert [type(await anext(messages)) for _ in range(2)] == [InboxTruncatedOut, InboxHeartbeatOut]


@pytest.mark.anyio
async def test_a_stream_of_what_the_store_has_lost_is_told_and_begins_anew() -> None:
    """After a restore the log goes on from an earlier position than the reader's."""
    inboxes = FakeInboxes()
    streams = streams_of(inboxes)
    await streams.start()
    heard: list[InboxMessage] = []
    task = asyncio.create_task(follow(streams, "a", None, heard))
    inboxes.tell("a", 3)
    streams.advanced(NAME, 3)
    await until(lambda: prompts(heard) == [1, 2, 3])
    del inboxes.rows["a"][1:]
    inboxes.position = 1
    inboxes.tell("a")
    streams.advanced(NAME, 2)
    await until(lambda: prompts(heard) == [1, 2, 3, 1, 2])
    assert [type(message) for message in heard[3:]] == [InboxTruncatedOut, YourTurnOut, YourTurnOut]
    inboxes.tell("a")
    streams.advanced(NAME, 3)
    await until(lambda: prompts(heard) == [1, 2, 3, 1, 2, 3])
    await streams.stop()
    await task


@pytest.mark.anyio
@pytest.mark.parametrize("hangs", [False, True])
async def test_shutdown_ends_every_stream_promptly(hangs: bool) -> None:
    inboxes = FakeInboxes()
    inboxes.hangs = hangs
    streams = streams_of(inboxes)
    await streams.start()
    heard: list[InboxMessage] = []
    tasks = [asyncio.create_task(follow(streams, "a", None, heard)) for _ in range(3)]
    await until(lambda: inboxes.reads["page"] == 3)
    streams.drain()
    late = asyncio.create_task(follow(streams, "a", None, heard))
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*tasks, late)
    await streams.stop()
    assert (heard, streams.streams) == ([], 0)
