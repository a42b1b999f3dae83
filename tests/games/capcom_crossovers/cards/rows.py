"""Rows of figures, each figure as printed and none read from a card, and the fights that prove them.

In a duel the character of a row meets somebody else whose figures are known; a boss meets the last one of a team, who
has HP enough for every attack.
Reference attacks and answers are those of Ryu and his like: the row of one of them takes the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from tests.games.capcom_crossovers.table import P1, P2, P3, MakeTable, Table, faces

BOSSES = ("hollow_titan", "empress_vanta")


# Rows


class StatsRow(msgspec.Struct, frozen=True):
    """The stats of a character."""

    card: str
    hp: int
    strength: int
    speed: int
    agility: int
    endurance: int
    combo: int
    bap: int
    defense_bonus: int


class TagHpRow(msgspec.Struct, frozen=True):
    """The HP of a character that has a partner."""

    card: str
    tag_hp: int


class MoveRow(msgspec.Struct, frozen=True):
    """A move that can open: the cards it is played with, its figures, and what all additional cards add to it."""

    card: str
    move: str
    cards: str
    type: str
    attrs: str = ""
    damage: int = 0
    priority: int = 0
    cp: int = 0
    extra: str = ""
    adds: int = 0

    @property
    def shows(self) -> str:
        return self.move

    @property
    def declared(self) -> str:
        """What it is declared as."""
        return "throw" if self.throws else self.move

    @property
    def throws(self) -> bool:
        return self.cards.startswith("10")


class MarkRow(msgspec.Struct, frozen=True):
    """A move with a mark, and its damage."""

    card: str
    move: str
    damage: int

    @property
    def shows(self) -> str:
        return self.move


class AvoidRow(msgspec.Struct, frozen=True):
    """A move that avoids: which of the `ATTACKS`, and the damage of all additional cards one by one."""

    card: str
    move: str
    cards: str
    cp: int
    avoids: str
    goes_on: bool = True
    extra: str = ""
    strikes: Sequence[int] = ()

    @property
    def shows(self) -> str:
        return self.move


# References


class Known(NamedTuple):
    """A character, one of its moves, and the cards it is played with."""

    cid: str
    move: str
    cards: str


LADDER: Mapping[int, tuple[Known, Known]] = {
    1: (Known("unit_09", "rivet_burst", "JC"), Known("ember_rook", "flare_wall", "QC")),
    2: (Known("sable_kite", "kite_needle", "JC"), Known("brakk_ironjaw", "anvil_palm", "QC")),
    3: (Known("ryu", "hadouken", "JC"), Known("spider_man", "web_swing", "KC")),
    4: (Known("gambit", "cajun_slash", "QC"), Known("morrigan", "shadow_blade", "QC")),
    5: (Known("ryu", "shoryuken", "QC"), Known("granny_gale", "gust_parasol", "QC")),
    6: (Known("gambit", "royal_flush", "AC AD"), Known("captain_halberd", "siege_line", "AC AD")),
    7: (Known("morrigan", "darkness_illusion", "AC AD"), Known("sable_kite", "night_without_edges", "AC AD")),
}
"""Two moves of each priority."""
EQUAL = ("negated", "CAP-461", "CAP-462", "CAP-463", "CAP-466")
"""What becomes of an answer of equal priority, and of no other: it negates, or the rule why not (CAP-460 to 466)."""
ATTACKS: Mapping[str, Known] = {
    "basic": Known("ryu", "basic", "2S"),
    "special": Known("ryu", "tatsumaki", "KS"),
    "ranged_special": Known("ryu", "hadouken", "JS"),
    "super": Known("captain_halberd", "siege_line", "AC AD"),
    "ranged_super": Known("ryu", "shinkuu_hadouken", "AC AD"),
    "throw": Known("ryu", "throw", "10C 10D"),
    "tag_super": Known("captain_halberd", "tag_super", "JK1 JK2"),
    "ranged_tag_super": Known("ryu", "tag_super", "JK1 JK2"),
}
"""One of each kind that can be avoided."""


def other_than(cid: str, *candidates: str) -> str:
    """The first of these who is somebody else."""
    return next(one for one in candidates if one != cid)


def rung(cid: str, priority: int) -> Known:
    """A move of this priority, of somebody else."""
    return next(known for known in LADDER[priority] if known.cid != cid)


# Duels


class Duel:
    """A character of a row against another one; `own` and `other` are their seats."""

    def __init__(self, make: MakeTable, cid: str, other: str = "") -> None:
        rival = other or other_than(cid, "gambit", "ryu")
        if cid in BOSSES:
            self.table = make(rival, other_than(rival, "ryu", "gambit"), cid, mode="boss")
            self.table.character(P1, hp=99, start_hp=99).character(P2, status="koed")
            self.own, self.other = P3, P1
        else:
            self.table = make(cid, rival)
            self.own, self.other = P1, P2

    def given(self, own: str = "", other: str = "", **flags: Any) -> Duel:
        """The hands of both; `own_draw`, `other_block` and so on for what else they have."""
        for seat, name, hand in ((self.own, "own_", own), (self.other, "other_", other)):
            more = {key.removeprefix(name): value for key, value in flags.items() if key.startswith(name)}
            self.table.player(seat, hand=hand, **more)
        return self

    def starts(self) -> Table:
        """The own character's player is asked what to do in the combat phase."""
        return self.table.turn(self.own).start()

    def opens(self, move: str, cards: str, extra: str = "") -> Duel:
        """The own character attacks; what comes next is asked."""
        self.starts().attack(self.own, move, cards, extra)
        return self

    def hits(self, move: str, cards: str, extra: str = "") -> Duel:
        """It attacks, and nobody does anything against it."""
        self.opens(move, cards, extra)
        self.table.take_hit(self.other)
        return self

    def opened(self, move: str, cards: str) -> Duel:
        """The other one attacks."""
        self.table.turn(self.other).start()
        self.table.attack(self.other, move, cards)
        return self

    def follows(self, move: str, cards: str) -> None:
        """The own character adds to its combo; a throw isn't tech hit."""
        self.table.follow(self.own, move, cards)
        if (self.other, "tech_hit") in self.table.asked():
            self.table.decline(self.other)

    def goes_on(self) -> bool:
        """Whether the own character may add to its combo; else the combat is over."""
        asked = {kind for _, kind in self.table.asked()} - {"ability"}
        assert asked in ({"combo"}, {"cleanup"}), asked
        return asked == {"combo"}

    def refused(self, action: Any) -> str:
        """The rule by which the own character may not do that."""
        return str(self.table.refused(self.own, action).rule)

    def answered(self, seat: int, known: Known) -> str:
        """What becomes of the initial attack by this answer, or the rule why it is none."""
        if known.move not in self.table.moves(seat, "counter"):
            return str(self.table.refused(seat, a.Counter(known.move, faces(known.cards))).rule)
        self.table.counter(seat, known.move, known.cards)
        return "countered" if self.table.happened(e.AttackCountered) else "negated"
