"""TRF: The Card Game: rules in RULES.md, cards in cards/, the game's answers to the kernel in game.py."""

from domain.games.trf.game import Trf
from domain.kernel.game import Game

GAME: Game = Trf()
