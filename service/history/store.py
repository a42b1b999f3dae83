"""The store of a running service: it counts, and answers for archived streams too."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import wraps
from time import perf_counter
from typing import Any, Concatenate, ParamSpec, TypeVar
from uuid import UUID

from api_schema import tracing
from eventstore import (
    BEGINNING,
    Appended,
    Archived,
    Command,
    EventStore,
    KeyReused,
    LogPage,
    NewEvent,
    OtherHistory,
    OutOfRoom,
    Places,
    ReplicaReads,
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
from service.history.archive.archive import Archive
from service.meters import Meters
from service.metrics.sql import MeasuredSql
from service.webhooks import traces

P = ParamSpec("P")
T = TypeVar("T")
RESULTS: dict[type[StoreError], str] = {
    WrongExpectedVersion: "conflict",
    OtherHistory: "conflict",
    KeyReused: "key_reused",
    StreamClosed: "closed",
    StoreUnavailable: "unavailable",
    OutOfRoom: "unavailable",
}


def _counted(
    method: Callable[Concatenate[ServedStore, P], Awaitable[T]],
) -> Callable[Concatenate[ServedStore, P], Coroutine[Any, Any, T]]:
    """The method, counted under its name where the store is not there."""

    @wraps(method)
    async def counted(self: ServedStore, /, *given: P.args, **named: P.kwargs) -> T:
        try:
            return await method(self, *given, **named)
        except StoreUnavailable:
            self._meters.store_errors.labels(method.__name__).inc()
            raise

    return counted


def _forwarded(
    method: Callable[Concatenate[EventStore, P], Awaitable[T]],
) -> Callable[Concatenate[ServedStore, P], Coroutine[Any, Any, T]]:
    """The same method of the store behind, counted."""

    @wraps(method)
    def forwarded(self: ServedStore, /, *given: P.args, **named: P.kwargs) -> Awaitable[T]:
        call: Awaitable[T] = getattr(self._store, method.__name__)(*given, **named)
        return call

    return _counted(forwarded)


class ServedStore:
    """See store.EventStore. The archive is asked where a stream has left the database, and for nothing else."""

    def __init__(self, store: EventStore, archive: Archive, meters: Meters) -> None:
        self._store = store
        self._archive = archive
        self._meters = meters
        self._sql = MeasuredSql(store.sql, meters)
        self._committed = meters.appends.labels("committed")

    @property
    def sql(self) -> Sql:
        return self._sql

    @property
    def replica(self) -> ReplicaReads | None:
        return self._store.replica

    @property
    def losses(self) -> int:
        return self._store.losses

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
        begun = perf_counter()
        try:
            done = await self._store.append(
                stream_id, kind, expected_version, events, command, close=close, secret=secret
            )
        except StoreError as refusal:
            done = await self._caused(refusal, stream_id, expected_version, command)
        finally:
            self._meters.append_seconds.observe(perf_counter() - begun)
        if done.replayed:
            self._meters.appends.labels("replayed").inc()
            return done
        self._committed.inc()
        self._meters.events.inc(len(events))
        if (trace := tracing.current()) is not None:
            one = StreamAppend(stream_id, kind, expected_version, events, command)
            await traces.note(self._store.sql, trace, [one])
        return done

    async def _caused(self, refusal: StoreError, stream_id: UUID, expected_version: int, command: Command) -> Appended:
        """The answer that the archive has to the command. Raises the refusal, counted, where it has none."""
        try:
            # only a retry that creates a stream, or knows its end, does not ask for its command first
            created = isinstance(refusal, WrongExpectedVersion) and not expected_version
            if created or isinstance(refusal, (Archived, StreamClosed)):
                found = await self._archive.caused(stream_id, command)
                if found is not None:
                    return found
            if isinstance(refusal, Archived):
                raise StreamClosed from None
            raise refusal
        except StoreError as error:
            self._refused(error)
            raise

    async def append_all(self, appends: Sequence[StreamAppend]) -> list[Appended]:
        begun = perf_counter()
        try:
            done = await self._store.append_all(appends)
        except StoreError as error:
            self._refused(error)
            raise
        finally:
            self._meters.append_seconds.observe(perf_counter() - begun)
        if done[0].replayed:  # then all are, else all were written
            self._meters.appends.labels("replayed").inc(len(done))
            return done
        self._committed.inc(len(done))
        self._meters.events.inc(sum(len(append.events) for append in appends))
        if (trace := tracing.current()) is not None:
            await traces.note(self._store.sql, trace, appends)
        return done

    def _refused(self, error: StoreError) -> None:
        self._meters.appends.labels(RESULTS.get(type(error), "failed")).inc()
        if isinstance(error, StoreUnavailable):
            self._meters.store_errors.labels("append").inc()

    @_counted
    async def find_command(self, stream_id: UUID, command: Command) -> Appended | None:
        try:
            return await self._store.find_command(stream_id, command)
        except Archived:
            return await self._archive.caused(stream_id, command)

    @_counted
    async def read(
        self,
        stream_id: UUID,
        after: int = 0,
        limit: int | None = None,
        *,
        head: bytes | None = None,
        settled: bool = False,
    ) -> list[StoredEvent]:
        try:
            return await self._store.read(stream_id, after, limit, head=head, settled=settled)
        except Archived:
            events = await self._archive.events(stream_id)
        if head is not None and after and [event.hash for event in events[after - 1 : after]] != [head]:
            raise OtherHistory(after)
        return list(events[after : None if limit is None else after + limit])

    @_counted
    async def load(
        self, stream_id: UUID, rules_hash: str, schema_hash: str
    ) -> tuple[Snapshot | None, list[StoredEvent]]:
        try:
            return await self._store.load(stream_id, rules_hash, schema_hash)
        except Archived:
            return None, list(await self._archive.events(stream_id))

    @_counted
    async def read_log(
        self, after: Places = BEGINNING, until: int | None = None, limit: int = 1_000, types: Types = None
    ) -> LogPage:
        return await self._archive.filled(await self._store.read_log(after, until, limit, types))

    head = _forwarded(EventStore.head)
    save_snapshot = _forwarded(EventStore.save_snapshot)
    secret = _forwarded(EventStore.secret)
    sequence = _forwarded(EventStore.sequence)
    lag = _forwarded(EventStore.lag)
    now = _forwarded(EventStore.now)
    ping = _forwarded(EventStore.ping)

    async def close(self) -> None:
        await self._store.close()
