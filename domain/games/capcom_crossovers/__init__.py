"""Capcom Crossovers: The Card Game 3.0: rules in RULES.md, characters in cards/, the game's answers in game.py."""

from domain.games.capcom_crossovers.game import CapcomCrossovers
from domain.kernel.game import Game

GAME: Game = CapcomCrossovers()
