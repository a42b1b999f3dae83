"""The reads of the store, each one query on a connection."""

from __future__ import annotations

import json
import sqlite3
from typing import Any
from uuid import UUID

from eventstore.envelope import Head, Snapshot, StoredEvent, Types
from eventstore.sqlite.append import check_there
from eventstore.store import OtherHistory

_READ = """
    SELECT version, type, schema, body, private, recorded_at, hash, batch_end
    FROM events WHERE stream_id = ? AND version > ? ORDER BY version LIMIT ?
"""
_BETWEEN = """
    SELECT version, type, schema, body, private, recorded_at, hash, batch_end
    FROM events WHERE stream_id = ?1 AND version BETWEEN ?2 AND ?3
        AND epoch = (SELECT epoch FROM streams WHERE stream_id = ?1)
        AND (?4 IS NULL OR batch_end OR type IN (SELECT value FROM json_each(?4))) ORDER BY version
"""
_SNAPSHOT = """
    SELECT version, hash, state FROM snapshots JOIN events USING (stream_id, version)
    WHERE stream_id = ? AND rules_hash = ? AND schema_hash = ?
"""
_SAVE_SNAPSHOT = """
    INSERT INTO snapshots (stream_id, version, rules_hash, schema_hash, state)
    SELECT stream_id, version, ?, ?, ? FROM events WHERE stream_id = ? AND version = ? AND hash = ?
    ON CONFLICT (stream_id) DO UPDATE
    SET version = excluded.version, rules_hash = excluded.rules_hash, schema_hash = excluded.schema_hash,
        state = excluded.state
    WHERE excluded.version >= snapshots.version OR excluded.rules_hash <> snapshots.rules_hash
       OR excluded.schema_hash <> snapshots.schema_hash
"""
NO_LIMIT = -1


def head(connection: sqlite3.Connection, stream_id: UUID) -> Head | None:
    query = "SELECT kind, version, head_hash, closed FROM streams WHERE stream_id = ?"
    row = connection.execute(query, (stream_id.hex,)).fetchone()
    return None if row is None else Head(stream_id, row[0], row[1], row[2], bool(row[3]))


def read(
    connection: sqlite3.Connection, stream_id: UUID, after: int, limit: int | None, head: bytes | None = None
) -> list[StoredEvent]:
    if head is not None and after and _hash_at(connection, stream_id, after) != head:
        check_there(connection, stream_id)
        raise OtherHistory(after)
    rows = connection.execute(_READ, (stream_id.hex, after, NO_LIMIT if limit is None else limit)).fetchall()
    if not rows:
        check_there(connection, stream_id)
    return [_stored(stream_id, row) for row in rows]


def load(
    connection: sqlite3.Connection, stream_id: UUID, rules_hash: str, schema_hash: str
) -> tuple[Snapshot | None, list[StoredEvent]]:
    row = connection.execute(_SNAPSHOT, (stream_id.hex, rules_hash, schema_hash)).fetchone()
    if row is None:
        return None, read(connection, stream_id, 0, None)
    snapshot = Snapshot(stream_id, row[0], row[1], rules_hash, schema_hash, row[2])
    # events never change, so reading them a moment later can only find more of them
    return snapshot, read(connection, stream_id, snapshot.version, None)


def save_snapshot(connection: sqlite3.Connection, snapshot: Snapshot) -> None:
    connection.execute(
        _SAVE_SNAPSHOT,
        (
            snapshot.rules_hash,
            snapshot.schema_hash,
            snapshot.state,
            snapshot.stream_id.hex,
            snapshot.version,
            snapshot.head_hash,
        ),
    )


def secret(connection: sqlite3.Connection, stream_id: UUID) -> bytes | None:
    query = "SELECT secret FROM match_secrets WHERE stream_id = ?"
    row = connection.execute(query, (stream_id.hex,)).fetchone()
    return None if row is None else row[0]


def between(connection: sqlite3.Connection, stream_id: UUID, first: int, last: int, types: Types) -> list[StoredEvent]:
    """Events of a stream from one version to another: those of these types, and those that end a batch. None of a
    stream that has left, though its rows may not be deleted yet.
    """
    wanted = None if types is None else json.dumps(list(types))
    rows = connection.execute(_BETWEEN, (stream_id.hex, first, last, wanted))
    return [_stored(stream_id, row) for row in rows]


def _hash_at(connection: sqlite3.Connection, stream_id: UUID, version: int) -> bytes | None:
    query = "SELECT hash FROM events WHERE stream_id = ? AND version = ?"
    row = connection.execute(query, (stream_id.hex, version)).fetchone()
    return None if row is None else row[0]


def _stored(stream_id: UUID, row: tuple[Any, ...]) -> StoredEvent:
    version, type_, schema, body, private, at, event_hash, batch_end = row
    return StoredEvent(
        stream_id=stream_id,
        version=version,
        type=type_,
        schema=schema,
        body=body.encode(),
        private=None if private is None else private.encode(),
        at=at,
        hash=event_hash,
        batch_end=bool(batch_end),
    )
