"""Create a log for each shard, where they end, how far read models are in them, and on Postgres what numbers events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from eventstore.migrations.append_only import append_only
from eventstore.migrations.script import run_script

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

SHARDS = 64


def upgrade() -> None:
    op.create_table(
        "shard_log",
        sa.Column("shard", sa.SmallInteger(), nullable=False),
        sa.Column("stamp", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("first_version", sa.Integer(), nullable=False),
        sa.Column("last_version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("shard", "stamp", name="shard_log_pkey"),
        sqlite_with_rowid=False,
    )
    append_only("shard_log", "shard", "stamp")
    heads = op.create_table("shard_heads", _shard(), *_place())
    reached = op.create_table("shard_checkpoints", _shard(), *_place())
    op.create_table("lagging_checkpoints", sa.Column("name", sa.Text(), primary_key=True), _shard(), *_place())
    for table in (heads, reached):
        op.bulk_insert(table, [{"shard": shard, "stamp": 0, "number": 0} for shard in range(SHARDS)])
    if op.get_context().dialect.name == "postgresql":
        for name in ("shard_heads", "shard_checkpoints"):
            # few rows that change all the time: a row's next form finds room beside it
            op.execute(f"ALTER TABLE {name} SET (fillfactor = 20)")
        run_script("0007_sequence_shards.sql")


def _shard() -> sa.Column[int]:
    return sa.Column("shard", sa.SmallInteger(), primary_key=True, autoincrement=False)


def _place() -> tuple[sa.Column[int], sa.Column[int]]:
    return sa.Column("stamp", sa.BigInteger(), nullable=False), sa.Column("number", sa.BigInteger(), nullable=False)
