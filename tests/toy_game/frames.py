"""Frames: what a match still has to resolve, as data. rules/turns.py steps them."""

from __future__ import annotations

from domain.kernel.frames import Frame


class Round(Frame, frozen=True, tag="round"):
    """A round begins."""

    number: int


class Ballots(Frame, frozen=True, tag="ballots"):
    """All seats are asked for a card."""


class Reveal(Frame, frozen=True, tag="reveal"):
    """The cards are shown and compared."""


class Refill(Frame, frozen=True, tag="refill"):
    """Hands are filled and the next round follows, or the end."""
