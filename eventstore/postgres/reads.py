"""The reads of the store, each one statement.

Each asks for the epoch of its stream, so that the partitions of the others are not looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import asyncpg
from sqlalchemy import Connection

from eventstore.envelope import Head, Lag, Snapshot, StoredEvent
from eventstore.store import Archived, OtherHistory

HEAD = "SELECT kind, version, head_hash, closed FROM streams WHERE stream_id = $1"

READ = """
    SELECT version, type, schema, body, private, (extract(epoch FROM recorded_at) * 1000)::bigint AS at, hash, batch_end
    FROM events WHERE epoch = (SELECT epoch FROM streams WHERE stream_id = $1) AND stream_id = $1 AND version > $2
    ORDER BY version LIMIT $3
"""

TAILS = """
    SELECT asked.stream_id, asked.after, tail.*
    FROM unnest($1::uuid[], $2::integer[]) AS asked (stream_id, after), LATERAL (
        SELECT epoch FROM streams WHERE stream_id = asked.stream_id LIMIT 1
    ) AS born, LATERAL (
        SELECT version, type, schema, body, private, (extract(epoch FROM recorded_at) * 1000)::bigint AS at, hash,
               batch_end
        FROM events
        WHERE epoch = born.epoch AND stream_id = asked.stream_id AND version >= asked.after ORDER BY version
    ) AS tail
    ORDER BY tail.version
"""
"""Each tail with the event that it follows, whose hash tells whether the reader knows this history."""

SPREAD_TAILS = """
    SELECT asked.stream_id, asked.after, tail.*
    FROM unnest($1::uuid[], $2::integer[]) AS asked (stream_id, after), LATERAL (
        SELECT version, type, schema, body, private, (extract(epoch FROM recorded_at) * 1000)::bigint AS at, hash,
               batch_end
        FROM events WHERE stream_id = asked.stream_id AND version >= asked.after ORDER BY version
    ) AS tail
    ORDER BY tail.version
"""
"""As TAILS, where the store lies on several nodes, and keeps to one epoch."""

FOLLOW = """
    SELECT version, type, schema, body, private, (extract(epoch FROM recorded_at) * 1000)::bigint AS at, hash, batch_end
    FROM events WHERE epoch = (SELECT epoch FROM streams WHERE stream_id = $1) AND stream_id = $1 AND version >= $2
    ORDER BY version LIMIT $3
"""
"""As TAILS, of one stream."""

LOAD = """
    WITH snapshot AS (
        SELECT version, hash, state FROM snapshots JOIN events USING (stream_id, version)
        WHERE epoch = (SELECT epoch FROM streams WHERE stream_id = $1) AND stream_id = $1
            AND rules_hash = $2 AND schema_hash = $3
    )
    SELECT version, NULL AS type, NULL AS schema, NULL AS body, NULL AS private, NULL AS at, hash,
           NULL AS batch_end, state
    FROM snapshot
    UNION ALL (
        SELECT version, type, schema, body, private, (extract(epoch FROM recorded_at) * 1000)::bigint, hash, batch_end,
               NULL
        FROM events WHERE epoch = (SELECT epoch FROM streams WHERE stream_id = $1) AND stream_id = $1
            AND version > coalesce((SELECT version FROM snapshot), 0)
        ORDER BY version
    )
"""

SAVE_SNAPSHOT = """
    INSERT INTO snapshots AS kept (stream_id, version, rules_hash, schema_hash, state)
    SELECT stream_id, version, $4, $5, $6 FROM events
    WHERE epoch = (SELECT epoch FROM streams WHERE stream_id = $1) AND stream_id = $1 AND version = $2 AND hash = $3
    ON CONFLICT (stream_id) DO UPDATE
    SET version = excluded.version, rules_hash = excluded.rules_hash, schema_hash = excluded.schema_hash,
        state = excluded.state
    WHERE excluded.version >= kept.version
       OR (excluded.rules_hash, excluded.schema_hash) <> (kept.rules_hash, kept.schema_hash)
