"""The seats of bots of the house, and the questions to them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, Table, Uuid

from service.tables import metadata

house_seats = Table(
    "house_seats",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("seat", Integer(), primary_key=True, autoincrement=False),
)
"""The seats of bots of the house in matches that are not over."""

house_turns = Table(
    "house_turns",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("prompt", Integer(), primary_key=True, autoincrement=False),
    Column("asked_at", BigInteger(), nullable=False, index=True),
)
"""The open questions to bots of the house, hidden ones too, so nothing of it goes out. Times in ms."""
