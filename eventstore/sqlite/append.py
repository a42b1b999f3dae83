"""One append, or several, as one transaction of the writer's connection."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from eventstore.chain import GENESIS, link
from eventstore.envelope import Appended, Command, StreamAppend
from eventstore.store import Archived, KeyReused, OtherHistory, StreamClosed, WrongExpectedVersion

_INSERT_EVENT = """
    INSERT INTO events (stream_id, version, type, schema, body, private, batch_end, recorded_at, hash, epoch)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_SAVE_STREAM = """
    INSERT INTO streams (stream_id, kind, version, head_hash, closed, epoch) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (stream_id) DO UPDATE
    SET version = excluded.version, head_hash = excluded.head_hash, closed = excluded.closed
"""
_STREAM = "SELECT version, head_hash, closed, epoch FROM streams WHERE stream_id = ?"
_OPEN_EPOCH = "SELECT max(epoch) FROM epochs"
_ARCHIVED = "SELECT 1 FROM streams WHERE stream_id = ? AND epoch < 0"
_FIND_COMMAND = """
    SELECT c.fingerprint, c.first_version, c.last_version, f.recorded_at, l.hash
    FROM commands c
    JOIN events f ON f.stream_id = c.stream_id AND f.version = c.first_version
    JOIN events l ON l.stream_id = c.stream_id AND l.version = c.last_version
    WHERE c.stream_id = ? AND c.caller = ? AND c.command_id = ?
"""


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Takes the write lock at once; commits at the end, rolls back on an exception."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # a failed COMMIT may have ended the transaction already
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def append(connection: sqlite3.Connection, one: StreamAppend) -> Appended:
    """See EventStore.append."""
    with transaction(connection):
        known = find_command(connection, one.stream_id, one.command)
        return _write(connection, one) if known is None else known


def append_all(connection: sqlite3.Connection, appends: Sequence[StreamAppend]) -> list[Appended]:
    """See EventStore.append_all."""
    with transaction(connection):
        if find_command(connection, appends[0].stream_id, appends[0].command) is None:
            return [_write_new(connection, one) for one in appends]
        known = (find_command(connection, one.stream_id, one.command) for one in appends)
        return [answer for answer in known if answer is not None]


def find_command(connection: sqlite3.Connection, stream_id: UUID, command: Command) -> Appended | None:
    """The stored answer to a command, or None. Raises KeyReused, Archived."""
    key = (stream_id.hex, command.caller, command.command_id)
    row = connection.execute(_FIND_COMMAND, key).fetchone()
    if row is None:
        check_there(connection, stream_id)
        return None
    fingerprint, first, last, first_used_at, head_hash = row
    if fingerprint != command.fingerprint:
        raise KeyReused(command.command_id, first_used_at)
    return Appended(first, last, head_hash, True)


def check_there(connection: sqlite3.Connection, stream_id: UUID) -> None:
    """Raises Archived for a stream whose rows have left."""
    if connection.execute(_ARCHIVED, (stream_id.hex,)).fetchone() is not None:
        raise Archived(stream_id)


def _write_new(connection: sqlite3.Connection, one: StreamAppend) -> Appended:
    """Write an append whose command must not be stored yet. Raises KeyReused."""
    known = find_command(connection, one.stream_id, one.command)
    if known is not None:
        query = "SELECT recorded_at FROM events WHERE stream_id = ? AND version = ?"
        (first_used_at,) = connection.execute(query, (one.stream_id.hex, known.first_version)).fetchone()
        raise KeyReused(one.command.command_id, first_used_at)
    return _write(connection, one)


def _write(connection: sqlite3.Connection, one: StreamAppend) -> Appended:
    epoch = _check_stream(connection, one)
    appended = one.written
    _insert_events(connection, one, epoch)
    _insert_command(connection, one.stream_id, one.command, appended, epoch)
    _enqueue(connection, one.stream_id, appended)
    stream = one.stream_id.hex
    values = (stream, one.kind, appended.last_version, appended.head_hash, one.close, epoch)
    connection.execute(_SAVE_STREAM, values)
    if one.secret is not None:
        connection.execute("INSERT INTO match_secrets (stream_id, secret) VALUES (?, ?)", (stream, one.secret))
    return appended


def _check_stream(connection: sqlite3.Connection, one: StreamAppend) -> int:
    """The epoch of the stream, that of a new one the open epoch."""
    row = connection.execute(_STREAM, (one.stream_id.hex,)).fetchone()
    if row is None:
        row = 0, GENESIS, False, *connection.execute(_OPEN_EPOCH).fetchone()
    version, head_hash, closed, epoch = row
    if version != one.expected_version:
        raise WrongExpectedVersion(one.expected_version, version)
    if link(head_hash, one.events[0].body) != one.events[0].hash:
        raise OtherHistory(version)
    if closed:
        raise StreamClosed
    return int(epoch)


def _insert_events(connection: sqlite3.Connection, one: StreamAppend, epoch: int) -> None:
    connection.executemany(
        _INSERT_EVENT,
        [
            (
                one.stream_id.hex,
                version,
                event.type,
                event.schema,
                event.body.decode(),
                None if event.private is None else event.private.decode(),
                event.batch_end,
                event.at,
                event.hash,
                epoch,
            )
            for version, event in enumerate(one.events, one.expected_version + 1)
        ],
    )


def _insert_command(
    connection: sqlite3.Connection, stream_id: UUID, command: Command, appended: Appended, epoch: int
) -> None:
    connection.execute(
        "INSERT INTO commands (stream_id, caller, command_id, fingerprint, first_version, last_version, epoch) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            stream_id.hex,
            command.caller,
            command.command_id,
            command.fingerprint,
            appended.first_version,
            appended.last_version,
            epoch,
        ),
    )


def _enqueue(connection: sqlite3.Connection, stream_id: UUID, appended: Appended) -> None:
    connection.execute(
        "INSERT INTO unsequenced (stream_id, first_version, last_version, since) VALUES (?, ?, ?, ?)",
        (stream_id.hex, appended.first_version, appended.last_version, now_ms()),
    )


def now_ms() -> int:
    return time.time_ns() // 1_000_000
