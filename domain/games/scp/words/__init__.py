"""The vocabulary of the cards: importing this package registers every word."""

from domain.games.scp.words import conditions, costs, effects, modifiers, selectors
from domain.games.scp.words.vocabulary import VOCABULARY

__all__ = ["VOCABULARY", "conditions", "costs", "effects", "modifiers", "selectors"]
