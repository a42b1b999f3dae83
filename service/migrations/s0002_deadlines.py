"""Create the deadlines of open prompts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0002"
down_revision = "s0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. The projector fills it from the start of the log."""
    op.create_table(
        "deadlines",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("prompt", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("deadlines_due", "deadlines", ["due_at"])
