"""Spreads the tables of a store over the nodes of a Citus cluster, and gives each shard its own append."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg

from eventstore.postgres.engine import Connection
from eventstore.revisions import EVENT_STORE, newest_revision, refuse_earlier
from eventstore.store import StoreUnsuited

Tell = Callable[[str], None]

FOLDER = Path(__file__).with_name("sql")
SEPARATOR = "\n\n-- next\n"
SHARDS = 32
"""Shards of Citus, which it moves between nodes: the most nodes that a store can be spread over."""
QUEUE = "spread_queue"
"""The queue of appends that wait for positions, beside their streams."""
HOME = "home_queue"
"""The table `unsequenced` of one database: what has come to the coordinator. Readers see both queues by that name."""
TABLES = ("streams", "events", "commands", "match_secrets", "snapshots", QUEUE)
"""The tables that lie on workers, all rows of a stream on one of them. Everything else stays on the coordinator."""
KEPT = ("append_lines", "append_events", "append_checked", "append_all_events", "sequence_shards")
"""The functions of a store in one database that others stand in for; these wait in the schema `plain`."""
DERIVED = ("append_lines", "append_checked")
"""Those of which each shard has a copy."""
NUMBERING = "sequence_shards"
"""The function that empties the queue of the coordinator."""
STANDING_IN = ("hold_shard", "append_all_events", "bring_home", NUMBERING, f"{NUMBERING}_at_home")

SPREAD = f"SELECT to_regclass('{QUEUE}') IS NOT NULL AS spread"
OTHERS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'playledger'"
LOOKS = 25
"""Looks, five a second, whether sessions that are about to end have ended."""
WORKERS = "SELECT count(*) FROM pg_dist_node WHERE isactive AND shouldhaveshards"
COORDINATOR = "SELECT groupid = 0 FROM pg_dist_local_group"
CREATE_QUEUE = f"""
    CREATE TABLE {QUEUE} (
      stream_id uuid NOT NULL, first_version integer NOT NULL, last_version integer NOT NULL,
      since timestamptz NOT NULL, PRIMARY KEY (stream_id, first_version)
    ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)
"""
WAITING = """
    CREATE VIEW unsequenced WITH (security_invoker) AS
      SELECT id, stream_id, first_version, last_version, since FROM home_queue
      UNION ALL
      -- after what is home: a number that orders the appends of one stream
      SELECT first_version + (1::bigint << 62), stream_id, first_version, last_version, since FROM spread_queue
"""
DISTRIBUTE = "SELECT create_distributed_table($1::text::regclass, 'stream_id', colocate_with := $2)"
EMPTY = "SELECT truncate_local_data_after_distributing_table($1::text::regclass)"
GUARDS = """
    SELECT tgrelid::regclass::text AS guarded, quote_ident(tgname) AS guard FROM pg_trigger
    WHERE tgenabled = 'A' AND tgrelid IN (
        SELECT $1::text::regclass UNION ALL SELECT inhrelid FROM pg_inherits WHERE inhparent = $1::text::regclass
    )
"""
PLACES = """
    SELECT array_agg(logicalrelid::text) AS tables, array_agg(shardid) AS shards, shardminvalue::integer AS low,
           min(nodename) AS host, min(nodeport) AS port
    FROM pg_dist_shard JOIN pg_dist_shard_placement USING (shardid)
    WHERE logicalrelid = ANY ($1::text[]::regclass[]) GROUP BY shardminvalue ORDER BY low
"""
BIRTH = "birth_epoch()"
"""The expression that tells in one database where a stream is born. A spread store keeps to one epoch, which its
functions name.
"""
EPOCH = "SELECT max(epoch)::text FROM epochs"
DEFINITION = "SELECT pg_get_functiondef(to_regproc('plain.' || $1))"
SIGNATURES = """
    SELECT oid::regprocedure::text AS signature FROM pg_proc
    WHERE pronamespace = $1::regnamespace AND proname ~ $2 ORDER BY 1
