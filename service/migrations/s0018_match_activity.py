"""Keep apart what every batch of events changes of a match, and find abandoned matches by an index."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0018"
down_revision = "s0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table and fill it from the list of matches, as of the place in the log that the list has reached."""
    op.create_table(
        "match_activity",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("head_hash", sa.LargeBinary(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_position", sa.BigInteger(), nullable=False),
    )
    # the checkpoint first: a replica that is in the middle of a page of the log is waited for
    op.execute("UPDATE checkpoints SET position = position WHERE name = 'match_list'")
    op.execute(
        "INSERT INTO match_activity (stream_id, game, status, version, head_hash, updated_at, updated_position)"
        " SELECT stream_id, game, status, version, head_hash, updated_at, updated_position FROM match_list"
    )
    op.execute(
        "INSERT INTO checkpoints (name, position)"
        " SELECT 'match_activity', position FROM checkpoints WHERE name = 'match_list'"
    )
    op.create_index("match_activity_newest", "match_activity", ["updated_position"], unique=True)
    op.create_index("match_activity_by_game", "match_activity", ["game", "status", "updated_position"])
    going_on = sa.text("status IN ('open', 'running')")
    op.create_index(
        "match_list_going_on",
        "match_list",
        ["created_at"],
        postgresql_where=going_on,
        sqlite_where=going_on,
    )
    if op.get_bind().dialect.name == "postgresql":
        # what changes in a match's life is mostly in no index: with room on its page the row needs no new entries
        op.execute("ALTER TABLE match_list SET (fillfactor = 80)")
        op.execute("ALTER TABLE match_activity SET (fillfactor = 80)")
