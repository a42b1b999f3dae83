"""Signatures of matches, and the keys that have signed."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, Table, Text, Uuid

from service.tables import metadata

match_signatures = Table(
    "match_signatures",
    metadata,
    Column("stream_id", Uuid(), primary_key=True),
    Column("version", Integer(), nullable=False),
    Column("head_hash", LargeBinary(), nullable=False),
    Column("key_id", Text(), nullable=False),
    Column("public_key", LargeBinary(), nullable=False),
    Column("value", Text(), nullable=False),
    Column("signed_at", BigInteger()),
    sqlite_with_rowid=False,
)
"""Signatures: one over the end of each match. `signed_at` in ms; null: signed elsewhere."""

signing_keys = Table(
    "signing_keys",
    metadata,
    Column("key_id", Text(), primary_key=True),
    Column("public_key", LargeBinary(), nullable=False),
    Column("first_used_at", BigInteger(), nullable=False),
    sqlite_with_rowid=False,
)
"""The public keys that this service has ever signed with; they stay published."""
