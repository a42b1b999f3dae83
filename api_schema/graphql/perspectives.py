"""The perspective on a match, as clients ask for it and as it goes out."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import strawberry


@strawberry.enum(description="The viewer, when it is not a seat.")
class PerspectiveRole(Enum):
    """Perspectives without a number."""

    SPECTATOR = "spectator"
    FULL = "full"


@strawberry.enum(description="Whose eyes: a seat's, a spectator's, or those of one who sees all.")
class PerspectiveKind(Enum):
    """All perspectives."""

    SEAT = "seat"
    SPECTATOR = "spectator"
    FULL = "full"


@strawberry.input(one_of=True, description="The perspective to take; the server checks that the caller may.")
class PerspectiveInput:
    """A perspective asked for."""

    seat: int | None = strawberry.UNSET
    role: PerspectiveRole | None = strawberry.UNSET


@strawberry.type(description="The perspective of this view.")
class Perspective:
    """A perspective as it goes out."""

    kind: PerspectiveKind
    seat: int | None

    @staticmethod
    def of(text: str) -> Perspective:
        """From `seat:<n>`, `spectator` or `full`."""
        kind, _, seat = text.partition(":")
        return Perspective(kind=PerspectiveKind(kind), seat=int(seat) if seat else None)


As = Annotated[PerspectiveInput | None, strawberry.argument(name="as")]


def perspective_text(view: PerspectiveInput | None) -> str | None:
    """As the ports write it; None: the caller's own."""
    if view is None:
        return None
    seat = seat_of(view)
    return PerspectiveRole(view.role).value if seat is None else f"seat:{seat}"


def seat_of(view: PerspectiveInput | None) -> int | None:
    """The seat of a perspective."""
    return None if view is None or view.seat is strawberry.UNSET else view.seat
