"""The seeds of rounds, made from the seed of their tournament."""

from __future__ import annotations

import hmac


def round_seed(seed: bytes, tournament: str, number: int) -> bytes:
    """The seed of a round, 32 bytes: HMAC-SHA256(seed of the tournament, "round|<tournament>|<number>")."""
    return hmac.digest(seed, f"round|{tournament}|{number}".encode(), "sha256")
