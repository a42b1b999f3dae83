"""Ids of streams as they go out: what it is, in a prefix, and the stream in base32."""

from __future__ import annotations

from base64 import b32decode, b32encode
from binascii import Error as NotBase32
from uuid import UUID


def id_of(prefix: str, stream: UUID) -> str:
    """The opaque id of what is in this stream."""
    return prefix + b32encode(stream.bytes).decode().rstrip("=").lower()


def stream_in(prefix: str, name: str) -> UUID | None:
    """The stream that an id stands for; None if this can't be such an id. Each stream has one spelling only."""
    try:
        stream = UUID(bytes=b32decode(name.removeprefix(prefix).upper() + "======"))
    except (NotBase32, ValueError):
        return None
    return stream if id_of(prefix, stream) == name else None
