"""Create accounts with the keys of their pseudonyms, whose seats are whose, and the numbers of matches by status."""

from __future__ import annotations

import secrets
import time

import sqlalchemy as sa
from alembic import op

revision = "s0004"
down_revision = "s0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables. The owner of a token has an account; the matches that are there are counted."""
    accounts = op.create_table(
        "accounts",
        sa.Column("account", sa.Text(), primary_key=True),
        sa.Column("name", sa.Text()),
        sa.Column("alias_key", sa.LargeBinary()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("erased_at", sa.BigInteger()),
    )
    op.create_table(
        "account_seats",
        sa.Column("player", sa.Text(), primary_key=True),
        sa.Column("account", sa.Text(), nullable=False),
    )
    op.create_index("ix_account_seats_account", "account_seats", ["account"])
    op.create_table(
        "match_counts",
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("status", sa.Text(), primary_key=True),
        sa.Column("matches", sa.Integer(), nullable=False),
    )
    op.execute("INSERT INTO match_counts SELECT game, status, count(*) FROM match_list GROUP BY game, status")
    owners = op.get_bind().execute(sa.text("SELECT DISTINCT account FROM access_tokens")).scalars().all()
    now = int(time.time() * 1000)
    if owners:
        op.bulk_insert(
            accounts,
            [{"account": owner, "alias_key": secrets.token_bytes(32), "created_at": now} for owner in owners],
        )
