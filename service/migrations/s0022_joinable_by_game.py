"""Find the joinable matches of a game by an index, however many other games have."""

from __future__ import annotations

from eventstore.migrations.online import create_index_online

revision = "s0022"
down_revision = "s0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the index. It has the matches that have a free seat, and no others."""
    columns = ["game", "created_position"]
    create_index_online(
        "match_list_joinable_by_game", "match_list", columns, where="joinable", sqlite_where="joinable = 1"
    )
