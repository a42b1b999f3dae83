"""What the views of all games ask alike."""

from __future__ import annotations

from typing import Literal

from domain.kernel.audience import FULL, seat_number
from domain.kernel.match import State


def phase(state: State) -> Literal["setup", "running", "finished"]:
    """The phase of the match."""
    if state.status in ("finished", "aborted"):
        return "finished"
    return "setup" if state.board_or_none is None else "running"


def is_own(viewer: str, seat: int) -> bool:
    """Whether a viewer sees what is for this seat alone: the seat itself does, and the full record."""
    return viewer == FULL or seat_number(viewer) == seat
