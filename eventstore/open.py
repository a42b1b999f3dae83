"""From a store URL to a store."""

from __future__ import annotations

from eventstore.postgres.store import PostgresStore
from eventstore.sqlite.store import SqliteStore
from eventstore.store import EventStore
from eventstore.urls import is_sqlite, sqlite_path


async def open_store(url: str) -> EventStore:
    """Open `sqlite:///PATH` (created and migrated if need be) or `postgresql://...` (to be migrated beforehand).

    Raises StoreUnavailable; ValueError for another URL.
    """
    if is_sqlite(url):
        return await SqliteStore.open(sqlite_path(url))
    return await PostgresStore.open(url)
