"""ConCardia C4: rules in RULES.md, cards in cards/, the table of contents in game.py."""

from domain.games.c4.game import GAME

__all__ = ["GAME"]
