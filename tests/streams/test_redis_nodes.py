"""The broker on real servers that fail: several hosts, sentinels, a cluster, TLS, a server that freezes."""

from __future__ import annotations

import itertools
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
import structlog

from service.streams.redis import RedisBroker
from tests.kit import redis_nodes
from tests.kit.certificates import certificates
from tests.kit.redis_node import Node, NoTLS
from tests.kit.redis_nodes import RedisNodes
from tests.kit.waiting import until
from tests.streams.fakes import Notes

OURS = " name=playledger "
MATCH = "mt_1"
log = structlog.get_logger(__name__)
pytestmark = [pytest.mark.anyio, pytest.mark.programs]


class Replicas:
    """The brokers of two replicas: what one publishes of a match, the other hears."""

    def __init__(self, here: str, there: str, look_every: float) -> None:
        self.here = RedisBroker(here, look_every=look_every)
        self.there = RedisBroker(there, look_every=look_every)
        self.notes = Notes()
        self.there.subscribe(self.notes)
        self._numbers = itertools.count(1)
        self.there.follow(MATCH)

    @property
    def both(self) -> tuple[RedisBroker, RedisBroker]:
        return self.here, self.there

    def healthy(self) -> bool:
        return all(broker.healthy for broker in self.both)

    def unhealthy(self) -> bool:
        return not self.there.healthy

    async def meet(self) -> None:
        """Until the other one hears what is published from now on."""
        since = len(self.notes.hints)

        def heard() -> bool:
            self.here.publish(MATCH, next(self._numbers))
            return len(self.notes.hints) > since

        await until(heard)


@asynccontextmanager
async def replicas(url: str, there: str | None = None, *, look_every: float = 5.0) -> AsyncIterator[Replicas]:
    """Two that have found each other; the second one by another URL if there is one."""
    found = Replicas(url, there or url, look_every)
    try:
        for broker in found.both:
            await broker.start()
        await until(found.healthy)
        await found.meet()
        yield found
    finally:
        for broker in found.both:
            await broker.stop()


def ours(node: Node) -> int:
    """How many connections of our replicas a server has."""
    return str(node.ask("CLIENT", "LIST")).count(OURS)


class TestFrozen:
    """A server that keeps its connections and says nothing more."""

    @pytest.mark.parametrize("sending", [False, True], ids=["idle", "sending"])
    async def test_it_is_noticed_and_used_again_when_it_goes_on(self, sending: bool) -> None:
        with redis_nodes.single() as nodes:
            async with replicas(nodes.url) as both:
                gaps, numbers = both.notes.gaps, itertools.count(1)

                def noticed() -> bool:
                    if sending:
                        for match in range(50):
                            both.here.publish(f"mt_many_{match}", next(numbers))
                    return both.unhealthy() and not both.here.healthy

                nodes.freeze(nodes.master())
                frozen_at = time.monotonic()
                await until(noticed)
                log.info("noticed", seconds=round(time.monotonic() - frozen_at, 2))
                assert both.notes.gaps > gaps, "listeners look at once"
                gaps = both.notes.gaps
                nodes.thaw(nodes.master())
                await until(both.healthy)
                assert both.notes.gaps > gaps
                await both.meet()


class TestHosts:
    """Several hosts in one URL."""

    async def test_the_first_that_is_a_master_carries_the_hints_and_gets_them_back(self) -> None:
        with redis_nodes.independent() as nodes:
            first, second = nodes.nodes
            async with replicas(nodes.url, look_every=0.3) as both:
                nodes.kill(first)
                await until(both.unhealthy)
                await until(both.healthy)
                await both.meet()
                gaps = both.notes.gaps
                nodes.revive(first)
                await until(lambda: both.notes.gaps > gaps)
                await both.meet()
                await until(lambda: ours(second) == 0)

    async def test_a_replica_is_passed_over_and_a_master_that_becomes_one_is_left(self) -> None:
        with redis_nodes.independent() as nodes:
            first, second = nodes.nodes
            first.ask("REPLICAOF", "127.0.0.1", second.port)
            async with replicas(nodes.url, look_every=0.3) as both:
                assert ours(second) == 2
                first.ask("REPLICAOF", "NO", "ONE")
                second.ask("REPLICAOF", "127.0.0.1", first.port)
                await until(lambda: ours(first) == 2)
                await both.meet()


