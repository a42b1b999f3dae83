"""The public progress: what the match is resolving."""

from __future__ import annotations

from typing import Literal

import msgspec

Step = Literal["start", "main", "end"]


class Pending(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is being resolved, by the card it comes from."""

    what: Literal["event", "attack", "type_effect", "text"]
    seat: int
    card: str


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public summary of what is being resolved, bottom to top."""

    step: Step
    stack: tuple[Pending, ...] = ()
