"""Nothing is acknowledged that a standby doesn't have: a primary whose synchronous standby is cut off."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from uuid import uuid4

import asyncpg
import pytest

from eventstore import migrate
from eventstore.envelope import Appended
from eventstore.limits import StoreLimits
from eventstore.postgres.store import PostgresStore
from eventstore.store import StoreUnavailable
from tests import services
from tests.eventstore.given import Stream, command, creation, events
from tests.kit.waiting import PATIENCE, until

pytestmark = [pytest.mark.anyio, pytest.mark.programs]
IMPATIENT = StoreLimits(read=2.0, append=2.0)
"""Seconds that are enough for a server that answers, however slow; the one under test doesn't answer at all."""
WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


@pytest.fixture(scope="module")
def server_url() -> Iterator[str]:
    """A server of one's own: what it waits for is a setting of the whole server."""
    with services.throwaway_postgres() as url, services.database(url) as database:
        migrate.upgrade(database)
        yield database


@asynccontextmanager
async def cut_off(url: str) -> AsyncIterator[None]:
    """The standby that every commit has to wait for is not there."""
    await services.execute(url, "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'", RELOAD)
    await waits_for_it(url)
    try:
        yield
    finally:
        await services.execute(url, "ALTER SYSTEM RESET synchronous_standby_names", RELOAD)


RELOAD = "SELECT pg_reload_conf()"
WRITE = "SELECT pg_logical_emit_message(true, 'test', 'written')"


async def waits_for_it(url: str) -> None:
    """Return once a commit waits: the server reads its settings some time after it was told to."""
    connection = await asyncpg.connect(url, timeout=PATIENCE)
    pid = connection.get_server_pid()
    writing = asyncio.ensure_future(connection.execute(WRITE))
    while await services.ask(url, WAITING) != pid:
        if writing.done():
            writing = asyncio.ensure_future(connection.execute(WRITE))
    await services.ask(url, "SELECT pg_terminate_backend($1)", pid)
    await asyncio.wait({writing})
    assert writing.exception() is not None
    await until(lambda: _nobody_waits(url))


async def _nobody_waits(url: str) -> bool:
    return await services.ask(url, WAITING) is None


@pytest.fixture
async def store(server_url: str) -> AsyncIterator[PostgresStore]:
    opened = await PostgresStore.open(server_url, IMPATIENT)
    yield opened
    await opened.close()


async def crash(url: str) -> None:
    """Kill a backend: the server restarts, and whatever it had committed for itself is there for everybody."""
    waiting = await services.ask(url, WAITING)
    os.kill(waiting, signal.SIGKILL)

    async def restarted() -> bool:
        try:
            return await services.ask(url, WAITING) is None
        except (OSError, asyncpg.PostgresError):
            return False

    await until(restarted)


async def test_an_append_that_no_standby_has_is_not_acknowledged_and_not_seen(
    store: PostgresStore, server_url: str
) -> None:
    stream = Stream(store)
    await stream.append(1)
    batch = stream.next()
    async with cut_off(server_url):
        for _ in range(2):
            with pytest.raises(StoreUnavailable):
                await store.append(stream.id, "match", 1, batch, command("lost"))
        with pytest.raises(StoreUnavailable):
            await store.append_all([creation(key="lost")])
        with pytest.raises(StoreUnavailable):
            await store.ping()
        # who gave up told the server nothing, so that it still waits, and nobody sees what may be gone tomorrow
        assert await services.ask(server_url, f"SELECT count(*) FROM ({WAITING}) AS waiting") == 3
        assert [event.version for event in await store.read(stream.id)] == [1]
    await until(lambda: _versions(store, stream, 2))
    again = await store.append(stream.id, "match", 1, batch, command("lost"))
    assert again == Appended(2, 2, batch[-1].hash, replayed=True)


async def _versions(store: PostgresStore, stream: Stream, count: int) -> bool:
    return len(await store.read(stream.id)) == count


async def test_a_retry_is_not_answered_before_a_standby_has_what_it_found(
    store: PostgresStore, server_url: str
) -> None:
    stream_id, batch = uuid4(), None
    async with cut_off(server_url):
        batch = events(stream_id)
        with pytest.raises(StoreUnavailable):
            await store.append(stream_id, "match", 0, batch, command("mine"))
        await crash(server_url)
        assert [event.hash for event in await store.read(stream_id)] == [batch[0].hash]
        with pytest.raises(StoreUnavailable):
            await store.find_command(stream_id, command("mine"))
        with pytest.raises(StoreUnavailable):
            await store.append(stream_id, "match", 0, batch, command("mine"))
        assert await store.find_command(stream_id, command("another")) is None
    found = Appended(1, 1, batch[0].hash, replayed=True)
    assert await store.find_command(stream_id, command("mine")) == found