"""


async def is_spread(connection: Connection) -> bool:
    """Whether the store of this database lies on several nodes."""
    return bool(await connection.fetchval(SPREAD))


async def is_behind(connection: Connection) -> bool:
    """Whether the store lies on several nodes, and has another revision than the newest. Raises StoreUnsuited."""
    if not await is_spread(connection):
        return False
    reached: str = await connection.fetchval("SELECT version_num FROM event_store_version")
    refuse_earlier(reached, EVENT_STORE)
    return reached != newest_revision(EVENT_STORE)


async def spread(connection: Connection, tell: Tell) -> None:
    """Spread the tables over the workers, if they are not yet, and make the functions anew. Raises StoreUnsuited."""
    await _check(connection)
    async with connection.transaction():
        if await is_spread(connection):
            await restore(connection)
        else:
            await _tables(connection, tell)
        await derive(connection)
    tell(f"each of {SHARDS} shards has its own append")


@asynccontextmanager
async def of_one_database(connection: Connection) -> AsyncIterator[None]:
    """While the block runs, a spread store has the functions of one database, for a migration to change.

    They would be planned as distributed queries, so that nobody may append meanwhile. Raises StoreUnsuited.
    """
    await _alone(connection)
    async with connection.transaction():
        await restore(connection)
    try:
        yield
    finally:
        async with connection.transaction():
            await derive(connection)


async def _alone(connection: Connection) -> None:
    for _ in range(LOOKS):
        if not await connection.fetchval(OTHERS):
            return
        await asyncio.sleep(0.2)
    raise StoreUnsuited("a store on several nodes is migrated while nobody uses it: stop all replicas first")


async def _check(connection: Connection) -> None:
    if not await connection.fetchval("SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')"):
        raise StoreUnsuited("the database has no Citus: CREATE EXTENSION citus, on each node")
    if not await connection.fetchval(COORDINATOR) or not await connection.fetchval(WORKERS):
        raise StoreUnsuited("this is no coordinator with workers: SELECT citus_add_node(...) on the coordinator")


async def _tables(connection: Connection, tell: Tell) -> None:
    # the triggers that keep tables append-only look at no other row, so that they may stand on each shard
    await connection.execute("SET LOCAL citus.enable_unsafe_triggers = on")
    await connection.execute(f"SET LOCAL citus.shard_count = {SHARDS}")
    await connection.execute("SET LOCAL citus.multi_shard_modify_mode = 'sequential'")
    await connection.execute(CREATE_QUEUE)
    for table in TABLES:
        beside = "none" if table == TABLES[0] else TABLES[0]
        await connection.execute(DISTRIBUTE, table, beside)
        await _empty(connection, table)
        tell(f"{table}: spread by stream")
    await connection.execute("CREATE SCHEMA plain")


async def _empty(connection: Connection, table: str) -> None:
    """Remove the rows that were here before: they are on the workers now, and nobody sees them here any more."""
    guards = await connection.fetch(GUARDS, table)
    await _set(connection, guards, "DISABLE")
    await connection.execute(EMPTY, table)
    await _set(connection, guards, "ENABLE ALWAYS")


async def _set(connection: Connection, guards: Sequence[asyncpg.Record], change: str) -> None:
    """Change triggers of this node alone: those of the workers stay as they are."""
    await connection.execute("SET LOCAL citus.enable_ddl_propagation = off")
    for row in guards:
        await connection.execute(f"ALTER TABLE {row['guarded']} {change} TRIGGER {row['guard']}")
    await connection.execute("SET LOCAL citus.enable_ddl_propagation = on")


async def derive(connection: Connection) -> None:
    """Put the functions of a spread store in the place of those of one database."""
    for signature in await _signatures(connection, "public", KEPT):
        await connection.execute(f"ALTER FUNCTION {signature} SET SCHEMA plain")
    await connection.execute(f"ALTER TABLE unsequenced RENAME TO {HOME}")
    await connection.execute(WAITING)
    # the copies name tables that this node does not have
    await connection.execute("SET LOCAL check_function_bodies = off")
    epoch: str = await connection.fetchval(EPOCH)
    places = [shards_of(row) for row in await connection.fetch(PLACES, list(TABLES))]
    for name in DERIVED:
        definition: str = await connection.fetchval(DEFINITION, name)
        for shards in places:
            copy = in_shard(definition.replace(BIRTH, epoch), shards)
            hold = f"\nBEGIN\n  PERFORM hold_shard({shards[TABLES[0]]});\n"
            await connection.execute(copy.replace("\nBEGIN\n", hold, 1))
    numbering: str = await connection.fetchval(DEFINITION, NUMBERING)
    at_home = numbering.replace(f"plain.{NUMBERING}", f"{NUMBERING}_at_home")
    await connection.execute(re.sub(r"\bunsequenced\b", HOME, at_home))
    for name in ("hold_shard", "append_all_events", "bring_home"):
        for statement in (FOLDER / f"{name}.sql").read_text("utf-8").split(SEPARATOR):
            await connection.execute(statement.replace(BIRTH, epoch))


async def restore(connection: Connection) -> None:
    """Put the functions of one database back, for a migration to change. Nobody may append meanwhile."""
    copies = tuple(rf"{name}_\d+" for name in DERIVED)
    for signature in await _signatures(connection, "public", (*STANDING_IN, *copies)):
        await connection.execute(f"DROP FUNCTION {signature}")
    await connection.execute("DROP VIEW unsequenced")
    await connection.execute(f"ALTER TABLE {HOME} RENAME TO unsequenced")
    for signature in await _signatures(connection, "plain", KEPT):
        await connection.execute(f"ALTER FUNCTION {signature} SET SCHEMA public")


async def _signatures(connection: Connection, schema: str, names: tuple[str, ...]) -> list[str]:
    rows = await connection.fetch(SIGNATURES, schema, f"^({'|'.join(names)})$")
    return [row["signature"] for row in rows]


def shards_of(row: asyncpg.Record) -> dict[str, int]:
    """The shard of each table, of a row of PLACES."""
    return dict(zip(row["tables"], row["shards"], strict=True))


def in_shard(text: str, shards: Mapping[str, int]) -> str:
    """A function or a statement for one shard: with the names of its tables, and calls of the copies for it."""
    own = {**shards, "unsequenced": shards[QUEUE]}
    tables = {name: f"{QUEUE if name == 'unsequenced' else name}_{number}" for name, number in own.items()}
    named = re.sub(rf"\b({'|'.join(tables)})\b", lambda found: tables[found[1]], text)
    functions = rf"\b(?:plain\.)?({'|'.join(DERIVED)})\("
    return re.sub(functions, lambda found: f"{found[1]}_{shards[TABLES[0]]}(", named)
