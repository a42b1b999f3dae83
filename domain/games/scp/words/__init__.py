"""The vocabulary of the cards: importing this package registers every word."""

from domain.games.scp.words import conditions, costs, happenings, modifiers, subjects
from domain.games.scp.words.vocabulary import VOCABULARY

__all__ = ["VOCABULARY", "conditions", "costs", "happenings", "modifiers", "subjects"]
