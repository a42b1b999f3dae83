"""Create the card sets that players have written."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0005"
down_revision = "s0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "card_sets",
        sa.Column("hash", sa.Text(), primary_key=True),
        sa.Column("prefix", sa.Text(), nullable=False, unique=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("uploader", sa.Text()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_card_sets_uploader", "card_sets", ["uploader"])
