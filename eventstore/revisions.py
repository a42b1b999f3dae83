"""The revisions of a schema, on an open connection: which one a database has, and how it gets to the newest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, column, inspect, select, table

from eventstore.store import StoreUnsuited

if TYPE_CHECKING:
    from alembic.config import Config

ENVIRONMENT = Path(__file__).parent / "migrations"


@dataclass(frozen=True)
class Revisions:
    """A folder of Alembic revisions and the table that remembers which one a database has.

    A file is named by its revision, with a `v` before mere digits, and after `_` by what it does. The revisions are in
    the order of their names.
    """

    versions: Path
    version_table: str


EVENT_STORE = Revisions(ENVIRONMENT / "versions", "event_store_version")
"""Those of the event store."""


def upgrade_connection(
    connection: Connection, revisions: Revisions = EVENT_STORE, applied: Callable[[str], None] | None = None
) -> None:
    """Bring the database to the newest revision. `applied` is told of each.

    In an open transaction all of it belongs to that one, and the caller commits. Otherwise each revision is committed
    by itself, and nobody else may migrate meanwhile.
    """
    begun = connection.in_transaction()
    if is_current_connection(connection, revisions):
        return
    if not begun:
        connection.rollback()
    from alembic import command  # here, because it takes long to import and is seldom needed

    def told(*, step: Any, **rest: Any) -> None:
        if applied is not None:
            applied(step.up_revision_id)

    config = _config(revisions)
    config.attributes.update(connection=connection, version_table=revisions.version_table, applied=told)
    command.upgrade(config, "head")


def current_revision(connection: Connection, revisions: Revisions = EVENT_STORE) -> str | None:
    """The revision of the database, or None before the first one. Raises StoreUnsuited for one of before 0.2.0."""
    if not inspect(connection).has_table(revisions.version_table):
        return None
    revision = connection.scalar(select(column("version_num")).select_from(table(revisions.version_table)))
    refuse_earlier(revision, revisions)
    return revision


def refuse_earlier(revision: str | None, revisions: Revisions) -> None:
    """Raises StoreUnsuited for a database of a revision before the first of these."""
    if revision is not None and revision < min(_known(revisions), default=""):
        raise StoreUnsuited(
            f"the database has the schema of 0.1.0, or of a state between 0.1.0 and 0.2.0 (revision {revision}). "
            "This release reads stores of 0.2.0 and newer, and has changed nothing. Keep the old release for this "
            "store: let it export replay files, which `playledger verify` checks for ever, and begin a new store"
        )


def is_current_connection(connection: Connection, revisions: Revisions = EVENT_STORE) -> bool:
    """Whether the database has every revision this code knows.

    A revision that this code has never heard of is a newer release's, and counts as up to date: during a rolling
    update the old replicas must stay ready.
    """
    revision = current_revision(connection, revisions)
    return revision is not None and (revision == newest_revision(revisions) or revision not in _known(revisions))


def newest_revision(revisions: Revisions) -> str | None:
    """The last of these revisions; None without any."""
    return max(_known(revisions), default=None)


@cache
def _known(revisions: Revisions) -> frozenset[str]:
    return frozenset(file.stem.partition("_")[0].removeprefix("v") for file in revisions.versions.glob("[!_]*.py"))


def _config(revisions: Revisions) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", _escaped(ENVIRONMENT))
    config.set_main_option("version_locations", _escaped(revisions.versions))
    config.set_main_option("path_separator", "newline")
    return config


def _escaped(path: Path) -> str:
    return str(path).replace("%", "%%")
