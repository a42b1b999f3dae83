"""A match of Envoys: what the kernel keeps of one, with the types of this game."""

from domain.kernel import batch, match
from tests.toy_game.actions import Loadout, Options, Progress
from tests.toy_game.board import ToyBoard

State = match.State[ToyBoard, Options, Loadout, Progress]
Batch = batch.Batch[ToyBoard, Options, Loadout, Progress]
