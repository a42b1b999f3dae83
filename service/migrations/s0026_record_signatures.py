"""Create the signatures of tournaments and ladders; the database refuses to change one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from eventstore.migrations.append_only import append_only

revision = "s0026"
down_revision = "s0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. The projector signs what has happened before, as it does after each round."""
    op.create_table(
        "record_signatures",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("version", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("head_hash", sa.LargeBinary(), nullable=False),
        sa.Column("key_id", sa.Text(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("signed_at", sa.BigInteger(), nullable=False),
        sqlite_with_rowid=False,
    )
    append_only("record_signatures", "stream_id", "version")
