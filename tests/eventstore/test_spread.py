"""Spreading a store over several nodes, as far as it needs none. The rest is in tests/citus."""

from __future__ import annotations

from pathlib import Path

import pytest

from eventstore import migrate
from eventstore.postgres.citus.cluster import TABLES, in_shard
from eventstore.store import StoreUnsuited


def test_a_copy_of_a_function_names_its_shard_and_nothing_else() -> None:
    definition = "plain.append_lines(p_events) INSERT INTO unsequenced v_stream streams%ROWTYPE append_checked(events)"
    shards = {name: number for number, name in enumerate(TABLES, 10)}
    assert in_shard(definition, shards) == (
        "append_lines_10(p_events) INSERT INTO spread_queue_15 v_stream streams_10%ROWTYPE append_checked_10(events_11)"
    )


def test_what_is_no_cluster_is_not_spread(database_url: str) -> None:
    with pytest.raises(StoreUnsuited, match="has no Citus"):
        migrate.spread(database_url)


def test_a_file_is_not_spread(tmp_path: Path) -> None:
    with pytest.raises(StoreUnsuited, match="only a Postgres database"):
        migrate.spread(f"sqlite:///{tmp_path / 'store.db'}")
