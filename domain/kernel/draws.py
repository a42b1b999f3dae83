"""Deterministic draws from the match seed: HMAC-SHA256 as a counter stream, rejection sampling, Fisher-Yates.

Draw n of a purpose depends on the server's seed, the match, the seats' seeds, the purpose and n, on nothing else; so
the order in which independent purposes are drawn never matters. `docs/fairness.md` says it for other languages.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256

import msgspec

from domain.kernel.facts import Draw

ALGORITHM = "hmac-sha256-ctr/1"
_SCHEME = b"playledger-fair-1"


def commitment(match: str, seed: bytes) -> str:
    """The hex commitment to the server's seed that stands in the first event of a match."""
    return sha256(b"|".join((_SCHEME, match.encode(), seed))).hexdigest()


def combine(seeds: tuple[str | None, ...]) -> bytes:
    """The hash of the seats' seeds in seat order; a seat that sent none counts as such, not as an empty seed."""
    joined = sha256(_SCHEME)
    for number, seed in enumerate(seeds):
        text = b"none" if seed is None else b"seed:" + seed.encode()
        joined.update(b"|%d|%d|" % (number, len(text)) + text)
    return joined.digest()


def salt(seed: bytes, match: str, version: int, audience: str) -> bytes:
    """The salt, 16 bytes, of one private part. With the revealed seed everybody can open every commitment."""
    message = b"|".join((b"salt", match.encode(), b"%d" % version, audience.encode()))
    return hmac.digest(seed, message, "sha256")[:16]


class Roll(msgspec.Struct, frozen=True):
    """A whole number that was drawn, and the draw to record."""

    value: int
    draw: Draw


class Permutation(msgspec.Struct, frozen=True):
    """An order of places that was drawn, and the draw to record."""

    order: tuple[int, ...]
    draw: Draw


class Draws:
    """The draws of one match, counted per purpose from what its facts have recorded so far."""

    def __init__(
        self, seed: bytes, match: str, seats: bytes | tuple[str | None, ...], counts: Mapping[str, int]
    ) -> None:
        """`seats`: the combined seeds of the seats, or the seeds, which the first draw combines."""
        self.seed = seed
        self._match = match
        self._seats = seats
        self._before = counts
        self._counts: dict[str, int] = {}

    @cached_property
    def _context(self) -> bytes:
        seats = self._seats if isinstance(self._seats, bytes) else combine(self._seats)
        return b"|".join((self._match.encode(), seats.hex().encode()))

    def below(self, purpose: str, size: int) -> Roll:
        """A whole number from 0 to size - 1."""
        n = self._next(purpose)
        value = _Stream(self.seed, self._context, purpose, n).below(size)
        return Roll(value, Draw(purpose, n, size, value))

    def shuffle(self, purpose: str, size: int) -> Permutation:
        """A permutation of the places 0 to size - 1 by Fisher-Yates from the last place down."""
        n = self._next(purpose)
        stream = _Stream(self.seed, self._context, purpose, n)
        places = list(range(size))
        for last in range(size - 1, 0, -1):
            other = stream.below(last + 1)
            places[last], places[other] = places[other], places[last]
        order = tuple(places)
        return Permutation(order, Draw(purpose, n, size, order))

    def _next(self, purpose: str) -> int:
        n = self._counts.get(purpose, self._before.get(purpose, 0))
        self._counts[purpose] = n + 1
        return n


class _Stream:
    """The bits of one draw: blocks 0, 1, 2 ... of HMAC-SHA256, taken as big-endian 64-bit words."""

    __slots__ = ("_block", "_buffer", "_prefix", "_seed")

    def __init__(self, seed: bytes, context: bytes, purpose: str, n: int) -> None:
        self._seed = seed
        self._prefix = b"|".join((context, purpose.encode(), b"%d" % n, b""))
        self._block = 0
        self._buffer = b""

    def below(self, size: int) -> int:
        """Rejection sampling over 64-bit words: words at or above the largest multiple of `size` are thrown away."""
        limit = (1 << 64) // size * size
        while True:
            word = self._word()
            if word < limit:
                return word % size

    def _word(self) -> int:
        if not self._buffer:
            self._buffer = hmac.digest(self._seed, self._prefix + b"%d" % self._block, "sha256")
            self._block += 1
        word, self._buffer = self._buffer[:8], self._buffer[8:]
        return int.from_bytes(word, "big")
