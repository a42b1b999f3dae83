"""Note which replica does which work in the background, and which replicas live."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0023"
down_revision = "s0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables. Replicas of the release before don't look at them: they do all of the work, as before."""
    op.create_table(
        "leases",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("shard", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("fence", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "lease_members",
        sa.Column("holder", sa.Text(), primary_key=True),
        sa.Column("jobs", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
    )
