"""The vocabulary that the words are registered in, and the names that they let a card choose from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from domain.games.trf.rules.continuous import EvalContext
from domain.kernel.effects.vocabulary import Between, OneOf, SomeOf, Vocabulary

VOCABULARY = Vocabulary()
word = VOCABULARY.word

Count = Annotated[int, Between(0, 20)]
"""Of cards or tokens."""
Change = Annotated[int, Between(-20, 20)]
"""Of a value of a card, a die, a total or a threshold."""
Money = Annotated[int, Between(-1000, 1000)]
"""Of meters or words."""
Face = Annotated[int, Between(1, 6, written=True)]
"""Of a die (TRF-111)."""
Tokens = Annotated[int, Between(1, 20, written=True)]

Tie = Annotated[str, OneOf("tie")]
CardName = Annotated[str, OneOf("card")]
TitleName = Annotated[str, OneOf("title")]
TitleNames = Annotated[tuple[str, ...], SomeOf("title")]
Keyword = Literal[
    "commander",
    "conqueror",
    "raider",
    "interceptor",
    "duelist",
    "siege",
    "swift",
    "vigilant",
    "cloaked",
    "diplomat",
    "quarrelsome",
    "thick_skin",
]
"""TRF-532 to TRF-541."""
Forbidden = Literal["attack", "block", "be_blocked"]
Dice = Literal["bicker", "mine", "both"]
WindowName = Literal["pre", "attack", "block", "bicker", "dice", "assault", "post", "response"]
Counted = Literal["me", "host_owner"]
UntilName = Literal["planet_captured", "unique_defeated", "stuck_turn"]

Test = Annotated[Callable[[EvalContext], bool], "condition"]
"""A condition that arrives as a function: the word asks it itself, about one thing or another."""
