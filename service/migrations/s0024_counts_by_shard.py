"""Count matches by shard, so that processes which fold different shards don't wait for each other's rows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0024"
down_revision = "s0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. Counts of an earlier release stay in `match_counts`, to be added."""
    op.create_table(
        "match_shard_counts",
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("status", sa.Text(), primary_key=True),
        sa.Column("shard", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("matches", sa.Integer(), nullable=False),
    )
