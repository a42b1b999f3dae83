"""The vocabulary of the cards: one function per word, its docstring the reference; a module for each kind."""

from domain.games.cape_and_cowl.words import conditions, field, hands, lasting, passives, points, selectors, structure
from domain.games.cape_and_cowl.words.vocabulary import VOCABULARY

__all__ = ["VOCABULARY", "conditions", "field", "hands", "lasting", "passives", "points", "selectors", "structure"]
