"""Find tournaments by a part of their name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "s0020"
down_revision = "s0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. The projector fills it from the beginning of the log."""
    op.create_table(
        "tournament_names",
        sa.Column("part", sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql"), primary_key=True),
        sa.Column("created_position", sa.BigInteger(), primary_key=True, autoincrement=False),
    )
