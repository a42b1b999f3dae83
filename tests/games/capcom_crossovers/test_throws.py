"""Throws and tech hits (CAP-470 to CAP-475)."""

from __future__ import annotations

import pytest

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from tests.games.capcom_crossovers import custom
from tests.games.capcom_crossovers.table import P1, P2, MakeTable, faces


@pytest.mark.rule("CAP-470", "CAP-427")
def test_a_throw_is_not_blocked(table: MakeTable) -> None:
    game = table("ryu", "brakk_ironjaw").player(P1, hand="8C 8D").player(P2, block="8S").start()
    game.attack(P1, "throw", "8C 8D")
    game.decline(P2)
    assert (game.lost(P2), game.outcomes(), game.ever(e.AttackBlocked)) == (8, ["hit"], [])


# Tech hits


@pytest.mark.rule("CAP-471")
@pytest.mark.parametrize(
    ("defender", "cards", "legal"),
    [
        ("ryu", "8C 8D", False),
        ("ryu", "9C 9D", True),
        ("ryu", "10C 10D", True),
        ("unit_09", "9C 9D", False),
        ("unit_09", "10C 10D", True),
        ("ryu", "9C 10C", False),
        ("ryu", "9C 9C", False),
        ("ryu", "9C 9S", False),
        ("ryu", "JC JD", False),
        ("ryu", "AC AD", False),
    ],
)
@pytest.mark.parametrize("blocks", [False, True])
def test_what_a_tech_hit_takes(table: MakeTable, defender: str, cards: str, legal: bool, blocks: bool) -> None:
    """A pair of the hand above the own Strength, of the thrower's value or more; so in `defend` and in `tech_hit`."""
    game = table("gambit", defender).player(P1, hand="9H 9S")
    game.player(P2, hand="8C 8D 9C 9D 10C 10D JC JD AC AD", block="5S" if blocks else None).start()
    game.attack(P1, "throw", "9H 9S")
    assert game.waits(P2) == ("tech_hit" if blocks else "defend")
    card1, card2 = faces(cards)
    offered = [{one["card1"], one["card2"]} for one in game.legal(P2, "tech_hit")]
    assert ({card1, card2} in offered) is legal
    if legal:
        game.tech(P2, cards)
        assert game.lost(P2) == 0
    else:
        assert game.refused(P2, a.TechHit(card1, card2)).rule == "CAP-471"


@pytest.mark.rule("CAP-471")
def test_a_pair_below_strength_is_no_tech_hit_though_it_is_of_the_value(table: MakeTable) -> None:
    game = table("granny_gale", "brakk_ironjaw").player(P1, hand="5C 5D").player(P2, hand="5C 5D 8C 8D 9C 9D").start()
    game.attack(P1, "throw", "5C 5D")
    for pair in ("5C 5D", "8C 8D"):
        assert game.refused(P2, a.TechHit(*faces(pair))).rule == "CAP-471"
    assert [(one["card1"], one["card2"]) for one in game.legal(P2, "tech_hit")] == [("9C", "9D")]


@pytest.mark.rule("CAP-472", "CAP-318", "CAP-208")
def test_a_tech_hit_negates_the_throw(table: MakeTable) -> None:
    game = table("brakk_ironjaw", "ryu").player(P1, hand="9C 9D 2C").player(P2, hand="10C 10D").start()
    game.attack(P1, "throw", "9C 9D")
    game.tech(P2, "10C 10D")
    assert (game.lost(P1), game.lost(P2), game.cp(P1)) == (0, 0, 2)
    assert (game.discard(P1), game.discard(P2), game.hand(P2)) == (["9C", "9D"], ["10C", "10D"], [])
    assert (game.waits(P1), game.board.combat) == ("cleanup", None)
    assert [(event.attack, event.cards) for event in game.happened(e.ThrowTeched)] == [(0, ("10C", "10D"))]


# Priority and value


@pytest.mark.rule("CAP-473", "CAP-R35")
@pytest.mark.parametrize(("cid", "priority"), [("ryu", 4), ("brakk_ironjaw", 4), ("granny_gale", 5)])
def test_a_throw_has_its_printed_priority(table: MakeTable, cid: str, priority: int) -> None:
    game = table(cid, "gambit").player(P1, hand="10C 10D").start()
    game.attack(P1, "throw", "10C 10D")
    assert [event.priority for event in game.happened(e.AttackDeclared)] == [priority]


