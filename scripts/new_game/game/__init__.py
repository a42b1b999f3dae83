"""Bonfire: rules in RULES.md, cards in cards/, the table of contents in game.py."""

from scripts.new_game.game.game import GAME

__all__ = ["GAME"]
