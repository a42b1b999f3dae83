"""Statements about one stream go to the worker that has it, also when that has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from uuid import uuid4

import asyncpg
import pytest

from eventstore.open import open_store
from eventstore.postgres import append, reads
from eventstore.postgres.citus.placement import Node, Placement, Shard
from eventstore.postgres.pool import Pool
from eventstore.store import StoreUnavailable
from tests.citus.test_nodes import SHARD_OF
from tests.eventstore.given import Stream, creation
from tests.kit.citus_nodes import Cluster, needs_citus
from tests.kit.waiting import PATIENT

pytestmark = [needs_citus, pytest.mark.programs, pytest.mark.anyio]


@pytest.fixture
async def placement(citus_url: str) -> AsyncIterator[Placement]:
    home = await Pool.connect(citus_url, PATIENT)
    opened = await Placement.open(home, citus_url, PATIENT)
    yield opened
    await opened.close()
    await home.close()


@pytest.fixture
async def stream(citus_url: str) -> AsyncIterator[Stream]:
    """A stream with one event."""
    store = await open_store(citus_url, PATIENT)
    one = Stream(store)
    await one.append()
    yield one
    await store.close()


def shard_of(placement: Placement, one: Stream) -> Shard:
    found = placement.of(one.id).pool
    assert isinstance(found, Shard)
    return found


async def mislead(shard: Shard, cluster: Cluster) -> Node:
    """Let the service believe that a shard is on the other worker; where it is."""
    right = shard.node
    (other,) = (worker for worker in cluster.workers if worker.port != right.port)
    shard.node = Node("127.0.0.1", other.port)
    return right


async def test_every_stream_is_looked_for_where_citus_has_it(placement: Placement, citus_cluster: Cluster) -> None:
    connection = await asyncpg.connect(citus_cluster.url)
    for one in [uuid4() for _ in range(100)]:
        shard = placement.of(one).pool
        assert isinstance(shard, Shard)
        assert shard.number == await connection.fetchval(SHARD_OF, "streams", one)
    await connection.close()


async def test_a_shard_that_has_moved_is_looked_for_once(
    placement: Placement, stream: Stream, citus_cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eventstore.postgres.citus.placement.APART", 0)
    shard = shard_of(placement, stream)
    for ask in (
        lambda: shard.fetch(reads.HEAD, stream.id),
        lambda: shard.write(append.APPEND, *append.arguments(stream.following())),
    ):
        right = await mislead(shard, citus_cluster)
        assert len(await ask()) == 1
        assert shard.node == right
    assert (await shard.fetch(reads.HEAD, stream.id))[0]["version"] == 2


async def test_a_node_that_has_not_the_shard_writes_and_answers_nothing(
    placement: Placement, stream: Stream, citus_cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where nobody knows better: the coordinator answers a read, and nobody an append."""

    async def nothing() -> None:
        """Learn nothing."""

    monkeypatch.setattr(placement, "look", nothing)
    shard = shard_of(placement, stream)
    await mislead(shard, citus_cluster)
    with pytest.raises(StoreUnavailable, match="not here"):
        await shard.write(append.APPEND, *append.arguments(stream.following()))
    assert [row["version"] for row in await shard.fetch(reads.FOLLOW, stream.id, 1, None)] == [1]
    assert await shard.fetch(reads.HEAD, uuid4()) == []


async def test_the_coordinator_answers_for_a_shard_that_moves(
    placement: Placement, stream: Stream, citus_cluster: Cluster
) -> None:
    shard = shard_of(placement, stream)
    worker = await asyncio.to_thread(citus_cluster.worker_of, stream.id)
    mover = await asyncpg.connect(worker.url)
    transaction = mover.transaction()
    await transaction.start()
    await mover.execute(f"SELECT lock_shard_metadata(7, ARRAY[{shard.number}])")
    assert (await shard.fetch(reads.HEAD, stream.id))[0]["version"] == 1
    with pytest.raises(StoreUnavailable, match="lock timeout"):
        await shard.write(append.APPEND, *append.arguments(stream.following()))
    await transaction.rollback()
    await mover.close()
    assert len(await shard.write(append.APPEND, *append.arguments(stream.following()))) == 1


async def test_a_round_is_read_where_each_of_its_streams_lies(stream: Stream) -> None:
    """Written by the coordinator, read from the workers."""
    appends = [creation(secret=b"seed") for _ in range(8)]
    await stream.store.append_all(appends)
    for one in appends:
        assert await stream.store.secret(one.stream_id) == b"seed"
        assert (await stream.store.load(one.stream_id, "rules", "schema"))[1] == await stream.store.read(one.stream_id)


async def test_watchers_of_several_streams_are_answered_together(stream: Stream) -> None:
    streams = [Stream(stream.store) for _ in range(40)]
    await asyncio.gather(*(one.append(3) for one in streams))
    tails = await asyncio.gather(*(_tail(one) for one in streams for _ in range(2)))
    assert tails == [[2, 3]] * 80


async def _tail(one: Stream) -> list[int]:
    first = (await one.store.read(one.id, limit=1))[0]
    return [event.version for event in await one.store.read(one.id, 1, head=first.hash)]
