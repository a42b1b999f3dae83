"""Where each match stands."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, Table, Text, Uuid

from service.tables import metadata

activity = Table(
    "match_activity",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("game", Text(), nullable=False),
    Column("status", Text(), nullable=False),
    Column("version", Integer(), nullable=False),
    Column("head_hash", LargeBinary(), nullable=False),
    Column("updated_at", BigInteger(), nullable=False),
    Column("updated_position", BigInteger(), nullable=False),
    Index("match_activity_newest", "updated_position", unique=True),
    Index("match_activity_by_game", "game", "status", "updated_position"),
)
"""The newest event of each match: its version, its hash, its time in ms, and where it stands in the log."""
