"""The vocabulary that the words are registered in, and the names that they let a card choose from."""

from __future__ import annotations

from typing import Annotated, Literal

from domain.kernel.effects.vocabulary import About, Between, Condition, Subjects, Target, Vocabulary

VOCABULARY = Vocabulary(subjects=Subjects({"character": "characters", "attack": "attacks"}))
word = VOCABULARY.word

Characters = Annotated[Target, About("character")]
OfAttack = Annotated[Condition, About("attack")]

Amount = Annotated[int, Between(1, 200)]
"""Of damage or HP."""
Cards = Annotated[int, Between(1, 7, written=True)]
"""Of a hand or a pile."""
Change = Annotated[int, Between(-20, 20)]
"""Of a stat, a priority or a damage."""
Fewer = Annotated[int, Between(1, 20)]
One = Annotated[int, Between(1, 1, written=True)]

Chooser = Literal["owner", "random"]
Prevented = Literal["value", "half"]
ValueKind = Literal["basic", "special", "super"]
