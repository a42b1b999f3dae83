"""Give webhooks a place for what they may be told later than what happened after it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0011"
down_revision = "s0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create it."""
    op.create_table(
        "webhook_withheld",
        sa.Column("webhook", sa.Text(), primary_key=True),
        sa.Column("position", sa.BigInteger(), primary_key=True, autoincrement=False),
    )
