"""Note the seats that bots of the house play, for whom, and what they are asked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0021"
down_revision = "s0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables. The projector reads the log for the last two from its start."""
    op.create_table(
        "house_bots",
        sa.Column("command", sa.Text(), primary_key=True),
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("account", sa.Text()),
    )
    op.create_index("ix_house_bots_account", "house_bots", ["account"])
    op.create_table(
        "house_seats",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
    )
    op.create_table(
        "house_turns",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("prompt", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_house_turns_asked_at", "house_turns", ["asked_at"])
