"""Makes indexes while the tables are in use, for revisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

_BUILDING = """
    SELECT pg_sleep(1) FROM pg_stat_progress_create_index
    WHERE datname = current_database() AND index_relid = to_regclass('{name}')
"""
_BROKEN = "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass('{name}') AND NOT indisvalid"
_PARTITIONS = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = '{table}'::regclass ORDER BY 1"
_ATTACHED = "SELECT 1 FROM pg_inherits WHERE inhrelid = to_regclass('{part}') AND inhparent = '{name}'::regclass"


def create_index_online(
    name: str,
    table: str,
    columns: Sequence[str],
    *,
    unique: bool = False,
    where: str | None = None,
    sqlite_where: str | None = None,
) -> None:
    """Create an index while others write to the table. `where` is the condition on the rows of a partial one.

    `sqlite_where` is the same in the words of SQLite, which has no booleans, if they are others.

    The revision that calls it does nothing else. On Postgres nothing of it is in a transaction: a killed migration
    leaves an index that nobody may use, or a server that goes on making it, so whoever comes next waits for the one and
    makes the other anew. On SQLite, which has one writer anyway, it is an ordinary index.
    """
    if op.get_context().dialect.name != "postgresql":
        condition = sqlite_where or where
        narrowed: dict[str, Any] = {} if condition is None else {"sqlite_where": sa.text(condition)}
        op.create_index(name, table, list(columns), unique=unique, **narrowed)
        return
    _build_whole(name, table, columns, unique=unique, where=where)


def _build_whole(name: str, table: str, columns: Sequence[str], *, unique: bool, where: str | None) -> None:
    """The index of a table, or of all partitions of one that is divided."""
    partitions = list(op.get_bind().exec_driver_sql(_PARTITIONS.format(table=table)).scalars())
    if partitions:
        _on_partitions(name, table, partitions, columns, unique=unique, where=where)
    else:
        _build(name, _statement(name, table, columns, unique=unique, where=where))


def _on_partitions(
    name: str, table: str, partitions: Sequence[str], columns: Sequence[str], *, unique: bool, where: str | None
) -> None:
    """An index of each partition, then one of the table over them: Postgres makes none over several at once."""
    whole = _statement(name, f"ONLY {table}", columns, unique=unique, where=where).replace(" CONCURRENTLY", "")
    op.execute(whole)
    for partition in partitions:
        part = f"{partition}_{name}"
        if op.get_bind().exec_driver_sql(_ATTACHED.format(part=part, name=name)).scalar():
            continue
        _build_whole(part, partition, columns, unique=unique, where=where)
        op.execute(f"ALTER INDEX {name} ATTACH PARTITION {part}")


def _statement(name: str, table: str, columns: Sequence[str], *, unique: bool, where: str | None) -> str:
    kind, condition = "UNIQUE INDEX" if unique else "INDEX", "" if where is None else f" WHERE {where}"
    return f"CREATE {kind} CONCURRENTLY IF NOT EXISTS {name} ON {table} ({', '.join(columns)}){condition}"


def _build(name: str, statement: str) -> None:
    with op.get_context().autocommit_block():
        while _told(_BUILDING.format(name=name)) != "SELECT 0":
            pass
        if _told(_BROKEN.format(name=name)) != "SELECT 0":
            _told(f"DROP INDEX CONCURRENTLY {name}")
        _told(statement)


def _told(statement: str) -> str:
    """The server's answer to a statement without a name, which needs no session of one's own behind a pooler."""
    driver: Any = op.get_bind().connection.dbapi_connection
    status: str = driver.run_async(lambda connection: connection.execute(statement))
    return status
