"""Brings a database's schema up to date, and says whether it is.

The functions are synchronous; from a running event loop call them by `asyncio.to_thread`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, NullPool

from eventstore.revisions import EVENT_STORE, Revisions, current_revision, is_current_connection, upgrade_connection
from eventstore.sqlite.engine import engine_for_file
from eventstore.urls import is_sqlite, sqlite_path

T = TypeVar("T")
CONNECTING = 30.0
"""Seconds for a connection to each host; a migration itself takes as long as it takes."""


def upgrade(url: str, revisions: Revisions = EVENT_STORE) -> None:
    """Bring the database to the newest revision. Replicas that start together wait for one another."""
    with_connection(url, lambda connection: upgrade_connection(connection, revisions))


def current(url: str, revisions: Revisions = EVENT_STORE) -> str | None:
    """The database's revision, or None before the first one."""
    return with_connection(url, lambda connection: current_revision(connection, revisions))


def is_current(url: str, revisions: Revisions = EVENT_STORE) -> bool:
    """Whether the database has every revision this code knows. See `is_current_connection`."""
    return with_connection(url, lambda connection: is_current_connection(connection, revisions))


def with_connection(url: str, use: Callable[[Connection], T]) -> T:
    """Use a connection of its own to the database, in one transaction."""
    if is_sqlite(url):
        engine = engine_for_file(sqlite_path(url))
        try:
            with engine.begin() as connection:
                return use(connection)
        finally:
            engine.dispose()
    return asyncio.run(_with_postgres(url, use))


async def _with_postgres(url: str, use: Callable[[Connection], T]) -> T:
    from eventstore.postgres.engine import engine_for  # here, because it takes long to import

    engine = engine_for(url, CONNECTING, poolclass=NullPool)
    async with engine.begin() as connection:
        return await connection.run_sync(use)
