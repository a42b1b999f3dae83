"""The vocabulary that the words are registered in, and the names that they let a card choose from."""

from __future__ import annotations

from typing import Annotated, Literal

from domain.kernel.effects.vocabulary import Between, OneOf, SomeOf, Vocabulary

VOCABULARY = Vocabulary()
word = VOCABULARY.word

Amount = Annotated[int, Between(0, 200)]
"""Of damage, points or cards."""
Count = Annotated[int, Between(0, 50)]
Times = Annotated[int, Between(1, 50)]
LimitChange = Annotated[int, Between(-25, 25)]
One = Annotated[int, Between(1, 1, written=True)]
Change = Annotated[int, Between(-50, 50)]
Reduction = Annotated[int, Between(-50, 0)]
Face = Annotated[int, Between(1, 6, written=True)]
"""Of a die (CNC-528)."""

Types = Annotated[tuple[str, ...], SomeOf("type")]
Immunities = Annotated[tuple[str, ...], SomeOf("immunity")]
CardName = Annotated[str, OneOf("card")]

Damaged = Literal["damaged"]
Limit = Literal["characters", "events_per_turn", "cities_per_turn", "attrition"]
CostedAction = Literal["draw", "withdraw", "discard", "play_character", "play_city", "play_event"]
