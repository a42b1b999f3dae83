"""What works in the background goes on whatever goes wrong once, and a part that can't stop keeps no other from it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from redis.backoff import NoBackoff

from eventstore.read_models import projections
from eventstore.store import StoreUnavailable
from service.background import BackgroundLoop
from service.demo.table import DemoTable
from service.ratings.rater import Rater
from service.streams.redis import RedisBroker
from service.tournaments import process
from service.tournaments.process import TournamentProcess
from service.webhooks.deliverer import Deliverer
from tests.kit.served import Served, serve, sqlite_url
from tests.kit.waiting import PATIENCE, until
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
LOOPS = (
    (TournamentProcess, "look"),
    (projections, "places"),
    (Rater, "tick"),
    (Deliverer, "_begin"),
)
"""What each loop does whenever it looks."""


@pytest.fixture
async def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    """A service that has all its parts and isn't started yet."""
    monkeypatch.setattr(process, "POLL", 0.01)
    monkeypatch.setattr(process, "SETTLE", 0.01)
    service = await serve(sqlite_url(tmp_path), clocks=True, webhooks=True)
    yield service
    await service.app.stop()


def failing(monkeypatch: pytest.MonkeyPatch, holder: Any, name: str, times: int = 2) -> list[Any]:
    """Let a function fail the first times in a way that nobody foresaw; its calls so far."""
    real, calls = getattr(holder, name), []

    async def called(*given: Any) -> Any:
        calls.append(given)
        if len(calls) <= times:
            raise RuntimeError("nobody foresaw this")
        return await real(*given)

    monkeypatch.setattr(holder, name, called)
    return calls


@pytest.mark.parametrize(("holder", "name"), LOOPS, ids=[name for _, name in LOOPS])
async def test_a_loop_outlives_what_nobody_foresaw(
    built: Served, monkeypatch: pytest.MonkeyPatch, holder: Any, name: str
) -> None:
    calls = failing(monkeypatch, holder, name)
    await built.app.start()

    def looked() -> bool:
        built.app.broker.publish("tn_any", 1)
        return len(calls) > 2

    await until(looked)


async def test_a_table_of_bots_outlives_it_too(built: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = failing(monkeypatch, DemoTable, "move")
    table = DemoTable(built.app, GAME, pace=0.01)
    await table.start()
    await until(lambda: len(calls) > 2)
    await table.stop()


async def test_the_broker_connects_again_whatever_its_listeners_do(
    redis_url: str, redis_prefix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.streams.redis.BACKOFF", NoBackoff())
    broker, missed = RedisBroker(redis_url, prefix=redis_prefix), 0

    class Clumsy:
        def hinted(self, match_id: str, version: int) -> None: ...

        def missed(self, keys: Collection[str] | None = None) -> None:
            nonlocal missed
            missed += 1
            if missed == 1:
                raise RuntimeError("nobody foresaw this")

    broker.subscribe(Clumsy())
    await broker.start()
    await until(lambda: missed > 1 and broker.healthy)
    await broker.stop()


async def test_a_part_that_fails_to_stop_keeps_no_other_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = (await serve(sqlite_url(tmp_path), clocks=True)).app
    await app.start()
    failing(monkeypatch, app.tournaments.process, "stop", times=1)
    with pytest.raises(RuntimeError, match="nobody foresaw"):
        await app.stop()
    with pytest.raises(StoreUnavailable, match="closed"):
        await app.store.ping()
    await app.tournaments.process.stop()


async def test_a_loop_stops_also_where_its_work_takes_that_for_a_fault() -> None:
    begun = asyncio.Event()

    async def work() -> None:
        begun.set()
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()

    loop = BackgroundLoop(work, poll=PATIENCE)
    await loop.start()
    await begun.wait()
    async with asyncio.timeout(PATIENCE):
        await loop.stop()
