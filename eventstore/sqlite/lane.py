"""Threads that own connections: one hop from the event loop for a whole piece of database work."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from eventstore.sqlite.engine import engine_on
from eventstore.store import OutOfRoom, StoreUnavailable

T = TypeVar("T")

_UNAVAILABLE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CANTOPEN,
}
_ROOM = {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL}


class Lane:
    """A few threads, each with its own connection."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], threads: int) -> None:
        self._connect = connect
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="event-store")
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._closed = False

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do `work` in a thread of the lane. Raises StoreUnavailable."""
        return await self._hop(lambda: work(self._connection()))

    async def run_sql(self, work: Callable[[Connection], T]) -> T:
        """Do `work` in one transaction through SQLAlchemy: committed when it returns, rolled back when it raises."""

        def in_transaction() -> T:
            with self._engine().begin() as connection:
                return work(connection)

        return await self._hop(in_transaction)

    async def close(self) -> None:
        """Let running work end, then close the connections."""
        self._closed = True
        await asyncio.to_thread(self._threads.shutdown)
        for connection in self._opened:
            connection.close()
        self._opened.clear()

    async def _hop(self, work: Callable[[], T]) -> T:
        if self._closed:
            raise StoreUnavailable("the store is closed")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        except (sqlite3.Error, DBAPIError) as error:
            if _code(error) in _ROOM:
                raise OutOfRoom(str(error)) from error
            if _code(error) in _UNAVAILABLE:
                raise StoreUnavailable(str(error)) from error
            raise

    def _connection(self) -> sqlite3.Connection:
        if not hasattr(self._local, "connection"):
            self._local.connection = self._connect()
            self._opened.append(self._local.connection)
        connection: sqlite3.Connection = self._local.connection
        return connection

    def _engine(self) -> Engine:
        if not hasattr(self._local, "engine"):
            self._local.engine = engine_on(self._connection())
        engine: Engine = self._local.engine
        return engine


def _code(error: Exception) -> int:
    cause = error.orig if isinstance(error, DBAPIError) else error
    code: int = getattr(cause, "sqlite_errorcode", 0)
    return code & 0xFF
