"""A Citus cluster of a test's own: a coordinator and two workers, where its programs are given."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from eventstore import migrate
from eventstore.postgres.citus import cluster as citus
from service.tables import REVISIONS
from tests import services
from tests.kit.databases import EMPTY
from tests.kit.postgres_nodes import Node, folder_of_servers, primary

VARIABLE = "PLAYLEDGER_CITUS_BIN"
PROGRAMS = os.environ.get(VARIABLE)
needs_citus = pytest.mark.skipif(not PROGRAMS, reason=f"{VARIABLE} names no folder of a Postgres that has Citus")
SETTINGS = {
    "shared_preload_libraries": "citus",
    "max_prepared_transactions": "100",
    "citus.node_conninfo": "sslmode=disable",
    # what a node that was lost had prepared is settled soon after it is back
    "citus.recover_2pc_interval": "2s",
}
EMPTY_SHARDS = f"""
DO $$
DECLARE
    one record;
    guard name;
    filled boolean;
BEGIN
    FOR one IN
        SELECT c.oid::regclass AS name,
            array(SELECT tgname FROM pg_trigger WHERE tgrelid = c.oid AND tgenabled = 'A') AS guards
        FROM pg_class c
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
            AND relname ~ '^({"|".join(citus.TABLES)})_[0-9]+$'
    LOOP
        EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s)', one.name) INTO filled;
        CONTINUE WHEN NOT filled;
        FOREACH guard IN ARRAY one.guards LOOP
            EXECUTE format('ALTER TABLE %s DISABLE TRIGGER %I', one.name, guard);
        END LOOP;
        EXECUTE format('DELETE FROM %s', one.name);
        FOREACH guard IN ARRAY one.guards LOOP
            EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', one.name, guard);
        END LOOP;
    END LOOP;
END $$
"""
"""Removes all rows of the shards that a worker has, those of append-only tables too."""
SHARDS_SEEN = ("SET citus.override_table_visibility = off", "SET citus.enable_manual_changes_to_shards = on")


@dataclass(frozen=True)
class Cluster:
    """A cluster whose store is migrated and spread."""

    coordinator: Node
    workers: tuple[Node, Node]

    @property
    def url(self) -> str:
        return self.coordinator.url

    def empty(self) -> None:
        """Remove all rows: the store is as it was at first."""
        for worker in self.workers:
            services.run(services.execute(worker.url, *SHARDS_SEEN, EMPTY_SHARDS))
        services.run(services.execute(self.url, EMPTY))

    def worker_of(self, stream_id: object) -> Node:
        """The worker that has a stream."""
        port = services.run(services.ask(self.url, WORKER_OF, stream_id))
        return next(worker for worker in self.workers if worker.port == port)


WORKER_OF = """
    SELECT nodeport FROM pg_dist_shard_placement
    WHERE shardid = get_shard_id_for_distribution_column('streams', $1::uuid)
"""


@contextmanager
def cluster(fill: Callable[[str], None] = lambda url: None) -> Iterator[Cluster]:
    """A cluster that runs, stopped at the end. `fill` is told the URL of the store before it is spread."""
    with ExitStack() as stack:
        folder = stack.enter_context(folder_of_servers())
        programs = Path(str(PROGRAMS))
        nodes = [stack.enter_context(primary(folder, name, SETTINGS, programs)) for name in ("home", "one", "two")]
        for node in nodes:
            services.run(services.execute(node.url, "CREATE EXTENSION citus"))
        home, *workers = nodes
        joined = [f"SELECT citus_add_node('127.0.0.1', {worker.port})" for worker in workers]
        services.run(
            services.execute(home.url, f"SELECT citus_set_coordinator_host('127.0.0.1', {home.port})", *joined)
        )
        migrate.upgrade(home.url)
        migrate.upgrade(home.url, REVISIONS)
        fill(home.url)
        migrate.spread(home.url)
        yield Cluster(home, (workers[0], workers[1]))
