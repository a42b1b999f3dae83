"""Divides a table that is in use by epochs, for revisions."""

from __future__ import annotations

from alembic import op

_DIVIDED = "SELECT 1 FROM pg_partitioned_table WHERE partrelid = to_regclass('{table}') AND partstrat = 'l'"
_CHECKED = "SELECT 1 FROM pg_constraint WHERE conrelid = to_regclass('{table}') AND conname = '{table}_born'"
_COLUMN = (
    "ALTER TABLE {table} ADD COLUMN IF NOT EXISTS epoch smallint NOT NULL DEFAULT 0,"
    " ADD CONSTRAINT {table}_born CHECK (epoch = 0) NOT VALID"
)
_VALIDATE = "ALTER TABLE {table} VALIDATE CONSTRAINT {table}_born"
_EXCHANGE = (
    "ALTER TABLE {table} RENAME TO {table}_e0",
    "CREATE TABLE {table} (LIKE {table}_e0 INCLUDING DEFAULTS) PARTITION BY LIST (epoch)",
)
_FRESH = "SELECT relkind = 'p' AND NOT EXISTS (SELECT FROM {table}_e0) FROM pg_class WHERE oid = '{table}_e0'::regclass"
_PLAIN = (
    "DROP TABLE {table}_e0",
    "CREATE TABLE {table}_e0 (LIKE {table} INCLUDING DEFAULTS, PRIMARY KEY ({key}))",
)
# proven by the constraint, so that no row is read; from then on the partition says the same
_ATTACH = "ALTER TABLE {table} ATTACH PARTITION {table}_e0 FOR VALUES IN (0)"
_PROVEN = "ALTER TABLE {table}_e0 DROP CONSTRAINT IF EXISTS {table}_born"
_GUARD = (
    "CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}"
    " FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
    "ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_append_only",
)
_SAME_RIGHTS = """
    DO $$
    DECLARE
      one record;
    BEGIN
      FOR one IN
        SELECT acl.privilege_type AS may,
               CASE acl.grantee WHEN 0 THEN 'PUBLIC' ELSE acl.grantee::regrole::text END AS role
        FROM pg_class c, aclexplode(c.relacl) acl
        WHERE c.oid = '{like}'::regclass AND acl.grantee <> c.relowner AND acl.privilege_type = ANY ('{{{rights}}}')
      LOOP
        EXECUTE format('GRANT %s ON {table} TO %s', one.may, one.role);
      END LOOP;
    END $$
"""


def divide_by_epoch(table: str, key: str) -> None:
    """Make the table, as it is, the partition of epoch 0 of a new one of the same name. Postgres alone.

    No row is written or copied. The rows are read once, while others append; the table is locked for the moment of each
    of the two changes. Each step that is done is committed, and a killed migration goes on where it was. Where there
    is no row yet, the partition is a plain table, which is all that the others are; `key` is its primary key.
    """
    _commit()
    if _holds(_DIVIDED, table):
        return
    if not _holds(_CHECKED, table):
        op.execute(_COLUMN.format(table=table))
        _commit()
    op.execute(_VALIDATE.format(table=table))
    _commit()
    _exchange(table, key)
    _commit()


def _exchange(table: str, key: str) -> None:
    for statement in _EXCHANGE:
        op.execute(statement.format(table=table))
    same_rights(table, f"{table}_e0", "SELECT,INSERT")
    if _holds(_FRESH, table):
        for statement in _PLAIN:
            op.execute(statement.format(table=table, key=key))
        _guard(f"{table}_e0")
    op.execute(_ATTACH.format(table=table))
    op.execute(_PROVEN.format(table=table))
    _guard(table)


def _guard(table: str) -> None:
    for statement in _GUARD:
        op.execute(statement.format(table=table))


def same_rights(table: str, like: str, rights: str) -> None:
    """Give everybody the rights to a new table that they have to another one: the release before works meanwhile."""
    op.get_bind().exec_driver_sql(_SAME_RIGHTS.format(table=table, like=like, rights=rights))


def _holds(query: str, table: str) -> bool:
    return bool(op.get_bind().exec_driver_sql(query.format(table=table)).scalar())


def _commit() -> None:
    """End the transaction and with it its locks; what follows has another one, with the same time for its locks."""
    with op.get_context().autocommit_block():
        pass
