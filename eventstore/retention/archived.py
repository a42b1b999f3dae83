"""The rows of `archived_streams`: which streams are in the archive, under which names."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from uuid import UUID

import msgspec
from sqlalchemy import Connection, func, select

from eventstore.bulk import among, insert_missing
from eventstore.tables import GONE, archived_streams, streams

_filed = archived_streams.c


class Filed(msgspec.Struct, frozen=True):
    """Where the history of a stream is in the archive, and where it ends."""

    stream_id: UUID
    object: str
    version: int
    head_hash: bytes
    archived_at: int
    bytes: int


class Totals(msgspec.Struct, frozen=True):
    """How many streams are in the archive, and how large they are there."""

    streams: int
    bytes: int


def find(connection: Connection, stream_id: UUID) -> Filed | None:
    """The row of a stream."""
    return next(iter(named(connection, [stream_id])), None)


def named(connection: Connection, asked: Collection[UUID]) -> Sequence[Filed]:
    """The rows of those of these streams that are in the archive."""
    query = select(archived_streams).where(among(connection, _filed.stream_id, asked))
    return [Filed(**row) for row in connection.execute(query).mappings()]


def page(connection: Connection, after: UUID, limit: int) -> Sequence[Filed]:
    """The next rows in the order of their streams' ids."""
    query = select(archived_streams).where(_filed.stream_id > after).order_by(_filed.stream_id).limit(limit)
    return [Filed(**row) for row in connection.execute(query).mappings()]


def note(connection: Connection, filed: Collection[Filed]) -> None:
    """Say that streams are in the archive, unless that was said before."""
    for one in filed:
        insert_missing(connection, archived_streams, msgspec.structs.asdict(one))


def closed_and_not_filed(connection: Connection, asked: Collection[UUID]) -> set[UUID]:
    """Those of these streams that have ended and are not in the archive."""
    there = select(_filed.stream_id).where(_filed.stream_id.in_(asked))
    query = select(streams.c.stream_id).where(
        streams.c.stream_id.in_(asked), streams.c.closed, streams.c.stream_id.not_in(there)
    )
    return set(connection.execute(query).scalars())


def gone(connection: Connection, asked: Collection[UUID]) -> set[UUID]:
    """Those of these streams whose rows have left the database."""
    query = select(streams.c.stream_id).where(streams.c.stream_id.in_(asked), streams.c.epoch == GONE)
    return set(connection.execute(query).scalars())


def totals(connection: Connection) -> Totals:
    """All of it together."""
    query = select(func.count(), func.coalesce(func.sum(_filed.bytes), 0))
    count, size = connection.execute(query).one()
    return Totals(count, int(size))
