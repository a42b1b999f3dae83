"""Which shards a database has, as it says itself where a store has several databases.

A stream that is looked for in another database than its own is not found, and could be begun anew there. So each
database keeps its shards, and the store that they belong to, and whoever comes with other settings is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from uuid import UUID, uuid4

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql

from eventstore.databases import Shards, spelled
from eventstore.shards import shard_of
from eventstore.store import Database, EventStore, StoreUnsuited
from eventstore.tables import shard_claims, streams

Claims = Mapping[int, UUID]
_LOCK = sa.text("LOCK TABLE shard_claims IN SHARE ROW EXCLUSIVE MODE")


async def claim(store: EventStore) -> None:
    """Let each database of a store keep its shards, the first time; later on look whether it has them.

    Raises StoreUnsuited, and nothing is kept; StoreUnavailable.
    """
    home, *others = store.databases
    known = await home.sql.read(_claims)
    if not others and not known:
        return
    own = next(iter(known.values()), None) or uuid4()
    for one in store.databases:
        await one.sql.read(partial(_check, shards=one.shards, store=own))
    for one in store.databases:
        # another replica may have been quicker, and has named the store
        own = await _keep(one, own, first=one is store.databases[0])


async def _keep(database: Database, store: UUID, *, first: bool) -> UUID:
    def keep(connection: Connection) -> UUID:
        connection.execute(_LOCK)
        there = _claims(connection)
        if not there:
            rows = [{"shard": shard, "store": store} for shard in database.shards]
            connection.execute(shard_claims.insert(), rows)
            return store
        named = next(iter(there.values()))
        _check(connection, database.shards, named if first else store)
        return named

    return await database.sql.write(keep)


def _check(connection: Connection, shards: Shards, store: UUID) -> None:
    there = _claims(connection)
    if there and set(there) != set(shards):
        raise StoreUnsuited(
            f"a database has the shards {spelled(there)}, and PLAYLEDGER_DATABASE_SHARDS gives it {spelled(shards)}"
        )
    if there and set(there.values()) != {store}:
        raise StoreUnsuited(f"the database that has the shards {spelled(shards)} belongs to another store")
    if not there and (found := connection.execute(_elsewhere(shards)).scalar()) is not None:
        raise StoreUnsuited(
            f"a database that is to have the shards {spelled(shards)} has streams of shard {shard_of(found)}: "
            "they stay where they are"
        )


def _claims(connection: Connection) -> Claims:
    return {row.shard: row.store for row in connection.execute(sa.select(shard_claims))}


def _elsewhere(shards: Shards) -> sa.Select[UUID]:
    """A stream of another shard than these."""
    listed = sa.bindparam(None, list(shards), type_=postgresql.ARRAY(sa.SmallInteger()))
    return sa.select(streams.c.stream_id).where(sa.func.shard_of(streams.c.stream_id) != sa.all_(listed)).limit(1)
