"""Connections to Postgres, and what to do when one is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol, Self

import asyncpg

from eventstore.limits import DEFAULT, StoreLimits
from eventstore.postgres.breaker import Breaker, Turns
from eventstore.postgres.engine import Connection, connect
from eventstore.postgres.pooling import FOREIGN, check, unsuited
from eventstore.store import OutOfRoom, StoreUnavailable

LOST = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    # what a connection that broke between two statements answers to the next one
    asyncpg.InternalClientError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.IdleInTransactionSessionTimeoutError,
)
"""The connection is gone, or the pool has none to give."""

ROOM = (asyncpg.DiskFullError, asyncpg.OutOfMemoryError, asyncpg.PostgresIOError)
"""The server has no room to write."""
NODE_LOST = "server closed the connection unexpectedly"
"""The message that the first of several servers passes on from its client library where it loses another one, under no
code.
"""
BUSY = (
    # a disk that is full, no memory, too many connections
    asyncpg.InsufficientResourcesError,
    asyncpg.PostgresIOError,
    asyncpg.QueryCanceledError,
    # a deadlock, or a transaction that can't be serialized
    asyncpg.TransactionRollbackError,
)
"""The server has too much to do at once."""
REFUSED = (TimeoutError, asyncpg.ReadOnlySQLTransactionError, asyncpg.LockNotAvailableError, *BUSY)
"""The server is there and won't do it now."""
IN_THE_WAY = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
"""Another transaction came first. The same statement finds later what that one has done."""
FAILED = (*LOST, asyncpg.PostgresError)
"""A statement was not done, or nobody knows."""
WRITTEN = "SELECT pg_logical_emit_message(true, 'playledger', 'ready')"
"""Writes to the log alone, and is committed like an append: on the disk, and with the standbys."""
LEVEL = "SELECT current_setting('default_transaction_isolation')"


class StatementPool(Protocol):
    """A pool, or a part of a spread store that answers as one."""

    async def fetch(self, query: str, *arguments: object) -> list[asyncpg.Record]: ...

    async def write(self, query: str, *arguments: object) -> list[asyncpg.Record]: ...

    def late(self) -> StoreUnavailable: ...


class Pool:
    """An asyncpg pool whose every use is one statement and one round trip, or two where statements have no name.

    `losses` counts the connections that broke off, as soon as the server or its machine hangs up, also where nobody
    uses them; those that fail in use; and those that were given up because no answer came in time.
    `breaker` refuses writes while the server does not commit. Writes leave a quarter of the connections to reads.
    """

    def __init__(self, pool: asyncpg.Pool[asyncpg.Record], limits: StoreLimits = DEFAULT) -> None:
        self._pool = pool
        self._limits = limits
        self._ask: Callable[..., Awaitable[list[asyncpg.Record]]] = pool.fetch
        self.losses = 0
        self.breaker = Breaker(self._probe)
        self._turns = Turns(limits.pool_size, limits.append, self.breaker)

    @classmethod
    async def connect(cls, url: str, limits: StoreLimits = DEFAULT) -> Self:
        """Raises StoreUnavailable, StoreUnsuited."""
        opened: Any = partial(connect, seconds=limits.connect, pooler=limits.pooler)

        async def connecting(*where: Any, **options: Any) -> Connection:
            made: Connection = await opened(*where, **options)
            made.add_termination_listener(lambda _: connected.ended(made))
            return made

        try:
            await check(url, limits.connect, limits.pooler)
            pool = asyncpg.create_pool(
                url,
                min_size=1,
                max_size=limits.pool_size,
                connect=connecting,
                connection_class=Connection,
                # nothing here changes a session, so giving a connection back needs no second round trip
                reset=_keep,
            )
            connected = cls(pool, limits)
            await pool
            if limits.pooler != "off" and await pool.fetchval(LEVEL) != "read committed":
                # the session has the level of the database: each transaction has to say ours
                connected._ask = connected._ask_explicitly
            return connected
        except (*LOST, *REFUSED) as error:
            raise StoreUnavailable(str(error)) from error

    def ended(self, connection: Connection) -> None:
        """A connection has ended: count it where it was not ended from here."""
        self.losses += not connection.left

    async def fetch(self, query: str, *arguments: object) -> list[asyncpg.Record]:
        """Run one statement that reads; once more if the connection is lost meanwhile. Raises StoreUnavailable."""
        seconds = self._limits.read
        try:
            async with asyncio.timeout(seconds):
                return await self._answer(query, arguments)
        except TimeoutError as error:
            raise self._unanswered(seconds) from error

    async def write(self, query: str, *arguments: object) -> list[asyncpg.Record]:
        """Run one statement that writes, as `fetch`: whatever is written so may be sent twice. After StoreUnavailable
        it may have been done.
        """
        try:
            async with asyncio.timeout(self._limits.append), self._turns:
                return await self._answer(query, arguments)
        except TimeoutError as error:
            raise self.late() from error

    def late(self) -> StoreUnavailable:
        """The error for a write that was not answered in time: no other one is begun before a probe is."""
        self.breaker.trip()
        return self._unanswered(self._limits.append)

    def _unanswered(self, seconds: float) -> StoreUnavailable:
        self.losses += 1
        return StoreUnavailable(f"the database did not answer in {seconds:g} s")

    async def _probe(self) -> None:
        async with asyncio.timeout(self._limits.append):
            await self._answer(WRITTEN, ())

    async def _answer(self, query: str, arguments: tuple[object, ...]) -> list[asyncpg.Record]:
        """The answer to a statement, which is asked once more after a loss and after another transaction."""
        try:
            return await self._ask(query, *arguments)
        except FAILED as error:
            if not isinstance(error, IN_THE_WAY):
                refuse(error)
                self.losses += 1
                # the others are as old as the lost one, and after a restart as dead
                await self._pool.expire_connections()
        try:
            return await self._ask(query, *arguments)
        except FAILED as error:
            refuse(error)
            raise StoreUnavailable(str(error)) from error

    async def _ask_explicitly(self, query: str, *arguments: object) -> list[asyncpg.Record]:
        async with self._pool.acquire() as connection, connection.transaction(isolation="read_committed"):
            return await connection.fetch(query, *arguments)

    async def close(self) -> None:
        await self.breaker.close()
        await self._pool.close()


async def _keep(connection: Any) -> None:
    """Leave a connection as it is."""


def raise_if_cancelled(error: BaseException) -> None:
    """A connection that is in use when its task is cancelled may fail in a way of its own, which must not hide that."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError from error


def elsewhere(error: BaseException | None) -> bool:
    """Whether the server has lost another node, and says so over a connection that is as good as before.

    A session that ends is told FATAL; what the driver itself finds out has no severity at all.
    """
    return isinstance(error, LOST) and getattr(error, "severity_en", None) == "ERROR"


def refuse(error: BaseException) -> None:
    """Raise what a failure means, but for a connection that is lost."""
    if isinstance(error, FOREIGN):
        raise StoreUnavailable(str(unsuited(error))) from error
    if isinstance(error, ROOM):
        raise OutOfRoom(str(error)) from error
    if isinstance(error, REFUSED):
        raise StoreUnavailable(str(error) or type(error).__name__) from error
    if isinstance(error, asyncpg.InternalServerError) and NODE_LOST in str(error):
        raise StoreUnavailable(str(error)) from error
    # asyncpg's InterfaceError is also what a wrong argument raises
    if not isinstance(error, LOST) or isinstance(error, ValueError):
        raise error
    raise_if_cancelled(error)
    if elsewhere(error):
        raise StoreUnavailable(str(error)) from error
