"""C&C Trading Card Game 3.0: rules in RULES.md, cards in cards/, the game's answers to the kernel in game.py."""

from domain.games.cape_and_cowl.game import CapeAndCowl
from domain.kernel.game import Game

GAME: Game = CapeAndCowl()
