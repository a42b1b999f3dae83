"""From a store URL to a store."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack

from eventstore.databases import Named, left
from eventstore.limits import DEFAULT, StoreLimits
from eventstore.store import EventStore, StoreUnsuited
from eventstore.urls import is_sqlite, sqlite_path


async def open_store(
    url: str, limits: StoreLimits = DEFAULT, replica_url: str | None = None, others: Sequence[Named] = ()
) -> EventStore:
    """Open `sqlite:///PATH` (created and migrated if need be) or `postgresql://...` (to be migrated beforehand).

    `replica_url` leads to standbys of that Postgres, which then answer lookups and read what is settled. `others` are
    databases that have the streams of some shards.
    Raises StoreUnavailable, StoreUnsuited; ValueError for another URL.
    """
    if others:
        return await _open_routed(url, limits, replica_url, others)
    if is_sqlite(url):
        from eventstore.sqlite.store import SqliteStore  # here, because each takes long to import

        return await SqliteStore.open(sqlite_path(url))
    from eventstore.postgres.store import PostgresStore

    return await PostgresStore.open(url, limits, replica_url)


async def _open_routed(url: str, limits: StoreLimits, replica_url: str | None, others: Sequence[Named]) -> EventStore:
    from eventstore.postgres.store import PostgresStore
    from eventstore.routed import RoutedStore

    if is_sqlite(url):
        raise ValueError("only a store on Postgres can have several databases")
    async with AsyncExitStack() as opened:
        parts = [(left(others), await PostgresStore.open(url, limits, replica_url))]
        opened.push_async_callback(parts[0][1].close)
        for one in others:
            parts.append((one.shards, await PostgresStore.open(one.url, limits)))
            opened.push_async_callback(parts[-1][1].close)
        if any(store.spread for _, store in parts):
            raise StoreUnsuited("a store on several nodes of Citus has one database: unset PLAYLEDGER_DATABASE_SHARDS")
        opened.pop_all()
        return RoutedStore(parts)


async def check_writable(store: EventStore, url: str) -> None:
    """Raises StoreUnsuited for a server that takes no writes, such as a standby; StoreUnavailable."""
    if is_sqlite(url):
        return
    from sqlalchemy import text

    asked = text("SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean")
    if any([await one.sql.read(lambda connection: connection.scalar(asked)) for one in store.databases]):
        raise StoreUnsuited(
            "a database URL leads to a server that takes no writes, such as a standby: name the primary, "
            "or all hosts of which one is it"
        )
