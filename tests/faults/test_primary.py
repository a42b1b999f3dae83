"""A primary that dies, that is cut off from its standby or from the replicas, or that is set back to a backup."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests import services
from tests.faults.checker import Loss
from tests.faults.conftest import Tell
from tests.faults.folded import folded_anew
from tests.faults.stand import Stand, judged, stand
from tests.kit.link import Link
from tests.kit.postgres_nodes import Node, urls

pytestmark = pytest.mark.programs
NOTICED = 0.5
"""Seconds from the start of the server that goes on until no replica tells what it had from the one before."""
LOST = 30
"""Actions of which the server that goes on knows nothing, however long the way to it has taken."""


def test_the_primary_is_killed_and_its_standby_promoted(
    first: Node, second: Node, redis_url: str, tmp_path: Path, tell: Tell
) -> None:
    with stand(urls(first, second), tmp_path, redis_url) as tried:
        tried.play()
        tried.until(0.4)
        first.kill()
        second.promote()
        tried.heal()
        tried.until(1)
        tell(judged(tried, second.url))


@pytest.mark.nightly
def test_a_primary_without_its_standby_acknowledges_nothing_before_the_standby_is_promoted(
    first: Node, second: Node, between: Link, redis_url: str, tmp_path: Path, tell: Tell
) -> None:
    with stand(urls(first, second), tmp_path, redis_url) as tried:
        tried.play()
        tried.until(0.4)
        between.stall()
        tried.refused(status=503)
        first.kill()
        second.promote()
        tried.heal()
        tried.until(1)
        tell(judged(tried, second.url))


@pytest.mark.nightly
def test_a_standby_that_nobody_waited_for_is_promoted(
    first: Node, between: Link, redis_url: str, tmp_path: Path, tell: Tell
) -> None:
    """It lacks what was acknowledged while it was cut off. That is gone, and all agree on it."""
    second = first.standby("two", between.port)
    try:
        with stand(urls(first, second), tmp_path, redis_url) as tried:
            tried.play()
            tried.until(0.4)
            began = time.monotonic()
            # nobody waits for it, so it may be behind by what was acknowledged a moment ago
            second.catch_up_with(first)
            between.stall()
            tried.some_more(LOST)
            first.kill()
            second.promote()
            ended = time.monotonic() + NOTICED
            went_on(tried, second.url, Loss(began, ended), tell)
    finally:
        second.stop()


def test_a_backup_is_restored(first: Node, redis_url: str, tmp_path: Path, tell: Tell) -> None:
    """What was acknowledged before the backup was made is there; what came after it is gone, and all agree on that."""
    with stand(first.url, tmp_path, redis_url) as tried:
        tried.play()
        tried.until(0.4)
        began = time.monotonic()
        backup = first.folder.with_name("backup")
        first.back_up(backup)
        tried.some_more(LOST)
        first.kill()
        first.folder = backup
        first.start()
        ended = time.monotonic() + NOTICED
        went_on(tried, first.url, Loss(began, ended), tell)


def went_on(tried: Stand, database: str, loss: Loss, tell: Tell) -> None:
    """All go on with what is left: watchers are told to begin anew, and read models are what the logs make of them."""
    tried.heal()
    tried.resynced()
    tried.some_more()
    tried.until(1)
    tell(judged(tried, database, loss))
    services.run(folded_anew(database))


@pytest.mark.nightly
def test_the_database_is_a_black_hole(first: Node, between: Link, redis_url: str, tmp_path: Path, tell: Tell) -> None:
    url = first.url.replace(f":{first.port}/", f":{between.port}/")
    with stand(url, tmp_path, redis_url) as tried:
        tried.play()
        tried.until(0.4)
        between.stall()
        tried.refused(status=503, times=12)
        between.flow()
        tried.heal()
        tried.until(1)
        tell(judged(tried, first.url))


@pytest.mark.nightly
def test_the_first_host_is_a_black_hole(first: Node, between: Link, redis_url: str, tmp_path: Path, tell: Tell) -> None:
    """The second one is the same good primary: it is asked as soon as the first one says nothing."""
    hole = first.url.replace(f":{first.port}/", f":{between.port},127.0.0.1:{first.port}/")
    with stand(hole, tmp_path, redis_url) as tried:
        tried.play()
        tried.until(0.4)
        between.stall()
        tried.until(1)
        tell(judged(tried, first.url))
