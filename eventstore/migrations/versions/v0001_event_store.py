"""Create the event store's tables, its functions on Postgres, and the triggers that keep it append-only."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from eventstore.migrations.script import run_script

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

PARTITIONS = 8
IMMUTABLE = ("events", "commands", "log")

instant = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
counter = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    create_streams()
    create_positions()
    create_caches()
    if op.get_context().dialect.name == "postgresql":
        finish_on_postgres()
    else:
        run_script("0001_sqlite.sql")


def create_streams() -> None:
    op.create_table(
        "streams",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head_hash", sa.LargeBinary(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "events",
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("schema", sa.SmallInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("private", sa.Text()),
        sa.Column("batch_end", sa.Boolean(), nullable=False),
        sa.Column("recorded_at", instant, nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("stream_id", "version", name="events_pkey"),
        postgresql_partition_by="HASH (stream_id)",
        sqlite_with_rowid=False,
    )
    op.create_table(
        "commands",
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("caller", sa.Text(), nullable=False),
        sa.Column("command_id", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("first_version", sa.Integer(), nullable=False),
        sa.Column("last_version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("stream_id", "caller", "command_id", name="commands_pkey"),
        sqlite_with_rowid=False,
    )


def create_positions() -> None:
    op.create_table(
        "unsequenced",
        sa.Column("id", counter, sa.Identity(always=True), primary_key=True),
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("first_version", sa.Integer(), nullable=False),
        sa.Column("last_version", sa.Integer(), nullable=False),
        sa.Column("since", instant, nullable=False),
    )
    op.create_table(
        "log",
        sa.Column("position", counter, primary_key=True, autoincrement=False),
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.UniqueConstraint("stream_id", "version", name="log_event_key"),
    )
    op.create_table(
        "checkpoints",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("position", sa.BigInteger(), nullable=False),
    )


def create_caches() -> None:
    op.create_table(
        "snapshots",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("rules_hash", sa.Text(), nullable=False),
        sa.Column("schema_hash", sa.Text(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "match_secrets",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
    )


def finish_on_postgres() -> None:
    partitions = [f"events_{n}" for n in range(PARTITIONS)]
    for n, partition in enumerate(partitions):
        op.execute(
            f"CREATE TABLE {partition} PARTITION OF events FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {n})"
        )
    run_script("0001_refuse_change.sql")
    for table in (*IMMUTABLE, *partitions):
        refuse_change(table)
    run_script("0001_append_events.sql")
    run_script("0001_sequence_events.sql")
    # a queue is vacuumed by the number of its dead rows, not by their share
    op.execute("ALTER TABLE unsequenced SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)")


def refuse_change(table: str) -> None:
    # by statement, since only that stops TRUNCATE; ALWAYS, since a replica's session would skip it otherwise
    op.execute(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
    op.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_append_only")
