"""From a store URL to a store."""

from __future__ import annotations

from eventstore.limits import DEFAULT, StoreLimits
from eventstore.store import EventStore, StoreUnsuited
from eventstore.urls import is_sqlite, sqlite_path


async def open_store(url: str, limits: StoreLimits = DEFAULT, replica_url: str | None = None) -> EventStore:
    """Open `sqlite:///PATH` (created and migrated if need be) or `postgresql://...` (to be migrated beforehand).

    `replica_url` leads to standbys of that Postgres, which then answer lookups and read what is settled.
    Raises StoreUnavailable, StoreUnsuited; ValueError for another URL.
    """
    if is_sqlite(url):
        from eventstore.sqlite.store import SqliteStore  # here, because each takes long to import

        return await SqliteStore.open(sqlite_path(url))
    from eventstore.postgres.store import PostgresStore

    return await PostgresStore.open(url, limits, replica_url)


async def check_writable(store: EventStore, url: str) -> None:
    """Raises StoreUnsuited for a server that takes no writes, such as a standby; StoreUnavailable."""
    if is_sqlite(url):
        return
    from sqlalchemy import text

    asked = text("SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean")
    if await store.sql.read(lambda connection: connection.scalar(asked)):
        raise StoreUnsuited(
            "the database URL leads to a server that takes no writes, such as a standby: name the primary, "
            "or all hosts of which one is it"
        )
