"""The seeds of rounds, made from the seed of their tournament.

A tournament keeps one secret. From it come, one way, the salts of what is hidden, and the seed of all draws. The latter
is committed to and revealed in the end; the salts of decks that are never shown can't be computed from it.
"""

from __future__ import annotations

import hmac


def draw_seed(secret: bytes, tournament: str) -> bytes:
    """The seed of all draws, 32 bytes: HMAC-SHA256(secret of the tournament, "draws|<tournament>")."""
    return hmac.digest(secret, f"draws|{tournament}".encode(), "sha256")


def round_seed(seed: bytes, tournament: str, number: int) -> bytes:
    """The seed of a round, 32 bytes: HMAC-SHA256(seed of all draws, "round|<tournament>|<number>")."""
    return hmac.digest(seed, f"round|{tournament}|{number}".encode(), "sha256")
