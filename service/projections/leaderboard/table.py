"""Ladders, their players, and the tournaments that are to be rated."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, Table, Text, UniqueConstraint, Uuid

from service.tables import metadata

ladders = Table(
    "ladders",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("game", Text(), nullable=False),
    Column("season", Text(), nullable=False),
    Column("version", Integer(), nullable=False),
    Column("head_hash", LargeBinary(), nullable=False),
    Column("games", Integer(), nullable=False),
    Column("tournaments", Integer(), nullable=False),
    Column("players", Integer(), nullable=False),
    Column("rated_at", BigInteger(), nullable=False),
    Column("position", BigInteger(), nullable=False),
    UniqueConstraint("game", "season"),
)
"""One row for each ladder. `games`, `tournaments` and `players` count what is in it; `rated_at` (ms) and `position` in
the log are those of its newest event."""

leaderboard = Table(
    "leaderboard",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("player", Text(), primary_key=True),
    Column("mu", BigInteger(), nullable=False),
    Column("sigma", BigInteger(), nullable=False),
    Column("ordinal", BigInteger(), nullable=False),
    Column("games", Integer(), nullable=False),
    Column("wins", Integer(), nullable=False),
    Column("rated_at", BigInteger(), nullable=False),
    Index("leaderboard_order", "stream_id", "ordinal", "player"),
)
"""Everybody's rating on a ladder, in millionths. `wins`: games in which nobody stood beside or before them."""

ladder_games = Table(
    "ladder_games",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("player", Text(), primary_key=True),
    Column("version", Integer(), primary_key=True, autoincrement=False),
)
"""The events of a ladder by rated player."""

rating_queue = Table(
    "rating_queue",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("tournament", Text(), nullable=False, unique=True),
    Column("game", Text(), nullable=False),
    Column("season", Text(), nullable=False),
    Column("position", BigInteger(), nullable=False, unique=True),
)
"""Rated tournaments that have finished and are on no ladder yet, by where in the log they have."""
