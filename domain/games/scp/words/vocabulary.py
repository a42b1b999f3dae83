"""The vocabulary that the words are registered in, and the names that they let a card choose from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from domain.games.scp.rules.continuous import EvalContext
from domain.kernel.effects.vocabulary import Between, OneOf, Vocabulary

VOCABULARY = Vocabulary()
word = VOCABULARY.word

Count = Annotated[int, Between(0, 20)]
"""Of cards, counters, Wounds, Resources or tokens."""
Change = Annotated[int, Between(-20, 20)]
"""Of a value, a requirement, a Cost or a number of counters."""
SubtypeName = Annotated[str, OneOf("subtype")]
CardName = Annotated[str, OneOf("card")]
Forbidden = Literal["raid", "assign_research", "assign_destroy", "assign_secure_other"]
"""What a player can be forbidden to do."""
Lost = Literal[
    "combat", "covert", "technical", "science", "medical", "occult", "research", "terminate", "soldier", "all"
]
By = Literal["own", "you", "random"]
"""Who chooses a discard: whose hand it is, the player of the card, or chance."""
To = Literal["you", "each"]
Test = Annotated[Callable[[EvalContext], bool], "condition"]
"""A condition that arrives as a function: the word asks it itself, about one thing or another."""
