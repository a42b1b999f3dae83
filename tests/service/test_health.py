"""What a replica says of itself."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from eventstore.store import StoreUnavailable
from service.health import ServiceHealth
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.anyio


class Pinged:
    """A store that answers when it is told to."""

    def __init__(self) -> None:
        self.pings = 0
        self.answers = asyncio.Event()
        self.away = False

    async def ping(self) -> None:
        self.pings += 1
        await self.answers.wait()
        if self.away:
            raise StoreUnavailable("gone")


def over(store: Pinged, seconds: float = PATIENCE) -> ServiceHealth:
    return ServiceHealth(cast("Any", store), seconds)


async def test_all_who_ask_at_once_share_one_look_at_the_store() -> None:
    store = Pinged()
    health = over(store)
    asking = [asyncio.create_task(health.ready()) for _ in range(20)]
    await asyncio.sleep(0)
    asking.pop(0).cancel()
    await asyncio.sleep(0)
    store.answers.set()
    assert [parts["store"] for parts in await asyncio.gather(*asking)] == ["ok"] * 19
    assert store.pings == 1
    store.away = True
    assert (await health.ready())["store"] == "gone"
    assert store.pings == 2


async def test_a_store_that_says_nothing_is_not_waited_for() -> None:
    assert (await over(Pinged(), 0.01).ready())["store"] == "no answer in 0.01 s"