"""

NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at"

SECRET = "SELECT secret FROM match_secrets WHERE stream_id = $1"

FIND_COMMAND = """
    SELECT c.fingerprint, c.first_version, c.last_version, l.hash AS head_hash,
           (extract(epoch FROM f.recorded_at) * 1000)::bigint AS used_at, s.epoch < 0 AS archived
    FROM streams s
    LEFT JOIN commands c ON c.epoch = (SELECT epoch FROM streams WHERE stream_id = $1)
        AND c.stream_id = $1 AND c.caller = $2 AND c.command_id = $3
    LEFT JOIN events f ON f.epoch = (SELECT epoch FROM streams WHERE stream_id = $1)
        AND f.stream_id = $1 AND f.version = c.first_version
    LEFT JOIN events l ON l.epoch = (SELECT epoch FROM streams WHERE stream_id = $1)
        AND l.stream_id = $1 AND l.version = c.last_version
    WHERE s.stream_id = $1 AND (c.stream_id IS NOT NULL OR s.epoch < 0)
    FOR KEY SHARE OF s
"""
"""The lock is a write: the answer waits for the standbys that an append waits for. A command that isn't found locks
nothing.

The epochs are not taken from the locked row: after a wait it is a newer one than the commands and events beside it.
"""

ARCHIVED = "SELECT 1 FROM streams WHERE stream_id = $1 AND epoch < 0"

LAG = """
    SELECT coalesce(sum(last_version - first_version + 1), 0)::bigint AS events,
           coalesce(extract(epoch FROM clock_timestamp() - min(since)) * 1000, 0)::bigint AS age_ms
    FROM unsequenced
"""


def head(stream_id: UUID, rows: list[asyncpg.Record]) -> Head | None:
    for row in rows:
        return Head(stream_id, row["kind"], row["version"], row["head_hash"], row["closed"])
    return None


def stored_event(stream_id: UUID, row: asyncpg.Record) -> StoredEvent:
    private = row["private"]
    return StoredEvent(
        stream_id=stream_id,
        version=row["version"],
        type=row["type"],
        schema=row["schema"],
        body=row["body"].encode(),
        private=None if private is None else private.encode(),
        at=row["at"],
        hash=row["hash"],
        batch_end=row["batch_end"],
    )


def following(stream_id: UUID, after: int, head: bytes, rows: list[asyncpg.Record]) -> list[StoredEvent]:
    """The rows after the first, which has to be the event `after` with the hash `head`. Raises OtherHistory."""
    if not rows or rows[0]["version"] != after or rows[0]["hash"] != head:
        raise OtherHistory(after)
    return [stored_event(stream_id, row) for row in rows[1:]]


def loaded(
    stream_id: UUID, rules_hash: str, schema_hash: str, rows: list[asyncpg.Record]
) -> tuple[Snapshot | None, list[StoredEvent]]:
    if not rows or rows[0]["state"] is None:
        return None, [stored_event(stream_id, row) for row in rows]
    first, *tail = rows
    snapshot = Snapshot(stream_id, first["version"], first["hash"], rules_hash, schema_hash, first["state"])
    return snapshot, [stored_event(stream_id, row) for row in tail]


def lag(row: asyncpg.Record) -> Lag:
    return Lag(row["events"], max(0, row["age_ms"]))


def reading(
    stream_id: UUID, after: int, limit: int | None, head: bytes | None
) -> Callable[[Connection], list[StoredEvent]]:
    """READ, or FOLLOW where `head` is given, as a function on a connection of SQLAlchemy."""

    def work(connection: Connection) -> list[StoredEvent]:
        if head is None or not after:
            rows = _there(connection, stream_id, _rows(connection, READ, stream_id, after, limit))
            return [stored_event(stream_id, row) for row in rows]
        rows = _rows(connection, FOLLOW, stream_id, after, None if limit is None else limit + 1)
        return following(stream_id, after, head, _there(connection, stream_id, rows))

    return work


def loading(
    stream_id: UUID, rules_hash: str, schema_hash: str
) -> Callable[[Connection], tuple[Snapshot | None, list[StoredEvent]]]:
    """LOAD in the same way."""

    def work(connection: Connection) -> tuple[Snapshot | None, list[StoredEvent]]:
        rows = _there(connection, stream_id, _rows(connection, LOAD, stream_id, rules_hash, schema_hash))
        return loaded(stream_id, rules_hash, schema_hash, rows)

    return work


def _rows(connection: Connection, query: str, *arguments: object) -> list[Any]:
    return list(connection.exec_driver_sql(query, arguments).mappings())


def _there(connection: Connection, stream_id: UUID, rows: list[Any]) -> list[Any]:
    """The part of a stream that was read. Raises Archived where nothing was, for its rows have left."""
    if not rows and _rows(connection, ARCHIVED, stream_id):
        raise Archived(stream_id)
    return rows
