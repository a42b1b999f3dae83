"""Know whom the entrants of rated tournaments are on leaderboards."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "s0016"
down_revision = "s0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. The projector goes on from where it is, so who has entered before is found here."""
    op.create_table(
        "tournament_players",
        sa.Column("stream_id", sa.Uuid(), primary_key=True),
        sa.Column("entrant", sa.Text(), primary_key=True),
        sa.Column("player", sa.Text(), nullable=False),
    )
    op.create_index("ix_tournament_players_player", "tournament_players", ["player"])
    connection = op.get_bind()
    found = {}
    for row in connection.execute(_entries()):
        entry = json.loads(row.body)["pub"]
        if entry.get("player") is not None:
            found[row.stream_id, entry["entrant"]] = entry["player"]
    rows = [{"stream_id": stream, "entrant": who, "player": player} for (stream, who), player in found.items()]
    if rows:
        connection.execute(_players.insert(), rows)


_players = sa.table("tournament_players", sa.column("stream_id", sa.Uuid()), sa.column("entrant"), sa.column("player"))


def _entries() -> sa.Select[Any]:
    """Streams and bodies of the entries of tournaments that the projector knows."""
    events = sa.table("events", sa.column("stream_id", sa.Uuid()), sa.column("type"), sa.column("body"))
    listed = sa.table("tournament_list", sa.column("stream_id", sa.Uuid()))
    query = sa.select(events.c.stream_id, events.c.body).join(listed, listed.c.stream_id == events.c.stream_id)
    return query.where(events.c.type == "entrant_registered")
