"""Brings a database's schema up to date, and says whether it is.

The functions are synchronous; from a running event loop call them by `asyncio.to_thread`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from sqlalchemy import Connection, NullPool
from sqlalchemy.exc import DBAPIError

from eventstore.limits import PATIENCE, Patience, Pooler
from eventstore.revisions import (
    EVENT_STORE,
    Revisions,
    current_revision,
    is_current_connection,
    upgrade_connection,
)
from eventstore.sqlite.engine import engine_for_file
from eventstore.store import StoreUnavailable, StoreUnsuited
from eventstore.urls import is_sqlite, sqlite_path

T = TypeVar("T")
NAME = "playledger migrate"
"""The name by which the server knows sessions that change the schema."""
CONNECTING = 30.0
"""Seconds for a connection to each host; a migration itself takes as long as it takes."""


def upgrade(
    url: str,
    revisions: Revisions = EVENT_STORE,
    pooler: Pooler = "off",
    tell: Callable[[str], None] = lambda line: None,
    patience: Patience = PATIENCE,
) -> None:
    """Bring the database to the newest revision. Replicas that start together wait for one another.

    On Postgres `tell` gets a line for each revision and for what takes long, and each revision stays when a later one
    fails. Raises StoreUnavailable, StoreUnsuited, and StoreLocked where others don't let go of what it needs.
    """
    if is_sqlite(url):
        with_connection(url, lambda connection: upgrade_connection(connection, revisions))
    else:
        asyncio.run(_upgrade_postgres(url, revisions, pooler, tell, patience))


def spread(url: str, pooler: Pooler = "off", tell: Callable[[str], None] = lambda line: None) -> None:
    """Spread a migrated store over the workers of a Citus cluster, or make the functions of one that is spread anew.

    The URL leads to the coordinator, as the owner of the tables and a superuser. Nobody may use the store meanwhile.
    Raises StoreUnavailable, StoreUnsuited.
    """
    if is_sqlite(url) or not is_current(url, EVENT_STORE, pooler):
        raise StoreUnsuited("only a Postgres database that is migrated can be spread: run `playledger migrate` first")
    asyncio.run(_spread_postgres(url, pooler, tell))


def current(url: str, revisions: Revisions = EVENT_STORE, pooler: Pooler = "off") -> str | None:
    """The database's revision, or None before the first one. Raises StoreUnsuited, as `current_revision` does."""
    return with_connection(url, lambda connection: current_revision(connection, revisions), pooler)


def is_current(url: str, revisions: Revisions = EVENT_STORE, pooler: Pooler = "off") -> bool:
    """Whether the database has every revision this code knows. See `is_current_connection`."""
    return with_connection(url, lambda connection: is_current_connection(connection, revisions), pooler)


def with_connection(url: str, use: Callable[[Connection], T], pooler: Pooler = "off") -> T:
    """Use a connection of its own to the database, in one transaction. Raises StoreUnavailable, StoreUnsuited."""
    if is_sqlite(url):
        engine = engine_for_file(sqlite_path(url))
        try:
            with engine.begin() as connection:
                return use(connection)
        finally:
            engine.dispose()
    return asyncio.run(_with_postgres(url, use, pooler))


async def _with_postgres(url: str, use: Callable[[Connection], T], pooler: Pooler) -> T:
    from eventstore.postgres.engine import GUARDED, engine_for  # here, because they take long to import

    async with _postgres(url, pooler):
        engine = engine_for(url, CONNECTING, poolclass=NullPool, pooler=pooler)
        async with engine.begin() as connection:
            if pooler != "off":
                await connection.execute(GUARDED)
            return await connection.run_sync(use)


async def _upgrade_postgres(
    url: str, revisions: Revisions, pooler: Pooler, tell: Callable[[str], None], patience: Patience
) -> None:
    from eventstore.postgres.migrating import upgrade  # here, because it takes long to import

    async with _postgres(url, pooler), _of_one_database(url, revisions, pooler):
        await upgrade(url, CONNECTING, revisions, pooler, tell, patience)


@asynccontextmanager
async def _of_one_database(url: str, revisions: Revisions, pooler: Pooler) -> AsyncIterator[None]:
    """Where the store is spread and its schema is to change, put its functions aside."""
    from eventstore.postgres.citus import cluster
    from eventstore.postgres.engine import connect

    connection = await connect(url, CONNECTING, pooler, name=NAME)
    try:
        if revisions is not EVENT_STORE or not await cluster.is_behind(connection):
            yield
            return
        async with cluster.of_one_database(connection):
            yield
    finally:
        connection.terminate()


async def _spread_postgres(url: str, pooler: Pooler, tell: Callable[[str], None]) -> None:
    from eventstore.postgres.citus import cluster
    from eventstore.postgres.engine import connect

    async with _postgres(url, pooler):
        connection = await connect(url, CONNECTING, pooler, name=NAME)
        try:
            await cluster.spread(connection, tell)
        finally:
            connection.terminate()


@asynccontextmanager
async def _postgres(url: str, pooler: Pooler) -> AsyncIterator[None]:
    """Look whether the server is there and fits the settings, and say so by our own errors, then and later."""
    from asyncpg import ReadOnlySQLTransactionError

    from eventstore.postgres.pool import LOST, REFUSED
    from eventstore.postgres.pooling import check

    try:
        await check(url, CONNECTING, pooler)
    except (*LOST, *REFUSED) as error:
        raise StoreUnavailable(str(error)) from error
    try:
        yield
    except DBAPIError as error:
        if isinstance(error.driver_exception, ReadOnlySQLTransactionError):
            raise StoreUnsuited("the server at the database URL takes no writes: name the primary") from error
        if isinstance(error.driver_exception, LOST):
            raise StoreUnavailable(f"the connection to the database was lost: {error.driver_exception}") from error
        raise
