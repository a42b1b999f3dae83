"""A match of Envoys: what the kernel keeps of one, with the types of this game."""

from __future__ import annotations

import msgspec

from domain.kernel import batch, match
from tests.toy_game.board import Board
from tests.toy_game.loadouts import Loadout, Options


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public stage of a round."""

    stage: str


State = match.State[Board, Options, Loadout, Progress]
Batch = batch.Batch[Board, Options, Loadout, Progress]
