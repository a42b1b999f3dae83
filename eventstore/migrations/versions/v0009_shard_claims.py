"""Create the table by which a database knows the shards that it has, where a store has several databases."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "shard_claims",
        sa.Column("shard", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("store", sa.Uuid(), nullable=False),
    )
