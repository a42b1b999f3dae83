"""The broker on real servers that fail: several hosts, sentinels, a cluster, TLS, a server that freezes."""

from __future__ import annotations

import itertools
import time
from binascii import crc_hqx
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
import structlog

from service.streams.redis import LANES, RedisBroker, tags
from tests.kit import redis_nodes
from tests.kit.certificates import certificates
from tests.kit.redis_node import Node, NoTLS
from tests.kit.redis_nodes import RedisNodes
from tests.kit.waiting import until
from tests.streams.fakes import Notes

OURS = " name=playledger "
log = structlog.get_logger(__name__)
pytestmark = [pytest.mark.anyio, pytest.mark.programs]


def one_of_each_lane() -> list[str]:
    """Matches of which each has a lane of its own in a cluster; the first is in the lane of what all hear."""
    found: dict[int, str] = {}
    for number in range(200):
        found.setdefault(crc_hqx(f"mt_{number}".encode(), 0) % LANES, f"mt_{number}")
    return [found[lane] for lane in range(LANES)]


class Replicas:
    """The brokers of two replicas: what one publishes of some matches, the other hears."""

    def __init__(self, url: str, look_every: float, matches: Sequence[str]) -> None:
        self.here = RedisBroker(url, look_every=look_every)
        self.there = RedisBroker(url, look_every=look_every)
        self.notes = Notes()
        self.there.subscribe(self.notes)
        self._numbers = itertools.count(1)
        self._matches = matches
        for match in matches:
            self.there.follow(match)

    @property
    def both(self) -> tuple[RedisBroker, RedisBroker]:
        return self.here, self.there

    def healthy(self) -> bool:
        return all(broker.healthy for broker in self.both)

    def unhealthy(self) -> bool:
        return not self.there.healthy

    async def meet(self, matches: Sequence[str] = ()) -> None:
        """Until the other one hears of each match what is published from now on."""
        wanted, since = set(matches or self._matches), len(self.notes.hints)

        def heard() -> bool:
            number = next(self._numbers)
            for match in wanted:
                self.here.publish(match, number)
            return wanted <= {name for name, _ in self.notes.hints[since:]}

        await until(heard)


@asynccontextmanager
async def replicas(
    url: str, *, look_every: float = 5.0, matches: Sequence[str] = tuple(one_of_each_lane())
) -> AsyncIterator[Replicas]:
    """Two that have found each other."""
    found = Replicas(url, look_every, matches)
    try:
        for broker in found.both:
            await broker.start()
        await until(found.healthy)
        await found.meet()
        yield found
    finally:
        for broker in found.both:
            await broker.stop()


def owner_of(nodes: RedisNodes, match: str) -> Node:
    """The server of a match's lane."""
    return nodes.owner(f"{{{tags()[one_of_each_lane().index(match)]}}}")


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
    """Three masters; each has the slots of some of the lanes."""

    async def test_the_replica_carries_the_hints_when_the_owner_of_the_slot_dies(self) -> None:
        with redis_nodes.cluster(replica=True) as nodes:
            async with replicas(nodes.url) as both:
                owner, gaps = nodes.owner(), both.notes.gaps
                assert ours(owner) >= 2
                nodes.kill(owner)
                await until(lambda: both.notes.gaps > gaps)
                await until(both.healthy)
                await both.meet()
                await until(lambda: nodes.owner() == nodes.by_role("replica")[0])
                await both.meet()

    @pytest.mark.nightly
    async def test_replicas_of_ours_meet_across_the_owner_and_its_replica(self) -> None:
        with redis_nodes.cluster(replica=True) as nodes:
            owner, [replica] = nodes.owner(), nodes.by_role("replica")
            async with replicas(nodes.url) as both:
                ids = [line.split()[0] for line in owner.ask("CLIENT", "LIST").splitlines() if OURS in line]
                owner.ask("CLIENT", "KILL", "ID", ids[0].removeprefix("id="))
                await until(lambda: ours(replica) == 1)
                await both.meet()

    @pytest.mark.nightly
    async def test_a_frozen_owner_is_left_for_its_replica(self) -> None:
        with redis_nodes.cluster(replica=True) as nodes:
            async with replicas(nodes.url) as both:
                owner = nodes.owner()
                nodes.freeze(owner)
                await until(both.unhealthy)
                await until(both.healthy)
                await both.meet()
                nodes.thaw(owner)
                await both.meet()

    @pytest.mark.nightly
    async def test_without_a_replica_it_is_unhealthy_until_the_owner_is_back(self) -> None:
        with redis_nodes.cluster() as nodes:
            async with replicas(nodes.url) as both:
                owner = nodes.owner()
                nodes.kill(owner)
                await until(both.unhealthy)
                losses = both.here.counts.losses
                await until(lambda: both.here.counts.losses > losses + 2)
                assert both.unhealthy()
                nodes.revive(owner)
                await until(both.healthy)
                await both.meet()

    async def test_the_lanes_are_shared_by_the_shards_and_one_that_dies_takes_its_own_along(self) -> None:
        with redis_nodes.cluster() as nodes:
            async with replicas(nodes.url) as both:
                assert sum(map(ours, nodes.nodes)) == 2 * LANES
                assert min(map(ours, nodes.nodes)) >= 2 * (LANES // 3)
                dies = next(node for node in nodes.nodes if node is not nodes.owner())
                lost = {match for match in one_of_each_lane() if owner_of(nodes, match) is dies}
                left = set(one_of_each_lane()) - lost
                assert len(lost) >= LANES // 3
                nodes.kill(dies)
                await until(both.unhealthy)
                assert both.here.healthy, "it follows nothing that is there"
                both.notes.gaps_of.clear()
                for _ in range(3):
                    await both.meet(tuple(left))
                assert not both.notes.gaps_of, "the others have lost nothing"
                nodes.revive(dies)
                await until(both.healthy)
                assert set(both.notes.gaps_of) == lost, "who watches these looks once"
                await both.meet()

    @pytest.mark.nightly
    async def test_dead_and_frozen_nodes_of_the_url_are_passed_over(self) -> None:
        with redis_nodes.cluster(replica=True) as nodes:
            owner, [replica] = nodes.owner(), nodes.by_role("replica")
            other, frozen = [node for node in nodes.by_role("master") if node is not owner]
            nodes.kill(other)
            nodes.freeze(frozen)
            url = f"redis+cluster://{other.address},{frozen.address},{replica.address}"
            async with replicas(url, matches=one_of_each_lane()[:1]):
                pass

    @pytest.mark.nightly
    async def test_a_slot_that_moves_is_followed(self) -> None:
        with redis_nodes.cluster() as nodes:
            async with replicas(nodes.url) as both:
                source = nodes.owner()
                target = next(node for node in nodes.nodes if node is not source)
                before = ours(target)
                nodes.move_slot(target)
                await until(lambda: ours(target) == before + 2)
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