@pytest.mark.rule("CAP-473", "CAP-508")
def test_a_throw_has_no_attack_value(table: MakeTable) -> None:
    """Thick Hide is about basic attacks, Iron Focus about specials."""
    game = table("ryu", "brakk_ironjaw").player(P1, hand="9C 9D 2C").start()
    game.ability(P1, "2C")
    game.hit(P1, "throw", "9C 9D")
    (attack,) = game.board.fight.attacks
    assert (attack.priority, game.lost(P2)) == (4, 8)


# Throws inside combos


@pytest.mark.rule("CAP-474", "CAP-R37")
@pytest.mark.parametrize("techs", [False, True])
def test_a_throw_that_follows_may_be_tech_hit(table: MakeTable, techs: bool) -> None:
    game = table("brakk_ironjaw", "ryu").player(P1, hand="4C 9C 9D 5C").player(P2, hand="9H 9S").start()
    game.hit(P1, "basic", "4C")
    game.follow(P1, "throw", "9C 9D")
    assert (game.waits(P2), game.lost(P2)) == ("tech_hit", 4)
    if techs:
        game.tech(P2, "9H 9S")
        assert (game.lost(P2), game.waits(P1), game.zone(P1)) == (4, "cleanup", [])
        assert [(event.total, event.reason) for event in game.happened(e.ComboEnded)] == [(4, "teched")]
    else:
        game.decline(P2)
        assert game.lost(P2) == 15
        game.follow(P1, "basic", "5C")
        assert game.lost(P2) == 20


@pytest.mark.rule("CAP-474", "CAP-R73")
def test_the_question_is_asked_with_an_empty_hand(table: MakeTable) -> None:
    game = table("brakk_ironjaw", "ryu").player(P1, hand="4C 9C 9D").start()
    game.hit(P1, "basic", "4C")
    game.follow(P1, "throw", "9C 9D")
    assert game.legal(P2) == [{"type": "decline"}]


@pytest.mark.rule("CAP-474", "CAP-408", "CAP-R37")
@pytest.mark.parametrize("opens", [True, False])
def test_a_throw_of_a_counter_is_not_tech_hit(table: MakeTable, opens: bool) -> None:
    """Neither the throw that counters nor one that follows a counter."""
    game = table("kestrel_volt", "brakk_ironjaw").player(P1, hand="KH 9H 9S").player(P2, hand="QC 9C 9D").start()
    game.attack(P1, "live_wire", "KH")
    if opens:
        game.counter(P2, "throw", "9C 9D")
        assert (game.lost(P1), game.waits(P2)) == (11, "combo")
    else:
        game.counter(P2, "anvil_palm", "QC")
        game.follow(P2, "throw", "9C 9D")
        assert (game.lost(P1), game.waits(P1)) == (18, "cleanup")
    assert game.refused(P1, a.TechHit("9H", "9S")).rule == ("CAP-408" if opens else "CAP-471")


@pytest.mark.rule("CAP-475", "CAP-608")
@pytest.mark.parametrize(
    ("type_", "cp", "goes_on"), [("A", 4, True), ("C", 4, True), ("A", 5, False), ("B", 2, False), ("D", 2, False)]
)
def test_what_follows_a_throw(table: MakeTable, type_: str, cp: int, goes_on: bool) -> None:
    written = custom.THROW.replace('"A"', f'"{type_}"').replace("cp = 2", f"cp = {cp}")
    cid = custom.fighter(table, throw=written, combo=5)
    game = table(cid, "gambit").player(P1, hand="8C 8D 2C 3C").start()
    game.hit(P1, "throw", "8C 8D")
    assert (game.lost(P2), game.cp(P1), game.waits(P1)) == (6, cp, "combo" if goes_on else "cleanup")
    if goes_on:
        game.follow(P1, "basic", "2C")
        assert (game.lost(P2), game.waits(P1)) == (8, "cleanup")
