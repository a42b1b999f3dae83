"""The protocol of an event store. Postgres and SQLite answer it alike; one specification suite holds both to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar
from uuid import UUID

from eventstore.envelope import (
    Appended,
    Command,
    Head,
    Lag,
    LogPage,
    NewEvent,
    ReplicaReads,
    Snapshot,
    StoredEvent,
    StreamAppend,
    Types,
)
from eventstore.shards import BEGINNING, Places

if TYPE_CHECKING:
    from sqlalchemy import Connection

T = TypeVar("T")


class StoreError(Exception):
    """The base of what an append or a read refuses."""


class WrongExpectedVersion(StoreError):
    """Somebody appended first. `actual` is the stream's version now (0: there is no such stream)."""

    def __init__(self, expected: int, actual: int) -> None:
        super().__init__(f"expected version {expected}, the stream is at {actual}")
        self.expected = expected
        self.actual = actual


class OtherHistory(WrongExpectedVersion):
    """The stream holds no event, or another one, where the caller knows one: the store has lost what the caller saw.

    The caller's memory of the stream is false from there on, or earlier. `actual` is the version that was asked.
    """

    def __init__(self, version: int) -> None:
        StoreError.__init__(self, f"the stream holds another event {version} than the one that was named, or none")
        self.expected = self.actual = version


class KeyReused(StoreError):
    """The same caller sent the same command id with other content. `first_used_at` is in ms since the epoch."""

    def __init__(self, command_id: str, first_used_at: int) -> None:
        super().__init__(f"command {command_id} was used before with other content")
        self.command_id = command_id
        self.first_used_at = first_used_at


class StreamClosed(StoreError):
    """The stream has ended; nothing more can be appended."""


class Archived(StoreError):
    """The rows of the stream have left the database; the stream itself is closed. Their content is in the archive."""

    def __init__(self, stream_id: UUID) -> None:
        super().__init__(f"the events of the stream {stream_id} are in the archive")
        self.stream_id = stream_id


class StoreUnavailable(StoreError):
    """The database cannot be reached now; whether something was written is unknown."""


class OutOfRoom(StoreUnavailable):
    """The database is there and can't write: its disk is full or fails, or it has no memory."""


class StoreUnsuited(StoreError):
    """The database, or what stands before it, can't be used as the settings say. Waiting does not help."""


class StoreLocked(StoreError):
    """Others hold locks that a migration needs, and it has given up. Its work so far stays done."""


def check_append(append: StreamAppend) -> None:
    """Raises ValueError for an append that can't mean anything, whatever the database holds."""
    if not append.events:
        raise ValueError("an append needs at least one event")
    if any(b"\n" in event.body or b"\n" in (event.private or b"") for event in append.events):
        raise ValueError("an event is canonical JSON, which has no line ends")
    if append.expected_version < 0:
        raise ValueError("an expected version is 0 or more")
    if append.secret is not None and append.expected_version != 0:
        raise ValueError("a secret is given when the stream is created")


def check_appends(appends: Sequence[StreamAppend]) -> None:
    """Raises ValueError for appends that can't be made together, whatever the database holds."""
    if not appends:
        raise ValueError("there is nothing to append")
    for append in appends:
        check_append(append)
    if len({append.stream_id for append in appends}) < len(appends):
        raise ValueError("each stream is appended to once")


class Sql(Protocol):
    """The same database through SQLAlchemy, for read models and whatever else is no event.

    `work` is an ordinary function on a synchronous connection, one for both engines; it runs in a transaction.
    """

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run queries. Raises StoreUnavailable."""
        ...

    async def lookup(self, work: Callable[[Connection], T]) -> T:
        """Run queries whose answer somebody is shown, and by which nobody decides what to write.

        A standby may answer where the settings name one. It has all that was committed when this was called; what
        another one has not yet confirmed it may have too. `work` may run twice. Raises StoreUnavailable.
        """
        ...

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in one transaction: committed when it returns, rolled back when it raises."""
        ...

    async def single(self, work: Callable[[Connection], T]) -> T:
        """Run `work`, which executes one statement. The database commits it by itself: it locks nothing until this
        process comes back.
        """
        ...


