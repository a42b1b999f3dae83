"""The parts of the names of tournaments."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Table, Text
from sqlalchemy.dialects import postgresql

from service.tables import metadata

tournament_names = Table(
    "tournament_names",
    metadata,
    Column("part", Text().with_variant(postgresql.TEXT(collation="C"), "postgresql"), primary_key=True),
    Column("created_position", BigInteger(), primary_key=True, autoincrement=False),
)
"""Every end of the folded name of a tournament, by the place of the tournament in the log: who looks for a part of a
name looks for ends that begin with it. In the order of code points in every database."""
