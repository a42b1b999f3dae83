"""A disk that is really full, and has room again: what a store says of itself."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from eventstore import migrate
from eventstore.open import open_store
from eventstore.store import EventStore, OutOfRoom
from tests import services
from tests.eventstore.given import creation
from tests.faults.stand import SmallDisk, small_disk
from tests.kit.embedded import migrated
from tests.kit.postgres_nodes import DATABASE, folder_of_servers, primary
from tests.kit.waiting import PATIENT

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.programs,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may make a small disk (mount -t tmpfs)"),
]


async def _append_for_ever(store: EventStore) -> None:
    """Pages that are half empty take some."""
    while True:
        await store.append_all([creation(count=200)])


async def _specification(url: str, disk: SmallDisk) -> None:
    store = await open_store(url, PATIENT)
    await store.ping()
    with disk.full():
        with pytest.raises(OutOfRoom):
            await _append_for_ever(store)
        for _ in range(3):
            with pytest.raises(OutOfRoom):
                await store.ping()
    await store.ping()
    await store.append_all([creation(count=200)])
    await store.close()


async def test_the_disk_of_the_tables_of_postgres() -> None:
    with folder_of_servers() as folder, primary(folder) as node, small_disk(folder / "disk", megabytes=64) as disk:
        tables = disk.folder / "tablespace"
        tables.mkdir()
        os.chown(tables, services.server_user() or 0, -1)
        node.execute(f"CREATE TABLESPACE small LOCATION '{tables}'", f"ALTER DATABASE {DATABASE} SET TABLESPACE small")
        await asyncio.to_thread(migrate.upgrade, node.url)
        await _specification(node.url, disk)
        await asyncio.to_thread(node.stop)


async def test_the_disk_of_sqlite(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", megabytes=16) as disk:
        await _specification(migrated(disk.folder / "store.db"), disk)
