"""The encrypted secrets of streams in bulk, to bring them under another key: read in pages, exchanged in place."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import msgspec
from sqlalchemy import Connection, func, select

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
    return int(await store.sql.read(lambda connection: connection.execute(query).scalar_one()))


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
    rows = await store.sql.read(lambda connection: connection.execute(query).all())
    return [StoredSecret(row.stream_id, row.secret, row.closed) for row in rows]


async def exchange(store: EventStore, changes: Sequence[tuple[StoredSecret, bytes]]) -> int:
    """Replace each secret by the new one, in one transaction; how many were still as they were read."""

    def work(connection: Connection) -> int:
        done = 0
        for old, new in changes:
            same = (match_secrets.c.stream_id == old.stream_id) & (match_secrets.c.secret == old.secret)
            done += connection.execute(match_secrets.update().where(same).values(secret=new)).rowcount
        return done

    return await store.sql.write(work) if changes else 0
