"""A database that is set back to a moment, out of a base backup and the archived log: the runbook's own lines."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests import services
from tests.faults.checker import Loss
from tests.faults.conftest import Tell
from tests.faults.moments import left_behind, told_that_it_is_gone
from tests.faults.stand import judged, stand
from tests.kit.postgres_nodes import own, primary
from tests.kit.runbook import as_told, line_of

pytestmark = [pytest.mark.programs, pytest.mark.nightly]


def test_a_database_is_set_back_to_a_moment(servers: Path, redis_url: str, tmp_path: Path, tell: Tell) -> None:
    """What was acknowledged before the moment is there. What came after it is gone, and whoever saw it is told so."""
    archive, backup, user = servers / "archive", servers / "backup", services.server_user()
    archive.mkdir()
    own(archive)
    archiving = line_of("archive_command = ").partition(" = ")[2].strip("'").replace("/archive/", f"{archive}/")
    # while the log is read, nobody sees what stood before the moment
    settings = {"archive_mode": "on", "archive_command": archiving, "hot_standby": "off"}
    with primary(servers, settings=settings) as first, stand(first.url, tmp_path, redis_url) as tried:
        tried.play()
        tried.until(0.3)
        as_told("pg_basebackup ", servers, user, of_the_wheel=True, BACKUP=str(backup), SUPERUSER_URL=first.url)
        tried.until(0.6)
        began = time.monotonic()
        moment, gone = left_behind(tried, first.url)
        first.archive()
        first.kill()
        as_told("printf ", servers, user, BACKUP=str(backup), ARCHIVE=str(archive), MOMENT=moment)
        first.folder = backup
        first.start()
        tried.heal()
        ended = time.monotonic()
        tried.some_more()
        tried.until(1)
        tried.resynced()
        tell(judged(tried, loss=Loss(began, ended)))
        told_that_it_is_gone(tried, first.url, gone)
