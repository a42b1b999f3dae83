"""A match of C&C: what the kernel keeps of one, with the types of this game."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.games.cape_and_cowl.board import Board
from domain.games.cape_and_cowl.loadouts import Loadout, Options
from domain.kernel import batch, match

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


State = match.State[Board, Options, Loadout, Progress]
Batch = batch.Batch[Board, Options, Loadout, Progress]
