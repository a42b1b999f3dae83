"""The vocabulary that the words are registered in, and the names that they let a card choose from."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from domain.games.cape_and_cowl.definitions import When
from domain.kernel.effects.vocabulary import About, Between, Cards, OneOf, SomeOf, Subjects, Target, Vocabulary

CALLED = {"character": "Characters", "city": "City cards", "event": "Events"}
"""The cards that words name, and the cards that words are about."""
NOT_PLAYED = (*(when for when in get_args(When) if when != "play"), "type")
"""The parts of a text but that of an Event, which is no card in play."""
VOCABULARY = Vocabulary(subjects=Subjects(CALLED))
word = VOCABULARY.word

AnyCards = Annotated[Cards, About()]
CharacterCards = Annotated[Cards, About("character")]
CityCards = Annotated[Cards, About("city")]
AnyTarget = Annotated[Target, About()]
Characters = Annotated[Target, About("character")]
Cities = Annotated[Target, About("city")]

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
