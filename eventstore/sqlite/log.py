"""Reads the logs of shards in the order of their stamps, as on Postgres in one statement."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from eventstore.envelope import Logged, LogPage, Types, gone
from eventstore.shards import Place, Places, advanced, least_stamp, position_of
from eventstore.sqlite import reads

_HEADS = "SELECT shard, stamp, number FROM shard_heads"
_ROWS = """
    SELECT stamp, shard, number, stream_id, first_version, last_version
    FROM shard_log WHERE shard = ? AND stamp > ? AND stamp <= ? ORDER BY stamp LIMIT ?
"""


class _Row(NamedTuple):
    stamp: int
    shard: int
    number: int
    stream: str
    first: int
    last: int


def read_log(
    connection: sqlite3.Connection, after: Places, until: int | None, limit: int, types: Types = None
) -> LogPage:
    """See EventStore.read_log. In a transaction, so that it sees one moment."""
    connection.execute("BEGIN")
    try:
        heads = {shard: Place(stamp, number) for shard, stamp, number in connection.execute(_HEADS) if shard in after}
        end = least_stamp(heads) if until is None else min(until, least_stamp(heads))
        rows, end = _cut(*_found(connection, after, heads, end, limit), limit)
        events = [entry for row in rows for entry in _events(connection, row, types)]
    finally:
        connection.execute("COMMIT")
    return LogPage(events, end, advanced(after, end, {row.shard: row.number for row in rows}))


def _found(
    connection: sqlite3.Connection, after: Places, heads: Places, end: int, limit: int
) -> tuple[Sequence[_Row], int]:
    """A share of the rows of each shard that has news, in order, and the stamp up to which none is missing."""
    behind = [shard for shard in after if heads[shard].number > after[shard].number]
    share = limit // max(len(behind), 1) + 1
    pages = [
        [_Row(*row) for row in connection.execute(_ROWS, (shard, after[shard].stamp, end, share))] for shard in behind
    ]
    end = min([end, *(rows[-1].stamp for rows in pages if len(rows) == share)])
    return [row for row in merge(*pages) if row.stamp <= end], end


def _cut(rows: Sequence[_Row], end: int, limit: int) -> tuple[Sequence[_Row], int]:
    """As many as make up the limit; what has one stamp stays together."""
    kept, events = list[_Row](), 0
    for _, same in groupby(rows, key=lambda row: row.stamp):
        if events >= limit:
            return kept, kept[-1].stamp
        for row in same:
            kept.append(row)
            events += row.last - row.first + 1
    return kept, end


def _events(connection: sqlite3.Connection, row: _Row, types: Types) -> Iterator[Logged]:
    """The events of a row; where they have left the database, what stands for them."""
    stream = UUID(row.stream)
    found = reads.between(connection, stream, row.first, row.last, types)
    for event in found or [gone(stream, version) for version in range(row.first, row.last + 1)]:
        yield Logged(position_of(row.stamp + event.version - row.first, row.shard), event)
