"""Replicas that hold leases are killed or sleep in traffic: others go on, and nothing is done twice or lost."""

from __future__ import annotations

import time
from pathlib import Path

import asyncpg
import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.leases import Job, parts_of
from tests import services
from tests.e2e.servers import wait_for
from tests.faults.folded import folded_anew
from tests.faults.replica import Replica
from tests.faults.stand import Stand, judged, stand
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.programs
OPEN = {"PLAYLEDGER_METRICS_PUBLIC": "true"}
Part = tuple[str, int]
Held = dict[Part, tuple[str, int]]
"""Who holds each lease, and under which fence."""


def test_holders_of_leases_are_killed_or_wake_late(database_url: str, redis_url: str, tmp_path: Path) -> None:
    """Each time the fences of the leases that were lost rise by one, and no other."""
    with stand(database_url, tmp_path, redis_url, OPEN, OPEN) as tried:
        tried.play()
        killed(tried, tried.replicas[0])
        before = spread(tried)
        with tried.replicas[1].paused():
            taken_over(database_url, before)
        # it goes on in the middle of what it did, and the other one has done it meanwhile
        tried.some_more()
        spread(tried)
        tried.until(1)
        judged(tried)
    services.run(folded_anew(database_url))


def killed(tried: Stand, victim: Replica) -> None:
    """Kill a replica, and start it again when its leases are taken over."""
    before = spread(tried)
    victim.kill()
    taken_over(tried.database, before)
    tried.some_more()
    victim.start()


def spread(tried: Stand) -> Held:
    """The leases as soon as both replicas say that they work for half of the shards; one of them has what is whole."""
    wanted = [[32, 32] if len(parts_of(job)) > 1 else [0, 64] for job in Job]

    def is_spread() -> bool:
        counts = [shards_of(replica) for replica in tried.replicas]
        return [sorted(count[job] for count in counts) for job in Job] == wanted

    wait_for(is_spread)
    return holders(tried.database)


def shards_of(replica: Replica) -> dict[str, float]:
    """For how many shards a replica says that it does each kind of work."""
    page = httpx.get(f"{replica.address}/metrics", timeout=PATIENCE).raise_for_status().text
    [gauge] = [family for family in text_string_to_metric_families(page) if family.name == "playledger_leases_held"]
    return {sample.labels["lease"]: sample.value for sample in gauge.samples}


def holders(database: str) -> Held:
    """All leases, as the database has them."""

    async def read() -> Held:
        connection = await asyncpg.connect(database)
        try:
            rows = await connection.fetch("SELECT name, shard, holder, fence FROM leases")
            return {(row["name"], row["shard"]): (row["holder"], row["fence"]) for row in rows}
        finally:
            await connection.close()

    return services.run(read())


def taken_over(database: str, before: Held) -> None:
    """Return as soon as one of the two has all; what it had is untouched."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = holders(database)
        living = {holder for holder, _ in found.values()}
        if len(living) == 1:
            assert found == {
                part: (*living, fence + (holder not in living)) for part, (holder, fence) in before.items()
            }
            return
        time.sleep(0.01)
    raise AssertionError("nobody takes what the dead one had")
