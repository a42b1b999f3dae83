"""Facts as rows of a store, without salts and chain."""

from __future__ import annotations

from domain.kernel.codec import Row, encode
from domain.kernel.facts import Fact
from eventstore.chain import canonical


def stored_row(fact: Fact, at: int) -> Row:
    """The stored form of this fact."""
    parts = encode(fact, "seat:0", "command")
    body = canonical({"match": "mt", "v": 1, "type": parts.type, "schema": parts.schema, "at": at, "pub": parts.pub})
    return parts.type, parts.schema, body, canonical(parts.private) if parts.private else None, at
