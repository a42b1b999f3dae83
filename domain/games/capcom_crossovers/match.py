"""A match of Capcom Crossovers: what the kernel keeps of one, with the types of this game."""

from domain.games.capcom_crossovers.board import Board
from domain.games.capcom_crossovers.loadouts import Loadout, Options
from domain.games.capcom_crossovers.progress import Progress
from domain.kernel import batch, match

State = match.State[Board, Options, Loadout, Progress]
Batch = batch.Batch[Board, Options, Loadout, Progress]
