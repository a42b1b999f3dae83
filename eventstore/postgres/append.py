"""The arguments and the answers of the server-side function `append_events`."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import asyncpg

from eventstore.envelope import Appended, Command, NewEvent
from eventstore.store import KeyReused, StreamClosed, WrongExpectedVersion

APPEND = """
    SELECT outcome, first_version, last_version, head_hash, used_at
    FROM append_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
"""


def arguments(
    stream_id: UUID,
    kind: str,
    expected_version: int,
    events: Sequence[NewEvent],
    command: Command,
    close: bool,
    secret: bytes | None,
) -> tuple[object, ...]:
    """What APPEND takes, a column of the events at a time."""
    return (
        stream_id,
        kind,
        expected_version,
        command.caller,
        command.command_id,
        command.fingerprint,
        [event.type for event in events],
        [event.schema for event in events],
        [event.body.decode() for event in events],
        [None if event.private is None else event.private.decode() for event in events],
        [event.batch_end for event in events],
        [event.at for event in events],
        [event.hash for event in events],
        close,
        secret,
    )


def answer(row: asyncpg.Record, expected_version: int, command: Command) -> Appended:
    """The typed answer. Raises WrongExpectedVersion, KeyReused, StreamClosed."""
    match row["outcome"]:
        case "wrong_version":
            raise WrongExpectedVersion(expected_version, row["last_version"])
        case "key_reused":
            raise KeyReused(command.command_id, row["used_at"])
        case "closed":
            raise StreamClosed
        case outcome:
            return Appended(row["first_version"], row["last_version"], row["head_hash"], outcome == "replayed")


def found(rows: list[asyncpg.Record], command: Command) -> Appended | None:
    """The stored answer among the rows of FIND_COMMAND. Raises KeyReused."""
    for row in rows:
        if row["fingerprint"] != command.fingerprint:
            raise KeyReused(command.command_id, row["used_at"])
        return Appended(row["first_version"], row["last_version"], row["head_hash"], True)
    return None
