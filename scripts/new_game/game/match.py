"""A match of Bonfire: what the kernel keeps of one, with the types of this game."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.kernel import batch, match
from scripts.new_game.game.board import Board
from scripts.new_game.game.loadouts import Loadout, Options


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public summary of what is being resolved: the turn, or the text of a card."""

    step: Literal["turn", "text"]
    card: str | None = None


State = match.State[Board, Options, Loadout, Progress]
Batch = batch.Batch[Board, Options, Loadout, Progress]
