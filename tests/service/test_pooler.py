"""The service and its command line behind a pooler that gives each transaction to another session."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from eventstore.limits import Pooler
from tests import services
from tests.kit.pgbouncer import IGNORED, pgbouncer, version
from tests.kit.process import ROOT
from tests.kit.served import ALICE, BOB, EVE, SECRET, serve
from tests.kit.waiting import PATIENCE, PATIENT_SETTINGS

pytestmark = [pytest.mark.anyio, pytest.mark.programs]
BY_VERSION: list[Pooler] = ["transaction", "prepared"] if version() >= (1, 21) else ["transaction"]
KEEPS = {"max_prepared_statements": 200} if version() >= (1, 21) else {}


def told(url: str, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """What a command says and how it ends."""
    environment = os.environ | PATIENT_SETTINGS | {"PLAYLEDGER_DATABASE_URL": url, "PLAYLEDGER_SECRET_KEY": SECRET}
    command = [sys.executable, "-m", "service", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment | settings, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


@contextmanager
def pooled(postgres_server: str, **settings: object) -> Iterator[str]:
    """The URL of an empty database behind a pooler."""
    with services.database(postgres_server) as empty, pgbouncer(empty, **settings) as pooler:
        yield pooler.url


@pytest.mark.parametrize("setting", BY_VERSION)
async def test_matches_are_played_and_audited(service_database_url: str, setting: Pooler) -> None:
    with pgbouncer(service_database_url, **KEEPS) as pooler:
        one = await serve(pooler.url, database_pooler=setting)
        other = await serve(pooler.url, database_pooler=setting)
        async with one.app, other.app:
            matches = [await served.started(deck="owl") for served in (one, other) * 3]
            await asyncio.gather(*(one.play_out(match, ALICE, BOB, seed=n) for n, match in enumerate(matches)))
            await asyncio.gather(one.app.projector.catch_up(), other.app.projector.catch_up())
            found = await other.app.use_cases.matches.find(EVE, first=10)
            assert {match.id for match in found.matches} == set(matches)
            for match in matches:
                assert (await other.app.history.auditor.audit(match)).ok
            assert (await other.app.use_cases.health.ready()).store.status == "ok"


@pytest.mark.parametrize("setting", BY_VERSION)
def test_commands_work_again_and_again(postgres_server: str, setting: Pooler) -> None:
    with pooled(postgres_server, **KEEPS) as url:
        for arguments in (["migrate"], ["migrate"], ["token", "create"], ["audit", "--all"]):
            done = told(url, *arguments, PLAYLEDGER_DATABASE_POOLER=setting)
            assert done.returncode == 0, (arguments, done.stderr)


@pytest.mark.parametrize("ignored", ["", IGNORED])
def test_a_server_that_was_not_told_of_the_pooler_says_so_and_ends(postgres_server: str, ignored: str) -> None:
    ignoring = {"ignore_startup_parameters": ignored} if ignored else {}
    with pooled(postgres_server, **ignoring) as url:
        done = told(url, "serve")
        assert done.returncode == 2
        [line] = [line for line in done.stderr.splitlines() if line.startswith("playledger: ")]
        assert "PLAYLEDGER_DATABASE_POOLER" in line
