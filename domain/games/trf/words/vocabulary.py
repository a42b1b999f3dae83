"""The vocabulary that the words are registered in, and the names that they let a card choose from."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from domain.games.trf.definitions import CardTable, When
from domain.kernel.effects import subjects
from domain.kernel.effects.subjects import TextPart
from domain.kernel.effects.vocabulary import (
    About,
    Between,
    Cards,
    Condition,
    OneOf,
    SomeOf,
    Subjects,
    Target,
    Vocabulary,
)

CALLED = {
    "character": "characters in play",
    "unit": "units",
    "planet": "planets in play",
    "account": "accounts",
    "persistent": "persistent cards in play",
    "discard": "cards in a discard pile",
    "fight": "fights",
    "answered": "the card that a response answers",
    "hand": "cards to be played",
    "faction": "factions to choose from",
}
"""The cards that words name, and the cards that words are about."""
PRINTED = ("character", "account", "persistent", "discard", "answered", "hand")
OF_CHARACTERS = ("character", "discard", "hand")
OF_OOC = ("persistent", "discard", "answered", "hand")
ON_TABLE = ("character", "planet", "account", "persistent")
AT_TIMES = get_args(When)
"""The parts of a text but the plays of an OOC card."""

VOCABULARY = Vocabulary(subjects=Subjects(CALLED))
word = VOCABULARY.word
Place = subjects.Place[TextPart[CardTable]]

AnyCards = Annotated[Cards, About()]
CharacterCards = Annotated[Cards, About("character")]
PlanetCards = Annotated[Cards, About("planet")]
Characters = Annotated[Target, About("character")]
Units = Annotated[Target, About("unit")]
Planets = Annotated[Target, About("planet")]
Hosts = Annotated[Target, About("character", "planet", "account")]
Persistents = Annotated[Target, About("persistent")]
Discarded = Annotated[Target, About("discard")]
Fights = Annotated[Target, About("fight")]
Answered = Annotated[Target, About("answered")]
OfHand = Annotated[Condition, About("hand")]
OfFight = Annotated[Condition, About("fight")]

Count = Annotated[int, Between(0, 20)]
"""Of cards or tokens."""
Change = Annotated[int, Between(-20, 20)]
"""Of a value of a card, a die, a total or a threshold."""
Money = Annotated[int, Between(-1000, 1000)]
"""Of meters or words."""
MoneyOfCard = Annotated[Money, About("hand")]
"""The same of a card to be played."""
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
