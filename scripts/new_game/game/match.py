"""A match of Bonfire: what the kernel keeps of one, with the types of this game."""

from domain.kernel import batch, match
from scripts.new_game.game.board import Board
from scripts.new_game.game.loadouts import Loadout, Options
from scripts.new_game.game.progress import Progress

State = match.State[Board, Options, Loadout, Progress]
Batch = batch.Batch[Board, Options, Loadout, Progress]
