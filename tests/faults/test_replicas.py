"""Replicas that die or whose clock is wrong, and the pooler between them and the database."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.conftest import Tell
from tests.faults.replica import faked, libfaketime
from tests.faults.stand import judged, stand
from tests.kit.pgbouncer import pgbouncer

pytestmark = pytest.mark.programs
needs_libfaketime = pytest.mark.skipif(
    libfaketime() is None, reason="libfaketime is not installed (Debian: apt-get install libfaketime)"
)


@pytest.mark.nightly
def test_a_replica_is_killed(database_url: str, redis_url: str, tmp_path: Path, tell: Tell) -> None:
    with stand(database_url, tmp_path, redis_url) as tried:
        tried.play()
        tried.until(0.3)
        tried.replicas[0].kill()
        tried.heal()
        tried.until(0.6)
        tried.replicas[0].start()
        tried.until(1)
        tell(judged(tried))


@pytest.mark.nightly
def test_the_pooler_is_killed_and_comes_back(database_url: str, redis_url: str, tmp_path: Path, tell: Tell) -> None:
    with pgbouncer(database_url) as pooler:
        behind = {"PLAYLEDGER_DATABASE_URL": pooler.url, "PLAYLEDGER_DATABASE_POOLER": "transaction"}
        with stand(database_url, tmp_path, redis_url, behind, behind) as tried:
            tried.play()
            tried.until(0.4)
            pooler.stop()
            tried.refused(status=503, times=8)
            pooler.restart()
            tried.heal()
            tried.until(1)
            tell(judged(tried))


@needs_libfaketime
@pytest.mark.nightly
def test_the_clock_of_a_replica_jumps(database_url: str, redis_url: str, tmp_path: Path, tell: Tell) -> None:
    """Turns have ten minutes: nobody's time is up."""
    clock = tmp_path / "clock"
    clock.write_text("+0")
    with stand(database_url, tmp_path, redis_url, faked(clock), {}) as tried:
        tried.play()
        tried.until(0.3)
        clock.write_text("+15m")
        tried.until(1)
        tell(judged(tried))
