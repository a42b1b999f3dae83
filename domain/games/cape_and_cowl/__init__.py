"""C&C Trading Card Game 3.0: rules in RULES.md, cards in cards/, the table of contents in game.py."""

from domain.games.cape_and_cowl.game import GAME

__all__ = ["GAME"]
