"""Postgres databases that tests use in turn: to empty one takes a fiftieth of the time that making another takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import asyncpg

from tests import services

_END_OTHERS = """
    SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
EMPTY = r"""
DO $$
DECLARE
    one record;
    guard name;
    filled boolean;
BEGIN
    FOR one IN
        SELECT c.oid::regclass AS name,
            array(SELECT tgname FROM pg_trigger WHERE tgrelid = c.oid AND tgenabled = 'A') AS guards
        FROM pg_class c
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
            AND relname NOT LIKE '%\_version' AND relname NOT IN ('epochs', 'shard_heads', 'shard_checkpoints')
    LOOP
        EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s)', one.name) INTO filled;
        CONTINUE WHEN NOT filled;
        FOREACH guard IN ARRAY one.guards LOOP
            EXECUTE format('ALTER TABLE %s DISABLE TRIGGER %I', one.name, guard);
        END LOOP;
        EXECUTE format('DELETE FROM %s', one.name);
        FOREACH guard IN ARRAY one.guards LOOP
            EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', one.name, guard);
        END LOOP;
    END LOOP;
    -- these have a row for each shard from the beginning
    UPDATE shard_heads SET stamp = 0, number = 0 WHERE stamp > 0;
    UPDATE shard_checkpoints SET stamp = 0, number = 0 WHERE stamp > 0;
    PERFORM setval(oid::regclass, 1, false) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'S';
END $$
"""
"""Removes all rows, those of append-only tables too, and lets numbers begin anew. The revisions stay."""
_SCHEMA = """
    SELECT md5(string_agg(row, ' ' ORDER BY row)) FROM (
        SELECT concat('class ', oid, ' ', xmin) FROM pg_class WHERE oid >= 16384
        UNION ALL SELECT concat('column ', attrelid, ' ', attnum, ' ', xmin) FROM pg_attribute WHERE attrelid >= 16384
        UNION ALL SELECT concat('constraint ', oid, ' ', xmin) FROM pg_constraint
        UNION ALL SELECT concat('trigger ', oid, ' ', xmin) FROM pg_trigger
        UNION ALL SELECT concat('function ', oid, ' ', xmin) FROM pg_proc WHERE oid >= 16384
        UNION ALL SELECT concat('namespace ', oid, ' ', xmin) FROM pg_namespace
        UNION ALL SELECT concat('database ', oid, ' ', xmin) FROM pg_database WHERE datname = current_database()
        UNION ALL SELECT concat('setting ', setrole, ' ', xmin) FROM pg_db_role_setting
            WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) AS rows (row)
"""
"""Another value after every statement that defines, alters or grants something in this database."""


@dataclass
class Copy:
    """A database, what its schema is marked by, and how it goes away."""

    url: str
    schema: str
    drop: Callable[[], None]


class Databases:
    """Copies of one migrated database. A copy that a test gives back is emptied and lent to the next one.

    One whose schema, rights or settings the test has changed is dropped instead.
    """

    def __init__(self, server_url: str, template: str) -> None:
        self._server = server_url
        self._template = template
        self._free: list[Copy] = []

    @contextmanager
    def lent(self) -> Iterator[str]:
        """The URL of an empty database, until the test has ended."""
        copy = self._free.pop() if self._free else self._new()
        try:
            yield copy.url
        finally:
            if services.run(_emptied(copy)):
                self._free.append(copy)
            else:
                copy.drop()

    def close(self) -> None:
        """Drop all of them."""
        for copy in self._free:
            copy.drop()

    def _new(self) -> Copy:
        made = ExitStack()
        url = made.enter_context(services.database(self._server, self._template))
        # no test lives to see the power fail
        setting = f'ALTER DATABASE "{services.database_name(url)}" SET synchronous_commit = off'
        services.run(services.execute(url, setting))
        return Copy(url, services.run(services.ask(url, _SCHEMA)), made.close)


async def _emptied(copy: Copy) -> bool:
    """Remove all rows; False if the schema is another one than it was."""
    connection = await asyncpg.connect(copy.url)
    try:
        await connection.execute(_END_OTHERS)
        if await connection.fetchval(_SCHEMA) != copy.schema:
            return False
        await connection.execute(EMPTY)
        copy.schema = await connection.fetchval(_SCHEMA)
        return True
    finally:
        await connection.close()
