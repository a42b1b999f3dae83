"""The public progress: what the match is resolving."""

from __future__ import annotations

from typing import Literal

import msgspec

Step = Literal["complications", "events", "reply", "compare", "after", "end"]
"""SCP-407 The steps of an attempt."""


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public summary of what is being resolved: who bids, the step of the attempt, what it is about."""

    bidding: int | None = None
    step: Step | None = None
    complication: str | None = None
    attrition: int | None = None
    due: int = 0
