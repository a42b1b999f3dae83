"""Connections to a SQLite file, plain and through SQLAlchemy."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable

from sqlalchemy import Connection, Engine, NullPool, Pool, StaticPool, create_engine, event

BUSY_SECONDS = 5
"""How long a writer waits for another process's transaction."""


def connect(path: str) -> sqlite3.Connection:
    """A connection in autocommit mode, whose transactions are begun and ended by hand."""
    # its opener guards it: a Lane gives it to one thread and closes it from another
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    _use_wal(connection)
    # an acknowledged append survives a power cut; NORMAL would only survive the end of the process
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _use_wal(connection: sqlite3.Connection) -> None:
    """SQLite waits for nobody when it changes the mode of a file, which another process may be doing just now."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
        time.sleep(0.01)


def connect_to_read(path: str) -> sqlite3.Connection:
    """A connection that can't write."""
    connection = connect(path)
    connection.execute("PRAGMA query_only = ON")
    return connection


def engine_on(connection: sqlite3.Connection) -> Engine:
    """SQLAlchemy over one open connection, which stays open."""
    return _engine(lambda: connection, StaticPool)


def engine_for_file(path: str) -> Engine:
    """SQLAlchemy over connections of its own."""
    return _engine(lambda: connect(path), NullPool)


def _engine(creator: Callable[[], sqlite3.Connection], pool: type[Pool]) -> Engine:
    engine = create_engine("sqlite://", creator=creator, poolclass=pool, hide_parameters=True)
    event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: Connection) -> None:
    # a transaction that reads first and writes later could not be upgraded once another process has written
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    (reads_only,) = driver.execute("PRAGMA query_only").fetchone()
    driver.execute("BEGIN" if reads_only else "BEGIN IMMEDIATE")
