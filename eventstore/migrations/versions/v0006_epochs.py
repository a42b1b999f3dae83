"""Keep streams by the epoch that they were born in, and note which are in the archive."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

from eventstore.migrations.by_epoch import divide_by_epoch, same_rights
from eventstore.migrations.script import run_script

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    on_postgres = op.get_context().dialect.name == "postgresql"
    if on_postgres:
        divide_by_epoch("events", "stream_id, version")
        divide_by_epoch("commands", "stream_id, caller, command_id")
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
    op.add_column("streams", sa.Column("epoch", sa.SmallInteger(), nullable=False, server_default="0"))
    if on_postgres:
        same_rights("epochs", "streams", "SELECT")
        same_rights("archived_streams", "streams", "SELECT,INSERT,UPDATE,DELETE")
        run_script("0006_append_in_epochs.sql")
    else:
        run_script("0006_sqlite.sql")
