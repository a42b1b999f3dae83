"""A match of SCP-CCG: what the kernel keeps of one, with the types of this game."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.games.scp.board import Board
from domain.games.scp.loadouts import Loadout, Options
from domain.kernel import batch, match

Step = Literal["complications", "events", "reply", "compare", "after", "end"]
"""SCP-407 The steps of an attempt."""
ATTEMPT = "attempt"
"""The id on the table of the attempt that is on."""


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public summary of what is being resolved: who bids, the step of the attempt, what it is about."""

    bidding: int | None = None
    step: Step | None = None
    complication: str | None = None
    attrition: int | None = None
    due: int = 0


State = match.State[Board, Options, Loadout, Progress]
Batch = batch.Batch[Board, Options, Loadout, Progress]
