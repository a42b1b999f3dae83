"""The store's form of one event: hashed bytes, private parts, and where they stand in their stream."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from uuid import UUID

import msgspec

from eventstore.shards import Places


class NewEvent(msgspec.Struct, frozen=True):
    """An event about to be appended. Its version is the expected version plus its place in the append.

    `body` holds the canonical bytes that are hashed (chain.py); `private` the private parts by audience as
    canonical JSON, or None; `at` is milliseconds since the epoch, UTC; `batch_end` marks the last event of a command.
    """

    type: str
    schema: int
    body: bytes
    private: bytes | None
    at: int
    hash: bytes
    batch_end: bool


class StoredEvent(msgspec.Struct, frozen=True):
    """An event as it stands in its stream; `version` is dense from 1."""

    stream_id: UUID
    version: int
    type: str
    schema: int
    body: bytes
    private: bytes | None
    at: int
    hash: bytes
    batch_end: bool


class Command(msgspec.Struct, frozen=True):
    """Why an append happens: idempotent per (stream, caller, command_id); `fingerprint` hashes its content."""

    caller: str
    command_id: str
    fingerprint: bytes


class Appended(msgspec.Struct, frozen=True):
    """The answer to an append. `replayed` says that the command was stored before and nothing was written now."""

    first_version: int
    last_version: int
    head_hash: bytes
    replayed: bool


class StreamAppend(msgspec.Struct, frozen=True):
    """One append to one stream. See EventStore.append for its parts."""

    stream_id: UUID
    kind: str
    expected_version: int
    events: Sequence[NewEvent]
    command: Command
    close: bool = False
    secret: bytes | None = None

    @property
    def written(self) -> Appended:
        """The answer of the store that has written it now."""
        last_version = self.expected_version + len(self.events)
        return Appended(self.expected_version + 1, last_version, self.events[-1].hash, False)


class Head(msgspec.Struct, frozen=True):
    """Where a stream stands. Version 0 never exists: an unknown stream has no head."""

    stream_id: UUID
    kind: str
    version: int
    head_hash: bytes
    closed: bool


class Snapshot(msgspec.Struct, frozen=True):
    """A cached fold of a stream up to an event, by its version and hash.

    It is valid only for the same rules and state schema (`rules_hash`, `schema_hash`).
    """

    stream_id: UUID
    version: int
    head_hash: bytes
    rules_hash: str
    schema_hash: str
    state: bytes


class Logged(msgspec.Struct, frozen=True):
    """An event with its position, which no other event of any shard has.

    `history`: all events of its stream, where the rows of the stream have left the database and somebody may need
    them, for nobody finds them there. Else it is empty.
    """

    position: int
    event: StoredEvent
    history: Sequence[StoredEvent] = ()


def gone(stream_id: UUID, version: int) -> StoredEvent:
    """The stand-in in a page of the log for an event whose row has left the database."""
    return StoredEvent(stream_id, version, "", 0, b"", None, 0, b"", False)


def is_gone(event: StoredEvent) -> bool:
    """Whether it stands for an event whose row has left: no event has an empty type."""
    return not event.type


Types = Collection[str] | None
"""The types of the events that a reader of the logs needs; None: all."""


class LogPage(msgspec.Struct, frozen=True):
    """Events of some shards in the order of their stamps, and the places of all these shards after them.

    `until` is the stamp up to which nothing is missing in any of them.
    """

    events: Sequence[Logged]
    until: int
    places: Places


class ReplicaReads(msgspec.Struct):
    """How the standbys do that answer reads: what this process has seen of them.

    `used`: the last read that asked one was answered by it. `behind`: the bytes of the log that it lacked then.
    `passed` counts the reads that the primary answered instead, by reason.
    """

    used: bool = True
    behind: int = 0
    served: int = 0
    passed: Counter[str] = msgspec.field(default_factory=Counter)


class Lag(msgspec.Struct, frozen=True):
    """Events that no log has yet, and for how long the oldest of them has waited, in milliseconds."""

    events: int
    age_ms: int
