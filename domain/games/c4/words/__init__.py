"""The vocabulary of C4 cards: one small function per word, its docstring the reference; one module for what they do."""

from domain.games.c4.words import attacks as attacks
from domain.games.c4.words import conditions as conditions
from domain.games.c4.words import lasting as lasting
from domain.games.c4.words import modifiers as modifiers
from domain.games.c4.words import numbers as numbers
from domain.games.c4.words import piles as piles
from domain.games.c4.words import players as players
from domain.games.c4.words import structure as structure
from domain.games.c4.words import tokens as tokens
from domain.games.c4.words import triggers as triggers
from domain.games.c4.words import turns as turns
from domain.games.c4.words.vocabulary import VOCABULARY as VOCABULARY
