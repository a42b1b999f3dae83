"""A store that answers as the one behind it, for those who change some of its answers."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from eventstore import (
    BEGINNING,
    Appended,
    Command,
    EventStore,
    Head,
    Lag,
    LogPage,
    NewEvent,
    Places,
    ReplicaReads,
    Snapshot,
    Sql,
    StoredEvent,
    StreamAppend,
    Types,
)


class ForwardingStore:
    """See store.EventStore."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    @property
    def sql(self) -> Sql:
        return self._store.sql

    @property
    def replica(self) -> ReplicaReads | None:
        return self._store.replica

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
        return await self._store.append(stream_id, kind, expected_version, events, command, close=close, secret=secret)

    async def append_all(self, appends: Sequence[StreamAppend]) -> list[Appended]:
        return await self._store.append_all(appends)

    async def find_command(self, stream_id: UUID, command: Command) -> Appended | None:
        return await self._store.find_command(stream_id, command)

    async def head(self, stream_id: UUID) -> Head | None:
        return await self._store.head(stream_id)

    async def read(
        self,
        stream_id: UUID,
        after: int = 0,
        limit: int | None = None,
        *,
        head: bytes | None = None,
        settled: bool = False,
    ) -> list[StoredEvent]:
        return await self._store.read(stream_id, after, limit, head=head, settled=settled)

    async def load(
        self, stream_id: UUID, rules_hash: str, schema_hash: str
    ) -> tuple[Snapshot | None, list[StoredEvent]]:
        return await self._store.load(stream_id, rules_hash, schema_hash)

    async def save_snapshot(self, snapshot: Snapshot) -> None:
        await self._store.save_snapshot(snapshot)

    async def secret(self, stream_id: UUID) -> bytes | None:
        return await self._store.secret(stream_id)

    async def sequence(self, limit: int = 10_000) -> int:
        return await self._store.sequence(limit)

    async def lag(self) -> Lag:
        return await self._store.lag()

    async def read_log(
        self, after: Places = BEGINNING, until: int | None = None, limit: int = 1_000, types: Types = None
    ) -> LogPage:
        return await self._store.read_log(after, until, limit, types)

    @property
    def losses(self) -> int:
        return self._store.losses

    async def now(self) -> int:
        return await self._store.now()

    async def ping(self) -> None:
        await self._store.ping()

    async def close(self) -> None:
        await self._store.close()
