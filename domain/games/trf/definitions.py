"""A card as it is written in a card file, and as it is compiled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

import msgspec

from domain.kernel.catalogue import CardFace, face
from domain.kernel.effects.compiler import Block, Call, Expression

Kind = Literal["account", "planet", "character", "ooc"]
"""TRF-601 The kinds of a card."""
Class = Literal["fleeter", "individual"]
Faction = Literal["coalition", "jedi", "iron_regency", "umbral_circle", "freeport_league", "drift_clans", "universal"]
Alignment = Literal["light", "dark", "neutral", "none"]
FACTIONS: Mapping[Faction, Alignment] = {
    "coalition": "light",
    "jedi": "light",
    "iron_regency": "dark",
    "umbral_circle": "dark",
    "freeport_league": "neutral",
    "drift_clans": "neutral",
    "universal": "none",
}
"""The alignment of each faction (Terms)."""
Title = Literal["Veteran", "Admin", "Mod", "Troublemaker", "Newbie"]
"""TRF-319 to TRF-322 The titles by which OOC cards are priced."""
TITLES: tuple[Title, ...] = get_args(Title)
Window = Literal["pre", "attack", "block", "bicker", "dice", "assault", "post", "response"]
"""TRF-326 When an OOC card is played."""
WINDOWS: tuple[Window, ...] = get_args(Window)
When = Literal[
    "passive",
    "home_passive",
    "act",
    "home_act",
    "start_of_turn",
    "end_of_turn",
    "enters",
    "wins_fight",
    "defeated",
    "captured",
    "i_capture",
    "persist",
]
HOLDING: tuple[When, ...] = ("passive", "home_passive", "persist")
"""Parts of a text that hold while the card is in play; in all others something happens."""
ACTS: tuple[When, ...] = ("act", "home_act")
"""TRF-329 TRF-332 TRF-333 The times of texts that a player activates."""
STAYING: tuple[When, ...] = ("persist", "start_of_turn", "end_of_turn", "i_capture")
"""TRF-521 The times that an OOC card can have only if it stays in play."""
IN_PLAY: tuple[When, ...] = tuple(when for when in get_args(When) if when not in ("defeated", "captured"))
"""When a card with a text is in play: neither a play of an OOC card, nor after it has left."""
FITS: Mapping[Kind, tuple[When, ...]] = {
    "account": ("passive", "act", "start_of_turn", "end_of_turn", "i_capture"),
    "planet": ("passive", "home_passive", "act", "home_act", "start_of_turn", "end_of_turn", "captured", "i_capture"),
    "character": ("passive", "act", "start_of_turn", "end_of_turn", "enters", "wins_fight", "defeated", "i_capture"),
    "ooc": STAYING,
}
"""The parts of a text that a card of a kind may have."""
NUMBERED = ("commander", "conqueror", "raider", "interceptor", "duelist", "siege")
"""TRF-531 to TRF-536 Keywords with a number."""
OF_PLANETS = ("meters", "words", "capture_value", "homeworld_value")
"""TRF-609 The numbers of a planet."""
MOST_TARGETS = 2
"""TRF-R68 Of one text: each combination of several targets is a legal action of its own."""
MOST_ABILITIES = 10
"""TRF-R68 Of a card."""
MOST_PASSIVES = 20
"""TRF-R68 Passive words of a card: every look at the table asks for each of them."""

CostOf = Annotated[int, msgspec.Meta(ge=0, le=2000)]
Strength = Annotated[int, msgspec.Meta(ge=0, le=20)]
Income = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Value = Annotated[int, msgspec.Meta(ge=1, le=40)]
"""TRF-516 Of a planet, to be reached."""
Discards = Annotated[int, msgspec.Meta(ge=0, le=3)]
Tie = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]*$", max_length=40)]
CharacterTitle = Annotated[str, msgspec.Meta(pattern="^[A-Z][A-Za-z]*$", max_length=40)]


class AbilityTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a text: `when` it holds or happens, or for a play of an OOC card the `windows` that it is played in."""

    do: str
    when: When | None = None
    windows: tuple[Window, ...] = ()
    only_if: str | None = None
    words: Income = 0
    discards: Discards = 0
    weakness: bool = False


class CardTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """TRF-602 TRF-609 TRF-616 One `[[card]]` of a card file."""

    id: Annotated[str, msgspec.Meta(pattern="^[A-Za-z][A-Za-z0-9_]*$", max_length=60)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    kind: Kind
    text: str = ""
    class_: Class | None = msgspec.field(default=None, name="class")
    faction: Faction | None = None
    alignment: Alignment | None = None
    unique: bool | None = None
    titles: Annotated[tuple[CharacterTitle, ...], msgspec.Meta(max_length=5)] | None = None
    ties: Annotated[tuple[Tie, ...], msgspec.Meta(max_length=5)] | None = None
    cost: CostOf | None = None
    combat: Strength | None = None
    capture: Strength | None = None
    meters: Income | None = None
    words: Income | None = None
    capture_value: Value | None = None
    homeworld_value: Value | None = None
    second_meters: Income | None = None
    title: Title | None = None
    subtype: Literal["staff_ruling"] | None = None
    abilities: Annotated[tuple[AbilityTable, ...], msgspec.Meta(max_length=MOST_ABILITIES)] = ()


class Ability(msgspec.Struct, frozen=True):
    """A part of a card's text: `calls` hold while it is in play, `block` is its effect, -1 without one.

    Abilities count from 1. `opponent`: it speaks of one opponent, who is named where there are several (TRF-906).
    """

    number: int
    when: When | None
    windows: tuple[Window, ...]
    calls: tuple[Call, ...]
    block: int
    only_if: Expression | None
    words: int
    discards: int
    weakness: bool
    opponent: bool


class Passive(msgspec.Struct, frozen=True):
    """A text that holds while its card is in play; TRF-518: two with the same key count once for the same object."""

    number: int
    home: bool
    persist: bool
    call: Call
    key: tuple[str, int, int]


class Definition(msgspec.Struct, frozen=True, kw_only=True):
    """A card as printed and compiled. Blocks are numbered effects; frames name them."""

    cid: str
    name: str
    set: str
    number: int
    kind: Kind
    class_: Class | None = None
    faction: Faction = "universal"
    alignment: Alignment
    unique: bool = False
    titles: tuple[str, ...] = ()
    ties: tuple[str, ...] = ()
    cost: int = 0
    combat: int = 0
    capture: int = 0
    meters: int = 0
    words: int = 0
    capture_value: int = 0
    homeworld_value: int = 0
    second_meters: int = 0
    title: Title | None = None
    staff_ruling: bool
    persistent: bool
    text: str
    abilities: tuple[Ability, ...]
    blocks: tuple[Block, ...]
    passives: tuple[Passive, ...]
    uses: frozenset[str]
    source: Mapping[str, object]

    @property
    def deviant(self) -> bool:
        """TRF-316 A character whose alignment differs from its faction's."""
        return self.kind == "character" and self.alignment != FACTIONS[self.faction]

    @property
    def windows(self) -> tuple[Window, ...]:
        """TRF-327 Every window that the OOC card can be played in, in the order of a turn."""
        return tuple(window for window in WINDOWS if self.play(window) is not None)

    def having(self, when: When) -> tuple[Ability, ...]:
        """Its abilities of a kind, in printed order."""
        return tuple(ability for ability in self.abilities if ability.when == when)

    def play(self, window: Window) -> Ability | None:
        """TRF-327 The effect of the OOC card in this window; None: it can't be played there."""
        return next((ability for ability in self.abilities if window in ability.windows), None)

    @property
    def face(self) -> CardFace:
        """TRF-602 TRF-609 TRF-616 The print on it."""
        is_planet, is_character = self.kind == "planet", self.kind == "character"
        of_planets = {name: getattr(self, name) if is_planet else None for name in OF_PLANETS}
        return face(
            numbers={
                "cost": self.cost if self.kind in ("character", "ooc") else None,
                "combat": self.combat if is_character else None,
                "capture": self.capture if is_character else None,
                **of_planets,
                "second_meters": self.second_meters or None,
            },
            lines={
                "kind": self.kind,
                "class": self.class_,
                "faction": None if is_planet else self.faction,
                "alignment": None if is_planet else self.alignment,
                "title": self.title,
                "subtype": "staff_ruling" if self.staff_ruling else None,
            },
            tags={"titles": self.titles, "ties": self.ties, "windows": self.windows},
            holds={"unique": self.unique, "persistent": self.persistent},
        )
