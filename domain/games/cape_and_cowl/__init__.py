"""C&C Trading Card Game 3.0: rules in RULES.md, cards in cards/, the game's answers to the kernel in game.py."""

from domain.games.cape_and_cowl.board import Board
from domain.games.cape_and_cowl.game import CapeAndCowl
from domain.games.cape_and_cowl.loadouts import Loadout, Options
from domain.games.cape_and_cowl.progress import Progress
from domain.games.cape_and_cowl.views import View
from domain.kernel.game import Game

GAME: Game[Board, Options, Loadout, Progress, View] = CapeAndCowl()
