"""Brings a database's schema up to date, and says whether it is.

The functions that take a URL are synchronous; from a running event loop call them by `asyncio.to_thread`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, NullPool, text

from eventstore.sqlite.engine import engine_for_file
from eventstore.urls import is_sqlite, sqlite_path

T = TypeVar("T")
ENVIRONMENT = Path(__file__).parent / "migrations"


@dataclass(frozen=True)
class History:
    """A folder of Alembic revisions and the table that remembers which one a database has."""

    versions: Path
    version_table: str


EVENT_STORE = History(ENVIRONMENT / "versions", "event_store_version")


def upgrade(url: str, history: History = EVENT_STORE) -> None:
    """Bring the database to the newest revision. Replicas that start together wait for one another."""
    with_connection(url, lambda connection: upgrade_connection(connection, history))


def current(url: str, history: History = EVENT_STORE) -> str | None:
    """The database's revision, or None before the first one."""
    return with_connection(url, lambda connection: current_revision(connection, history))


def is_current(url: str, history: History = EVENT_STORE) -> bool:
    """Whether the database has every revision this code knows. See `is_current_connection`."""
    return with_connection(url, lambda connection: is_current_connection(connection, history))


def with_connection(url: str, use: Callable[[Connection], T]) -> T:
    """Use a connection of its own to the database, in one transaction."""
    if is_sqlite(url):
        engine = engine_for_file(sqlite_path(url))
        try:
            with engine.begin() as connection:
                return use(connection)
        finally:
            engine.dispose()
    return asyncio.run(_with_postgres(url, use))


def upgrade_connection(connection: Connection, history: History = EVENT_STORE) -> None:
    """Like `upgrade`, on an open connection inside its transaction; the caller commits."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('playledger'), hashtext('migrate'))"))
    if is_current_connection(connection, history):
        return
    config = _config(history)
    config.attributes.update(connection=connection, version_table=history.version_table)
    command.upgrade(config, "head")


def current_revision(connection: Connection, history: History = EVENT_STORE) -> str | None:
    """Like `current`, on an open connection."""
    return MigrationContext.configure(connection, opts={"version_table": history.version_table}).get_current_revision()


def is_current_connection(connection: Connection, history: History = EVENT_STORE) -> bool:
    """Whether the database has every revision this code knows.

    A revision that this code has never heard of is a newer release's, and counts as up to date: during a rolling
    update the old replicas must stay ready.
    """
    revision = current_revision(connection, history)
    return revision is not None and (revision == newest_revision(history) or revision not in _known(history))


@cache
def newest_revision(history: History) -> str | None:
    """The last revision of a history, or None if it has none."""
    return _scripts(history).get_current_head()


@cache
def _known(history: History) -> frozenset[str]:
    return frozenset(script.revision for script in _scripts(history).walk_revisions())


def _scripts(history: History) -> ScriptDirectory:
    return ScriptDirectory.from_config(_config(history))


def _config(history: History) -> Config:
    config = Config()
    config.set_main_option("script_location", _escaped(ENVIRONMENT))
    config.set_main_option("version_locations", _escaped(history.versions))
    config.set_main_option("path_separator", "newline")
    return config


def _escaped(path: Path) -> str:
    return str(path).replace("%", "%%")


async def _with_postgres(url: str, use: Callable[[Connection], T]) -> T:
    from eventstore.postgres.engine import engine_for  # here, because it takes long to import

    engine = engine_for(url, poolclass=NullPool)
    async with engine.begin() as connection:
        return await connection.run_sync(use)
