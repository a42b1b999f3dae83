"""TRF: The Card Game: rules in RULES.md, cards in cards/, the game's answers to the kernel in game.py."""

from domain.games.trf.board import Board
from domain.games.trf.game import Trf
from domain.games.trf.loadouts import Loadout, Options
from domain.games.trf.progress import Progress
from domain.games.trf.views import View
from domain.kernel.game import Game

GAME: Game[Board, Options, Loadout, Progress, View] = Trf()
