"""Capcom Crossovers: The Card Game 3.0: rules in RULES.md, characters in cards/, the game's answers in game.py."""

from domain.games.capcom_crossovers.board import Board
from domain.games.capcom_crossovers.game import CapcomCrossovers
from domain.games.capcom_crossovers.loadouts import Loadout, Options
from domain.games.capcom_crossovers.progress import Progress
from domain.games.capcom_crossovers.views import View
from domain.kernel.game import Game

GAME: Game[Board, Options, Loadout, Progress, View] = CapcomCrossovers()
