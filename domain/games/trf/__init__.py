"""TRF: The Card Game: rules in RULES.md, cards in cards/, the table of contents in game.py."""

from domain.games.trf.game import GAME

__all__ = ["GAME"]
