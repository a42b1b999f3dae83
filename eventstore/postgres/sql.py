"""Postgres through SQLAlchemy."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from eventstore.postgres.engine import engine_for
from eventstore.postgres.pool import LOST, REFUSED
from eventstore.store import StoreUnavailable

T = TypeVar("T")


class PostgresSql:
    """See store.Sql."""

    def __init__(self, url: str, max_size: int) -> None:
        self._engine = engine_for(
            url,
            pool_size=max_size,
            max_overflow=0,
            # a restarted server is noticed before the transaction, so that nothing has to be repeated
            pool_pre_ping=True,
        )

    async def read(self, work: Callable[[Connection], T]) -> T:
        def read_only(connection: Connection) -> T:
            connection.execute(text("SET TRANSACTION READ ONLY"))
            return work(connection)

        return await self.write(read_only)

    async def write(self, work: Callable[[Connection], T]) -> T:
        try:
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)
        except DBAPIError as error:
            if error.connection_invalidated:
                raise StoreUnavailable(str(error)) from error
            raise
        except (*LOST, *REFUSED) as error:
            raise StoreUnavailable(str(error)) from error

    async def close(self) -> None:
        await self._engine.dispose()
