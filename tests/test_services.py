"""The services that tests run against answer, and every test gets a place of its own on them."""

from __future__ import annotations

import asyncpg
import pytest
import redis.asyncio as redis

from tests import services

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


async def test_a_database_is_gone_afterwards(postgres_server: str) -> None:
    with services.database(postgres_server) as url:
        await services.execute(url, "CREATE TABLE t (n integer)")
    with pytest.raises(asyncpg.InvalidCatalogNameError):
        await services.execute(url, "SELECT 1")
