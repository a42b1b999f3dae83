"""Give the list of matches what strangers see of a match whose spectators are behind."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0010"
down_revision = "s0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. No match that is listed so far has a delay: its row stays as it is."""
    op.add_column("match_list", sa.Column("withheld_until", sa.BigInteger()))
    op.add_column("match_list", sa.Column("start_state", sa.LargeBinary()))
    op.add_column("match_list", sa.Column("start_head", sa.LargeBinary()))
    op.add_column("match_list", sa.Column("start_position", sa.BigInteger()))
    op.create_index("match_list_withheld", "match_list", ["withheld_until"])
