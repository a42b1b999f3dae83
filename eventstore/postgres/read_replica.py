"""Reads that a standby answers instead of the primary, if it has all that anybody was told before they began."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import asyncpg
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from eventstore.envelope import ReplicaReads
from eventstore.limits import DEFAULT, StoreLimits
from eventstore.postgres.batching import Batched
from eventstore.postgres.breaker import Breaker
from eventstore.postgres.engine import engine_for
from eventstore.postgres.pool import Pool
from eventstore.postgres.sql import PostgresSql, look_before_use, transact
from eventstore.store import Archived, StoreError, StoreUnavailable

T = TypeVar("T")
LATE = 0.1
"""Seconds that a read waits for a standby to replay what it lacks."""
FIRST_PAUSE = 0.002
"""Seconds until such a standby is asked again; each time twice as many."""
REST = 1.0
"""Seconds for which a standby is left alone after a read that it could not answer. Then one read tries it again."""

POSITION = """
    SELECT (pg_control_system()).system_identifier AS system,
           ('x' || left(pg_walfile_name(at), 8))::bit(32)::integer AS timeline,
           pg_wal_lsn_diff(at, '0/0')::bigint AS bytes,
           ARRAY(SELECT stream_id FROM streams WHERE stream_id = ANY ($1::uuid[]) AND closed) AS closed
    FROM (
        SELECT CASE current_setting('synchronous_commit')
               WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END AS at
    ) AS now
"""
"""Where the log of the primary ends, and which of some streams have. Everything visible is on the disk, and before its
end; only a commit that waits for no disk is told earlier.
"""

REPLAYED = text(
    """
    SELECT pg_is_in_recovery() AS standby,
           (pg_control_system()).system_identifier AS system,
           greatest(
               (pg_control_checkpoint()).timeline_id,
               (pg_control_recovery()).min_recovery_end_timeline,
               (SELECT received_tli FROM pg_stat_wal_receiver)
           ) AS timeline,
           coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::bigint AS bytes
    """
)
"""How far a standby is, and on which timeline at least: a standby that has more than a promoted one had is on none
of its timelines. Only a role that may read the statistics of others sees what is received, and the new one at once.
"""


class Position(NamedTuple):
    """A place in the log of one cluster. On another timeline the same place holds something else."""

    system: int
    timeline: int
    bytes: int


RESTING = "resting"
OPEN = "open"
"""No fault of a standby: it was left alone, or the stream has not ended."""


class NotServed(Exception):
    """Why a standby can't answer a read."""


class ReadReplica:
    """Lets a standby answer, or else the primary.

    A read asks the primary where its log ends, in one statement for all who ask at the same time, and the standby
    whether it has replayed so much: so nobody reads less than anybody was told before.
    """

    def __init__(self, url: str, pool: Pool, limits: StoreLimits = DEFAULT) -> None:
        """`pool` leads to the primary, the URL to one standby or several."""
        options: dict[str, Any] = {"pool_size": limits.pool_size, "max_overflow": 0, "pool_timeout": limits.read}
        self._engine = engine_for(url, limits.connect, limits.read, pooler=limits.pooler, standby=True, **options)
        look_before_use(self._engine)
        self._reading = self._engine.execution_options(postgresql_readonly=True)
        self._pool = pool
        # the primary has to answer in time too, if the standby doesn't
        self._seconds = limits.read / 2
        self._positions = Batched(self._ask, at_once=1)
        self._rests_until = 0.0
        self.reads = ReplicaReads()

    @property
    def breaker(self) -> Breaker:
        """That of the primary."""
        return self._pool.breaker

    async def answer(
        self,
        work: Callable[[Connection], T],
        otherwise: Callable[[], Awaitable[T]],
        *,
        closed: UUID | None = None,
    ) -> T:
        """The answer of `work` at the standby, or of `otherwise` at the primary.

        With `closed` the standby is asked if this stream has ended. StoreUnavailable without the primary.
        """
        try:
            return await self._served(work, closed)
        except NotServed as reason:
            self._note(str(reason))
        return await otherwise()

    async def close(self) -> None:
        await self._engine.dispose()

    def _may_try(self) -> bool:
        now = asyncio.get_running_loop().time()
        if self.reads.used:
            return True
        if now < self._rests_until:
            return False
        # the others wait for how this one ends
        self._rests_until = now + REST
        return True

    async def _served(self, work: Callable[[Connection], T], closed: UUID | None) -> T:
        if not self._may_try():
            raise NotServed(RESTING)
        try:
            position, has_ended = await self._positions.ask(closed)
        except asyncpg.PostgresError as error:
            # a server that takes no writes has no such place
            raise NotServed("no_position") from error
        if closed is not None and not has_ended:
            raise NotServed(OPEN)
        try:
            async with asyncio.timeout(self._seconds):
                found = await transact(self._reading, work, partial(self._replayed, position))
        except Archived:
            # an answer, and the same that the primary has
            self.reads.served += 1
            self.reads.used = True
            raise
        except (StoreUnavailable, TimeoutError) as error:
            raise NotServed("away") from error
        except (StoreError, SQLAlchemyError, asyncpg.PostgresError) as error:
            raise NotServed("failed") from error
        self.reads.served += 1
        self.reads.used = True
        return found

    def _note(self, reason: str) -> None:
        if reason == OPEN:
            return
        self.reads.passed[reason] += 1
        if reason != RESTING:
            self.reads.used = False
            self._rests_until = asyncio.get_running_loop().time() + REST

    async def _ask(self, streams: Sequence[UUID | None]) -> Sequence[tuple[Position, bool]]:
        (row,) = await self._pool.fetch(POSITION, [stream for stream in streams if stream is not None])
        position, closed = Position(row["system"], row["timeline"], row["bytes"]), frozenset(row["closed"])
        return [(position, stream in closed) for stream in streams]

    async def _replayed(self, position: Position, connection: AsyncConnection) -> None:
        """Return when the standby has come to a position. NotServed, and the next read has another connection."""
        try:
            await self._wait(position, connection)
        except NotServed:
            # the next one leads to another standby perhaps, or to the same one under another timeline
            await connection.invalidate()
            raise

    async def _wait(self, position: Position, connection: AsyncConnection) -> None:
        clock, pause = asyncio.get_running_loop().time, FIRST_PAUSE
        until, lacks = clock() + LATE, await _lacks(connection, position)
        self.reads.behind = lacks
        while lacks:
            if clock() + pause > until:
                raise NotServed("late")
            await asyncio.sleep(pause)
            pause, lacks = 2 * pause, await _lacks(connection, position)


class ReplicaSql(PostgresSql):
    """See store.Sql: lookups go to a standby."""

    def __init__(self, url: str, limits: StoreLimits, replica: ReadReplica) -> None:
        super().__init__(url, limits, replica.breaker)
        self._replica = replica

    async def lookup(self, work: Callable[[Connection], T]) -> T:
        return await self._replica.answer(work, partial(self.read, work))

    async def close(self) -> None:
        await self._replica.close()
        await super().close()


async def _lacks(connection: AsyncConnection, position: Position) -> int:
    """The bytes of the log up to a position that this standby has not replayed. NotServed."""
    row = (await connection.execute(REPLAYED)).one()
    if not row.standby:
        raise NotServed("promoted")
    if (row.system, row.timeline) != (position.system, position.timeline):
        raise NotServed("other_timeline")
    return max(0, position.bytes - int(row.bytes))
