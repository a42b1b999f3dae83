"""Whether a database has the tables that the code states."""

from __future__ import annotations

import re

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData

from eventstore import migrate

# partitions are tables of their own to whoever lists tables
_OTHERS = re.compile(r"events_\w+|commands_\w+|\w+_version")


def differences(url: str, *wanted: MetaData) -> list[object]:
    """What tables, columns, keys and indexes are others than these."""

    def compared(connection: Connection) -> list[object]:
        own = {"include_object": lambda _, name, kind, *__: kind != "table" or not _OTHERS.fullmatch(name)}
        context = MigrationContext.configure(connection, opts={"compare_type": True, **own})
        # several are taken, as of `target_metadata`
        return list(compare_metadata(context, list(wanted)))  # type: ignore[arg-type]

    return migrate.with_connection(url, compared)
