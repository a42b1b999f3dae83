"""Keep the card sets that come with the games: a match goes on with those that it began with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from eventstore.migrations.append_only import append_only

revision = "s0019"
down_revision = "s0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. A server writes its own sets into it before it makes a match that is pinned to them."""
    op.create_table(
        "core_sets",
        sa.Column("hash", sa.Text(), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("files", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sqlite_with_rowid=False,
    )
    append_only("core_sets", "hash")
