"""Let webhooks be told of tournaments, of all or of one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0015"
down_revision = "s0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, and let the projector fill the feed again: what happened in tournaments before belongs to it."""
    op.add_column("webhooks", sa.Column("tournament", sa.Uuid()))
    op.add_column("webhook_feed", sa.Column("data", sa.Text()))
    op.execute("DELETE FROM webhook_feed")
    op.execute("UPDATE checkpoints SET position = 0 WHERE name = 'webhook_feed'")
