"""The partitions of epochs on Postgres: made and dropped while others read and append.

To attach a partition, and to detach one concurrently, takes no lock that an append or a read waits for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from eventstore.postgres.citus.cluster import SPREAD
from eventstore.store import Sql, StoreLocked, StoreUnsuited

KEYS = {"events": "stream_id, version", "commands": "stream_id, caller, command_id"}
"""The tables that are divided by epochs, and the keys of their partitions."""
PATIENCE = "2s"
"""How long whoever is born waits behind an opening that waits for others."""
NOT_IN_TIME = "55P03"
_OWNER = text("SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = 'events'::regclass")
_OPENING = text("SELECT pg_advisory_xact_lock(hashtext('playledger'), hashtext('epochs'))")
_NONE_BEING_BORN = text("SELECT pg_advisory_xact_lock(hashtext('playledger'), hashtext('births'))")
_ADD = (
    "CREATE TABLE {part} (LIKE {table} INCLUDING DEFAULTS, PRIMARY KEY ({key}))",
    "CREATE TRIGGER {part}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {part}"
    " FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
    "ALTER TABLE {part} ENABLE ALWAYS TRIGGER {part}_append_only",
    "ALTER TABLE {table} ATTACH PARTITION {part} FOR VALUES IN ({number})",
)
_STATE = text("""
    SELECT i.inhdetachpending AS pending, EXISTS (SELECT FROM streams WHERE epoch = :number) AS used
    FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid WHERE c.oid = to_regclass(:part)
""")


def check_owner(connection: Connection) -> None:
    """Raises StoreUnsuited."""
    if not connection.execute(_OWNER).scalar():
        raise StoreUnsuited("only the role that owns the tables opens and retires epochs: name it in the database URL")


def begin(connection: Connection) -> None:
    """Be the only one who opens an epoch, until the transaction ends. Raises StoreUnsuited."""
    check_owner(connection)
    if connection.exec_driver_sql(SPREAD).scalar():
        raise StoreUnsuited("a store on several nodes keeps to one epoch")
    connection.execute(text(f"SET LOCAL lock_timeout = '{PATIENCE}'"))
    connection.execute(_OPENING)


def add(connection: Connection, number: int) -> None:
    """Make the partitions of an epoch, and wait until nobody is being born in the one before."""
    for table, key in KEYS.items():
        for statement in _ADD:
            names = {"part": f"{table}_e{number}", "table": table, "key": key, "number": number}
            connection.exec_driver_sql(statement.format_map(names))
    connection.execute(_NONE_BEING_BORN)


@contextmanager
def locks_told() -> Iterator[None]:
    """Raises StoreLocked where a lock could not be had in time."""
    try:
        yield
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) != NOT_IN_TIME:
            raise
        raise StoreLocked("others held locks for too long: try again") from error


async def drop(sql: Sql, number: int) -> None:
    """Detach and drop the partitions of an epoch in which no stream is any more; goes on where it was stopped."""
    for table in KEYS:
        while (step := await sql.read(partial(_next_step, table, number))) is not None:
            # a partition is detached concurrently outside of transactions alone
            await sql.single(partial(_execute, step))


def _next_step(table: str, number: int, connection: Connection) -> str | None:
    part = f"{table}_e{number}"
    state = connection.execute(_STATE, {"part": part, "number": number}).one_or_none()
    if state is None:
        return None
    if state.used:
        raise StoreUnsuited(f"somebody has put streams into epoch {number} by hand: its partition {part} is kept")
    match state.pending:
        case None:
            return f"DROP TABLE {part}"
        case False:
            return f"ALTER TABLE {table} DETACH PARTITION {part} CONCURRENTLY"
        case _:
            return f"ALTER TABLE {table} DETACH PARTITION {part} FINALIZE"


def _execute(statement: str, connection: Connection) -> None:
    connection.exec_driver_sql(statement)
