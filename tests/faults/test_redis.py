"""A Redis that dies, stands still or fails over: hints come late, and nothing else happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.conftest import Tell
from tests.faults.stand import judged, stand
from tests.kit.redis_nodes import cluster, sentinels, single

pytestmark = [pytest.mark.programs, pytest.mark.nightly]


def test_redis_is_killed_and_comes_back(database_url: str, tmp_path: Path, tell: Tell) -> None:
    with single() as redis, stand(database_url, tmp_path, redis.url) as tried:
        tried.play()
        tried.until(0.3)
        redis.kill(redis.master())
        tried.until(0.6)
        redis.revive(redis.nodes[0])
        tried.until(1)
        tell(judged(tried))


def test_redis_stands_still(database_url: str, tmp_path: Path, tell: Tell) -> None:
    with single() as redis, stand(database_url, tmp_path, redis.url) as tried:
        tried.play()
        tried.until(0.3)
        redis.freeze(redis.nodes[0])
        tried.until(0.7)
        redis.thaw(redis.nodes[0])
        tried.until(1)
        tell(judged(tried))


def test_the_sentinels_promote_a_replica(database_url: str, tmp_path: Path, tell: Tell) -> None:
    with sentinels() as redis, stand(database_url, tmp_path, redis.url) as tried:
        tried.play()
        tried.until(0.3)
        redis.kill(redis.master())
        tried.until(1)
        tell(judged(tried))


@pytest.mark.parametrize("replica", [True, False], ids=["with a replica", "without"])
def test_the_node_of_a_redis_cluster_is_killed_that_has_the_hints(
    replica: bool, database_url: str, tmp_path: Path, tell: Tell
) -> None:
    with cluster(replica=replica) as redis, stand(database_url, tmp_path, redis.url) as tried:
        tried.play()
        tried.until(0.3)
        redis.kill(redis.nodes[0])
        tried.until(1)
        tell(judged(tried))