class TestSentinel:
    """A master with a replica, watched by three sentinels."""

    async def test_hints_arrive_again_when_the_replica_is_promoted(self) -> None:
        with redis_nodes.sentinels() as nodes:
            async with replicas(nodes.url) as both:
                gaps = both.notes.gaps
                nodes.kill(nodes.master())
                await until(both.unhealthy)
                await until(both.healthy)
                assert both.notes.gaps > gaps
                await both.meet()
                assert nodes.masters() == nodes.by_role("replica")

    @pytest.mark.nightly
    async def test_a_frozen_master_is_left_and_stays_so_when_it_goes_on(self) -> None:
        with redis_nodes.sentinels() as nodes:
            async with replicas(nodes.url, look_every=0.5) as both:
                nodes.freeze(nodes.master())
                await until(both.unhealthy)
                await until(both.healthy)
                await both.meet()
                nodes.thaw(nodes.master())
                await until(lambda: nodes.masters() == nodes.by_role("replica"))
                await until(both.healthy)
                await both.meet()

    @pytest.mark.nightly
    async def test_dead_and_frozen_sentinels_are_passed_over(self) -> None:
        with redis_nodes.sentinels() as nodes:
            first, second, _ = nodes.by_role("sentinel")
            nodes.kill(first)
            nodes.freeze(second)
            async with replicas(nodes.url):
                pass

    @pytest.mark.nightly
    async def test_a_failover_that_somebody_orders_is_followed(self) -> None:
        with redis_nodes.sentinels() as nodes:
            async with replicas(nodes.url, look_every=0.5) as both:
                gaps = both.notes.gaps
                nodes.by_role("sentinel")[0].ask("SENTINEL", "FAILOVER", redis_nodes.SERVICE)
                await until(lambda: both.notes.gaps > gaps)
                await until(both.healthy)
                await both.meet()
                await until(lambda: nodes.masters() == nodes.by_role("replica"))


class TestCluster:
    """What is published at any server of it reaches all."""

    async def test_replicas_of_ours_meet_across_its_servers_and_leave_one_that_dies(self) -> None:
        with redis_nodes.cluster(replica=True) as nodes:
            first, second, third = nodes.by_role("master")
            [replica] = nodes.by_role("replica")
            here, there = f"redis://{replica.address},{third.address}", f"redis://{second.address},{third.address}"
            async with replicas(here, there, look_every=0.3) as both:
                assert [ours(node) for node in nodes.nodes] == [0, 1, 0, 1]
                gaps = both.notes.gaps
                nodes.kill(second)
                await until(lambda: both.notes.gaps > gaps and both.healthy())
                await both.meet()
                assert ours(third) == 1
                nodes.kill(first)
                await both.meet()
                nodes.revive(second)
                await until(lambda: ours(second) == 1)
                await both.meet()

    @pytest.mark.nightly
    async def test_a_frozen_server_is_left_for_another_one(self) -> None:
        with redis_nodes.cluster() as nodes:
            async with replicas(nodes.url) as both:
                nodes.freeze(nodes.nodes[0])
                await until(both.unhealthy)
                await until(both.healthy)
                await both.meet()


class TestTLS:
    """A server with a certificate."""

    async def test_the_authority_of_the_url_is_believed_and_no_other(self, tmp_path: Path) -> None:
        with tls() as nodes:
            async with replicas(nodes.url):
                pass
            stranger = RedisBroker(f"rediss://{nodes.master().address}?ssl_ca_certs={certificates(tmp_path).ca}")
            with structlog.testing.capture_logs() as logged:
                await stranger.start()
                await until(lambda: stranger.counts.losses > 2)
                await stranger.stop()
            [line] = logged
            assert line["event"] == "broker_lost"
            assert nodes.master().address in line["reason"]
            assert "certificate verify failed" in line["reason"]

    @pytest.mark.nightly
    async def test_one_that_freezes_is_noticed_and_used_again(self) -> None:
        with tls() as nodes:
            async with replicas(nodes.url) as both:
                nodes.freeze(nodes.master())
                await until(both.unhealthy)
                nodes.thaw(nodes.master())
                await until(both.healthy)
                await both.meet()


@contextmanager
def tls() -> Iterator[RedisNodes]:
    try:
        with redis_nodes.single(tls=True) as nodes:
            yield nodes
    except NoTLS:
        pytest.skip("the Redis of this machine is built without TLS")
