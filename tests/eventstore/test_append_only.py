"""The database itself refuses to change or remove what was stored."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from string import Template
from uuid import UUID

import asyncpg
import pytest

from eventstore.open import open_store
from eventstore.tables import IMMUTABLE
from tests import services
from tests.eventstore.given import Stream, sequence_all
from tests.kit.databases import Databases
from tests.kit.waiting import PATIENT

DIVIDED = {"events", "commands"}
"""Tables whose partitions alone have a key by which a row could be named."""
TABLES = [*IMMUTABLE, "events_e0", "commands_e0"]
SOME_COLUMN = {"commands": "caller", "commands_e0": "caller", "shard_log": "number"}
KEY = "stream_id, version"
KEYS = dict.fromkeys(("commands", "commands_e0"), "stream_id, caller, command_id") | {"shard_log": "shard, stamp"}

ON_POSTGRES = (
    "UPDATE $t SET $c = $c",
    "UPDATE $t SET $c = $c WHERE false",
    "DELETE FROM $t",
    "DELETE FROM $t WHERE false",
    "TRUNCATE $t",
    "TRUNCATE $t CASCADE",
    "INSERT INTO $t SELECT * FROM $t ON CONFLICT ($key) DO UPDATE SET $c = excluded.$c",
    "MERGE INTO $t x USING $t y ON x.stream_id = y.stream_id WHEN MATCHED THEN UPDATE SET $c = y.$c",
    "MERGE INTO $t x USING $t y ON x.stream_id = y.stream_id WHEN MATCHED THEN DELETE",
)
ON_SQLITE = (
    "UPDATE $t SET $c = $c",
    "UPDATE OR REPLACE $t SET $c = $c",
    "DELETE FROM $t",
    "INSERT OR REPLACE INTO $t SELECT * FROM $t",
    "REPLACE INTO $t SELECT * FROM $t LIMIT 1",
    "INSERT INTO $t SELECT * FROM $t WHERE true ON CONFLICT ($key) DO UPDATE SET $c = excluded.$c",
)


async def fill(url: str) -> None:
    store = await open_store(url, PATIENT)
    for n in range(40):
        # fixed ids, so that every partition has some
        await Stream(store, UUID(int=n)).append(2)
    await sequence_all(store)
    await store.close()


@pytest.fixture(scope="module")
def filled(databases: Databases) -> Iterator[str]:
    """One database for all: whatever is tried on it, nothing of it changes."""
    with databases.lent() as url:
        services.run(fill(url))
        yield url


@pytest.fixture
async def postgres(filled: str) -> AsyncIterator[asyncpg.Connection[asyncpg.Record]]:
    connection = await asyncpg.connect(filled)
    yield connection
    await connection.close()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One file for all."""
    path = tmp_path_factory.mktemp("append-only") / "store.db"
    services.run(fill(f"sqlite:///{path}"))
    return path


@pytest.fixture(params=["OFF", "ON"])
def sqlite(file: Path, request: pytest.FixtureRequest) -> Iterator[sqlite3.Connection]:
    """Somebody else's connection, with and without the pragma on which REPLACE's delete triggers hang."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute(f"PRAGMA recursive_triggers = {request.param}")
    yield connection
    connection.close()


def statements(templates: Sequence[str], table: str) -> list[str]:
    """The templates filled in for one table."""
    column = SOME_COLUMN.get(table, "type")
    key = KEYS.get(table, KEY)
    return [Template(each).substitute(t=table, c=column, key=key) for each in templates]


@pytest.mark.anyio
@pytest.mark.parametrize("table", TABLES)
async def test_postgres_refuses_every_change(postgres: asyncpg.Connection[asyncpg.Record], table: str) -> None:
    before = await postgres.fetch(f"TABLE {table}")
    for statement in statements(ON_POSTGRES, table):
        nameless = table in DIVIDED and "ON CONFLICT" in statement
        refusal = asyncpg.InvalidColumnReferenceError if nameless else asyncpg.InsufficientPrivilegeError
        with pytest.raises(refusal, match="no unique" if nameless else f"{table} is append-only"):
            await postgres.execute(statement)
    assert before
    assert await postgres.fetch(f"TABLE {table}") == before


@pytest.mark.anyio
async def test_postgres_refuses_even_where_ordinary_triggers_are_off(
    postgres: asyncpg.Connection[asyncpg.Record],
) -> None:
    await postgres.execute("SET session_replication_role = replica")
    for statement in [each for table in TABLES for each in statements(["DELETE FROM $t"], table)]:
        with pytest.raises(asyncpg.InsufficientPrivilegeError, match="append-only"):
            await postgres.execute(statement)


@pytest.mark.anyio
async def test_postgres_refuses_truncating_several_tables_at_once(postgres: asyncpg.Connection[asyncpg.Record]) -> None:
    with pytest.raises(asyncpg.InsufficientPrivilegeError, match="append-only"):
        await postgres.execute("TRUNCATE streams, events, snapshots")


def rows(connection: sqlite3.Connection, table: str) -> list[tuple[object, ...]]:
    return [row for query in statements(["SELECT * FROM $t"], table) for row in connection.execute(query)]


@pytest.mark.parametrize("table", IMMUTABLE)
def test_sqlite_refuses_every_change(sqlite: sqlite3.Connection, table: str) -> None:
    before = rows(sqlite, table)
    for statement in statements(ON_SQLITE, table):
        with pytest.raises(sqlite3.IntegrityError, match=f"{table} is append-only"):
            sqlite.execute(statement)
    assert before
    assert rows(sqlite, table) == before


def test_sqlite_events_have_no_rowid_by_which_they_could_be_replaced(sqlite: sqlite3.Connection) -> None:
    for query in ("SELECT rowid FROM events", "SELECT rowid FROM commands"):
        with pytest.raises(sqlite3.OperationalError, match="no such column"):
            sqlite.execute(query)
