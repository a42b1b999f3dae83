"""The vocabulary of the cards: one function per word, its docstring the reference; a module for each kind."""

from domain.games.trf.words import combat, conditions, field, passives, resources, selectors, structure
from domain.games.trf.words.vocabulary import VOCABULARY

__all__ = ["VOCABULARY", "combat", "conditions", "field", "passives", "resources", "selectors", "structure"]
