"""What belongs to a stream or a shard is found by it: keys of tables, and statements of the store."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from uuid import UUID

import asyncpg
import pytest

from eventstore.envelope import Snapshot
from eventstore.open import open_store
from eventstore.postgres import append, log, reads
from eventstore.postgres.pool import Pool
from tests.eventstore.given import Stream, command, creation
from tests.kit.waiting import PATIENT

pytestmark = pytest.mark.anyio
KEYS = """
    SELECT relation.relname AS of, array_agg(attribute.attname::text) AS columns
    FROM pg_index AS key JOIN pg_class AS relation ON relation.oid = key.indrelid
    JOIN pg_attribute AS attribute ON attribute.attrelid = key.indrelid AND attribute.attnum = ANY (key.indkey)
    WHERE key.indisunique AND relation.relnamespace = 'public'::regnamespace
    GROUP BY key.indexrelid, relation.relname
"""
OF_ALL_SHARDS = {
    "epochs": "when each was opened",
    "event_store_version": "the revision",
    "read_models": "their names",
    "unsequenced": "ids order what waits; on several nodes the key is another one",
}
"""Tables of which no row belongs to a stream or a shard, and the queue of all shards."""
ACROSS = {
    append.APPEND_ALL: "a round of a tournament; its matches are born in one shard with it",
    append.APPEND_EACH: "appends that came at once, each for itself",
    reads.TAILS: "reads that came at once, each for itself",
    log.SEQUENCE: "the sequencer",
    log.READ_LOG: "read models",
    reads.LAG: "an alarm",
}
"""The statements that touch more than one shard."""


async def test_each_unique_key_has_the_stream_or_the_shard(database_url: str) -> None:
    connection = await asyncpg.connect(database_url)
    keys = [(row["of"], set(row["columns"])) for row in await connection.fetch(KEYS)]
    await connection.close()
    assert {of for of, columns in keys if not columns & {"stream_id", "shard"}} <= OF_ALL_SHARDS.keys()
    assert {"events_e0", "commands_e0", "streams", "shard_log", "shard_heads", "snapshots"} <= {of for of, _ in keys}


async def test_each_statement_is_of_one_stream_but_for_those_listed(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[tuple[str, tuple[object, ...]]] = []
    for name in ("fetch", "write"):
        _note(monkeypatch, name, noted)
    store = await open_store(database_url, PATIENT)
    noted.clear()
    streams = [Stream(store) for _ in range(4)]
    await asyncio.gather(*(stream.append(2) for stream in streams))
    await store.append_all([creation(secret=b"seed") for _ in range(2)])
    one = streams[0]
    await store.find_command(one.id, command("c1"))
    await store.save_snapshot(Snapshot(one.id, 2, one.head_hash, "rules", "schema", b"state"))
    await asyncio.gather(*(store.read(stream.id, 2, head=stream.head_hash) for stream in streams))
    for asked in (store.head(one.id), store.read(one.id), store.load(one.id, "rules", "schema"), store.secret(one.id)):
        await asked
    await store.lag()
    await store.sequence()
    await store.read_log()
    await store.close()
    across = {query for query, arguments in noted if query not in ACROSS and len(set(_named(arguments))) != 1}
    assert across == set()
    assert {append.APPEND_ALL, reads.TAILS, reads.HEAD, reads.READ, reads.LOAD} <= {query for query, _ in noted}


def _note(patch: pytest.MonkeyPatch, name: str, noted: list[tuple[str, tuple[object, ...]]]) -> None:
    before = getattr(Pool, name)

    async def ask(self: Pool, query: str, *arguments: object) -> object:
        noted.append((query, arguments))
        return await before(self, query, *arguments)

    patch.setattr(Pool, name, ask)


def _named(arguments: Iterable[object]) -> Iterator[UUID]:
    """The streams that these name."""
    for each in arguments:
        if isinstance(each, UUID):
            yield each
        elif isinstance(each, list):
            yield from _named(each)
