"""Questions that the views of all games ask alike."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

import msgspec

from domain.kernel.audience import FULL, seat_number
from domain.kernel.match import State

V = TypeVar("V", bound=msgspec.Struct)


class Shown(Generic[V]):
    """Makes views of one kind: fields that the thing shown has too, by name and type, are as there unless given."""

    def __init__(self, view: type[V], shown: type[msgspec.Struct]) -> None:
        there = {field.name: field.type for field in msgspec.structs.fields(shown)}
        self.view = view
        self.same = [one.name for one in msgspec.structs.fields(view) if there.get(one.name) == one.type]

    def __call__(self, shown: msgspec.Struct, **others: object) -> V:
        """The view of a thing, with its other fields. TypeError where one is missing."""
        return self.view(**{**{name: getattr(shown, name) for name in self.same}, **others})


def phase(state: State) -> Literal["setup", "running", "finished"]:
    """The phase of the match."""
    if state.status in ("finished", "aborted"):
        return "finished"
    return "setup" if state.board_or_none is None else "running"


def is_own(viewer: str, seat: int) -> bool:
    """Whether a viewer sees what is for this seat alone: the seat itself does, and the full record."""
    return viewer == FULL or seat_number(viewer) == seat
