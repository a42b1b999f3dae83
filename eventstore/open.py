"""From a store URL to a store."""

from __future__ import annotations

from eventstore.limits import DEFAULT, StoreLimits
from eventstore.store import EventStore
from eventstore.urls import is_sqlite, sqlite_path


async def open_store(url: str, limits: StoreLimits = DEFAULT) -> EventStore:
    """Open `sqlite:///PATH` (created and migrated if need be) or `postgresql://...` (to be migrated beforehand).

    Raises StoreUnavailable; ValueError for another URL.
    """
    if is_sqlite(url):
        from eventstore.sqlite.store import SqliteStore  # here, because each takes long to import

        return await SqliteStore.open(sqlite_path(url))
    from eventstore.postgres.store import PostgresStore

    return await PostgresStore.open(url, limits)
