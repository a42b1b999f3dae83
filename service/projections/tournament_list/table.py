"""Tournaments, their people, and their matches."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, Table, Text, Uuid

from service.tables import metadata

tournaments = Table(
    "tournament_list",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("game", Text(), nullable=False),
    Column("status", Text(), nullable=False),
    Column("decks", Text(), nullable=False),
    Column("shown", Text()),
    Column("created_position", BigInteger(), nullable=False, unique=True),
    Index("tournament_list_by_game", "game", "status", "created_position"),
    Index("tournament_list_by_status", "status", "created_position"),
)
"""Tournaments by their place in the log. `shown`: what everybody may know of one, as JSON without any name."""

tournament_people = Table(
    "tournament_people",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("reference", Text(), primary_key=True, index=True),
)
"""Entrants and staff of tournaments, as references."""

tournament_games = Table(
    "tournament_games",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("tournament", Uuid(), nullable=False),
    Column("round", Integer(), nullable=False),
    Column("table_number", Integer(), nullable=False),
    Column("game", Integer(), nullable=False),
    Column("reported", Boolean(), nullable=False),
    Column("settled", Boolean(), nullable=False),
    Column("reveal", Boolean(), nullable=False),
    Column("revealed", Boolean(), nullable=False),
    Index("tournament_games_of", "tournament", "round", "table_number"),
    Index("tournament_games_unreported", "reported"),
    Index("tournament_games_hidden", "reveal", "revealed"),
)
"""Matches of tournaments. `reported`: the tournament knows how it ended; `settled`: it needs no more to be played;
`reveal`: its secrets may be known, `revealed`: they are.
"""

tournament_seats = Table(
    "tournament_seats",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("seat", Integer(), primary_key=True, autoincrement=False),
    Column("entrant", Text(), nullable=False, index=True),
    Column("out", Boolean(), nullable=False),
    Column("conceded", Boolean(), nullable=False),
    Index("tournament_seats_out", "out", "conceded"),
)
"""The entrants of such a match by seat. `out`: a call has taken it out of the match; `conceded`: it has left it."""

tournament_players = Table(
    "tournament_players",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("entrant", Text(), primary_key=True),
    Column("player", Text(), nullable=False, index=True),
)
"""The references of a rated tournament's entrants on the leaderboards of its game."""
