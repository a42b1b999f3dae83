"""A match of TRF: what the kernel keeps of one, with the types of this game."""

from __future__ import annotations

import msgspec

from domain.games.trf.board import Board
from domain.games.trf.definitions import Window
from domain.games.trf.frames import Stage
from domain.games.trf.loadouts import Loadout, Options
from domain.kernel import batch, match


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """TRF-202 The public summary of what is being resolved: the step, the window that is open, the fight."""

    step: Stage
    window: Window | None = None
    fight: str | None = None


State = match.State[Board, Options, Loadout, Progress]
Batch = batch.Batch[Board, Options, Loadout, Progress]
