"""The services that tests run against answer, and every test gets a place of its own on them."""

from __future__ import annotations

from uuid import uuid4

import asyncpg
import pytest
import redis.asyncio as redis

from tests import services
from tests.kit.databases import Databases

pytestmark = pytest.mark.anyio


async def test_redis_answers(redis_url: str, redis_prefix: str) -> None:
    client = redis.Redis.from_url(redis_url)
    assert await client.set(f"{redis_prefix}greeting", "hello", ex=5)
    assert await client.get(f"{redis_prefix}greeting") == b"hello"
    await client.aclose()


async def test_each_test_has_an_empty_database_of_its_own(database_url: str, postgres_server: str) -> None:
    connection = await asyncpg.connect(database_url)
    assert await connection.fetchval("SELECT count(*) FROM events") == 0
    await connection.close()
    assert services.database_name(database_url) != services.database_name(postgres_server)


ONE_KEY = "INSERT INTO signing_keys (key_id, public_key, first_used_at) VALUES ('k', 'k', 1)"
QUEUED = "INSERT INTO unsequenced (stream_id, first_version, last_version, since) VALUES ($1, 1, 1, now()) RETURNING id"


async def test_a_database_that_is_lent_again_is_as_new(service_databases: Databases) -> None:
    ids = []
    for _ in range(2):
        with service_databases.lent() as url:
            left_open = await asyncpg.connect(url)
            ids.append((url, await left_open.fetchval(QUEUED, uuid4())))
            await left_open.execute("SELECT pg_advisory_lock(1)")
            await left_open.execute(ONE_KEY)
            with pytest.raises(asyncpg.InsufficientPrivilegeError, match="append-only"):
                await left_open.execute("DELETE FROM signing_keys")
        with pytest.raises(asyncpg.PostgresConnectionError):
            await left_open.execute("SELECT 1")
    assert ids[0] == ids[1]


@pytest.mark.parametrize(
    "change",
    [
        "CREATE TABLE other (n integer)",
        "ALTER TABLE events DISABLE TRIGGER events_append_only",
        "GRANT SELECT ON streams TO PUBLIC",
    ],
)
async def test_a_database_that_a_test_has_altered_is_not_lent_again(databases: Databases, change: str) -> None:
    with databases.lent() as url:
        await services.execute(url, change)
    with pytest.raises(asyncpg.InvalidCatalogNameError):
        await services.execute(url, "SELECT 1")


async def test_a_database_is_gone_afterwards(postgres_server: str) -> None:
    with services.database(postgres_server) as url:
        await services.execute(url, "CREATE TABLE t (n integer)")
    with pytest.raises(asyncpg.InvalidCatalogNameError):
        await services.execute(url, "SELECT 1")
