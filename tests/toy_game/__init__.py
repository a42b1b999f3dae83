"""Envoys: rules in RULES.md, cards in cards/, the table of contents in game.py."""

from tests.toy_game.game import GAME

__all__ = ["GAME"]
