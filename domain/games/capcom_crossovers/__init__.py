"""Capcom Crossovers: The Card Game 3.0: rules in RULES.md, characters in cards/, the table of contents in game.py."""

from domain.games.capcom_crossovers.game import GAME

__all__ = ["GAME"]
