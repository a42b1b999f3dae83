"""Many rows of a table in one statement, whose text is the same however many there are, so that it is planned once.

Postgres takes the columns as arrays. SQLite, which is no round trip away, runs its statement once for each row.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    Connection,
    Delete,
    Insert,
    Table,
    TableValuedAlias,
    Text,
    Update,
    and_,
    any_,
    bindparam,
    column,
    exists,
    func,
    literal,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite

Rows = Sequence[Mapping[str, Any]]
"""Rows by the names of columns; all of them have the same ones."""


def among(connection: Connection, column: Column[Any], values: Collection[Any]) -> ColumnElement[bool]:
    """The condition that a column has one of these values."""
    if connection.dialect.name == "sqlite":
        return column.in_(values)
    return column == any_(bindparam(None, list(values), type_=postgresql.ARRAY(column.type)))


def in_turn(connection: Connection, purpose: str, names: Collection[str]) -> None:
    """Wait for whoever else has asked for one of these names, and keep them until the transaction is over."""
    if connection.dialect.name == "postgresql":
        given = func.unnest(bindparam(None, sorted(names), type_=postgresql.ARRAY(Text()))).column_valued("name")
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(purpose), func.hashtext(given))))


def insert(connection: Connection, table: Table, rows: Rows) -> None:
    """Insert rows, if there are any."""
    if not rows:
        return
    if connection.dialect.name == "sqlite":
        connection.execute(table.insert(), list(rows))
    else:
        connection.execute(_insert(table, tuple(rows[0])), _arrays(rows))


def update(connection: Connection, table: Table, rows: Rows) -> None:
    """Change the rows that have these primary keys; keys that no row has are passed over."""
    if not rows:
        return
    if connection.dialect.name == "sqlite":
        connection.execute(_update_each(table, tuple(rows[0])), _named(rows))
    else:
        connection.execute(_update(table, tuple(rows[0])), _arrays(rows))


def delete(connection: Connection, table: Table, keys: Rows) -> None:
    """Remove the rows that have these primary keys."""
    if not keys:
        return
    if connection.dialect.name == "sqlite":
        connection.execute(_delete_each(table), _named(keys))
    else:
        connection.execute(_delete(table), _arrays(keys))


@cache
def _update_each(table: Table, names: tuple[str, ...]) -> Update:
    changed: dict[str, BindParameter[Any]] = {name: bindparam(f"new_{name}") for name in _rest(table, names)}
    return table.update().where(*_own(table)).values(changed)


@cache
def _delete_each(table: Table) -> Delete:
    return table.delete().where(*_own(table))


def _own(table: Table) -> list[ColumnElement[bool]]:
    return [column == bindparam(f"new_{column.name}") for column in table.primary_key]


def _rest(table: Table, names: Iterable[str]) -> list[str]:
    return [name for name in names if name not in table.primary_key.columns]


def _named(rows: Rows) -> list[dict[str, Any]]:
    """Parameters, which may not be called as the columns that they change."""
    return [{f"new_{name}": value for name, value in row.items()} for row in rows]


def _arrays(rows: Rows) -> dict[str, list[Any]]:
    return {f"new_{name}": [row[name] for row in rows] for name in rows[0]}


@cache
def _insert(table: Table, names: tuple[str, ...]) -> Insert:
    return table.insert().from_select(names, select(_given(table, names)))


@cache
def _update(table: Table, names: tuple[str, ...]) -> Update:
    given = _given(table, names)
    changed = {name: given.c[name] for name in _rest(table, names)}
    return table.update().where(*_same(table, given)).values(changed)


@cache
def _delete(table: Table) -> Delete:
    given = _given(table, [column.name for column in table.primary_key])
    return table.delete().where(*_same(table, given))


def row_values(table: Table, rows: Rows) -> TableValuedAlias:
    """Values of some columns of a table, which a query of Postgres can join: at least one row."""
    columns = [table.c[name] for name in rows[0]]
    arrays = [bindparam(None, [row[one.name] for row in rows], type_=postgresql.ARRAY(one.type)) for one in columns]
    return _unnested(columns, arrays)


def _given(table: Table, names: Sequence[str]) -> TableValuedAlias:
    """The rows as Postgres makes them of the arrays."""
    columns = [table.c[name] for name in names]
    return _unnested(columns, [bindparam(f"new_{one.name}", type_=postgresql.ARRAY(one.type)) for one in columns])


def _unnested(columns: Sequence[Column[Any]], arrays: Sequence[BindParameter[Any]]) -> TableValuedAlias:
    rows = func.unnest(*arrays).table_valued(*(column(one.name, one.type) for one in columns), name="given")
    return rows.render_derived()


def _same(table: Table, given: TableValuedAlias) -> list[ColumnElement[bool]]:
    return [column == given.c[column.name] for column in table.primary_key]


def insert_missing(connection: Connection, table: Table, row: Mapping[str, Any]) -> bool:
    """Insert a row unless its primary key is taken; whether it was inserted."""
    values = [literal(value, table.c[name].type) for name, value in row.items()]
    taken = and_(*(column == row[column.name] for column in table.primary_key))
    missing = select(*values).where(~exists().where(taken))
    # both: SQLite's triggers refuse even an attempt on a taken key, Postgres may find it taken a moment later
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    done = connection.execute(dialect.insert(table).from_select(list(row), missing).on_conflict_do_nothing())
    return bool(done.rowcount)


def insert_all_missing(connection: Connection, table: Table, rows: Rows) -> None:
    """Insert rows but for those whose primary key is taken."""
    if connection.dialect.name == "sqlite":
        for row in rows:
            insert_missing(connection, table, row)
    elif rows:
        connection.execute(_insert_missing(table, tuple(rows[0])), _arrays(rows))


@cache
def _insert_missing(table: Table, names: tuple[str, ...]) -> Insert:
    fresh = postgresql.insert(table).from_select(names, select(_given(table, names)))
    return fresh.on_conflict_do_nothing()
