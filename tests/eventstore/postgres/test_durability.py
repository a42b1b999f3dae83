"""Nothing is acknowledged that a standby doesn't have: a primary whose synchronous standby is cut off."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

import asyncpg
import pytest
import sqlalchemy as sa

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
    async with another(server_url) as opened:
        yield opened


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
            await store.sql.write(lambda connection: None)
        with pytest.raises(StoreUnavailable):
            await store.ping()
        # who gave up told the server nothing, so that it still waits, and nobody sees what may be gone tomorrow
        await until(lambda: _waiting(server_url, 2), "the one who gave up, and one who asks for all others")
        assert [event.version for event in await store.read(stream.id)] == [1]
    await until(lambda: _versions(store, stream, 2))
    await until(lambda: _taken(store))
    again = await store.append(stream.id, "match", 1, batch, command("lost"))
    assert again == Appended(2, 2, batch[-1].hash, replayed=True)


async def _waiting(url: str, count: int) -> bool:
    found: int = await services.ask(url, f"SELECT count(*) FROM ({WAITING}) AS waiting")
    assert found <= count
    return found == count


async def _versions(store: PostgresStore, stream: Stream, count: int) -> bool:
    return len(await store.read(stream.id)) == count


async def _taken(store: PostgresStore) -> bool:
    try:
        await store.ping()
    except StoreUnavailable:
        return False
    return True


async def test_those_who_wait_to_write_leave_connections_to_those_who_read(server_url: str) -> None:
    """And whoever has waited behind one that was not answered asks the server nothing more."""
    store = await PostgresStore.open(server_url, StoreLimits(append=2.0, pool_size=4))
    stream = Stream(store)
    await stream.append(1)
    async with cut_off(server_url):
        acts = [asyncio.create_task(store.append_all([creation()])) for _ in range(20)]
        jobs = [asyncio.create_task(store.sql.write(written)) for _ in range(20)]
        await until(lambda: _waiting(server_url, 6))
        assert len(await store.read(stream.id)) == 1
        assert await store.sql.read(lambda connection: connection.scalar(sa.text("SELECT 1"))) == 1
        outcomes = await asyncio.gather(*acts, *jobs, return_exceptions=True)
        assert {type(outcome) for outcome in outcomes} == {StoreUnavailable}
        await until(lambda: _waiting(server_url, 7))
    await until(lambda: _taken(store))
    await store.close()


def written(connection: sa.Connection) -> None:
    connection.exec_driver_sql(WRITE)


async def test_a_stream_that_somebody_else_has_locked_stops_no_other(store: PostgresStore, server_url: str) -> None:
    one, other = Stream(store), Stream(store)
    await one.append(1)
    holder = await asyncpg.connect(server_url)
    async with holder.transaction():
        await holder.execute("SELECT FROM streams WHERE stream_id = $1 FOR UPDATE", one.id)
        with pytest.raises(StoreUnavailable):
            await one.append(1)
        await until(lambda: _taken(store))
        await other.append(1)
    await holder.close()


async def test_a_commit_whose_wait_somebody_ends_is_not_acknowledged(store: PostgresStore, server_url: str) -> None:
    stream = Stream(store)
    await stream.append(1)
    batch = stream.next()
    works: list[Callable[[], Coroutine[Any, Any, object]]] = [
        lambda: store.append(stream.id, "match", 1, batch, command("lost")),
        lambda: store.append_all([creation(key="lost")]),
        lambda: store.sql.write(written),
        lambda: store.sql.single(written),
        store.ping,
    ]
    async with cut_off(server_url):
        for work in works:
            asking = asyncio.ensure_future(work())
            while not asking.done():
                await services.ask(server_url, f"SELECT count(pg_cancel_backend(pid)) FROM ({WAITING}) AS waiting")
            with pytest.raises(StoreUnavailable):
                await asking
    await until(lambda: _taken(store))
    again = await store.append(stream.id, "match", 1, batch, command("lost"))
    assert again == Appended(2, 2, batch[-1].hash, replayed=True)


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
        # replicas that know of no write that was not answered
        async with another(server_url) as replica:
            with pytest.raises(StoreUnavailable, match="did not answer in"):
                await replica.find_command(stream_id, command("mine"))
        async with another(server_url) as replica:
            with pytest.raises(StoreUnavailable, match="did not answer in"):
                await replica.append(stream_id, "match", 0, batch, command("mine"))
        async with another(server_url) as replica:
            assert await replica.find_command(stream_id, command("another")) is None
    await until(lambda: _taken(store))
    found = Appended(1, 1, batch[0].hash, replayed=True)
    assert await store.find_command(stream_id, command("mine")) == found


@asynccontextmanager
async def another(url: str) -> AsyncIterator[PostgresStore]:
    opened = await PostgresStore.open(url, IMPATIENT)
    yield opened
    await opened.close()
