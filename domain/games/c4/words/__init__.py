"""The vocabulary of C4 cards: one small function per word, its docstring the reference; one module for what they do."""

from domain.games.c4.words import (
    attacks,
    changes,
    conditions,
    costs,
    lasting,
    modifiers,
    numbers,
    piles,
    players,
    structure,
    tokens,
    triggers,
    turns,
)
from domain.games.c4.words.vocabulary import VOCABULARY

__all__ = [
    "VOCABULARY",
    "attacks",
    "changes",
    "conditions",
    "costs",
    "lasting",
    "modifiers",
    "numbers",
    "piles",
    "players",
    "structure",
    "tokens",
    "triggers",
    "turns",
]
