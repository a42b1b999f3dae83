"""Moves: the entries of moves lists, and the moves that have none: basics, throws, tag supers."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.games.capcom_crossovers.board import BASIC, TAG_SUPER, THROW, Board
from domain.games.capcom_crossovers.definitions import Definition
from domain.games.capcom_crossovers.definitions import Move as Entry
from domain.games.capcom_crossovers.faces import is_red, value

Kind = Literal["basic", "throw", "special", "super", "tag_super"]
VALUES: dict[str, int] = {"basic": 1, "special": 2, "super": 3, "tag_super": 3}
"""Terms, `attack_value`; a throw has none (CAP-473)."""
NAMES: dict[str, str] = {BASIC: "basic attack", THROW: "throw", TAG_SUPER: "tag super"}
"""The moves without an entry, as people call them."""
BLOCK_FACTOR: dict[str, int] = {"super": 2, "tag_super": 4}
"""CAP-422 CAP-924 The factor of the defense total, else 1."""


class Move(msgspec.Struct, frozen=True):
    """A move with the cards it is paid with. `damage` is the printed one, None for an avoid move.

    `priority` is printed; that of a basic attack is its character's. `extra_damage`: for each additional card.
    `number` is the value of the card of a basic attack or of the pair of a throw, `red` the colour of the former.
    """

    id: str
    kind: Kind
    type: str
    attrs: frozenset[str]
    damage: int | None
    priority: int | None
    cp: int
    entry: Entry | None
    number: int = 0
    red: bool = False

    @property
    def value(self) -> int | None:
        """The attack value, None for a throw."""
        return VALUES.get(self.kind)

    @property
    def ranged(self) -> bool:
        """CAP-520 Whether it has the attribute R."""
        return "R" in self.attrs

    @property
    def kinds(self) -> frozenset[str]:
        """CAP-456 CAP-R38 The names by which an avoid move is usable against it."""
        return frozenset({self.kind, "ranged"} if self.ranged else {self.kind})


def profile(board: Board, character: str, move: str, cards: tuple[str, ...], partner: str | None = None) -> Move:
    """The move of a character, paid with these cards."""
    if move == BASIC:
        return basic(cards[0])
    if move not in NAMES:
        return listed(board.move(move))
    own = board.definition(board.character(character).cid)
    if move == THROW:
        return listed(own.throw, value(cards[0]) or 0)
    assert partner is not None
    return tag_super(own, board.definition(board.character(partner).cid))


def basic(face: str) -> Move:
    """CAP-303 CAP-R74 A basic attack with one number card."""
    number, red = value(face) or 0, is_red(face)
    return Move(BASIC, "basic", "C", frozenset(), number, None, 1, None, number, red)


def listed(one: Entry, number: int = 0) -> Move:
    """CAP-305 CAP-306 CAP-307 CAP-473 CAP-608 A special or super by its entry, or a throw with a pair of this value."""
    name = THROW if one.kind == "throw" else one.id
    return Move(name, one.kind, one.type, one.attrs, one.damage, one.priority, one.cp, one, number)


def tag_super(active: Definition, partner: Definition) -> Move:
    """CAP-920 CAP-921 CAP-R58 The damage of both, all else as printed for the active character's."""
    own, other = active.marked("TS"), partner.marked("TS")
    assert own is not None
    assert other is not None
    damage = (own.damage or 0) + (other.damage or 0)
    return Move(TAG_SUPER, "tag_super", own.type, own.attrs, damage, own.priority, own.cp, None)
