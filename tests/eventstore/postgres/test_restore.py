"""A dump that is restored elsewhere goes on where it ended, with nothing to be done to its rows."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import asyncpg
import pytest

from eventstore import chain
from eventstore.open import open_store
from eventstore.revisions import is_current_connection
from tests import services
from tests.eventstore.given import Stream, sequence_all, whole_log
from tests.kit.waiting import PATIENT


@pytest.fixture
def restored_url(postgres_server: str) -> Iterator[str]:
    with services.database(postgres_server) as url:
        yield url


def copy_by_dump(source: str, target: str) -> None:
    dump = subprocess.run([services.postgres_program("pg_dump"), source], check=True, capture_output=True).stdout
    # a newer pg_dump sets what an older server does not know; psql goes on after it
    subprocess.run([services.postgres_program("psql"), "-q", target], input=dump, check=True, capture_output=True)


@pytest.mark.anyio
async def test_a_restored_store_numbers_what_was_waiting_before_what_is_new(
    database_url: str, restored_url: str
) -> None:
    before = await open_store(database_url, PATIENT)
    numbered, waiting = Stream(before), Stream(before)
    await numbered.append(2)
    await sequence_all(before)
    for _ in range(3):
        await waiting.append(1)
        await numbered.append(1)
    await before.close()

    copy_by_dump(database_url, restored_url)

    after = await open_store(restored_url, PATIENT)
    assert await after.sql.read(is_current_connection)
    numbered.store = waiting.store = after
    await waiting.append(2)
    await numbered.append(1)
    assert await sequence_all(after) == 9
    log = await whole_log(after)
    assert len(log) == 11
    for stream in (numbered, waiting):
        stored = await after.read(stream.id)
        assert [entry.event for entry in log if entry.event.stream_id == stream.id] == stored
        assert chain.first_broken(stored) is None
    await after.close()
    with pytest.raises(asyncpg.InsufficientPrivilegeError, match="append-only"):
        await services.execute(restored_url, "DELETE FROM events")
