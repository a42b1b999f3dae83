"""ConCardia C4: rules in RULES.md, cards in cards/, the game's answers to the kernel in game.py."""

from domain.games.c4.game import C4
from domain.kernel.game import Game

GAME: Game = C4()
