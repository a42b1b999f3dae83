"""A match of TRF: what the kernel keeps of one, with the types of this game."""

from domain.games.trf.board import Board
from domain.games.trf.loadouts import Loadout, Options
from domain.games.trf.progress import Progress
from domain.kernel import batch, match

State = match.State[Board, Options, Loadout, Progress]
Batch = batch.Batch[Board, Options, Loadout, Progress]
