"""A leader under Patroni that dies, and a cluster that is set back to a moment: the files of deploy/ha as they are."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from pydantic import SecretStr

from api_schema.errors import ApiError
from api_schema.ports.base import ANONYMOUS
from service.bootstrap import bootstrap
from service.settings import Settings
from tests import services
from tests.e2e.servers import KEY, playledger, wait_for
from tests.faults.checker import Loss
from tests.faults.conftest import Tell
from tests.faults.moments import left_behind, told_that_it_is_gone
from tests.faults.stand import judged, stand
from tests.kit.patroni_nodes import Cluster, Patroni, cluster, installed_patroni, needs_etcd, needs_pgbackrest
from tests.kit.postgres_nodes import folder_of_servers
from tests.kit.proxies import needs_haproxy
from tests.kit.waiting import until

pytestmark = [pytest.mark.programs, pytest.mark.nightly, needs_etcd, needs_haproxy]


@pytest.fixture(scope="session")
def patroni() -> Iterator[Patroni]:
    with folder_of_servers() as folder:
        yield installed_patroni(folder / "patroni")


@pytest.fixture
def three(servers: Path, patroni: Patroni) -> Iterator[Cluster]:
    """Three members, one of which leads."""
    with cluster(servers, patroni) as made:
        yield made


def test_the_leader_is_killed(three: Cluster, redis_url: str, tmp_path: Path, tell: Tell) -> None:
    """Its Postgres and its Patroni at once; the others find a new leader when its lock has run out."""
    with stand(three.url, tmp_path, redis_url) as tried:
        tried.play()
        tried.until(0.4)
        three.leader().kill()
        three.leader()
        tried.heal()
        tried.until(1)
        tell(judged(tried))


def test_those_who_stand_by_answer_reads(three: Cluster) -> None:
    """Before and after one of them is made the leader."""
    if not three.has_quorum:
        pytest.skip("this Patroni commits by no quorum, so nobody stands by in one")
    playledger(three.url, "migrate")
    three.leader().execute("GRANT pg_read_all_stats TO playledger")
    services.run(answered(three))


async def answered(three: Cluster) -> None:
    """Return when standbys have answered, and have answered again after a failover."""
    named = Settings(
        database_url=three.url,
        database_replica_url=three.replica_url,
        clocks=False,
        webhooks=False,
        secret_key=SecretStr(KEY),
    )
    app = await bootstrap(named)
    reads = app.store.replica
    assert reads is not None

    async def one_more() -> bool:
        before = reads.served
        with suppress(ApiError):
            await app.use_cases.matches.find(ANONYMOUS, first=1)
        return reads.served > before

    try:
        await until(one_more)
        leader = await asyncio.to_thread(three.leader)
        await asyncio.to_thread(leader.kill)
        await asyncio.to_thread(three.leader)
        await until(one_more)
    finally:
        await app.stop()


@needs_pgbackrest
def test_the_cluster_is_set_back_to_a_moment(three: Cluster, redis_url: str, tmp_path: Path, tell: Tell) -> None:
    """All members die, and one of them is restored from the backups. Nobody is told what came after the moment."""
    with stand(three.url, tmp_path, redis_url) as tried:
        tried.play()
        tried.until(0.3)
        leader = three.leader()
        leader.run("backup.sh")
        # pgBackRest compares whole seconds: the backup has to be a second older than the moment
        done = time.time()
        tried.until(0.6)
        wait_for(lambda: time.time() > done + 1)
        began = time.monotonic()
        moment, gone = left_behind(tried, three.url)
        leader.archive()
        for member in three.members:
            member.kill()
        leader.run("restore.sh", moment)
        for member in three.members:
            if member is not leader:
                member.empty()
        three.start(leader)
        tried.heal()
        ended = time.monotonic()
        tried.some_more()
        tried.until(1)
        tried.resynced()
        tell(judged(tried, loss=Loss(began, ended)))
        told_that_it_is_gone(tried, three.url, gone)
