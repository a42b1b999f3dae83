"""Logs of shards, filled outside the append as on Postgres, so that both engines behave alike."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from uuid import UUID

from eventstore.envelope import Lag
from eventstore.shards import COUNT_BITS, Place, least_stamp, shard_of
from eventstore.sqlite.append import now_ms, transaction

_WAITING = "SELECT id, stream_id, first_version, last_version FROM unsequenced ORDER BY id"
_HEADS = "SELECT shard, stamp, number FROM shard_heads"
_INSERT = (
    "INSERT INTO shard_log (shard, stamp, number, stream_id, first_version, last_version) VALUES (?, ?, ?, ?, ?, ?)"
)
_MOVE = "UPDATE shard_heads SET stamp = ?, number = ? WHERE shard = ?"
_LAG = "SELECT coalesce(sum(last_version - first_version + 1), 0), min(since) FROM unsequenced"
Waiting = tuple[int, str, int, int]
"""A row of the queue."""


def sequence(connection: sqlite3.Connection, limit: int) -> int:
    """See EventStore.sequence. The writer's transaction makes it the only one."""
    with transaction(connection):
        taken = list(_oldest(connection, limit))
        if not taken:
            return 0
        heads = {shard: Place(stamp, number) for shard, stamp, number in connection.execute(_HEADS)}
        stamp = max(least_stamp(heads) + 1, now_ms() << COUNT_BITS)
        numbers = {shard: head.number for shard, head in heads.items()}
        for row in taken:
            stamp += _log(connection, row, stamp, numbers)
        connection.executemany("DELETE FROM unsequenced WHERE id = ?", [(row[0],) for row in taken])
        # up to here each log is complete, also one without news
        connection.executemany(_MOVE, [(stamp - 1, number, shard) for shard, number in numbers.items()])
        return sum(last - first + 1 for _, _, first, last in taken)


def _oldest(connection: sqlite3.Connection, limit: int) -> Iterator[Waiting]:
    """The appends that have waited longest, until there are enough events."""
    events = 0
    for row in connection.execute(_WAITING):
        if events >= limit:
            return
        events += row[3] - row[2] + 1
        yield row


def _log(connection: sqlite3.Connection, row: Waiting, stamp: int, numbers: dict[int, int]) -> int:
    """Put an append into its log, with this stamp for its first event; how many events it has."""
    _, stream, first, last = row
    shard, events = shard_of(UUID(stream)), last - first + 1
    numbers[shard] += events
    connection.execute(_INSERT, (shard, stamp, numbers[shard], stream, first, last))
    return events


def lag(connection: sqlite3.Connection) -> Lag:
    """See EventStore.lag."""
    waiting, since = connection.execute(_LAG).fetchone()
    return Lag(waiting, 0 if since is None else max(0, now_ms() - since))
