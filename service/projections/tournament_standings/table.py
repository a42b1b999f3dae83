"""The standings of tournaments."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Integer, Table, Text, Uuid

from service.tables import metadata

tournament_rankings = Table(
    "tournament_rankings",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("after_round", Integer(), primary_key=True, autoincrement=False),
    Column("bracket", Boolean(), primary_key=True),
    Column("version", Integer(), nullable=False),
    Column("rows", Integer(), nullable=False),
)
"""The rounds of tournaments of which the standings are kept: those that are over, and 0. `version` is that of the
tournament which they were computed from, `rows` how many there are. `bracket`: they are those of a bracket.
"""

tournament_standings = Table(
    "tournament_standings",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("after_round", Integer(), primary_key=True, autoincrement=False),
    Column("bracket", Boolean(), primary_key=True),
    Column("place", Integer(), primary_key=True, autoincrement=False),
    Column("entrant", Text(), nullable=False),
    Column("row", Text(), nullable=False),
)
"""These standings: `place` counts from 1, `row` is the exact row as JSON."""
