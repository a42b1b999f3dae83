"""A store whose disk is full says so until it takes an append again, or would."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from eventstore.open import open_store
from eventstore.revisions import EVENT_STORE
from eventstore.sqlite.store import SqliteStore
from eventstore.store import EventStore, OutOfRoom, StoreUnavailable
from tests import services
from tests.eventstore.given import Stream, creation
from tests.kit.embedded import migrated
from tests.kit.waiting import PATIENT

pytestmark = pytest.mark.anyio
Fill = Callable[[bool], Awaitable[None]]
FULL = """
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$
"""


async def _fill_postgres(url: str, full: bool) -> None:
    """What a full disk of the tables answers, while that of the log has room."""
    if not full:
        await services.execute(url, "DROP FUNCTION no_room CASCADE")
        return
    trigger = "CREATE TRIGGER no_room BEFORE INSERT ON {} FOR EACH ROW EXECUTE FUNCTION no_room()"
    await services.execute(url, FULL, *(trigger.format(table) for table in ("events", "snapshots")))


async def _fill_sqlite(store: SqliteStore, full: bool) -> None:
    """No page more than there are."""

    def limit(connection: sqlite3.Connection) -> None:
        connection.execute(f"PRAGMA max_page_count = {1 if full else 2**30}")

    await store._writer.run(limit)


async def _specification(store: EventStore, fill: Fill) -> None:
    stream = Stream(store)
    await stream.append(1)
    await store.ping()
    await fill(True)
    # nobody has noticed, and a commit alone has room
    await store.ping()
    for _ in range(2):
        with pytest.raises(OutOfRoom, match=r"full|extend"):
            # more than fits into the pages that the file has
            await store.append_all([creation(count=2000)])
        for _ in range(2):
            with pytest.raises(OutOfRoom):
                await store.ping()
    await fill(False)
    # an idle replica recovers by itself
    await store.ping()
    await fill(True)
    with pytest.raises(OutOfRoom):
        await store.append_all([creation(count=2000)])
    await fill(False)
    await stream.append(200)
    await fill(True)
    # an append has just told that there is room
    await store.ping()
    await fill(False)


async def test_postgres_remembers_that_an_append_had_no_room(database_url: str) -> None:
    store = await open_store(database_url, PATIENT)
    await _specification(store, partial(_fill_postgres, database_url))
    assert await services.ask(database_url, "SELECT count(*) FROM snapshots") == 0
    await store.close()


async def test_sqlite_remembers_that_an_append_had_no_room(tmp_path: Path) -> None:
    store = await open_store(migrated(tmp_path / "store.db", EVENT_STORE))
    assert isinstance(store, SqliteStore)
    await _specification(store, partial(_fill_sqlite, store))
    await store.close()


async def test_a_file_that_nobody_may_write_is_not_ready(tmp_path: Path) -> None:
    store = await open_store(migrated(tmp_path / "store.db", EVENT_STORE))
    assert isinstance(store, SqliteStore)
    await store.ping()
    await store._writer.run(lambda connection: connection.execute("PRAGMA query_only = ON"))
    with pytest.raises(StoreUnavailable, match="readonly"):
        await store.ping()
    await store.close()