class EventStore(Protocol):
    """Append-only streams of events.

    One append is one round trip and one transaction, which appends to other streams may share; it needs the stream's
    exact version and a command id.

    A call for events or commands of a stream whose rows have left the database (`epochs.retire`) raises Archived. Its
    head and its secret stay, and in the log `envelope.gone` stands for its events.
    """

    @property
    def sql(self) -> Sql:
        """The database through SQLAlchemy."""
        ...

    @property
    def replica(self) -> ReplicaReads | None:
        """How the standbys do that answer lookups; None where none is named."""
        ...

    async def append(
        self,
        stream_id: UUID,
        kind: str,
        expected_version: int,
        events: Sequence[NewEvent],
        command: Command,
        *,
        close: bool = False,
        secret: bytes | None = None,
    ) -> Appended:
        """Append events after `expected_version` (0 creates the stream, with its `secret` in the same transaction).

        The hash of the first one has to follow from the stream's head, or else the events were decided on another
        history: OtherHistory, which is a WrongExpectedVersion.
        A command stored before answers as the first time (`replayed`), whatever the version is now.
        Raises WrongExpectedVersion, KeyReused, StreamClosed: nothing was written. After StoreUnavailable it may have
        been: ask again with the same command. Raises ValueError for no events, or a secret for an existing stream.
        """
        ...

    async def append_all(self, appends: Sequence[StreamAppend]) -> list[Appended]:
        """Append to several streams, each at most once, in one round trip and one transaction: all or nothing.

        The answers are in the order of `appends`, and so are the events in the log, where others may stand between.

        The first append carries the decision. When its command was stored before, nothing is written to any stream:
        the answer is the first's and that of each other whose command is stored too, all of them `replayed`. That is
        one for each append if the ids of the streams follow from the command; if they were drawn anew it may be fewer,
        and the first's stored events tell which streams there are.

        Raises what `append` raises, for the first in the given order that is refused; KeyReused also for another's
        command that is stored while the first's is not. Nothing was written to any stream, unless StoreUnavailable:
        then all may have been, so ask again. Raises ValueError for no appends, or two to one stream.
        """
        ...

    async def find_command(self, stream_id: UUID, command: Command) -> Appended | None:
        """The stored answer to a command, or None. Raises KeyReused.

        An answer is as durable as that of an append: what no standby has yet is waited for.
        """
        ...

    async def head(self, stream_id: UUID) -> Head | None:
        """Where the stream stands, or None if there is no such stream."""
        ...

    async def read(
        self,
        stream_id: UUID,
        after: int = 0,
        limit: int | None = None,
        *,
        head: bytes | None = None,
        settled: bool = False,
    ) -> list[StoredEvent]:
        """Events with version > `after`, in order.

        `settled`: the caller knows that nothing is appended any more to what it reads, so that a standby may answer, as
        for `Sql.lookup`.

        `head` is the hash of the event `after`, from a caller who folds what follows onto what it remembers. Raises
        OtherHistory if the stream does not hold that event.
        """
        ...

    async def load(
        self, stream_id: UUID, rules_hash: str, schema_hash: str
    ) -> tuple[Snapshot | None, list[StoredEvent]]:
        """The newest snapshot that fits both hashes, if any, and all events after it, in one round trip.

        For a stream that is closed a standby may answer, as for `Sql.lookup`.
        """
        ...

    async def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot; an older one of the same stream is dropped. One of another history is not kept."""
        ...

    async def secret(self, stream_id: UUID) -> bytes | None:
        """The stream's encrypted secret as it was given on creation."""
        ...

    async def sequence(self, limit: int = 10_000) -> int:
        """Move committed events into the logs of their shards; how many were numbered.

        In a shard they are numbered densely, by rising stamps. Each log is complete then up to the stamp of its head.
        One sequencer works at a time, a second one returns 0 at once. Appends are never parted, so that it may number a
        few more than `limit`.
        """
        ...

    async def lag(self) -> Lag:
        """The events that no log has yet, for an alarm: a working sequencer keeps both figures near 0."""
        ...

    async def read_log(
        self, after: Places = BEGINNING, until: int | None = None, limit: int = 1_000, types: Types = None
    ) -> LogPage:
        """Events of shards after places in them, in the order of stamps, and where that leaves the shards.

        About `limit` events, up to the stamp `until` and what is complete in all of these shards. Of `types` and of
        events that end a batch all, of others none; `envelope.gone` for rows that have left.
        """
        ...

    @property
    def losses(self) -> int:
        """How often a connection to the store broke off, or was given up. Events that were read before may be lost
        since.
        """
        ...

    async def now(self) -> int:
        """The time of the store's machine, ms since the epoch. Raises StoreUnavailable."""
        ...

    async def ping(self) -> None:
        """Raises StoreUnavailable when the database does not answer, or can commit nothing now.

        After an append that was OutOfRoom it writes to a table, for a commit alone may still fit.
        """
        ...

    async def close(self) -> None:
        """Give back connections and threads."""
        ...
