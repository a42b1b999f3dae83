"""The vocabulary of moves and abilities: one function per word, its docstring the reference; a module for each kind."""

from domain.games.capcom_crossovers.words import conditions, effects, passives, selectors
from domain.games.capcom_crossovers.words.vocabulary import VOCABULARY

__all__ = ["VOCABULARY", "conditions", "effects", "passives", "selectors"]
