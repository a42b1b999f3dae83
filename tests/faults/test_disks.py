"""Disks that are full: the data of Postgres, its whole folder with its log, the file of SQLite."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests import services
from tests.faults.conftest import Tell
from tests.faults.stand import judged, small_disk, stand
from tests.kit.postgres_nodes import DATABASE, Node, primary

pytestmark = [
    pytest.mark.programs,
    pytest.mark.nightly,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may make a small disk (mount -t tmpfs)"),
]


def test_the_data_of_postgres_fills_its_disk(
    servers: Path, first: Node, redis_url: str, tmp_path: Path, tell: Tell
) -> None:
    with small_disk(servers / "disk", megabytes=64) as disk:
        folder = disk.folder / "tablespace"
        folder.mkdir()
        os.chown(folder, services.server_user() or 0, -1)
        first.execute(f"CREATE TABLESPACE small LOCATION '{folder}'", f"ALTER DATABASE {DATABASE} SET TABLESPACE small")
        with stand(first.url, tmp_path, redis_url) as tried:
            tried.play()
            tried.until(0.4)
            with disk.full():
                tried.refused(status=503, times=20)
            tried.heal()
            tried.until(1)
            tell(judged(tried))
        first.stop()


def test_the_log_of_postgres_fills_its_disk(servers: Path, redis_url: str, tmp_path: Path, tell: Tell) -> None:
    """The server ends itself when it can't write its log; somebody starts it when there is room."""
    small = {"min_wal_size": "32MB", "max_wal_size": "64MB", "wal_keep_size": "0"}
    with (
        small_disk(servers / "disk", megabytes=400) as disk,
        primary(disk.folder, settings=small) as node,
        stand(node.url, tmp_path, redis_url) as tried,
    ):
        tried.play()
        tried.until(0.4)
        with disk.full():
            tried.refused(status=503, times=20)
        if not node.runs:
            node.start()
        tried.heal()
        tried.until(1)
        tell(judged(tried))


def test_the_file_of_sqlite_fills_its_disk(servers: Path, tmp_path: Path, tell: Tell) -> None:
    with (
        small_disk(servers / "disk", megabytes=48) as disk,
        stand(f"sqlite:///{disk.folder}/playledger.db", tmp_path, None, {}) as tried,
    ):
        tried.play()
        tried.until(0.4)
        with disk.full():
            tried.refused(status=503, times=20)
        tried.heal()
        tried.until(1)
        tell(judged(tried))
