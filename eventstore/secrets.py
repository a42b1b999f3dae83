"""The encrypted secrets of streams in bulk, to bring them under another key: read in pages, exchanged in place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from uuid import UUID

import msgspec
from sqlalchemy import Connection, func, select

from eventstore.shards import shard_of
from eventstore.store import EventStore
from eventstore.tables import match_secrets, streams


class StoredSecret(msgspec.Struct, frozen=True):
    """A stream's secret as it is stored; `closed`: nothing more can be appended to the stream."""

    stream_id: UUID
    secret: bytes
    closed: bool


async def count(store: EventStore) -> int:
    """How many secrets there are."""
    query = select(func.count()).select_from(match_secrets)
    counts = [await one.sql.read(lambda connection: connection.execute(query).scalar_one()) for one in store.databases]
    return sum(counts)


async def page(store: EventStore, after: UUID | None, limit: int) -> list[StoredSecret]:
    """The next secrets in the order of their streams' ids."""
    query = (
        select(match_secrets.c.stream_id, match_secrets.c.secret, streams.c.closed)
        .join(streams, streams.c.stream_id == match_secrets.c.stream_id)
        .order_by(match_secrets.c.stream_id)
        .limit(limit)
    )
    if after is not None:
        query = query.where(match_secrets.c.stream_id > after)
    pages = [await one.sql.read(lambda connection: connection.execute(query).all()) for one in store.databases]
    rows = sorted((row for rows in pages for row in rows), key=lambda row: row.stream_id)
    return [StoredSecret(row.stream_id, row.secret, row.closed) for row in rows[:limit]]


async def exchange(store: EventStore, changes: Sequence[tuple[StoredSecret, bytes]]) -> int:
    """Replace each secret by the new one, in a transaction of each database; how many were still as they were read."""
    done = 0
    for one in store.databases:
        own = [change for change in changes if shard_of(change[0].stream_id) in one.shards]
        if own:
            done += await one.sql.write(partial(_exchange, changes=own))
    return done


def _exchange(connection: Connection, changes: Sequence[tuple[StoredSecret, bytes]]) -> int:
    done = 0
    for old, new in changes:
        same = (match_secrets.c.stream_id == old.stream_id) & (match_secrets.c.secret == old.secret)
        done += connection.execute(match_secrets.update().where(same).values(secret=new)).rowcount
    return done
