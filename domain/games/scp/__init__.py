"""SCP-CCG: rules in RULES.md, cards in cards/, the game's answers to the kernel in game.py."""

from domain.games.scp.game import Scp
from domain.kernel.game import Game

GAME: Game = Scp()
