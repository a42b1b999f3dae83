"""The public progress: what the match is resolving."""

from __future__ import annotations

from typing import Literal

import msgspec


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public summary of what is being resolved: the turn, or the text of a card."""

    step: Literal["turn", "text"]
    card: str | None = None
