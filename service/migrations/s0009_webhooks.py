"""Create the webhooks of accounts, and the feed of what they are told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0009"
down_revision = "s0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables. The projector fills the feed from the start of the log; a new webhook begins at its end."""
    op.create_table(
        "webhook_feed",
        sa.Column("position", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head_hash", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.UniqueConstraint("stream_id", "version"),
    )
    op.create_index("ix_webhook_feed_at", "webhook_feed", ["at"])
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("kinds", sa.Text(), nullable=False),
        sa.Column("game", sa.Text()),
        sa.Column("own", sa.Boolean(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt_at", sa.BigInteger(), nullable=False),
        sa.Column("failing_since", sa.BigInteger()),
        sa.Column("disabled_at", sa.BigInteger()),
        sa.Column("last_error", sa.Text()),
        sa.Column("last_delivered_at", sa.BigInteger()),
        sa.Column("lease", sa.Text(), nullable=False),
        sa.Column("leased_until", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_webhooks_account", "webhooks", ["account"])
    op.create_index("webhooks_due", "webhooks", ["disabled_at", "next_attempt_at"])
