"""Postgres through SQLAlchemy."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sqlalchemy import Connection, event
from sqlalchemy.exc import DBAPIError, InvalidatePoolError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from eventstore.limits import StoreLimits
from eventstore.postgres.breaker import Breaker, Turns
from eventstore.postgres.engine import GUARDED, engine_for
from eventstore.postgres.pool import BUSY, LOST, REFUSED, elsewhere, raise_if_cancelled
from eventstore.postgres.pooling import FOREIGN
from eventstore.store import StoreUnavailable

T = TypeVar("T")
RESTED = 1.0
"""Seconds without use after which the pool asks a connection whether it is still there. A use tells by itself."""


class PostgresSql:
    """See store.Sql."""

    def __init__(self, url: str, limits: StoreLimits, breaker: Breaker) -> None:
        """`breaker`: that of the pool for appends to the same server."""
        pool: dict[str, Any] = {"pool_size": limits.pool_size, "max_overflow": 0, "pool_timeout": limits.append}
        self._engine = engine_for(url, limits.connect, limits.append, pooler=limits.pooler, **pool)
        self._guards = limits.pooler != "off"
        self._seconds = limits.read
        self._breaker = breaker
        self._turns = Turns(limits.pool_size, limits.append, breaker)
        self._reading = self._engine.execution_options(postgresql_readonly=True)
        self._single = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        look_before_use(self._engine)

    async def read(self, work: Callable[[Connection], T]) -> T:
        try:
            async with asyncio.timeout(self._seconds):
                return await transact(self._reading, work)
        except TimeoutError as error:
            raise StoreUnavailable(f"the database did not answer in {self._seconds:g} s") from error

    async def lookup(self, work: Callable[[Connection], T]) -> T:
        return await self.read(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        async with self._turns:
            try:
                return await transact(self._engine, _guarded(work) if self._guards else work)
            except StoreUnavailable as error:
                if isinstance(error.__cause__, TimeoutError):
                    self._breaker.trip()
                raise

    async def single(self, work: Callable[[Connection], T]) -> T:
        return await transact(self._single, work)

    async def close(self) -> None:
        await self._engine.dispose()


def _guarded(work: Callable[[Connection], T]) -> Callable[[Connection], T]:
    """`work` in a transaction that the server ends if it is left open."""

    def guarded(connection: Connection) -> T:
        connection.execute(GUARDED)
        return work(connection)

    return guarded


async def transact(
    engine: AsyncEngine,
    work: Callable[[Connection], T],
    first: Callable[[AsyncConnection], Awaitable[None]] | None = None,
) -> T:
    """Run `work` in one transaction, and before it what comes `first`. Raises StoreUnavailable."""
    try:
        async with engine.begin() as connection:
            if first is not None:
                await first(connection)
            return await connection.run_sync(work)
    except DBAPIError as error:
        raise_if_cancelled(error)
        cause = error.driver_exception
        if error.connection_invalidated or _is_loss(cause) or elsewhere(cause):
            raise StoreUnavailable(str(cause)) from error
        raise
    except (*LOST, *REFUSED, NoneFree) as error:
        raise_if_cancelled(error)
        raise StoreUnavailable(str(error)) from error


def _is_loss(cause: BaseException | None) -> bool:
    """Whether the server can't be asked now. A connection that breaks off while it is made is no invalid one yet."""
    # asyncpg's InterfaceError is also what a wrong argument raises
    return isinstance(cause, (*LOST, *BUSY, *FOREIGN)) and not isinstance(cause, ValueError)


def look_before_use(engine: AsyncEngine) -> None:
    """A restarted server is noticed before the transaction, so that nothing has to be repeated.

    SQLAlchemy's own way to do so, `pool_pre_ping`, waits for the server three times before each transaction.
    """
    pool, dialect = engine.sync_engine.pool, engine.dialect

    def used(connection: Any, record: Any) -> None:
        record.info["used"] = time.monotonic()

    def look(connection: Any, record: Any, proxy: Any) -> None:
        if connection.driver_connection.is_closed():
            raise InvalidatePoolError
        if time.monotonic() - record.info.setdefault("used", time.monotonic()) > RESTED:
            try:
                dialect.do_ping(connection)
            except dialect.loaded_dbapi.Error as error:
                raise InvalidatePoolError from error

    event.listen(pool, "checkin", used)
    event.listen(pool, "checkout", look)
