"""Frames: what a match still has to resolve, as data. Each kind names the module that steps it."""

from __future__ import annotations

from typing import Literal

from domain.kernel.frames import Frame


class Turn(Frame, frozen=True, tag="turn"):
    """turns.py: the part of a turn that comes next; always the bottom frame."""

    stage: Literal["start", "main", "end"] = "start"


class Do(Frame, frozen=True, tag="do"):
    """effects.py: a block of effects of the text of `card`, which `seat` has played, from part `at` on."""

    seat: int
    card: str
    block: int
    at: int = 0


class Discards(Frame, frozen=True, tag="discards"):
    """effect_prompts.py: a seat has to discard a card because of the text of `card`."""

    seat: int
    card: str
