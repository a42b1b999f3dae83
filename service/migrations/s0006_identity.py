"""Add when tokens end and when they were last used, and the accounts behind an identity provider."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0006"
down_revision = "s0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the table. Tokens that are there have no end."""
    op.add_column("access_tokens", sa.Column("expires_at", sa.BigInteger()))
    op.add_column("access_tokens", sa.Column("last_used_at", sa.BigInteger()))
    op.create_table(
        "outside_identities",
        sa.Column("digest", sa.LargeBinary(), primary_key=True),
        sa.Column("account", sa.Text()),
        sa.Column("erased_at", sa.BigInteger()),
    )
    op.create_index("ix_outside_identities_account", "outside_identities", ["account"])
