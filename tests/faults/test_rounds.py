"""A server is killed in the middle of the append that starts a round: the round is there whole, or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from uuid import UUID

import asyncpg
import httpx
import pytest

from eventstore.shards import SHARDS
from service.application.ids import game_stream
from tests.e2e.servers import SECRET, playledger, tokens_of
from tests.faults.cup import SCOPES, Cup
from tests.faults.replica import Replica
from tests.kit.waiting import until

pytestmark = [pytest.mark.programs, pytest.mark.anyio]
TABLES = 4
APPENDING = """
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%append_all_events%'
"""
LEFT = "SELECT count(*) FROM pg_stat_activity WHERE pid = $1"
STREAMS = f"""
    SELECT count(*), count(DISTINCT get_byte(uuid_send(stream_id), 15) & {SHARDS - 1}),
           (SELECT count(DISTINCT stream_id) FROM events),
           (SELECT count(*) FROM match_secrets)
    FROM streams
"""
"""Streams, their shards, and how many have events and a secret."""
BEFORE, AFTER = (1, 1, 1, 1), (TABLES + 1, 1, TABLES + 1, TABLES + 1)


@pytest.fixture
def cup(service_database_url: str) -> Cup:
    return Cup(tokens_of(service_database_url, 1 + 2 * TABLES, SCOPES))


@pytest.fixture
def replica(service_database_url: str) -> Iterator[Replica]:
    server = Replica({"PLAYLEDGER_DATABASE_URL": service_database_url, "PLAYLEDGER_LOG_LEVEL": "error", **SECRET})
    server.start()
    yield server
    server.stop()


@pytest.fixture
async def looks(service_database_url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(service_database_url)
    yield connection
    await connection.close()


async def killed_in_the_middle(replica: Replica, cup: Cup, looks: asyncpg.Connection) -> int:
    """Kill the server when its append waits with the third match; the session of the database that goes on with it."""

    async def waits() -> bool:
        return await looks.fetchval(APPENDING) is not None

    start = asyncio.create_task(asyncio.to_thread(cup.start, replica.address))
    await until(waits)
    session = int(await looks.fetchval(APPENDING))
    replica.kill()
    with pytest.raises(httpx.TransportError):
        await start
    return session


@asynccontextmanager
async def holding(database: str, match: UUID) -> AsyncIterator[None]:
    """Another transaction keeps the place of the secret of a match, and gives it up."""
    other = await asyncpg.connect(database)
    await other.execute("BEGIN")
    await other.execute("INSERT INTO match_secrets VALUES ($1, '')", match)
    yield
    await other.execute("ROLLBACK")
    await other.close()


async def test_a_server_is_killed_in_the_middle_of_a_round(
    service_database_url: str, replica: Replica, cup: Cup, looks: asyncpg.Connection
) -> None:
    """Twice: the database ends what it was in the middle of, then it goes on."""
    await asyncio.to_thread(cup.fill, replica.address)
    for ended, left in ((True, BEFORE), (False, AFTER)):
        async with holding(service_database_url, game_stream(cup.id, 1, TABLES - 1, 1)):
            session = await killed_in_the_middle(replica, cup, looks)
            assert await found(looks) == BEFORE
            if ended:
                await looks.fetchval("SELECT pg_terminate_backend($1)", session)
        await until(partial(gone, looks, session))
        assert await found(looks) == left
        replica.start()
    assert await asyncio.to_thread(cup.start, replica.address)
    assert await found(looks) == AFTER
    await asyncio.to_thread(playledger, service_database_url, "audit", "--all")


async def found(looks: asyncpg.Connection) -> tuple[int, ...]:
    [row] = await looks.fetch(STREAMS)
    return tuple(row)


async def gone(looks: asyncpg.Connection, session: int) -> bool:
    return not await looks.fetchval(LEFT, session)
