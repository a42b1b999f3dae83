"""The seeds of rounds, made from the seed of their tournament, and the orders that are drawn by one.

A tournament keeps one secret. From it come, one way, the salts of what is hidden, and the seed of all draws. The latter
is committed to and revealed in the end; the salts of decks that are never shown can't be computed from it.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import TypeVar

from domain.kernel.draws import Draws

T = TypeVar("T")


def draw_seed(secret: bytes, tournament: str) -> bytes:
    """The seed of all draws, 32 bytes: HMAC-SHA256(secret of the tournament, "draws|<tournament>")."""
    return hmac.digest(secret, f"draws|{tournament}".encode(), "sha256")


def round_seed(seed: bytes, tournament: str, number: int) -> bytes:
    """The seed of a round, 32 bytes: HMAC-SHA256(seed of all draws, "round|<tournament>|<number>")."""
    return hmac.digest(seed, f"round|{tournament}|{number}".encode(), "sha256")


def shuffled(things: Sequence[T], seed: bytes, tournament: str, purpose: str) -> tuple[T, ...]:
    """Things in the order of a draw that a tournament makes once for each seed."""
    drawn = Draws(seed, tournament, b"", {}).shuffle(purpose, len(things))
    return tuple(things[place] for place in drawn.order)
