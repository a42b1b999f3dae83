"""The event store on Postgres: hand-written SQL over asyncpg, one round trip each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from uuid import UUID

import asyncpg

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
from eventstore.limits import DEFAULT, StoreLimits
from eventstore.postgres import append, log, reads
from eventstore.postgres.citus.cluster import SPREAD
from eventstore.postgres.citus.placement import Placement
from eventstore.postgres.place import Place
from eventstore.postgres.pool import WRITTEN, Pool
from eventstore.postgres.read_replica import ReadReplica, ReplicaSql
from eventstore.postgres.sql import PostgresSql
from eventstore.postgres.tails import there
from eventstore.revisions import current_revision
from eventstore.shards import BEGINNING, Places
from eventstore.store import Sql, StoreUnavailable, StoreUnsuited, check_append, check_appends

TRIAL = """
    DO $$
    BEGIN
        INSERT INTO snapshots (stream_id, version, rules_hash, schema_hash, state)
        SELECT gen_random_uuid(), 0, '', '', string_agg(sha256(random()::text::bytea), '')
        FROM generate_series(1, 4096);
        RAISE EXCEPTION USING ERRCODE = 'PLTRY';
    EXCEPTION WHEN SQLSTATE 'PLTRY' THEN NULL;
    END $$
"""
"""Writes 128 kB that can't be compressed, for which a table has to grow, and takes them back."""


class PostgresStore:
    """See store.EventStore. The schema must be there: `migrate.upgrade`."""

    def __init__(
        self,
        pool: Pool,
        sql: PostgresSql,
        limits: StoreLimits,
        replica: ReadReplica | None = None,
        *,
        placement: Placement | None = None,
    ) -> None:
        self._pool = pool
        self._sql = sql
        self._replica = replica
        self._placement = placement
        self._here = Place.of(pool, limits.append)
        self._disk_space = DiskSpace()

    @classmethod
    async def open(cls, url: str, limits: StoreLimits = DEFAULT, replica_url: str | None = None) -> PostgresStore:
        """Connect, to a standby only when it is needed. Raises StoreUnavailable, StoreUnsuited."""
        pool = await Pool.connect(url, limits)
        spread: bool = (await pool.fetch(SPREAD))[0]["spread"]
        if replica_url is None:
            placement = await Placement.open(pool, url, limits) if spread else None
            store = cls(pool, PostgresSql(url, limits, pool.breaker), limits, placement=placement)
        elif spread:
            await pool.close()
            raise StoreUnsuited("a store on several nodes has no read replicas: unset PLAYLEDGER_DATABASE_REPLICA_URL")
        else:
            replica = ReadReplica(replica_url, pool, limits)
            store = cls(pool, ReplicaSql(url, limits, replica), limits, replica)
        try:
            await store.sql.write(current_revision)
        except BaseException:
            await store.close()
            raise
        return store

    def _place(self, stream_id: UUID) -> Place:
        return self._here if self._placement is None else self._placement.of(stream_id)

    @property
    def sql(self) -> Sql:
        return self._sql

    @property
    def replica(self) -> ReplicaReads | None:
        return None if self._replica is None else self._replica.reads

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
            return await self._place(stream_id).appends.append(one)

    async def append_all(self, appends: Sequence[StreamAppend]) -> list[Appended]:
        check_appends(appends)
        with self._disk_space.needed():
            rows = await self._pool.write(append.APPEND_ALL, *append.arguments_of_all(appends))
        return append.answers(rows, appends)

    async def find_command(self, stream_id: UUID, command: Command) -> Appended | None:
        rows = await self._pool.write(reads.FIND_COMMAND, stream_id, command.caller, command.command_id)
        return append.stored_answer(rows, stream_id, command)

    async def head(self, stream_id: UUID) -> Head | None:
        return reads.head(stream_id, await self._place(stream_id).pool.fetch(reads.HEAD, stream_id))

    async def read(
        self,
        stream_id: UUID,
        after: int = 0,
        limit: int | None = None,
        *,
        head: bytes | None = None,
        settled: bool = False,
    ) -> list[StoredEvent]:
        here = partial(self._read, stream_id, after, limit, head)
        if settled and self._replica is not None:
            return await self._replica.answer(reads.reading(stream_id, after, limit, head), here)
        return await here()

    async def _read(self, stream_id: UUID, after: int, limit: int | None, head: bytes | None) -> list[StoredEvent]:
        place = self._place(stream_id)
        if head is not None and after:
            if limit is None:
                return await place.tails.read(stream_id, after, head)
            rows = await place.pool.fetch(reads.FOLLOW, stream_id, after, limit + 1)
            return reads.following(stream_id, after, head, await there(place.pool, stream_id, rows))
        rows = await there(place.pool, stream_id, await place.pool.fetch(reads.READ, stream_id, after, limit))
        return [reads.stored_event(stream_id, row) for row in rows]

    async def load(
        self, stream_id: UUID, rules_hash: str, schema_hash: str
    ) -> tuple[Snapshot | None, list[StoredEvent]]:
        here = partial(self._load, stream_id, rules_hash, schema_hash)
        if self._replica is not None:
            return await self._replica.answer(reads.loading(stream_id, rules_hash, schema_hash), here, closed=stream_id)
        return await here()

    async def _load(
        self, stream_id: UUID, rules_hash: str, schema_hash: str
    ) -> tuple[Snapshot | None, list[StoredEvent]]:
        pool = self._place(stream_id).pool
        rows = await pool.fetch(reads.LOAD, stream_id, rules_hash, schema_hash)
        return reads.loaded(stream_id, rules_hash, schema_hash, await there(pool, stream_id, rows))

    async def save_snapshot(self, snapshot: Snapshot) -> None:
        await self._pool.write(
            reads.SAVE_SNAPSHOT,
            snapshot.stream_id,
            snapshot.version,
            snapshot.head_hash,
            snapshot.rules_hash,
            snapshot.schema_hash,
            snapshot.state,
        )

    async def secret(self, stream_id: UUID) -> bytes | None:
        rows = await self._place(stream_id).pool.fetch(reads.SECRET, stream_id)
        return rows[0]["secret"] if rows else None

    async def sequence(self, limit: int = 10_000) -> int:
        rows = await self._pool.write(log.SEQUENCE, limit)
        numbered: int = rows[0]["numbered"]
        return numbered

    async def lag(self) -> Lag:
        return reads.lag((await self._pool.fetch(reads.LAG))[0])

    async def read_log(
        self, after: Places = BEGINNING, until: int | None = None, limit: int = 1_000, types: Types = None
    ) -> LogPage:
        arguments = log.arguments(after, until, limit)
        types = None if types is None else list(types)
        if self._placement is None:
            return log.page(after, await self._pool.fetch(log.READ_LOG, *arguments, types))
        rows = await self._pool.fetch(log.READ_ROWS, *arguments)
        return log.joined(after, rows, await self._pool.fetch(log.READ_EVENTS, *log.rows_of(rows), types))

    @property
    def losses(self) -> int:
        return self._pool.losses + (0 if self._placement is None else self._placement.losses)

    async def now(self) -> int:
        at: int = (await self._pool.fetch(reads.NOW))[0]["at"]
        return at

    async def ping(self) -> None:
        try:
            if self._disk_space.lacks:
                with self._disk_space.needed():
                    await self._pool.write(TRIAL)
            await self._pool.write(WRITTEN)
        except asyncpg.InternalServerError as error:
            # what a standby says to that
            raise StoreUnavailable(str(error)) from error

    async def close(self) -> None:
        if self._placement is not None:
            await self._placement.close()
        await self._sql.close()
        await self._pool.close()
