"""Tables of scenarios for cards: what is given, what is done, and all that has changed.

A row is written as in play. What is given: `p1(characters=["spider_man 5 frozen", "cold_caller combo 2"])`. What is
done: `play("bomb_plot", "mac")`, by P1 unless a seat is named. Then: `{"p1.ap": 9, "p2.mac": None}`, each fact that is
another one than before, and nothing else may be: the whole table is compared. Every figure stands in the row; none is
read from the card.

The facts, by name: `turn`, `result`; of each player `cp`, `ap`, `shortage`, `overdrive`, `flooded`, `hand`, `deck`,
`discard` (card ids; `!` behind one that is revealed), `lasting`; of each card in play what stands in `_character` and
`_city`, under its card id (`p1.nill#2` for the second one of a player); None: it is not in play any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import CITY, Character, CityCard, InPlay, Player, PlayerEffect, Status
from domain.games.cape_and_cowl.definitions import PORTER
from domain.kernel.result import Result
from tests.games.cape_and_cowl import custom
from tests.games.cape_and_cowl.table import P1, Table

Fact = str | int | bool | None
Facts = Mapping[str, Fact]
MakeTable = Callable[..., Table]
DECK = ("kid_comet", "nill", "mac", "cold_snap", "old_glacier")
"""What a deck holds from the top, if a row does not say it."""
STATUSES: tuple[Status, ...] = ("frozen", "confused", "poisoned", "silenced", "shielded")


# Given


class Side(msgspec.Struct, frozen=True):
    """What one player has."""

    given: Mapping[str, Any]
    characters: Sequence[str]
    cities: Sequence[str]


def side(characters: Sequence[str] = (), cities: Sequence[str] = (), **given: Any) -> Side:
    """Characters as `spider_man 5 frozen combo 2 acted`, City cards as `rooftop_watch on mac`; else as `player`."""
    return Side({"deck": DECK, **given}, characters, cities)


p1 = p2 = side


def dealt(table: Table, sides: Sequence[Side]) -> Table:
    """The table with both sides on it."""
    for seat, given in enumerate(sides):
        table.player(seat, **given.given)
        for text in given.characters:
            _enter(table, seat, *text.split())
        for text in given.cities:
            cid, *on = text.split()
            table.city(seat, cid, host=on[1] if on else None)
    return table


def _enter(table: Table, seat: int, cid: str, *words: str) -> None:
    """A Character: its HP, the level of its Combo, statuses, `acted`."""
    level = words[words.index("combo") + 1] if "combo" in words else None
    hp = words[0] if words and words[0].isdigit() else None
    table.character(
        seat,
        cid,
        hp=None if hp is None else int(hp),
        combo=None if level is None else (1, int(level)),
        statuses=[status for status in STATUSES if status in words],
        acts_used=int("acted" in words),
    )


# When


class Step(msgspec.Struct, frozen=True):
    """One action of a player; with a rule: it is refused because of it."""

    seat: int
    action: Callable[[Table], Any]
    rule: str | None = None

    def take(self, table: Table) -> None:
        """Act, or be refused."""
        action = self.action(table)
        if self.rule is None:
            table.do(self.seat, action)
        else:
            assert table.refused(self.seat, action).rule == self.rule


def play(
    cid: str, *targets: str, cards: Sequence[str] = (), class_: str | None = None, seat: int = P1, rule: str = ""
) -> Step:
    """Play a card of the hand: targets by their names, cards of the discard pile, a Class."""

    def action(table: Table) -> Any:
        named = [iid_of(table, target) for target in targets]
        thrown = [table.thrown(seat, card) for card in cards]
        return table.playing(seat, cid, *named, cards=thrown, class_=class_)

    return Step(seat, action, rule or None)


def use(
    cid: str,
    *targets: str,
    ability: int | None = None,
    cards: Sequence[str] = (),
    class_: str | None = None,
    seat: int = P1,
    rule: str = "",
) -> Step:
    """Use an Ability: the first active one, or the one with this number."""

    def action(table: Table) -> Any:
        named = [iid_of(table, target) for target in targets]
        thrown = [table.thrown(seat, card) for card in cards]
        return table.using(seat, cid, *named, ability=ability, cards=thrown, class_=class_)

    return Step(seat, action, rule or None)


def attack(cid: str, target: str = CITY, *, number: int = 1, seat: int = P1, rule: str = "") -> Step:
    """Attack with the first or another Attack."""

    def action(table: Table) -> Any:
        attacker = iid_of(table, f"p{seat + 1}.{cid}")
        return a.Attack(attacker, number, iid_of(table, target))

    return Step(seat, action, rule or None)


def draw(seat: int = P1, rule: str = "") -> Step:
    return Step(seat, lambda table: a.DrawCard(), rule or None)


def withdraw(cid: str, seat: int = P1, rule: str = "") -> Step:
    return Step(seat, lambda table: a.WithdrawCharacter(table.seen(seat, cid)), rule or None)


def end(seat: int = P1) -> Step:
    return Step(seat, lambda table: a.EndTurn())


def target(name: str | None, seat: int = P1, rule: str = "") -> Step:
    """Answer with a target, or with none."""
    return Step(seat, lambda table: a.ChooseTarget(None if name is None else iid_of(table, name)), rule or None)


def throw(*cids: str, seat: int = P1, rule: str = "") -> Step:
    """Answer with cards of the hand."""
    return Step(seat, lambda table: a.ChooseCards(tuple(table.held(seat, cid) for cid in cids)), rule or None)


def recover(*cids: str, seat: int = P1, rule: str = "") -> Step:
    """Answer with cards of the discard pile."""
    return Step(seat, lambda table: a.ChooseCards(tuple(table.thrown(seat, cid) for cid in cids)), rule or None)


def see(*positions: int, seat: int = P1, rule: str = "") -> Step:
    """Answer with positions of the other hand."""
    return Step(seat, lambda table: a.ChoosePositions(positions), rule or None)


def take(cid: str | None, seat: int = P1, rule: str = "") -> Step:
    """Answer with a card of the deck, or with none."""
    return Step(seat, lambda table: a.TakeCard(cid), rule or None)


def iid_of(table: Table, name: str) -> str:
    """The instance id of what a name of the facts means; a side may be left out where only one has such a card."""
    if name == CITY:
        return CITY
    found = [card for label, card in _in_play(table) if name in (label, label.partition(".")[2])]
    assert len(found) == 1, f"{name}: there are {len(found)} of them"
    return found[0].iid


# Then


def facts(table: Table) -> dict[str, Fact]:
    """Everything on the table by name."""
    result = table.state.result
    found: dict[str, Fact] = {
        "turn": f"p{table.board.active + 1}",
        "result": "none yet" if result is None else _result(result),
    }
    for seat, player in enumerate(table.board.players):
        found |= {f"p{seat + 1}.{name}": value for name, value in _player(player)}
    found |= {label: _card(table, card) for label, card in _in_play(table)}
    return found


def _result(result: Result) -> str:
    who = f"p{result.placings[0][0] + 1}" if result.kind == "win" else result.kind
    return f"{who} by {result.reason}"


def _player(player: Player) -> Iterator[tuple[str, Fact]]:
    yield "cp", player.cp
    yield "ap", player.ap
    yield "shortage", player.shortage
    yield "overdrive", player.overdrive
    yield "flooded", player.flooded is not None
    yield "hand", " ".join(f"{card.cid}{'!' * card.revealed}" for card in player.hand)
    yield "deck", " ".join(player.deck.cards)
    yield "discard", " ".join(card.cid for card in player.discard)
    yield "lasting", ", ".join(map(_lasting, player.effects))


def _lasting(effect: PlayerEffect) -> str:
    value = f"{effect.value:+}" if effect.value else ""
    return " ".join(word for word in (effect.kind, effect.limit, value, effect.duration) if word)


def _in_play(table: Table) -> Iterator[tuple[str, InPlay]]:
    """Every card in play but the Porters, with its name."""
    for seat, player in enumerate(table.board.players):
        seen: dict[str, int] = {}
        for card in player.in_play():
            seen[card.cid] = seen.get(card.cid, 0) + 1
            if card.cid != PORTER:
                yield f"p{seat + 1}.{card.cid}" + (f"#{seen[card.cid]}" if seen[card.cid] > 1 else ""), card


def _card(table: Table, card: InPlay) -> str:
    return _city(table, card) if isinstance(card, CityCard) else " ".join(_character(table, card))


def _city(table: Table, card: CityCard) -> str:
    """`in play`, what it guards, whether it is disabled."""
    host = table.board.city(card.host)
    return ("in play" if host is None else f"on {host.cid}") + (" disabled" if card.disabled is not None else "")


def _character(table: Table, card: Character) -> Iterator[str]:
    """`HP/maximum`, then only what is so: another Class, `played`, `acted` and how often, `extra`, and so on."""
    yield f"{card.hp}/{card.max_hp}"
    if card.class_ != table.cards[card.cid].class_:
        yield card.class_
    yield from ["played"] * card.played_now + ["acted"] * card.acts_used + ["extra"] * card.extra_acts
    yield from ["replaced"] * card.replaced
    if card.combo is not None:
        yield f"combo {card.combo.level}" + (f" of {card.combo.attack}" if card.combo.attack > 1 else "")
    yield from sorted(card.statuses)
    yield from (f"{one.value:+} {one.duration}" for one in card.modifiers)


def changed(before: Facts, after: Facts) -> dict[str, Fact]:
    """The facts that are not as they were, None for what is gone."""
    return {name: after.get(name) for name in {**before, **after} if after.get(name) != before.get(name)}


# Rows


class Row(msgspec.Struct, frozen=True):
    """A scenario of a card."""

    card: str
    shows: str
    when: Sequence[Step]
    then: Facts
    p1: Side = side()
    p2: Side = side()
    dice: Sequence[int] = ()
    damage: Sequence[int] | None = None

    def run(self, make: MakeTable) -> None:
        """Deal, act, compare the whole table; in a match of its own for each die that shall do the same."""
        for die in self.dice or (None,):
            self._run(make(), die)

    def _run(self, table: Table, die: int | None) -> None:
        dealt(table, (self.p1, self.p2)).start()
        if die is not None:
            custom.die(table, P1, die)
        before = facts(table)
        for step in self.when:
            step.take(table)
        found = changed(before, facts(table))
        assert found == self.then, f"{die}: {found}"
        if self.damage is not None:
            assert [dealt.amount for dealt in table.ever(e.DamageDealt)] == self.damage
