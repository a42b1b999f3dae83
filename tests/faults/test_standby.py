"""A standby that every commit has to wait for is cut off, for a minute, or while somebody cancels the waits."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.faults.checker import Loss
from tests.faults.conftest import Tell
from tests.faults.history import Act, Failure, Read
from tests.faults.stand import judged, stand
from tests.kit.link import Link
from tests.kit.postgres_nodes import DATABASE, Node, urls

pytestmark = [pytest.mark.programs, pytest.mark.nightly]
MATCHES, CUT, CANCELS = 30, 60.0, 5.0
SOON = 1.0
"""Seconds that all reads but one in a hundred take longer at most than before, on a busy machine too."""
SESSIONS = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{DATABASE}'"
UNDERWAY = 1.0
"""Seconds in which the answers arrive that the standby had allowed."""
REPLICA = 20
"""Connections that one opens."""


def test_a_lost_standby_takes_no_reads_away(
    first: Node, second: Node, between: Link, redis_url: str, tmp_path: Path, tell: Tell
) -> None:
    with stand(first.url, tmp_path, redis_url) as tried:
        tried.play(MATCHES)
        tried.until(0.4)
        began = time.monotonic()
        between.stall()
        most = 0
        while time.monotonic() < began + CUT:
            most = max(most, int(str(first.ask(SESSIONS))))
            time.sleep(1)
        ended = time.monotonic()
        between.flow()
        tried.heal()
        tried.until(1)
        tell(judged(tried))
        history = tried.finished
    reads = [one for one in history if isinstance(one, Read)]
    calm = sorted(one.ended - one.began for one in reads if one.began < began)
    took = sorted(one.ended - one.began for one in reads if began < one.began < ended)
    failed = [one for one in history if isinstance(one, Failure) and one.client == "reader"]
    usual, late, before = took[len(took) // 2], took[len(took) * 99 // 100], calm[len(calm) * 99 // 100]
    told = f"{len(took)} reads: median {usual:.3f} s, 99 % {late:.3f} s, longest {took[-1]:.2f} s; {most} sessions"
    assert (len(took) > 100, late < before + SOON, failed) == (True, True, []), told
    # a probe a replica, and what was under way when the link was cut, is left in the server
    assert most < 2 * REPLICA + MATCHES


def test_a_cancel_acknowledges_nothing(
    first: Node, second: Node, between: Link, redis_url: str, tmp_path: Path, tell: Tell
) -> None:
    """Whoever cancels the waits makes the primary commit for itself alone, and the standby is promoted without that."""
    with stand(urls(first, second), tmp_path, redis_url) as tried:
        tried.play()
        tried.until(0.4)
        between.stall()
        began = time.monotonic()
        while time.monotonic() < began + CANCELS:
            first.ask("SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
            time.sleep(0.1)
        first.kill()
        ended = time.monotonic()
        second.promote()
        tried.heal()
        tried.until(1)
        # what was shown meanwhile is gone, as the page says; nobody was told that it counted
        tell(judged(tried, second.url, Loss(began, ended)))
    assert [one for one in tried.finished if isinstance(one, Act) and began + UNDERWAY < one.ended < ended] == []
