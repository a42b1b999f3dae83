"""Makes a table append-only, for revisions."""

from __future__ import annotations

from alembic import op


def append_only(table: str, *key: str) -> None:
    """Let the database refuse every change of the table's rows. `key` names the columns of its primary key.

    On SQLite the table must have no rowid, by which REPLACE could name a row past the trigger.
    """
    if op.get_context().dialect.name == "postgresql":
        # by statement, since only that stops TRUNCATE; ALWAYS, since a replica's session would skip it otherwise
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
        op.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_append_only")
        return
    refuse = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    same = " AND ".join(f"{column} = NEW.{column}" for column in key)
    # REPLACE removes the old row without firing its delete trigger
    taken = f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})"  # noqa: S608 - names from a revision
    op.execute(f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {refuse}")
    op.execute(f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {refuse}")
    op.execute(f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} {taken} {refuse}")
