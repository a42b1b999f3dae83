"""Rows for what is printed as a figure: costs, HP, CP values, Attacks; and how strong Attacks are beside a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.definitions import PHYSICAL
from domain.kernel.actions import Action
from tests.games.cape_and_cowl.cards.rows import Fact, Facts, MakeTable, attack, changed, dealt, facts, p1, p2
from tests.games.cape_and_cowl.custom import die
from tests.games.cape_and_cowl.table import P1, P2, Table

WALL, WALL_HP = "sentry", 50
"""What is attacked: nothing can be stronger."""
AP = 10


class Attack(msgspec.Struct, frozen=True):
    """An Attack as printed, and what its use does beside the damage."""

    type: str
    strength: int
    cost: int
    also: Facts = {}


class CharacterRow(msgspec.Struct, frozen=True, kw_only=True):
    """A Character as printed, and what its text does when it is played."""

    card: str
    class_: str
    hp: int
    cost: int
    attacks: Sequence[Attack] = ()
    enters: Facts = {}

    def play(self, table: Table) -> None:
        """It enters with its Class and full HP, its cost is paid, and nothing else is changed but by its text."""
        dealt(table, (p1(hand=[self.card]), p2())).start()
        played: dict[str, Fact] = {
            "p1.hand": "",
            "p1.ap": AP - self.cost,
            f"p1.{self.card}": f"{self.hp}/{self.hp} played",
        }
        _compare(table, a.PlayCharacter(table.held(P1, self.card)), {**played, **self.enters})
        assert table.card(P1, self.card).class_ == self.class_

    def refuse(self, make: MakeTable) -> None:
        """With 1 AP less it can't be played."""
        _refused_for_want(make, self.card, self.cost)

    def attack(self, make: MakeTable) -> None:
        """Each Attack does its damage, of its type, for its cost; there are no more Attacks."""
        for number, one in enumerate(self.attacks, 1):
            self._attack(make(), number, one)
        table = make()
        dealt(table, (p1([self.card]), p2([WALL]))).start()
        none = a.Attack(table.seen(P1, self.card), len(self.attacks) + 1, table.seen(P2, WALL))
        assert table.refused(P1, none).rule == "CNC-401"

    def _attack(self, table: Table, number: int, one: Attack) -> None:
        dealt(table, (p1([self.card]), p2([WALL]))).start()
        die(table, P1, 6)
        combo = "" if one.type == PHYSICAL else " combo 1" + (f" of {number}" if number > 1 else "")
        done: dict[str, Fact] = {"p1.ap": AP - one.cost, f"p1.{self.card}": f"{self.hp}/{self.hp} acted{combo}"}
        left = WALL_HP - one.strength
        done |= {f"p2.{WALL}": f"{left}/{WALL_HP}"} if left else {f"p2.{WALL}": None, "p2.discard": WALL}
        _compare(table, attack(self.card, f"p2.{WALL}", number=number).action(table), {**done, **one.also})
        kinds = [damage.attack_type for damage in table.happened(e.DamageDealt) if damage.kind == "attack"]
        assert kinds == [one.type]


class CityRow(msgspec.Struct, frozen=True, kw_only=True):
    """A City card as printed, and what its text does when it is played; a guard is played `on` another one."""

    card: str
    cost: int
    cp: int
    on: str | None = None
    enters: Facts = {}

    def play(self, table: Table) -> None:
        """Its CP value is gained, its cost is paid, and nothing else is changed but by its text."""
        dealt(table, (p1(hand=[self.card], cities=[self.on] if self.on else []), p2())).start()
        place = f"on {self.on}" if self.on else "in play"
        played: dict[str, Fact] = {
            "p1.hand": "",
            "p1.ap": AP - self.cost,
            "p1.cp": 100 + self.cp,
            f"p1.{self.card}": place,
        }
        host = table.seen(P1, self.on) if self.on else None
        _compare(table, a.PlayCity(table.held(P1, self.card), host), {**played, **self.enters})

    def refuse(self, make: MakeTable) -> None:
        """With 1 AP less it can't be played."""
        _refused_for_want(make, self.card, self.cost, self.on)


class StrengthRow(msgspec.Struct, frozen=True, kw_only=True):
    """What the Attacks of Characters on both sides do while P1 has the card in play; `lady_solstice 2`: the second."""

    card: str
    p1: Mapping[str, int]
    p2: Mapping[str, int]

    def attack(self, make: MakeTable) -> None:
        """Each, in a match of its own, attacks a Character."""
        for seat, attackers in enumerate((self.p1, self.p2)):
            found = {attacker: self._damage(make(), seat, *attacker.split()) for attacker in attackers}
            assert found == attackers

    def _damage(self, table: Table, seat: int, cid: str, number: str = "1") -> int:
        table.turn(seat).character(1 - seat, WALL)
        attacker = table.character(seat, cid)
        if (seat, cid) != (P1, self.card):
            (table.character if table.cards[self.card].kind == "character" else table.city)(P1, self.card)
        table.start().do(seat, a.Attack(attacker, int(number), table.seen(1 - seat, WALL)))
        return sum(damage.amount for damage in table.happened(e.DamageDealt) if damage.kind == "attack")


def _compare(table: Table, action: Action, then: Facts) -> None:
    before = facts(table)
    table.do(P1, action)
    found = changed(before, facts(table))
    expected = {name: value for name, value in then.items() if value != before.get(name)}
    assert found == expected, str(found)


def _refused_for_want(make: MakeTable, cid: str, cost: int, on: str | None = None) -> None:
    """A card that costs anything is refused with 1 AP less than that."""
    if cost:
        table = make()
        dealt(table, (p1(hand=[cid], cities=[on] if on else [], ap=cost - 1), p2())).start()
        assert table.refused(P1, table.playing(P1, cid, *([table.seen(P1, on)] if on else []))).rule == "CNC-301"
