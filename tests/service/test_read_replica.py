"""The service with a read replica: what its standby answers, and settings that make no sense."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from eventstore import migrate
from eventstore.store import EventStore
from service.metrics.page import Metrics
from service.settings import Settings
from service.tables import REVISIONS
from tests.kit.lanes import by_lane, sampled
from tests.kit.postgres_nodes import Node, folder_of_servers, primary
from tests.kit.process import ROOT
from tests.kit.served import ALICE, BOB, EVE, PAYER, serve
from tests.kit.waiting import PATIENCE, until

pytestmark = pytest.mark.anyio


@pytest.fixture
def nodes() -> Iterator[tuple[Node, Node]]:
    """A primary with the tables of the service, and its standby."""
    with folder_of_servers() as folder, primary(folder) as first:
        migrate.upgrade(first.url)
        migrate.upgrade(first.url, REVISIONS)
        second = first.standby("two")
        try:
            yield first, second
        finally:
            second.stop()


async def used(store: EventStore) -> None:
    """Return once the standby answers."""

    async def is_used() -> bool:
        await store.sql.lookup(lambda connection: None)
        return store.replica is not None and store.replica.used and store.replica.served > 0

    await until(is_used)


@pytest.mark.programs
async def test_lists_and_records_of_ended_matches_come_from_the_standby(nodes: tuple[Node, Node]) -> None:
    """Of two processes each shows at once what the other one has written."""
    first, second = nodes
    one = await serve(first.url, database_replica_url=second.url)
    other = await serve(first.url, database_replica_url=second.url)
    async with one.app, other.app:
        for served in (one, other):
            await used(served.app.store)
        matches = []
        for number in range(by_lane(3, 30)):
            match = await one.started(deck="owl")
            matches.append(match)
            await one.play_out(match, ALICE, BOB, seed=number)
            await one.app.projector.catch_up()
            found = await other.app.use_cases.matches.find(EVE, first=100)
            assert {shown.id for shown in found.matches} == set(matches)
        replica = other.app.store.replica
        assert replica is not None
        before = replica.served

        async def replayed() -> bool:
            """A standby that a busy machine made late rests for a while: the primary answers meanwhile."""
            file = await other.app.use_cases.history.replay(EVE, matches[0])
            lines = [line async for line in file.lines]
            assert len(lines) >= file.version
            assert (await other.app.use_cases.history.audit(EVE, matches[0], PAYER)).ok
            return replica.served > before

        await until(replayed)
        health = await other.app.use_cases.health.ready()
        assert health.read_replica is not None
        assert await counted(other.app.metrics) >= before
        await asyncio.to_thread(second.kill)
        found = await other.app.use_cases.matches.find(EVE, first=100)
        assert {shown.id for shown in found.matches} == set(matches)
        assert (await other.app.use_cases.health.ready()).status == "degraded"


async def counted(metrics: Metrics) -> float:
    """The reads that the standby has answered, as the metrics tell it."""
    line = 'playledger_read_replica_reads_total{outcome="served"} '
    return next(float(row.removeprefix(line)) for row in (await metrics.text()).decode().splitlines() if line in row)


@pytest.mark.programs
@pytest.mark.parametrize("url", sampled(["postgresql://standby/playledger", "sqlite:///other.db", "nonsense"], keep=1))
def test_the_embedded_store_has_no_standby(url: str, tmp_path: Path) -> None:
    changes = {
        "PLAYLEDGER_DATABASE_URL": f"sqlite:///{tmp_path / 'store.db'}",
        "PLAYLEDGER_DATABASE_REPLICA_URL": url,
    }
    told = subprocess.run(
        [sys.executable, "-m", "service", "serve", "--port", "0"],
        cwd=ROOT, env=os.environ | changes, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert told.returncode == 2
    assert "PLAYLEDGER_DATABASE_REPLICA_URL names standbys of a Postgres" in told.stderr.splitlines()[-1]


def test_an_empty_setting_names_no_standby() -> None:
    assert Settings(database_replica_url="").replica_url() is None
