"""Envoys: a tiny game of hidden cards that only the tests know. It shows that a new game edits nothing outside."""

from tests.toy_game.game import GAME

__all__ = ["GAME"]
