"""Signatures of tournaments and ladders."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, Table, Text, Uuid

from service.tables import metadata

record_signatures = Table(
    "record_signatures",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("version", Integer(), primary_key=True, autoincrement=False),
    Column("head_hash", LargeBinary(), nullable=False),
    Column("key_id", Text(), nullable=False),
    Column("public_key", LargeBinary(), nullable=False),
    Column("value", Text(), nullable=False),
    Column("signed_at", BigInteger(), nullable=False),
    sqlite_with_rowid=False,
)
"""Signatures of tournaments and ladders: of each some, each over the events up to a version. `signed_at` in ms."""
