"""Note the trace of the request that caused what a webhook tells."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0025"
down_revision = "s0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. Replicas of the release before don't look at it."""
    op.create_table(
        "webhook_traces",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("version", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("parent", sa.Text(), nullable=False),
    )
