"""How a match ended."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

import msgspec

ResultKind = Literal["win", "shared", "draw", "all_lose", "aborted"]


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match ended. `placings` lists groups of equal seats, best first; `rule` is what ended it."""

    kind: ResultKind
    placings: tuple[tuple[int, ...], ...]
    rule: str
    decided_by: str | None = None
    reason: str = ""


def place_in(groups: Iterable[Collection[object]], who: object) -> int | None:
    """The place of a seat or an entrant in groups of equal ones, counted from 0; None if it stands in none."""
    before = 0
    for group in groups:
        if who in group:
            return before
        before += len(group)
    return None
