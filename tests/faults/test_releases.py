"""The release before and this one on one database: it is migrated in traffic, again and again killed, then both serve.

What the release before is, says `tests/kit/release_before.py`; whatever revisions have come since are tried.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import eventstore.tables
import service.tables
from eventstore.postgres.migrating import NAME
from tests import services
from tests.e2e.servers import SECRET, playledger, program, wait_for
from tests.faults.cup import SCOPES, Cup
from tests.faults.folded import folded_anew
from tests.faults.replica import Replica, settings
from tests.faults.stand import judged, standing
from tests.kit.schema import differences
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.programs
ACTIONS = 20
SOON = 0.3
"""Seconds within which a migration is killed."""
AT_WORK = f"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = '{NAME}'"
TABLES = 2


def command(folder: Path, database: str, *arguments: str) -> str:
    """What a command of the release in this folder prints."""
    environment = {"PLAYLEDGER_DATABASE_URL": database, **SECRET}
    with program(
        sys.executable, "-m", "service", *arguments, out=subprocess.PIPE, environment=environment, folder=folder
    ) as process:
        said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said
    return said


def migrated(database: str, seconds: float) -> bool:
    """Let this release migrate, and kill it so many seconds after it has begun; whether it was quicker."""
    environment = {"PLAYLEDGER_DATABASE_URL": database, **SECRET}
    migrate = program(sys.executable, "-m", "service", "migrate", out=subprocess.DEVNULL, environment=environment)
    with migrate as process:
        wait_for(lambda: process.poll() is not None or bool(services.run(services.ask(database, AT_WORK))))
        try:
            assert process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            process.kill()
            return False
        return True


def test_play_goes_on_from_one_release_to_the_next(
    before: Path, postgres_server: str, redis_url: str, tmp_path: Path
) -> None:
    random = Random(0)
    with services.database(postgres_server) as url:
        command(before, url, "migrate")
        common = settings(url, redis_url)
        old, new = Replica(common, before), Replica(common)
        with standing(url, tmp_path, [old, new]) as tried:
            old.start()
            tried.play()
            tried.some_more(3 * ACTIONS)
            for _ in range(2):
                migrated(url, random.uniform(0, SOON))
                tried.some_more()
            assert migrated(url, PATIENCE)
            tried.some_more(ACTIONS)
            new.start()
            tried.some_more(3 * ACTIONS)
            old.leave()
            tried.some_more(2 * ACTIONS)
            judged(tried)
        assert differences(url, eventstore.tables.metadata, service.tables.metadata) == []
        services.run(folded_anew(url))


@pytest.mark.nightly
def test_a_tournament_goes_on_under_both_releases(before: Path, postgres_server: str, redis_url: str) -> None:
    """Its first round is of the release before, and its second one of both."""
    with services.database(postgres_server) as url:
        command(before, url, "migrate")
        flags = [part for scope in SCOPES for part in ("--scope", scope)]
        made = [json.loads(command(before, url, "token", "create", "--json", *flags)) for _ in range(1 + 2 * TABLES)]
        cup, common = Cup([one["token"] for one in made], rounds=2), settings(url, redis_url)
        old, new = Replica(common, before), Replica(common)
        with standing(url, before.parent, [old, new]):
            old.start()
            cup.fill(old.address)
            assert not cup.start(old.address)
            assert migrated(url, PATIENCE)
            new.start()
            assert cup.start(new.address)
            cup.play(new.address)
            assert not cup.start(new.address, 2)
            assert cup.start(old.address, 2)
            # a match that goes by newer rules is played where these are: elsewhere it is RELEASE_MISMATCH
            cup.play(new.address)
            old.leave()
        playledger(url, "audit", "--all")
        services.run(folded_anew(url))
