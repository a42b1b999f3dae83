"""What works in the background works at the hints that concern it, long before it would look by itself."""

from __future__ import annotations

import asyncio

import pytest

from service.streams.broker import inbox_of
from service.streams.follower import WORK, Follower
from service.streams.memory import MemoryBroker
from tests.kit.waiting import until

pytestmark = pytest.mark.anyio
NEVER = 3600.0
INBOX = inbox_of("ac_1")


@pytest.mark.parametrize(
    ("words", "key", "works"),
    [((), "mt_1", True), ((), INBOX, False), ((WORK,), "mt_1", False)],
    ids=["a match", "an inbox", "what works by read models"],
)
async def test_a_hint_wakes_whom_it_concerns(words: tuple[str, ...], key: str, works: bool) -> None:
    broker, done = MemoryBroker(), list[int]()

    async def work() -> None:
        done.append(1)

    follower = Follower(broker, work, poll=NEVER, words=words)
    await broker.start()
    await follower.start()
    await until(lambda: len(done) == 1)
    broker.publish(key, 1)
    if works:
        await until(lambda: len(done) == 2)
    else:
        await asyncio.sleep(0.05)
        assert len(done) == 1
    await follower.stop()
    await broker.stop()
