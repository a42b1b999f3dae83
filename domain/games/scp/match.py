"""A match of SCP-CCG: what the kernel keeps of one, with the types of this game."""

from domain.games.scp.board import Board
from domain.games.scp.loadouts import Loadout, Options
from domain.games.scp.progress import Progress
from domain.kernel import batch, match

State = match.State[Board, Options, Loadout, Progress]
Batch = batch.Batch[Board, Options, Loadout, Progress]
