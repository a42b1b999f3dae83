"""A match of C&C: what the kernel keeps of one, with the types of this game."""

from domain.games.cape_and_cowl.board import Board
from domain.games.cape_and_cowl.loadouts import Loadout, Options
from domain.games.cape_and_cowl.progress import Progress
from domain.kernel import batch, match

State = match.State[Board, Options, Loadout, Progress]
Batch = batch.Batch[Board, Options, Loadout, Progress]
