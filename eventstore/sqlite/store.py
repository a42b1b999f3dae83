"""The event store on one SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar
from uuid import UUID, uuid4

from sqlalchemy import Connection

from eventstore.disk_space import DiskSpace
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
from eventstore.revisions import upgrade_connection
from eventstore.shards import BEGINNING, Places
from eventstore.sqlite import reads, sequencer
from eventstore.sqlite.append import append, append_all, find_command, now_ms, transaction
from eventstore.sqlite.engine import connect, connect_to_read
from eventstore.sqlite.lane import Lane
from eventstore.sqlite.log import read_log
from eventstore.store import Sql, StoreUnavailable, check_append, check_appends
from eventstore.urls import MEMORY

T = TypeVar("T")
READERS = 3


class SqliteSql:
    """See store.Sql: reads go to the reading threads, writes to the writing one."""

    def __init__(self, writer: Lane, readers: Lane) -> None:
        self._writer = writer
        self._readers = readers

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await self._readers.run_sql(_read_only(work) if self._readers is self._writer else work)

    async def lookup(self, work: Callable[[Connection], T]) -> T:
        return await self.read(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await self._writer.run_sql(work)

    single = write


class SqliteStore:
    """See store.EventStore. One thread writes, a few others read; a memory store has one thread for both."""

    def __init__(self, path: str) -> None:
        self._writer = Lane(partial(connect, path), threads=1)
        self._readers = self._writer if path == MEMORY else Lane(partial(connect_to_read, path), threads=READERS)
        self._disk_space = DiskSpace()
        self._sql = SqliteSql(self._writer, self._readers)

    @classmethod
    async def open(cls, path: str) -> SqliteStore:
        """Open the file, create it if need be, bring its schema up to date. Raises StoreUnavailable, StoreUnsuited."""
        store = cls(path)
        try:
            await store._writer.run_sql(upgrade_connection)
        except BaseException:
            await store.close()
            raise
        return store

    @property
    def sql(self) -> Sql:
        return self._sql

    @property
    def replica(self) -> ReplicaReads | None:
        """A file has no standby."""
        return None

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
        one = StreamAppend(stream_id, kind, expected_version, events, command, close, secret)
        check_append(one)
        with self._disk_space.needed():
            return await self._writer.run(lambda connection: append(connection, one))

    async def append_all(self, appends: Sequence[StreamAppend]) -> list[Appended]:
        check_appends(appends)
        with self._disk_space.needed():
            return await self._writer.run(lambda connection: append_all(connection, appends))

    async def find_command(self, stream_id: UUID, command: Command) -> Appended | None:
        return await self._readers.run(lambda connection: find_command(connection, stream_id, command))

    async def head(self, stream_id: UUID) -> Head | None:
        return await self._readers.run(lambda connection: reads.head(connection, stream_id))

    async def read(
        self,
        stream_id: UUID,
        after: int = 0,
        limit: int | None = None,
        *,
        head: bytes | None = None,
        settled: bool = False,
    ) -> list[StoredEvent]:
        return await self._readers.run(lambda connection: reads.read(connection, stream_id, after, limit, head))

    async def load(
        self, stream_id: UUID, rules_hash: str, schema_hash: str
    ) -> tuple[Snapshot | None, list[StoredEvent]]:
        return await self._readers.run(lambda connection: reads.load(connection, stream_id, rules_hash, schema_hash))

    async def save_snapshot(self, snapshot: Snapshot) -> None:
        await self._writer.run(lambda connection: reads.save_snapshot(connection, snapshot))

    async def secret(self, stream_id: UUID) -> bytes | None:
        return await self._readers.run(lambda connection: reads.secret(connection, stream_id))

    async def sequence(self, limit: int = 10_000) -> int:
        return await self._writer.run(lambda connection: sequencer.sequence(connection, limit))

    async def lag(self) -> Lag:
        return await self._readers.run(sequencer.lag)

    async def read_log(
        self, after: Places = BEGINNING, until: int | None = None, limit: int = 1_000, types: Types = None
    ) -> LogPage:
        return await self._readers.run(lambda connection: read_log(connection, after, until, limit, types))

    @property
    def losses(self) -> int:
        """A file breaks off no connection."""
        return 0

    async def now(self) -> int:
        return now_ms()

    async def ping(self) -> None:
        if self._disk_space.lacks:
            with self._disk_space.needed():
                await self._writer.run(_trial)
        try:
            await self._writer.run(_ping)
        except sqlite3.Error as error:
            # a file that nobody may write any more
            raise StoreUnavailable(str(error)) from error

    async def close(self) -> None:
        await self._readers.close()
        await self._writer.close()


def _ping(connection: sqlite3.Connection) -> None:
    with transaction(connection):
        # writes a page though nothing changes
        connection.execute("PRAGMA user_version = 0")


def _trial(connection: sqlite3.Connection) -> None:
    """Write 128 kB, and remove them: what is rolled back never comes to the disk."""
    stream = uuid4().hex
    with transaction(connection):
        connection.execute("INSERT INTO snapshots VALUES (?, 0, '', '', zeroblob(131072))", (stream,))
    with transaction(connection):
        connection.execute("DELETE FROM snapshots WHERE stream_id = ?", (stream,))


def _read_only(work: Callable[[Connection], T]) -> Callable[[Connection], T]:
    """`work` as on a reader's connection, for the one connection of a memory store."""

    def guarded(connection: Connection) -> T:
        connection.exec_driver_sql("PRAGMA query_only = ON")
        try:
            return work(connection)
        finally:
            connection.exec_driver_sql("PRAGMA query_only = OFF")

    return guarded
