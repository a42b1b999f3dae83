"""The vocabulary that the words are registered in, and the names that they let a card choose from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from domain.games.scp.definitions import DEPLOYED, IN_PLAY, AbilityTable, CardTable
from domain.kernel.effects import subjects
from domain.kernel.effects.subjects import Kinds, TextPart
from domain.kernel.effects.vocabulary import About, Between, Cards, OneOf, Subjects, Target, Vocabulary

CALLED = {
    "personnel": "Personnel in play",
    "gear": "Gear in play",
    "finance": "Finance in play",
    "resource": "Resources in play",
    "scp": "SCPs in play",
    "face_down": "face-down cards of a Build Queue",
    "discard": "cards of the own discard pile",
    "destroyed": "the card that was destroyed",
    "source": "cards that would have a target",
    "priced": "cards that cost something",
}
"""The cards that words name, and the cards that words are about."""
ELSEWHERE = ("discard", "destroyed", "source", "priced")
"""Cards whose type is asked for wherever they are."""
PRINTED = (*IN_PLAY, *ELSEWHERE)
VOCABULARY = Vocabulary(subjects=Subjects(CALLED, sure=True, players=False))
word = VOCABULARY.word


@dataclass(frozen=True, kw_only=True)
class Part(TextPart[CardTable]):
    """SCP-301 SCP-316 A part of a card's text: `targeted` is the part with its target, of the kinds in `target`.

    `chosen`: the target is chosen and the cost paid when this is looked at. `asked` are the words of its `only_if`.
    """

    given: AbilityTable
    targeted: AbilityTable
    target: Kinds
    chosen: bool = False
    asked: tuple[str, ...] = ()


Place = subjects.Place[Part]

AnyCards = Annotated[Cards, About()]
PersonnelCards = Annotated[Cards, About("personnel")]
FinanceCards = Annotated[Cards, About("finance")]
ScpCards = Annotated[Cards, About("scp")]
CardsInPlay = Annotated[Cards, About(*IN_PLAY)]
ChosenForAttrition = Annotated[Cards, About("personnel", "gear", "finance")]
Personnel = Annotated[Target, About("personnel")]
Finances = Annotated[Target, About("finance")]
Scps = Annotated[Target, About("scp")]
Deployed = Annotated[Target, About(*DEPLOYED)]
InPlay = Annotated[Target, About(*IN_PLAY)]
FaceDown = Annotated[Target, About("face_down")]
Discarded = Annotated[Target, About("discard")]

Count = Annotated[int, Between(0, 20)]
"""Of cards, counters, Wounds, Resources or tokens."""
Change = Annotated[int, Between(-20, 20)]
"""Of a value, a requirement, a Cost or a number of counters."""
SubtypeName = Annotated[str, OneOf("subtype")]
IconName = Annotated[str, OneOf("icon")]
CardName = Annotated[str, OneOf("card")]
Forbidden = Literal["raid", "assign_research", "assign_destroy", "assign_secure_other"]
"""The acts that a player can be forbidden."""
Lost = Literal[
    "combat", "covert", "technical", "science", "medical", "occult", "research", "terminate", "soldier", "all"
]
By = Literal["own", "you", "random"]
"""The chooser of a discard: the player of the hand, the player of the card, or chance."""
To = Literal["you", "each"]
