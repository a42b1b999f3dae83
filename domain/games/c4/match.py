"""A match of ConCardia C4: what the kernel keeps of one, with the types of this game."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.games.c4.board import Board
from domain.games.c4.loadouts import Loadout, Options
from domain.kernel import batch, match


class Pending(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is being resolved."""

    what: Literal["card", "ability", "attack", "token_event", "vote"]
    seat: int
    other: int | None = None
    card: str | None = None
    amount: int = 0
    kind: str = ""


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public summary of what is being resolved, bottom to top, and of the current chain."""

    step: Literal["start", "draw", "main", "done", "voting"]
    stack: tuple[Pending, ...] = ()
    reactions_played: int = 0
    end_turn_requested: bool = False


State = match.State[Board, Options, Loadout, Progress]
Batch = batch.Batch[Board, Options, Loadout, Progress]
