"""The vocabulary of the cards: one function per word, its docstring the reference; a module for each kind."""

from scripts.new_game.game.words import effects, passives, players
from scripts.new_game.game.words.vocabulary import VOCABULARY

__all__ = ["VOCABULARY", "effects", "passives", "players"]
