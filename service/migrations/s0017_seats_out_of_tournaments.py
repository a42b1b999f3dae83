"""Know which seats of tournaments a call has taken out of a match, and which have left it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0017"
down_revision = "s0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. Events from before them are not followed: nothing followed from them then."""
    for name in ("out", "conceded"):
        op.add_column("tournament_seats", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("tournament_seats_out", "tournament_seats", ["out", "conceded"])
