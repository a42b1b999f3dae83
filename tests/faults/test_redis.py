"""A Redis that dies or stands still: hints come late, and nothing else happens."""

from __future__ import annotations

import signal
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.e2e.servers import redis_on
from tests.faults.conftest import Tell
from tests.faults.stand import judged, stand
from tests.kit.process import free_port

pytestmark = [pytest.mark.programs, pytest.mark.nightly]


def test_redis_is_killed_and_comes_back(database_url: str, tmp_path: Path, tell: Tell) -> None:
    port = free_port()
    with ExitStack() as stack:
        redis = stack.enter_context(redis_on(port))
        tried = stack.enter_context(stand(database_url, tmp_path, f"redis://127.0.0.1:{port}/0"))
        tried.play()
        tried.until(0.3)
        redis.kill()
        tried.until(0.6)
        stack.enter_context(redis_on(port))
        tried.until(1)
        tell(judged(tried))


def test_redis_stands_still(database_url: str, tmp_path: Path, tell: Tell) -> None:
    port = free_port()
    with redis_on(port) as redis, stand(database_url, tmp_path, f"redis://127.0.0.1:{port}/0") as tried:
        tried.play()
        tried.until(0.3)
        redis.send_signal(signal.SIGSTOP)
        tried.until(0.7)
        redis.send_signal(signal.SIGCONT)
        tried.until(1)
        tell(judged(tried))
