"""An event store that counts its calls. It answers exactly as the one behind it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import TypeVar
from uuid import UUID

from sqlalchemy import Connection

from eventstore import (
    BEGINNING,
    Appended,
    Command,
    EventStore,
    Head,
    KeyReused,
    Lag,
    LogPage,
    NewEvent,
    OtherHistory,
    OutOfRoom,
    Places,
    Snapshot,
    Sql,
    StoredEvent,
    StoreError,
    StoreUnavailable,
    StreamAppend,
    StreamClosed,
    Types,
    WrongExpectedVersion,
)
from service.application.forwarding_store import ForwardingStore
from service.metrics.meters import Meters

T = TypeVar("T")
RESULTS: dict[type[StoreError], str] = {
    WrongExpectedVersion: "conflict",
    OtherHistory: "conflict",
    KeyReused: "key_reused",
    StreamClosed: "closed",
    StoreUnavailable: "unavailable",
    OutOfRoom: "unavailable",
}


class MeasuredSql:
    """See store.Sql."""

    def __init__(self, sql: Sql, meters: Meters) -> None:
        self._sql = sql
        self._errors = meters.store_errors

    async def read(self, work: Callable[[Connection], T]) -> T:
        with self._noted("sql_read"):
            return await self._sql.read(work)

    async def lookup(self, work: Callable[[Connection], T]) -> T:
        with self._noted("sql_read"):
            return await self._sql.lookup(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        with self._noted("sql_write"):
            return await self._sql.write(work)

    async def single(self, work: Callable[[Connection], T]) -> T:
        with self._noted("sql_write"):
            return await self._sql.single(work)

    @contextmanager
    def _noted(self, operation: str) -> Iterator[None]:
        try:
            yield
        except StoreUnavailable:
            self._errors.labels(operation).inc()
            raise


class MeasuredStore(ForwardingStore):
    """See store.EventStore."""

    def __init__(self, store: EventStore, meters: Meters) -> None:
        super().__init__(store)
        self._meters = meters
        self._sql = MeasuredSql(store.sql, meters)
        self._committed = meters.appends.labels("committed")

    @property
    def sql(self) -> Sql:
        return self._sql

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
        with self._appending():
            done = await self._store.append(
                stream_id, kind, expected_version, events, command, close=close, secret=secret
            )
        self._answered([done], len(events))
        return done

    async def append_all(self, appends: Sequence[StreamAppend]) -> list[Appended]:
        with self._appending():
            done = await self._store.append_all(appends)
        self._answered(done, sum(len(append.events) for append in appends))
        return done

    async def find_command(self, stream_id: UUID, command: Command) -> Appended | None:
        return await self._asked("find_command", self._store.find_command(stream_id, command))

    async def head(self, stream_id: UUID) -> Head | None:
        return await self._asked("head", self._store.head(stream_id))

    async def read(
        self,
        stream_id: UUID,
        after: int = 0,
        limit: int | None = None,
        *,
        head: bytes | None = None,
        settled: bool = False,
    ) -> list[StoredEvent]:
        return await self._asked("read", self._store.read(stream_id, after, limit, head=head, settled=settled))

    async def load(
        self, stream_id: UUID, rules_hash: str, schema_hash: str
    ) -> tuple[Snapshot | None, list[StoredEvent]]:
        return await self._asked("load", self._store.load(stream_id, rules_hash, schema_hash))

    async def save_snapshot(self, snapshot: Snapshot) -> None:
        await self._asked("save_snapshot", self._store.save_snapshot(snapshot))

    async def secret(self, stream_id: UUID) -> bytes | None:
        return await self._asked("secret", self._store.secret(stream_id))

    async def sequence(self, limit: int = 10_000) -> int:
        return await self._asked("sequence", self._store.sequence(limit))

    async def lag(self) -> Lag:
        return await self._asked("lag", self._store.lag())

    async def read_log(
        self, after: Places = BEGINNING, until: int | None = None, limit: int = 1_000, types: Types = None
    ) -> LogPage:
        return await self._asked("read_log", self._store.read_log(after, until, limit, types))

    async def now(self) -> int:
        return await self._asked("now", self._store.now())

    async def ping(self) -> None:
        await self._asked("ping", self._store.ping())

    async def _asked(self, operation: str, work: Awaitable[T]) -> T:
        try:
            return await work
        except StoreUnavailable:
            self._meters.store_errors.labels(operation).inc()
            raise

    @contextmanager
    def _appending(self) -> Iterator[None]:
        begun = perf_counter()
        try:
            yield
        except StoreError as error:
            self._refused(error)
            raise
        finally:
            self._meters.append_seconds.observe(perf_counter() - begun)

    def _answered(self, done: Sequence[Appended], events: int) -> None:
        """Count appends made together, which were all written, with so many events, or all replayed."""
        if done[0].replayed:
            self._meters.appends.labels("replayed").inc(len(done))
        else:
            self._committed.inc(len(done))
            self._meters.events.inc(events)

    def _refused(self, error: StoreError) -> None:
        self._meters.appends.labels(RESULTS.get(type(error), "failed")).inc()
        if isinstance(error, StoreUnavailable):
            self._meters.store_errors.labels("append").inc()
