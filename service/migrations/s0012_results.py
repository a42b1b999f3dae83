"""Create the read model of results, and let the list of matches be searched by tournament."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0012"
down_revision = "s0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables; the projector fills them from the start of the log. No match so far is of a tournament."""
    op.add_column("match_list", sa.Column("tournament", sa.Text()))
    op.add_column("match_list", sa.Column("round", sa.Integer()))
    op.create_index("match_list_by_tournament", "match_list", ["tournament", "round", "created_position"])
    _create_results()
    _create_seats()


def _create_results() -> None:
    op.create_table(
        "match_results",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("mode", sa.Text()),
        sa.Column("tournament", sa.Text()),
        sa.Column("round", sa.Integer()),
        sa.Column("table_number", sa.Integer()),
        sa.Column("game_number", sa.Integer()),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("ended_by", sa.Text(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("known_at", sa.BigInteger(), nullable=False),
        sa.Column("decks_known_at", sa.BigInteger()),
    )
    op.create_index("match_results_by_game", "match_results", ["game", "finished_at"])
    op.create_index("match_results_by_tournament", "match_results", ["tournament", "game"])


def _create_seats() -> None:
    op.create_table(
        "match_result_seats",
        _match(),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("deck", sa.Text()),
    )
    op.create_index("match_result_seats_by_deck", "match_result_seats", ["deck"])
    op.create_table(
        "match_result_cards",
        _match(),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("card", sa.Text(), primary_key=True),
        sa.Column("copies", sa.Integer(), nullable=False),
    )
    op.create_index("match_result_cards_by_card", "match_result_cards", ["card"])


def _match() -> sa.Column[object]:
    of = sa.ForeignKey("match_results.stream_id", ondelete="CASCADE")
    return sa.Column("stream_id", sa.Uuid(), of, primary_key=True)
