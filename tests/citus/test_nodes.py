"""What lies where in a store on several nodes, and what its nodes refuse."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from uuid import uuid4

import asyncpg
import pytest

from eventstore import migrate
from eventstore.limits import DEFAULT
from eventstore.open import open_store
from eventstore.postgres.citus.cluster import KEPT, SHARDS, TABLES
from eventstore.retention import epochs
from eventstore.revisions import EVENT_STORE, newest_revision
from eventstore.store import EventStore, StoreUnsuited
from tests import services
from tests.eventstore.given import Stream, creation, sequence_all, whole_log
from tests.kit.citus_nodes import SHARDS_SEEN, Cluster, cluster, needs_citus
from tests.kit.waiting import PATIENT

pytestmark = [needs_citus, pytest.mark.programs, pytest.mark.anyio]

TOGETHER = """
    SELECT count(DISTINCT nodeport) FROM pg_dist_shard_placement JOIN pg_dist_shard USING (shardid)
    WHERE logicalrelid = ANY ($2::text[]::regclass[]) AND shardid IN (
        SELECT get_shard_id_for_distribution_column(name, $1::uuid) FROM unnest($2::text[]::regclass[]) AS name
    )
"""
SHARD_OF = "SELECT get_shard_id_for_distribution_column($1::text::regclass, $2::uuid)"


@pytest.fixture
async def store(citus_url: str) -> AsyncIterator[EventStore]:
    opened = await open_store(citus_url, PATIENT)
    yield opened
    await opened.close()


def test_all_of_a_stream_lies_on_one_worker(citus_cluster: Cluster) -> None:
    ids = [uuid4() for _ in range(20)]
    assert {services.run(services.ask(citus_cluster.url, TOGETHER, one, list(TABLES))) for one in ids} == {1}
    assert {citus_cluster.worker_of(one).name for one in ids} == {"one", "two"}


async def test_each_node_has_an_append_for_each_shard(citus_cluster: Cluster) -> None:
    copies = "SELECT count(*) FROM pg_proc WHERE proname ~ '^append_lines_[0-9]+$'"
    for node in (citus_cluster.coordinator, *citus_cluster.workers):
        assert await services.ask(node.url, copies) == SHARDS


async def test_a_spread_store_keeps_to_one_epoch(store: EventStore) -> None:
    for refused in (epochs.open_next(store), epochs.retire(store, 0)):
        with pytest.raises((StoreUnsuited, ValueError), match=r"keeps to one epoch|epoch 0 is open"):
            await refused
    assert [(epoch.number, epoch.open) for epoch in await epochs.listed(store)] == [(0, True)]


@pytest.mark.parametrize("table", ["events", "commands"])
async def test_no_node_changes_what_is_stored(store: EventStore, citus_cluster: Cluster, table: str) -> None:
    one = Stream(store)
    await one.append()
    worker = (await asyncio.to_thread(citus_cluster.worker_of, one.id)).url
    shard = await services.ask(citus_cluster.url, SHARD_OF, table, one.id)
    for statement in (f"UPDATE {table} SET stream_id = stream_id", f"DELETE FROM {table}", f"TRUNCATE {table}"):
        with pytest.raises(asyncpg.PostgresError):
            await services.execute(citus_cluster.url, statement)
        own = statement.replace(f" {table}", f" {table}_{shard}")
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await services.execute(worker, *SHARDS_SEEN, own)
    assert len(await store.read(one.id)) == 1


def test_a_store_is_spread_once_and_its_functions_as_often_as_one_likes(citus_cluster: Cluster) -> None:
    told: list[str] = []
    migrate.spread(citus_cluster.url, tell=told.append)
    assert told == [f"each of {SHARDS} shards has its own append"]
    kept = "SELECT array_agg(proname::text ORDER BY proname) FROM pg_proc WHERE pronamespace = 'plain'::regnamespace"
    assert services.run(services.ask(citus_cluster.url, kept)) == sorted(KEPT)


def test_what_was_stored_before_is_spread_with_the_rest() -> None:
    with cluster(lambda url: services.run(_play(url))) as filled:
        services.run(_play_on(filled.url))
        left = "SELECT pg_relation_size('streams') + pg_relation_size('commands')"
        assert services.run(services.ask(filled.url, left)) == 0, "rows that nobody sees"


FIRST, SECOND = uuid4(), uuid4()


async def _play(url: str) -> None:
    store = await open_store(url, PATIENT)
    await store.append_all([creation(FIRST, count=3, secret=b"seed"), creation(SECOND, count=2)])
    assert await store.sequence() == 5
    await Stream(store, FIRST, 3, (await store.read(FIRST))[-1].hash).append(2)
    await store.close()


async def _play_on(url: str) -> None:
    store = await open_store(url, PATIENT)
    assert (await store.secret(FIRST), (await store.lag()).events) == (b"seed", 2)
    await Stream(store, FIRST, 5, (await store.read(FIRST))[-1].hash).append(1)
    assert await sequence_all(store) == 3
    logged = await whole_log(store)
    assert [each.event.version for each in logged if each.event.stream_id == FIRST] == [1, 2, 3, 4, 5, 6]
    assert len(logged) == 8
    await store.close()


async def test_a_store_that_is_in_use_is_not_migrated(store: EventStore, citus_url: str) -> None:
    newest = newest_revision(EVENT_STORE)
    changed = "UPDATE event_store_version SET version_num = '{}'"
    await services.execute(citus_url, changed.format("9999"))
    try:
        with pytest.raises(StoreUnsuited, match="stop all replicas"):
            await asyncio.to_thread(migrate.upgrade, citus_url)
    finally:
        await services.execute(citus_url, changed.format(newest))


async def test_a_store_on_several_nodes_has_no_standbys_that_answer(citus_url: str) -> None:
    with pytest.raises(StoreUnsuited, match="no read replicas"):
        await open_store(citus_url, DEFAULT, citus_url)
