"""Make the list of tournaments, and their standings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "s0014"
down_revision = "s0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create them."""
    op.create_table(
        "tournament_list",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("decks", sa.Text(), nullable=False),
        sa.Column("shown", sa.Text()),
        sa.Column("created_position", sa.BigInteger(), nullable=False, unique=True),
    )
    op.create_index("tournament_list_by_game", "tournament_list", ["game", "status", "created_position"])
    op.create_index("tournament_list_by_status", "tournament_list", ["status", "created_position"])
    op.create_table(
        "tournament_people",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("reference", sa.Text(), primary_key=True),
    )
    op.create_index("ix_tournament_people_reference", "tournament_people", ["reference"])
    op.create_table(
        "tournament_games",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("tournament", sa.Uuid(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("table_number", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("reported", sa.Boolean(), nullable=False),
        sa.Column("settled", sa.Boolean(), nullable=False),
        sa.Column("reveal", sa.Boolean(), nullable=False),
        sa.Column("revealed", sa.Boolean(), nullable=False),
    )
    op.create_index("tournament_games_of", "tournament_games", ["tournament", "round", "table_number"])
    op.create_index("tournament_games_unreported", "tournament_games", ["reported"])
    op.create_index("tournament_games_hidden", "tournament_games", ["reveal", "revealed"])
    op.create_table(
        "tournament_seats",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("entrant", sa.Text(), nullable=False),
    )
    op.create_index("ix_tournament_seats_entrant", "tournament_seats", ["entrant"])
    of_round = ("stream_id", sa.Uuid()), ("after_round", sa.Integer()), ("bracket", sa.Boolean())
    op.create_table(
        "tournament_rankings",
        *(sa.Column(name, kind, primary_key=True, autoincrement=False) for name, kind in of_round),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
    )
    op.create_table(
        "tournament_standings",
        *(sa.Column(name, kind, primary_key=True, autoincrement=False) for name, kind in of_round),
        sa.Column("place", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("entrant", sa.Text(), nullable=False),
        sa.Column("row", sa.Text(), nullable=False),
    )
