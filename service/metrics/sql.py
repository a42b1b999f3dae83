"""The database through SQLAlchemy, with a count of the calls that it could not answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy import Connection

from eventstore import Sql, StoreUnavailable
from service.meters import Meters

T = TypeVar("T")


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
