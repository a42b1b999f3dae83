"""The hash of a UUID by which Citus divides streams into shards: that of Postgres, `uuid_hash`."""

from __future__ import annotations

import struct
from uuid import UUID

MASK = 0xFFFFFFFF
BEGINNING = 0x9E3779B9 + 16 + 3923095
MIXING = (4, 6, 8, 16, 19, 4)
ENDING = (14, 11, 25, 16, 4, 14, 24)


def uuid_hash(value: UUID) -> int:
    """Bob Jenkins' lookup3 of the 16 bytes, as a little-endian machine reads them, with a sign."""
    words: tuple[int, ...] = struct.unpack("<4I", value.bytes)
    a, b, c = (BEGINNING + word & MASK for word in words[:3])
    for bits in MIXING:
        a, b, c = b, c + b & MASK, (a - c & MASK) ^ _rotated(c, bits)
    a = a + words[3] & MASK
    for bits in ENDING:
        a, b, c = b, (c ^ b) - _rotated(b, bits) & MASK, a
    return b - (b >> 31 << 32)


def _rotated(word: int, bits: int) -> int:
    return (word << bits | word >> 32 - bits) & MASK
