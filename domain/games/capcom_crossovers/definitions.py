"""A character as it is written in a card file, and as it is compiled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

import msgspec

from domain.kernel.catalogue import CardFace, face
from domain.kernel.effects.compiler import Block, Call, Expression
from domain.kernel.markup import escaped

Rank = Literal["J", "Q", "K", "A"]
"""CAP-305 CAP-306 The ranks of the cards for specials and supers."""
MoveKind = Literal["special", "super", "throw"]
MoveType = Literal["A", "B", "C", "D", "E"]
"""CAP-603 to CAP-607."""
Attribute = Literal["R", "U", "H", "S", "T"]
"""CAP-520 to CAP-525."""
Avoidable = Literal["basic", "special", "super", "throw", "tag_super", "ranged"]
"""CAP-456 CAP-R38 The kinds of attack that an avoid move can name."""
Mark = Literal["VC", "TS"]
"""CAP-910 CAP-920 Marks of the moves list."""
MoveWhen = Literal["hit", "used", "per_extra"]
When = Literal[
    "passive",
    "any_time",
    "damage_dealt",
    "turn_start",
    "dodge_success",
    "dodge_failed",
    "would_be_damaged",
]
TRIGGERS: tuple[str, ...] = get_args(When)[2:]
"""CAP-507 The times of parts that happen by themselves."""
Limit = Literal["turn", "game"]
"""CAP-505 Once per turn of any player, once per match."""
CostFilter = Literal["any", "number_card"]
MOST_MOVES = 40
MOST_PARTS = 10
MOST_PASSIVES = 20
"""Passive words of a character: every look at the table asks for each of them."""
COPIES = 4
"""CAP-801 A deck has so many cards of a rank."""
Identifier = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]*$", max_length=60)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Hp = Annotated[int, msgspec.Meta(ge=1, le=999)]
UpTo20 = Annotated[int, msgspec.Meta(ge=0, le=20)]


class EffectTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The entry of a move beside its damage."""

    when: MoveWhen
    do: str


class MoveTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """CAP-610 A move of a moves list; `cards` as the catalogue writes them: `J`, `2A`, `K + 0-1 K`, `pair`."""

    id: Identifier
    name: Name
    cards: str
    type: MoveType
    cp: UpTo20
    attrs: frozenset[Attribute] = frozenset()
    damage: Annotated[int, msgspec.Meta(ge=0, le=200)] | None = None
    avoid: tuple[Avoidable, ...] = ()
    priority: UpTo20 | None = None
    mark: Mark | None = None
    text: str = ""
    effects: tuple[EffectTable, ...] = ()


class PartTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of an ability: when it works, under which limit, at which cost, and what it does."""

    when: When
    do: str
    may: bool = False
    limit: Limit | None = None
    cost: str | None = None
    if_: str | None = msgspec.field(default=None, name="if")
    attack: str | None = None


class AbilityTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """CAP-501 The one ability of a character."""

    id: Identifier
    name: Name
    text: str
    parts: Annotated[tuple[PartTable, ...], msgspec.Meta(min_length=1, max_length=MOST_PARTS)]


class CharacterTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """CAP-102 CAP-610 One `[[card]]` of a card file: a character with its stats, its moves list and its ability."""

    id: Identifier
    name: Name
    hp: Hp
    strength: UpTo20
    speed: Annotated[int, msgspec.Meta(ge=1, le=20)]
    agility: UpTo20
    endurance: Annotated[int, msgspec.Meta(ge=0, le=54)]
    combo: UpTo20
    bap: UpTo20
    defense_bonus: UpTo20
    moves: Annotated[tuple[MoveTable, ...], msgspec.Meta(max_length=MOST_MOVES)]
    ability: AbilityTable
    boss: bool = False
    tag_hp: Hp | None = None


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """CAP-610 A move: `n` cards of `rank`, of a throw two of any one number; up to `extra_max` of `extra_rank` more.

    An avoid move has kinds of attack in `avoid`, but no damage and no priority (CAP-456). `hit`, `used` and
    `per_extra` are blocks of its character, the last one happens for each additional card, and so is `extra_damage`
    added (CAP-R83).
    """

    id: str
    cid: str
    name: str
    cards: str
    kind: MoveKind
    rank: Rank | None
    n: int
    extra_rank: Rank | None
    extra_max: int
    type: MoveType
    attrs: frozenset[Attribute]
    damage: int | None = None
    avoid: tuple[Avoidable, ...]
    priority: int | None = None
    cp: int
    mark: Mark | None = None
    text: str
    hit: int | None = None
    used: int | None = None
    per_extra: int | None = None
    extra_damage: int = 0

    @property
    def line(self) -> str:
        """CAP-610 The move as a line of the moves list."""
        attributes = "".join(one for one in get_args(Attribute) if one in self.attrs)
        does = f"avoids {', '.join(self.avoid).replace('_', ' ')}" if self.damage is None else f"{self.damage} damage"
        entries = [
            self.cards,
            f"{self.type}({attributes})" if attributes else self.type,
            does,
            *([] if self.priority is None else [f"priority {self.priority}"]),
            f"{self.cp} CP",
        ]
        mark = f" [{self.mark}]" if self.mark else ""
        return f"{escaped(self.name)}{mark}: {', '.join(entries)}." + (f" {self.text}" if self.text else "")


class Cost(msgspec.Struct, frozen=True):
    """CAP-505 Cards to discard from the hand."""

    n: int
    filter: CostFilter


class Part(msgspec.Struct, frozen=True):
    """A part of an ability: `calls` hold while it is active, `block` is what happens. Parts count from 1.

    `condition` has to hold, `attack` is a filter on the attack that dealt damage; None: always, any attack.
    """

    number: int
    when: When
    limit: Limit | None
    cost: Cost | None
    condition: Expression | None
    attack: Expression | None
    may: bool
    calls: tuple[Call, ...]
    block: int


class Ability(msgspec.Struct, frozen=True):
    """CAP-501 The ability of a character. `passives` are its passive words by name, each with its part."""

    id: str
    name: str
    text: str
    parts: tuple[Part, ...]
    passives: Mapping[str, tuple[tuple[Part, Call], ...]]


class Stats(msgspec.Struct, frozen=True):
    """The printed stats of a character."""

    hp: int
    strength: int
    speed: int
    agility: int
    endurance: int
    combo: int
    bap: int
    defense_bonus: int


class Definition(msgspec.Struct, frozen=True, kw_only=True):
    """A character as printed and compiled. Blocks are numbered effects; frames name them. `tag_hp`: beside a partner.

    `calls` are its effects and modifiers by number: what lasts on the board names them so.
    """

    cid: str
    name: str
    set: str
    number: int
    text: str
    stats: Stats
    boss: bool
    tag_hp: int | None = None
    ability: Ability
    moves: tuple[Move, ...]
    blocks: tuple[Block, ...]
    calls: Mapping[int, Call]
    source: Mapping[str, object]

    def marked(self, mark: Mark) -> Move | None:
        """CAP-910 CAP-920 Its move with this mark."""
        return next((move for move in self.moves if move.mark == mark), None)

    @property
    def throw(self) -> Move:
        """CAP-307 Its throw."""
        return next(move for move in self.moves if move.kind == "throw")

    @property
    def listed(self) -> tuple[Move, ...]:
        """CAP-305 CAP-306 Its specials and supers."""
        return tuple(move for move in self.moves if move.kind != "throw")

    def others(self) -> dict[str, Printed]:
        """CAP-501 CAP-610 Its ability and its moves by id."""
        return {self.ability.id: self.ability, **{move.id: move for move in self.moves}}

    @property
    def face(self) -> CardFace:
        """CAP-102 Its stats and the name of its ability."""
        return face(
            numbers={**msgspec.structs.asdict(self.stats), "tag_hp": self.tag_hp},
            lines={"ability": self.ability.name},
            holds={"boss": self.boss},
        )

    def start_hp(self, partner: bool) -> int:
        """CAP-104 The HP that it starts with, beside a partner or alone."""
        return self.tag_hp if partner and self.tag_hp is not None else self.stats.hp


Printed = Definition | Move | Ability
"""Everything that events and cards name by id."""
