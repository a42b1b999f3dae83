"""Inboxes, and the seats that they are about."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text, Uuid

from service.tables import metadata

STANDING = "standing"
"""The mode of a prompt for which nobody waits."""

inbox = Table(
    "inbox",
    metadata,
    Column("account", Text(), primary_key=True),
    Column("position", BigInteger(), primary_key=True, autoincrement=False),
    Column("part", Integer(), primary_key=True, autoincrement=False),
    Column("kind", Text(), nullable=False),
    Column("stream_id", Uuid()),
    Column("at", BigInteger(), nullable=False),
    Column("data", Text(), nullable=False),
    Index("inbox_news", "position"),
    Index("inbox_oldest", "at"),
)
"""The items of inboxes. `position` is that of the event in the log, `part` tells items of one event apart; `data` is
the rest of the item as JSON, by its `kind`. `at` in ms. Erasing an account deletes its rows.
"""

inbox_seats = Table(
    "inbox_seats",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("seat", Integer(), primary_key=True, autoincrement=False),
    Column("account", Text(), nullable=False, index=True),
)
"""The seats of accounts in matches that are not over."""

inbox_turns = Table(
    "inbox_turns",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("prompt", Integer(), primary_key=True, autoincrement=False),
    Column("seat", Integer(), nullable=False),
    Column("due_at", BigInteger()),
)
"""The open questions, hidden ones too, that seats of `inbox_seats` have to answer. Shown to their account alone."""
