"""The deadlines of matches and of open prompts.

This read model holds what no player may see (that a hidden prompt is open), so nothing of it goes out.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Uuid

from service.tables import metadata

WHOLE_MATCH = 0
"""In the place of a prompt: the match itself has a time limit. Prompts are named by versions, which begin with 1."""

deadlines = Table(
    "deadlines",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("prompt", Integer(), primary_key=True, autoincrement=False),
    Column("revision", Integer(), nullable=False),
    Column("due_at", BigInteger(), nullable=False),
    Index("deadlines_due", "due_at"),
)
"""One row for each open prompt that has a time limit, and one for each match that has; `due_at` in ms since the epoch.

The row of a match has WHOLE_MATCH in the place of the prompt.
"""
