"""SCP-CCG: rules in RULES.md, cards in cards/, the table of contents in game.py."""

from domain.games.scp.game import GAME

__all__ = ["GAME"]
