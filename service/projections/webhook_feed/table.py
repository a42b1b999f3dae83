"""The feed that webhooks follow."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, Table, Text, UniqueConstraint, Uuid

from service.tables import metadata

webhook_feed = Table(
    "webhook_feed",
    metadata,
    Column("position", BigInteger(), primary_key=True, autoincrement=False),
    Column("kind", Text(), nullable=False),
    Column("stream_id", Uuid(), nullable=False),
    Column("version", Integer(), nullable=False),
    Column("head_hash", LargeBinary(), nullable=False),
    Column("at", BigInteger(), nullable=False, index=True),
    Column("data", Text()),
    UniqueConstraint("stream_id", "version"),
)
"""The feed of webhooks, by the place of the event in the log; `at` in ms, version and head hash are those of the event.

`data`: of tournaments, what is public of the event beside that, as JSON; null for matches.
"""
