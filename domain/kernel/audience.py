"""Audiences and viewers. A fact names its audiences, a viewer asks to see it; the two meet only here.

Audiences: `seat:<n>`, `participants` (every seat), `nobody` (the server alone, until the secrets are revealed).
Viewers: `seat:<n>`, `spectator`, `full` (the whole record).
"""

from __future__ import annotations

PARTICIPANTS = "participants"
NOBODY = "nobody"
SPECTATOR = "spectator"
FULL = "full"


def seat(number: int) -> str:
    """The name of a seat, both as an audience and as a viewer."""
    return f"seat:{number}"


def seat_number(viewer: str) -> int | None:
    """The seat that a viewer looks from, or None."""
    kind, _, number = viewer.partition(":")
    return int(number) if kind == "seat" and number.isdecimal() else None


def sees(viewer: str, audience: str) -> bool:
    """Whether a private part for `audience` is shown to `viewer`. Everything not allowed here is hidden."""
    if viewer in (FULL, audience):
        return True
    return audience == PARTICIPANTS and seat_number(viewer) is not None
