"""Create the leaderboards, and the queue of tournaments that are to be rated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0013"
down_revision = "s0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables. The projector fills them from the start of the log."""
    op.create_table(
        "ladders",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("season", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head_hash", sa.LargeBinary(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("tournaments", sa.Integer(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("rated_at", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.UniqueConstraint("game", "season"),
    )
    op.create_table(
        "leaderboard",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("player", sa.Text(), primary_key=True),
        sa.Column("mu", sa.BigInteger(), nullable=False),
        sa.Column("sigma", sa.BigInteger(), nullable=False),
        sa.Column("ordinal", sa.BigInteger(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("rated_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("leaderboard_order", "leaderboard", ["stream_id", "ordinal", "player"])
    op.create_table(
        "ladder_games",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("player", sa.Text(), primary_key=True),
        sa.Column("version", sa.Integer(), primary_key=True, autoincrement=False),
    )
    op.create_table(
        "rating_queue",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("tournament", sa.Text(), nullable=False, unique=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("season", sa.Text(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False, unique=True),
    )
