"""A match of ConCardia C4: what the kernel keeps of one, with the types of this game."""

from domain.games.c4.board import Board
from domain.games.c4.loadouts import Loadout, Options
from domain.games.c4.progress import Progress
from domain.kernel import batch, match

State = match.State[Board, Options, Loadout, Progress]
Batch = batch.Batch[Board, Options, Loadout, Progress]
