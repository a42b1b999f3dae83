"""What is particular to the embedded store: its threads, its file, and other processes that use the file."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest

from eventstore.open import open_store
from eventstore.sqlite import engine
from eventstore.sqlite.lane import Lane
from eventstore.store import StoreUnavailable
from tests.eventstore.given import Stream, creation
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.anyio


async def test_what_was_appended_is_there_after_reopening(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'store.db'}"
    first = await open_store(url)
    stream = Stream(first)
    await stream.append(3)
    await first.close()
    second = await open_store(url)
    assert [event.version for event in await second.read(stream.id)] == [1, 2, 3]
    await second.close()


async def test_a_relative_path_is_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    await (await open_store("sqlite:///here.db")).close()
    assert (tmp_path / "here.db").exists()


async def test_reads_go_on_while_a_write_waits(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    store = await open_store(f"sqlite:///{path}")
    stream = Stream(store)
    await stream.append(1)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = asyncio.create_task(stream.append(1))
    assert len(await store.read(stream.id)) == 1
    assert not waiting.done()
    other.execute("ROLLBACK")
    other.close()
    await waiting
    assert len(await store.read(stream.id)) == 2
    await store.close()


async def test_a_file_that_another_process_holds_is_unavailable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.05)
    path = tmp_path / "store.db"
    store = await open_store(f"sqlite:///{path}")
    stream = Stream(store)
    await stream.append(1)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match="locked"):
        await stream.append(1)
    with pytest.raises(StoreUnavailable, match="locked"):
        await store.append_all([creation()])
    with pytest.raises(StoreUnavailable, match="locked"):
        await store.sql.write(lambda connection: None)
    other.close()
    await stream.append(1)
    assert len(await store.read(stream.id)) == 2
    await store.close()


async def test_an_acknowledged_append_is_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    connection = engine.connect(str(path))
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()


async def test_work_that_has_begun_ends_before_its_connection_is_closed() -> None:
    begun, goes_on = threading.Event(), threading.Event()
    lane = Lane(lambda: sqlite3.connect(":memory:", check_same_thread=False), 1)

    def work(connection: sqlite3.Connection) -> int:
        begun.set()
        goes_on.wait(PATIENCE)
        return int(connection.execute("SELECT 1").fetchone()[0])

    working = asyncio.create_task(lane.run(work))
    await asyncio.to_thread(begun.wait, PATIENCE)
    closing = asyncio.create_task(lane.close())
    await asyncio.sleep(0)
    goes_on.set()
    await closing
    assert await working == 1
