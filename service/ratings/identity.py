"""Names of ladders, and the streams behind them: both follow from the game and the season."""

from __future__ import annotations

from base64 import b32encode
from uuid import UUID, uuid5

NAMESPACE = UUID("b9f6a1c2-6f0e-5a53-8d0b-2f4f4ad1c6e7")
KIND = "ladder"
"""The kind of a ladder's stream."""


def ladder_stream(game: str, season: str) -> UUID:
    """The stream of the ladder of a game and a season."""
    return uuid5(NAMESPACE, f"{len(game)}|{game}|{season}")


def ladder_id(stream: UUID) -> str:
    """The opaque id of the ladder in this stream."""
    return "lb_" + b32encode(stream.bytes).decode().rstrip("=").lower()
