"""A card as it is written in a card file, and as it is compiled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from domain.kernel.catalogue import CardFace, face
from domain.kernel.effects.compiler import Block, Call, Expression

Kind = Literal["regular", "stay_in_play", "reaction"]
Symbol = Literal["rock", "paper", "scissors"]
LARGEST_X = 99
"""C4-R78 The most that an X can be: each of its values is offered."""
KIND_NAMES: Mapping[str, str] = {"regular": "Regular", "stay_in_play": "Stay In Play", "reaction": "Reaction"}


FITS: Mapping[str, tuple[str, ...]] = {
    "would_gain": ("would_gain", "would_take"),
    "would_lose": ("would_lose", "would_take"),
    "gained": ("gained", "taken"),
    "lost": ("lost", "taken"),
    "attack_won": ("attack_decided",),
    "attack_failed": ("attack_decided",),
    "any_time": ("turn_started", "card_being_played", "turn_ending", "idle"),
}
"""C4-453 C4-458 The moments that a trigger word fits, where it is not the one of its own name."""


def moments_of(word: str) -> tuple[str, ...]:
    """The moments that a trigger word can fit at all."""
    return FITS.get(word, (word,))


class Cost(msgspec.Struct, frozen=True):
    """A card's or ability's own cost (C4-311): tokens paid from the supply or spilled from the card."""

    way: Literal["pay", "spill"]
    n: Expression


class Needs(msgspec.Struct, frozen=True):
    """The declarations of a card or ability (C4-440): a player (`opp` another, `any` the own seat too) who passes these
    tests; a card to Icebox; a symbol. `attack` and `attack_each` need a legal defender (C4-403), one of `against`
    where the declaration tells who those are. `enters`: the text says in front of whom (C4-446).
    """

    player: Literal["opp", "any"] | None = None
    tests: tuple[Expression, ...] = ()
    attack: bool = False
    attack_each: bool = False
    against: tuple[Expression, ...] = ()
    icebox: str | None = None
    icebox_kind: str = "any"
    named: bool = False
    puts_x: bool = False
    enters: bool = False


class Trigger(msgspec.Struct, frozen=True):
    """A triggered ability, or the condition of a Reaction: which moments it fits, and what then happens."""

    pattern: Call
    test: Expression | None
    block: int
    needs: Needs = Needs()


class Ability(msgspec.Struct, frozen=True):
    """An `act` ability: its cost, its bracketed condition, the values of its X, what it does (C4-330)."""

    cost: Cost | None
    test: Expression | None
    xs: tuple[int, ...]
    block: int
    needs: Needs


class Definition(msgspec.Struct, frozen=True, kw_only=True):
    """A card as printed and compiled. Blocks are numbered effects; frames name them.

    C4-452 `fits` are the moments that its condition as a Reaction can fit at all.
    """

    cid: str
    name: str
    number: int
    set: str
    kind: Kind
    symbol: Symbol
    text: str
    cost: Cost | None
    xs: tuple[int, ...]
    play: int | None
    flipped: int | None
    flipped_needs: Needs
    reaction: Trigger | None
    continuous: tuple[Call, ...]
    triggers: tuple[Trigger, ...]
    acts: tuple[Ability, ...]
    patterns: tuple[Call, ...]
    blocks: tuple[Block, ...]
    needs: Needs
    claims: tuple[str, ...]
    listens: frozenset[str]
    fits: frozenset[str]
    source: Mapping[str, object]

    @property
    def face(self) -> CardFace:
        """C4-601 Its kind and its symbol."""
        return face(lines={"kind": KIND_NAMES[self.kind], "symbol": self.symbol})


class TriggerTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"test": "if"}):
    """A trigger of a card as written."""

    when: str
    do: str
    test: str | None = None


class AbilityTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"test": "if"}):
    """An `act` of a card as written."""

    do: str
    cost: str | None = None
    test: str | None = None
    x: tuple[int, int] | None = None


class CardTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[card]]` of a card file."""

    number: int
    name: str
    kind: Kind
    symbol: Symbol
    text: str
    reaction: str | None = None
    reaction_if: str | None = None
    cost: str | None = None
    x: tuple[int, int] | None = None
    play: str | None = None
    flipped: str | None = None
    continuous: tuple[str, ...] = ()
    on: tuple[TriggerTable, ...] = ()
    act: tuple[AbilityTable, ...] = ()
