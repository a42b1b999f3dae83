"""Create the signatures of matches and the public keys that made them; the database refuses to change either."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from eventstore.migrations.append_only import append_only

revision = "s0003"
down_revision = "s0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create both tables. The projector signs what has ended before, as it does after each end."""
    op.create_table(
        "match_signatures",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head_hash", sa.LargeBinary(), nullable=False),
        sa.Column("key_id", sa.Text(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("signed_at", sa.BigInteger()),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "signing_keys",
        sa.Column("key_id", sa.Text(), primary_key=True),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("first_used_at", sa.BigInteger(), nullable=False),
        sqlite_with_rowid=False,
    )
    append_only("match_signatures", "stream_id")
    append_only("signing_keys", "key_id")
