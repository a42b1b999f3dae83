"""Create the decks that accounts save, and give the list of matches what it is searched by."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0007"
down_revision = "s0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables. The list is a read model: the projector fills the new one from the start of the log."""
    op.create_table(
        "decks",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("loadout", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("decks_newest", "decks", ["account", "created_at", "id"])
    # the checkpoint first: a replica that is in the middle of a page of the log is waited for
    op.execute("UPDATE checkpoints SET position = 0 WHERE name = 'match_list'")
    op.execute("DELETE FROM match_counts")
    op.drop_table("match_players")
    op.drop_table("match_list")
    _create_list()


def _create_list() -> None:
    op.create_table(
        "match_list",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("visibility", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head_hash", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("created_position", sa.BigInteger(), nullable=False, unique=True),
        sa.Column("updated_position", sa.BigInteger(), nullable=False, unique=True),
        sa.Column("joinable", sa.Boolean(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("ended_by", sa.Text()),
        sa.Column("finished_at", sa.BigInteger()),
    )
    op.create_index("match_list_by_status", "match_list", ["status", "created_position"])
    op.create_index("match_list_by_game", "match_list", ["game", "status", "created_position"])
    op.create_index("match_list_joinable", "match_list", ["joinable", "created_position"])
    op.create_index("match_list_by_creation", "match_list", ["created_at"])
    op.create_index("match_list_by_end", "match_list", ["finished_at"])
    op.create_index("match_list_by_rule", "match_list", ["ended_by", "created_position"])
    op.create_table(
        "match_players",
        sa.Column("stream_id", sa.Uuid(), sa.ForeignKey("match_list.stream_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("player", sa.Text(), nullable=False),
    )
    op.create_index("ix_match_players_player", "match_players", ["player"])
