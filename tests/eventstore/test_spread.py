"""Spreading a store over several nodes, as far as it needs none. The rest is in tests/citus."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID, uuid4

import asyncpg
import pytest

from eventstore import migrate
from eventstore.postgres.citus.cluster import TABLES, in_shard
from eventstore.postgres.citus.hashing import uuid_hash
from eventstore.postgres.citus.placement import Node, url_of
from eventstore.store import StoreUnsuited


def test_a_copy_of_a_function_names_its_shard_and_nothing_else() -> None:
    definition = "plain.append_lines(p_events) INSERT INTO unsequenced v_stream streams%ROWTYPE append_checked(events)"
    shards = {name: number for number, name in enumerate(TABLES, 10)}
    assert in_shard(definition, shards) == (
        "append_lines_10(p_events) INSERT INTO spread_queue_15 v_stream streams_10%ROWTYPE append_checked_10(events_11)"
    )


@pytest.mark.anyio
async def test_a_stream_has_the_hash_that_postgres_gives_it(database_url: str) -> None:
    ids = [UUID(int=0), UUID(int=2**128 - 1), *(uuid4() for _ in range(100))]
    connection = await asyncpg.connect(database_url)
    rows = await connection.fetch("SELECT uuid_hash(id) AS hash FROM unnest($1::uuid[]) AS id", ids)
    await connection.close()
    assert [uuid_hash(one) for one in ids] == [row["hash"] for row in rows]


@pytest.mark.parametrize(
    ("url", "node", "expected"),
    [
        (
            "postgresql://me:pa%40ss@a:1,b:2/db?sslmode=require",
            ("c", 3),
            "postgresql://me:pa%40ss@c:3/db?sslmode=require",
        ),
        ("postgres://localhost/db", ("::1", 5432), "postgres://[::1]:5432/db"),
    ],
)
def test_a_worker_has_the_url_of_the_coordinator_but_for_its_address(
    url: str, node: tuple[str, int], expected: str
) -> None:
    assert url_of(url, Node(*node)) == expected


def test_what_is_no_cluster_is_not_spread(database_url: str) -> None:
    with pytest.raises(StoreUnsuited, match="has no Citus"):
        migrate.spread(database_url)


def test_a_file_is_not_spread(tmp_path: Path) -> None:
    with pytest.raises(StoreUnsuited, match="only a Postgres database"):
        migrate.spread(f"sqlite:///{tmp_path / 'store.db'}")
