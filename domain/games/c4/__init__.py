"""ConCardia C4: rules in RULES.md, cards in cards/, the game's answers to the kernel in game.py."""

from domain.games.c4.board import Board
from domain.games.c4.game import C4
from domain.games.c4.loadouts import Loadout, Options
from domain.games.c4.progress import Progress
from domain.games.c4.views import View
from domain.kernel.game import Game

GAME: Game[Board, Options, Loadout, Progress, View] = C4()
