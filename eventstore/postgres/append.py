"""The arguments and the answers of the server-side functions `append_lines` and `append_all_events`.

The functions are in `eventstore/migrations/sql/`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from uuid import UUID

import asyncpg

from eventstore.envelope import Appended, Command, NewEvent, StreamAppend
from eventstore.store import Archived, KeyReused, OtherHistory, StreamClosed, WrongExpectedVersion

APPEND = """
    SELECT outcome, first_version, last_version, head_hash, used_at
    FROM append_lines($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
"""

APPEND_EACH = """
    WITH free AS MATERIALIZED (
        SELECT stream_id FROM streams WHERE stream_id = ANY ($1) ORDER BY stream_id FOR UPDATE SKIP LOCKED
    )
    SELECT nth::integer, outcome, first_version, last_version, head_hash, used_at
    FROM unnest(
        $1::uuid[], $2::text[], $3::integer[], $4::text[], $5::text[], $6::bytea[], $7::integer[], $8::text[],
        $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::bytea[], $15::boolean[], $16::bytea[]
    ) WITH ORDINALITY AS one (
        stream_id, kind, expected, caller, command, fingerprint, count, types, schemas, bodies, privates, batch_ends,
        times, hashes, close, secret, nth
    ) JOIN free USING (stream_id), LATERAL append_lines(
        stream_id, kind, expected, caller, command, fingerprint, count, types, schemas, bodies, privates, batch_ends,
        times, hashes, close, secret
    )
"""
"""Several appends, each for itself; a stream that somebody else has locked, and one that isn't there, has no row."""

APPEND_ALL = """
    SELECT nth, outcome, first_version, last_version, head_hash, used_at
    FROM append_all_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
"""


def arguments(append: StreamAppend) -> tuple[object, ...]:
    """The arguments of APPEND: in each column a line for each event."""
    events = append.events
    return (
        append.stream_id,
        append.kind,
        append.expected_version,
        append.command.caller,
        append.command.command_id,
        append.command.fingerprint,
        len(events),
        "\n".join([event.type for event in events]),
        "\n".join([str(event.schema) for event in events]),
        b"\n".join([event.body for event in events]).decode(),
        b"\n".join([event.private or b"" for event in events]).decode(),
        "\n".join(["t" if event.batch_end else "f" for event in events]),
        "\n".join([str(event.at) for event in events]),
        b"".join([event.hash for event in events]),
        append.close,
        append.secret,
    )


def arguments_of_all(appends: Sequence[StreamAppend]) -> tuple[object, ...]:
    """The arguments of APPEND_ALL: a column of the appends at a time, then of the events of all of them."""
    return (
        [append.stream_id for append in appends],
        [append.kind for append in appends],
        [append.expected_version for append in appends],
        [append.command.caller for append in appends],
        [append.command.command_id for append in appends],
        [append.command.fingerprint for append in appends],
        [append.close for append in appends],
        [append.secret for append in appends],
        [len(append.events) for append in appends],
        *_columns(list(chain.from_iterable(append.events for append in appends))),
    )


def _columns(events: Sequence[NewEvent]) -> tuple[list[object], ...]:
    return (
        [event.type for event in events],
        [event.schema for event in events],
        [event.body.decode() for event in events],
        [None if event.private is None else event.private.decode() for event in events],
        [event.batch_end for event in events],
        [event.at for event in events],
        [event.hash for event in events],
    )


def answer(row: asyncpg.Record, append: StreamAppend) -> Appended:
    """The typed answer. Raises WrongExpectedVersion, OtherHistory, KeyReused, StreamClosed, Archived."""
    match row["outcome"]:
        case "wrong_version":
            raise WrongExpectedVersion(append.expected_version, row["last_version"])
        case "other_history":
            raise OtherHistory(append.expected_version)
        case "key_reused":
            raise KeyReused(append.command.command_id, row["used_at"])
        case "closed":
            raise StreamClosed
        case "archived":
            raise Archived(append.stream_id)
        case outcome:
            return Appended(row["first_version"], row["last_version"], row["head_hash"], outcome == "replayed")


def answers(rows: list[asyncpg.Record], appends: Sequence[StreamAppend]) -> list[Appended]:
    """The typed answers; without a row all was written. Raises what `answer` raises."""
    if not rows:
        return [append.written for append in appends]
    return [answer(row, appends[row["nth"] - 1]) for row in rows]


def stored_answer(rows: list[asyncpg.Record], stream_id: UUID, command: Command) -> Appended | None:
    """The stored answer among the rows of FIND_COMMAND. Raises KeyReused, Archived."""
    for row in rows:
        if row["archived"]:
            raise Archived(stream_id)
        if row["fingerprint"] != command.fingerprint:
            raise KeyReused(command.command_id, row["used_at"])
        return Appended(row["first_version"], row["last_version"], row["head_hash"], True)
    return None
