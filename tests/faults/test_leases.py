"""Replicas that hold leases are killed in traffic, again and again: others go on, and nothing is done twice or lost."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path

import asyncpg
import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.leases import Job
from tests import services
from tests.e2e.servers import wait_for
from tests.faults.conftest import TAKEN_OVER
from tests.faults.folded import folded_anew
from tests.faults.replica import Replica
from tests.faults.stand import judged, stand
from tests.kit.lanes import by_lane
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.programs
KILLS = by_lane(2, 50)
OPEN = {"PLAYLEDGER_METRICS_PUBLIC": "true"}
SPREAD = len(Job) // 2
"""Leases of each of two replicas."""


def test_holders_of_leases_are_killed(
    database_url: str, redis_url: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Each kill raises the fences of the leases that were lost by one, and no other."""
    took: list[float] = []
    with stand(database_url, tmp_path, redis_url, OPEN, OPEN) as tried:
        tried.play()
        for number in range(KILLS):
            victim = tried.replicas[number % 2]
            wait_for(lambda: all(len(leases_of(replica)) == SPREAD for replica in tried.replicas))
            lost, before = leases_of(victim), fences(database_url)
            killed = time.monotonic()
            victim.kill()
            after = taken_over(database_url, before, lost)
            took.append(time.monotonic() - killed)
            assert after == {name: fence + (name in lost) for name, fence in before.items()}
            tried.some_more()
            victim.start()
        tried.until(1)
        judged(tried)
    record_property(TAKEN_OVER, took)
    services.run(folded_anew(database_url))


def leases_of(replica: Replica) -> set[str]:
    """The leases that a replica says it holds."""
    page = httpx.get(f"{replica.address}/metrics", timeout=PATIENCE).raise_for_status().text
    [gauge] = [family for family in text_string_to_metric_families(page) if family.name == "playledger_leases_held"]
    return {sample.labels["lease"] for sample in gauge.samples if sample.value}


def fences(database: str) -> dict[str, int]:
    """Those of all leases, as the database has them."""

    async def read() -> dict[str, int]:
        connection = await asyncpg.connect(database)
        try:
            return {row["name"]: row["fence"] for row in await connection.fetch("SELECT name, fence FROM leases")}
        finally:
            await connection.close()

    return services.run(read())


def taken_over(database: str, before: Mapping[str, int], lost: set[str]) -> dict[str, int]:
    """The fences as soon as all leases of the dead have another holder."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = fences(database)
        if all(found[name] > before[name] for name in lost):
            return found
        time.sleep(0.01)
    raise AssertionError(f"nobody takes {lost}")
