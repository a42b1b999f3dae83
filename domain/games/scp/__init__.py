"""SCP-CCG: rules in RULES.md, cards in cards/, the game's answers to the kernel in game.py."""

from domain.games.scp.board import Board
from domain.games.scp.game import Scp
from domain.games.scp.loadouts import Loadout, Options
from domain.games.scp.progress import Progress
from domain.games.scp.views import View
from domain.kernel.game import Game

GAME: Game[Board, Options, Loadout, Progress, View] = Scp()
