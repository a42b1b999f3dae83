"""A card as it is written in a card file, and as it is compiled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

import msgspec

from domain.kernel.catalogue import CardFace, face
from domain.kernel.effects.compiler import Block, Call

Kind = Literal["character", "city", "event"]
"""CNC-601 CNC-R51 The kinds of a card. Media Inquiry and NOHoPE are City cards."""
Class = Literal["Hero", "Anti-Hero", "Civilian", "Government", "Anti-Villain", "Villain"]
CLASSES: tuple[str, ...] = get_args(Class)
"""CNC-603 In the order of the catalogue."""
Rarity = Literal["C", "U", "R"]
When = Literal[
    "passive",
    "act",
    "play",
    "enter",
    "each_turn",
    "start",
    "after_attack",
    "when_damaged",
    "when_destroyed",
    "friend_destroyed",
    "guard",
]
PORTER = "the_porter"
TYPE = "type:"
"""Begins what names an attack type where a card could stand."""
TOP = 50
"""CNC-409 CNC-512 No strength and no HP is above it."""
PHYSICAL = "Physical"
MOST_TARGETS = 2
"""Of one text: each combination of several targets is a legal action of its own."""
MOST_PARTS = 10
"""Attacks of a card, and Abilities."""
MOST_PASSIVES = 20
"""Passive words of a card: every look at the table asks every card in play for each of them."""
FITS: Mapping[str, tuple[str, ...]] = {
    "character": (
        "passive",
        "act",
        "enter",
        "start",
        "after_attack",
        "when_damaged",
        "when_destroyed",
        "friend_destroyed",
    ),
    "city": ("passive", "enter", "each_turn", "friend_destroyed", "guard"),
    "event": ("play",),
}
"""The parts of a text that a card of a kind may have."""
CostOf = Annotated[int, msgspec.Meta(ge=0, le=20)]
UpToTop = Annotated[int, msgspec.Meta(ge=0, le=TOP)]
"""CNC-606 No printed strength is above 50."""


class AttackText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """CNC-325 CNC-605 An Attack as printed: one type, one strength, one AP cost, 1 unless it says otherwise."""

    name: str
    type: str
    strength: UpToTop
    cost: CostOf = 1


class Attack(AttackText, frozen=True, kw_only=True):
    """CNC-605 An Attack in play: its type by id, which is `called` so."""

    called: str


class AbilityTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    when: When
    do: str
    name: str = ""
    text: str = ""
    cost: CostOf | None = None


class CardTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """CNC-602 CNC-606 One `[[card]]` of a card file."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]*$", max_length=60)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    kind: Kind
    cost: CostOf
    rarity: Rarity | None = None
    class_: Class | None = msgspec.field(default=None, name="class")
    hp: Annotated[int, msgspec.Meta(ge=1, le=TOP)] | None = None
    cp: Annotated[int, msgspec.Meta(ge=0, le=200)] | None = None
    text: str = ""
    attacks: Annotated[tuple[AttackText, ...], msgspec.Meta(max_length=MOST_PARTS)] = ()
    abilities: Annotated[tuple[AbilityTable, ...], msgspec.Meta(max_length=MOST_PARTS)] = ()


class TypeTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[type]]` of a card file (CNC-450)."""

    name: Annotated[str, msgspec.Meta(pattern="^[A-Za-z][A-Za-z0-9_]*$", max_length=40)]
    effect_name: str = ""
    text: str = ""
    effect: str | None = None
    rule: str = "CNC-450"


class Ability(msgspec.Struct, frozen=True):
    """A part of a card's text: `calls` hold while it is in play, `block` is what happens, `words` are all that it says.
    Abilities count from 1.
    """

    number: int
    when: When
    name: str
    text: str
    cost: int
    calls: tuple[Call, ...]
    block: int
    words: frozenset[str]
    picks_class: bool


class AttackType(msgspec.Struct, frozen=True):
    """CNC-433 to CNC-450 An attack type: its Type Effect is block 0; Physical has none."""

    id: str
    name: str
    effect_name: str
    text: str
    rule: str
    words: frozenset[str]
    blocks: tuple[Block, ...]
    source: Mapping[str, object]


class Definition(msgspec.Struct, frozen=True, kw_only=True):
    """A card as printed and compiled. Blocks are numbered effects; frames name them.

    `power` is the most strength that one of its Attacks has for an AP.
    """

    cid: str
    name: str
    set: str
    number: int
    kind: Kind
    cost: int
    rarity: str | None = None
    class_: Class | None = None
    hp: int = 0
    cp: int = 0
    text: str
    attacks: tuple[Attack, ...]
    abilities: tuple[Ability, ...]
    blocks: tuple[Block, ...]
    passives: tuple[Call, ...]
    guard: bool
    top_tier: bool
    power: float
    source: Mapping[str, object]

    def having(self, when: When) -> tuple[Ability, ...]:
        """Its abilities of a kind, in printed order."""
        return tuple(ability for ability in self.abilities if ability.when == when)

    @property
    def face(self) -> CardFace:
        """CNC-602 The print on it; `attacks` with type, strength and cost."""
        return face(
            numbers={"cost": self.cost, "hp": self.hp or None, "cp": self.cp if self.kind == "city" else None},
            lines={"kind": self.kind, "rarity": self.rarity, "class": self.class_},
            tags={"attacks": (f"{one.name}, {one.called} {one.strength} / {one.cost}" for one in self.attacks)},
        )
