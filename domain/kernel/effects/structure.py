"""Words that hold blocks of other words together, as several games have them."""

from __future__ import annotations

from typing import Protocol

from domain.kernel.effects.subjects import Place
from domain.kernel.effects.vocabulary import Effects, Test


class Runs(Protocol):
    """The context of an effect that can resolve another block of its text next."""

    def run(self, block: int) -> None: ...


def when(context: Runs, condition: Test, then: Effects, otherwise: Effects | None = None) -> None:
    """The effects happen if it is so at that moment; else the others, if there are any."""
    block = then if condition(context) else otherwise
    if block is not None:
        context.run(block)


def each_face_once(place: Place) -> None:
    """Each face of the die has one outcome at most."""
    seen: set[int] = set()
    for outcome in place.said.given:
        low, high, _ = place.name(outcome)
        faces = set(range(low, high + 1))
        if not faces or faces & seen:
            raise place.fault(f"on({low}, {high}, ...) names no face of the die, or one that was named before")
        seen |= faces
