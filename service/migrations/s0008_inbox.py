"""Create the inbox of accounts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0008"
down_revision = "s0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables. The projector fills them from the start of the log."""
    op.create_table(
        "inbox",
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("position", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("part", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("stream_id", sa.Uuid()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
    )
    op.create_index("inbox_news", "inbox", ["position"])
    op.create_index("inbox_oldest", "inbox", ["at"])
    op.create_table(
        "inbox_seats",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("account", sa.Text(), nullable=False),
    )
    op.create_index("ix_inbox_seats_account", "inbox_seats", ["account"])
    op.create_table(
        "inbox_turns",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("prompt", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.BigInteger()),
    )
