"""Randomness that is the same in every run: seeds, tokens and keys of a test's process, not of servers elsewhere.

A test of a shuffled match that fails once in a thousand runs tells nobody what it saw.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

CHANCE = Random(0)


def key() -> str:
    """An idempotency key that no other call of this process has got."""
    return CHANCE.randbytes(16).hex()


@contextmanager
def foreseeable() -> Iterator[None]:
    """The standard library's secrets come from CHANCE meanwhile."""
    kept = secrets.token_bytes
    secrets.token_bytes = lambda nbytes=None: CHANCE.randbytes(32 if nbytes is None else nbytes)
    try:
        yield
    finally:
        secrets.token_bytes = kept
