"""Create the event store's tables, its functions on Postgres, and the triggers that keep it append-only."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

from eventstore.migrations.append_only import append_only
from eventstore.migrations.script import run_script

revision = "0010"
down_revision = None
branch_labels = None
depends_on = None

SHARDS = 64
EPOCHS = {"events": "stream_id, version", "commands": "stream_id, caller, command_id"}
"""The tables that are divided by epochs on Postgres, and the keys of their partitions."""

instant = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
counter = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    create_streams()
    create_epochs()
    create_logs()
    create_read_models()
    create_caches()
    if op.get_context().dialect.name == "postgresql":
        finish_on_postgres()
    else:
        run_script("sqlite.sql")
        append_only("shard_log", "shard", "stamp")


def create_streams() -> None:
    op.create_table(
        "streams",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head_hash", sa.LargeBinary(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        epoch(),
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
        epoch(),
        # on Postgres each partition has the key
        sa.PrimaryKeyConstraint("stream_id", "version", name="events_pkey").ddl_if("sqlite"),
        postgresql_partition_by="LIST (epoch)",
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
        epoch(),
        sa.PrimaryKeyConstraint("stream_id", "caller", "command_id", name="commands_pkey").ddl_if("sqlite"),
        postgresql_partition_by="LIST (epoch)",
        sqlite_with_rowid=False,
    )


def create_epochs() -> None:
    epochs = op.create_table(
        "epochs",
        sa.Column("epoch", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("dropped_at", sa.BigInteger()),
    )
    op.bulk_insert(epochs, [{"epoch": 0, "opened_at": time.time_ns() // 1_000_000, "dropped_at": None}])
    op.create_table(
        "archived_streams",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("object", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head_hash", sa.LargeBinary(), nullable=False),
        sa.Column("archived_at", sa.BigInteger(), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
    )


def create_logs() -> None:
    op.create_table(
        "unsequenced",
        sa.Column("id", counter, sa.Identity(always=True), primary_key=True),
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("first_version", sa.Integer(), nullable=False),
        sa.Column("last_version", sa.Integer(), nullable=False),
        sa.Column("since", instant, nullable=False),
    )
    op.create_table(
        "shard_log",
        sa.Column("shard", sa.SmallInteger(), nullable=False),
        *place(),
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("first_version", sa.Integer(), nullable=False),
        sa.Column("last_version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("shard", "stamp", name="shard_log_pkey"),
        sqlite_with_rowid=False,
    )
    create_places("shard_heads")


def create_read_models() -> None:
    op.create_table("read_models", sa.Column("name", sa.Text(), primary_key=True))
    create_places("shard_checkpoints")
    op.create_table("lagging_checkpoints", sa.Column("name", sa.Text(), primary_key=True), shard(), *place())


def create_places(name: str) -> None:
    table = op.create_table(name, shard(), *place())
    op.bulk_insert(table, [{"shard": number, "stamp": 0, "number": 0} for number in range(SHARDS)])


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
    run_script("refuse_change.sql")
    for table, key in EPOCHS.items():
        append_only(table)
        op.execute(f"CREATE TABLE {table}_e0 (LIKE {table} INCLUDING DEFAULTS, PRIMARY KEY ({key}))")
        append_only(f"{table}_e0")
        op.execute(f"ALTER TABLE {table} ATTACH PARTITION {table}_e0 FOR VALUES IN (0)")
    append_only("shard_log")
    run_script("append.sql")
    run_script("sequence.sql")
    for table in ("shard_heads", "shard_checkpoints"):
        # few rows that change all the time: a row's next form finds room beside it
        op.execute(f"ALTER TABLE {table} SET (fillfactor = 20)")
    # a queue is vacuumed by the number of its dead rows, not by their share
    op.execute("ALTER TABLE unsequenced SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)")


def epoch() -> sa.Column[int]:
    return sa.Column("epoch", sa.SmallInteger(), nullable=False, server_default=sa.text("0"))


def shard() -> sa.Column[int]:
    return sa.Column("shard", sa.SmallInteger(), primary_key=True, autoincrement=False)


def place() -> tuple[sa.Column[int], sa.Column[int]]:
    return sa.Column("stamp", sa.BigInteger(), nullable=False), sa.Column("number", sa.BigInteger(), nullable=False)
