"""Answers with a move: counters, negation, avoid moves (CAP-450 to CAP-467)."""

from __future__ import annotations

import pytest

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from tests.games.capcom_crossovers import custom
from tests.games.capcom_crossovers.table import P1, P2, MakeTable, Table, faces

TAG = {"mode": "tag"}
HELD = "2C 3D 4C 5D 8C 8D 9C 9D 10C 10D JC JD QC QD KC KD AC AD"
"""Something for every move."""


def answered(game: Table) -> str:
    """What an answer made of the initial attack."""
    found = [*game.happened(e.AttackCountered), *game.happened(e.AttackNegated), *game.happened(e.AttackAvoided)]
    return found[0].type.removeprefix("attack_")


# Priorities


@pytest.mark.rule("CAP-450", "CAP-451", "CAP-453", "CAP-460", "CAP-467", "CAP-R13")
@pytest.mark.parametrize(
    ("attacker", "opens", "answerer", "answer", "result"),
    [
        # a higher priority counters, whatever the attack values, the range, the values and colours of the cards
        ("ryu", "basic 6H", "sable_kite", "basic 2H", "countered"),
        ("ryu", "basic 7H", "granny_gale", "gust_parasol QS", "countered"),
        ("ryu", "tatsumaki KS", "kestrel_volt", "basic 2C", "countered"),
        ("unit_09", "rivet_burst JS", "kestrel_volt", "basic 2C", "countered"),
        ("gambit", "throw 8C 8D", "sable_kite", "basic 2C", "countered"),
        ("ryu", "hadouken JS", "gambit", "cajun_slash QS", "countered"),
        ("ryu", "hadouken JS", "spider_man", "crawler_assault AS", "countered"),
        ("morrigan", "soul_eraser AS", "ryu", "shinkuu_hadouken AC AD", "countered"),
        ("ryu", "shinkuu_hadouken AC AD", "morrigan", "darkness_illusion AC AD", "countered"),
        # an equal one negates
        ("ryu", "basic 5H", "gambit", "basic 5S", "negated"),
        ("ryu", "tatsumaki KS", "spider_man", "web_swing KD", "negated"),
        ("ryu", "shoryuken QS", "spider_man", "crawler_assault AS", "negated"),
        ("ryu", "shinkuu_hadouken AC AD", "gambit", "royal_flush AC AD", "negated"),
        # a lower one is illegal
        ("sable_kite", "basic 5H", "gambit", "basic 7S", "CAP-450"),
        ("luma_prism", "prism_dart JS", "gambit", "basic 7S", "CAP-450"),
        ("ryu", "shoryuken QS", "gambit", "cajun_slash QS", "CAP-450"),
        ("morrigan", "darkness_illusion AC AD", "gambit", "royal_flush AC AD", "CAP-450"),
        ("granny_gale", "cane_hook JS", "ryu", "tatsumaki KS", "CAP-450"),
    ],
)
def test_priorities_decide(
    table: MakeTable, attacker: str, opens: str, answerer: str, answer: str, result: str
) -> None:
    (opened, cards), (move, paid) = opens.split(" ", 1), answer.split(" ", 1)
    game = table(attacker, answerer).player(P1, hand=cards).player(P2, hand=paid).start()
    game.attack(P1, opened, cards)
    if result.startswith("CAP"):
        assert game.refused(P2, a.Counter(move, faces(paid))).rule == result
        assert game.legal(P2, "counter") == []
        return
    assert game.moves(P2, "counter") == [move]
    game.counter(P2, move, paid)
    assert answered(game) == result
    assert game.lost(P2) == 0
    assert (game.lost(P1) > 0) is (result == "countered")


@pytest.mark.rule("CAP-450", "CAP-508", "CAP-453")
def test_a_special_counters_a_super(table: MakeTable) -> None:
    """Iron Focus: 5 + 1 against 5; that the super is ranged does not matter."""
    game = table("morrigan", "ryu").player(P1, hand="AS").player(P2, hand="QS 2C").start()
    game.attack(P1, "soul_eraser", "AS")
    assert game.refused(P2, a.Counter("shoryuken", ("QS",))).rule == "CAP-461"
    game.ability(P2, "2C")
    game.counter(P2, "shoryuken", "QS")
    assert (answered(game), game.lost(P1), game.lost(P2)) == ("countered", 10, 0)


@pytest.mark.rule("CAP-450", "CAP-457")
def test_an_answer_is_paid_for(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="4H").player(P2, hand="JS QS KS").character(P2, cp_used=4).start()
    game.attack(P1, "basic", "4H")
    assert game.refused(P2, a.Counter("kinetic_card", ("JS",))).rule == "CAP-302"
    assert game.refused(P2, a.Counter("cajun_slash", ("JS",))).rule == "CAP-305"
    assert game.refused(P2, a.Counter("cajun_slash", ("QC",))).rule == "CAP-301"
    assert game.moves(P2, "counter") == ["cajun_slash"]
    game.counter(P2, "cajun_slash", "QS")
    assert game.cp(P2) == 5


@pytest.mark.rule("CAP-457", "CAP-202", "CAP-R12")
def test_the_points_of_a_counter_are_those_of_this_turn(table: MakeTable) -> None:
    """An avoid move that takes all five, and in the own turn all five again."""
    game = table("ryu", "gambit").player(P1, hand="QS").player(P2, hand="KC JS AC AD").start()
    game.attack(P1, "shoryuken", "QS")
    game.avoid(P2, "cajun_escape", "KC")
    assert (game.cp(P1), game.cp(P2)) == (2, 5)
    game.end_turn(P1)
    assert (game.cp(P1), game.cp(P2)) == (0, 0)
    game.draw(P2, 1)
    game.hit(P2, "kinetic_card", "JS")
    game.follow(P2, "royal_flush", "AC AD")
    assert (game.lost(P1), game.cp(P2)) == (38, 5)


# Counters


@pytest.mark.rule("CAP-451", "CAP-318")
def test_a_counter_hits_in_full_and_the_attack_comes_to_nothing(table: MakeTable) -> None:
    """Tremor Charge discards nothing, for it didn't hit; Fault Line draws, for it did."""
    game = table("unit_09", "doc_tremor").player(P1, hand="JH").player(P2, hand="QS", draw="9H").start()
    game.attack(P1, "rivet_burst", "JH")
    game.counter(P2, "fault_line", "QS")
    assert (game.lost(P1), game.lost(P2), game.hand(P2), game.discard(P1)) == (6, 0, ["9H"], ["JH"])
    game = table("doc_tremor", "ryu").player(P1, hand="JS").player(P2, hand="QS 2C").start()
    game.attack(P1, "tremor_charge", "JS")
    game.counter(P2, "shoryuken", "QS")
    assert (game.lost(P1), game.lost(P2), game.hand(P2)) == (10, 0, ["2C"])


@pytest.mark.rule("CAP-452", "CAP-454", "CAP-603", "CAP-606", "CAP-R13", "CAP-R14")
@pytest.mark.parametrize(
    ("cid", "move", "cards", "goes_on"),
    [
        ("ryu", "hadouken", "JS", True),
        ("ryu", "tatsumaki", "KS", True),
        ("ise_kagami", "glass_reversal", "JS", True),
        ("kestrel_volt", "basic", "3C", True),
        ("ryu", "shoryuken", "QS", False),
        ("brakk_ironjaw", "bone_lock", "JS", False),
        ("spider_man", "crawler_assault", "AS", False),
    ],
)
def test_what_follows_a_counter(table: MakeTable, cid: str, move: str, cards: str, goes_on: bool) -> None:
    """After types A, C and E the combo goes on, after B and D it doesn't."""
    game = table("unit_09", cid).player(P1, hand="JH").player(P2, hand=f"{cards} 4C").start()
    game.attack(P1, "rivet_burst", "JH")
    game.counter(P2, move, cards)
    lost = game.lost(P1)
    assert lost > 0
    if goes_on:
        game.follow(P2, "basic", "4C")
        assert game.lost(P1) == lost + 4
    else:
        assert game.waits(P1) == "cleanup"


@pytest.mark.rule("CAP-452", "CAP-414")
def test_a_counter_that_uses_all_points_is_not_followed(table: MakeTable) -> None:
    game = table("unit_09", "ryu").player(P1, hand="JH").player(P2, hand="KS 3C").character(P2, cp_used=3).start()
    game.attack(P1, "rivet_burst", "JH")
    game.counter(P2, "tatsumaki", "KS")
    assert (game.lost(P1), game.waits(P1)) == (7, "cleanup")


@pytest.mark.rule("CAP-455", "CAP-466", "CAP-R36")
@pytest.mark.parametrize(
    ("attacker", "opens", "answerer", "rule"),
    [
        ("ryu", "basic 4H", "sable_kite", ""),
        ("ryu", "throw 8H 8S", "sable_kite", ""),
        ("gambit", "kinetic_card JS", "sable_kite", ""),
        ("ryu", "basic 4H", "gambit", "CAP-455"),
        ("ryu", "throw 8H 8S", "gambit", "CAP-455"),
        ("gambit", "kinetic_card JS", "gambit", "CAP-455"),
        ("sable_kite", "basic 4H", "granny_gale", "CAP-455"),
        ("sable_kite", "basic 4H", "gambit", "CAP-455"),
        ("luma_prism", "prism_dart JS", "gambit", "CAP-455"),
    ],
)
def test_a_throw_counters_and_never_negates(
    table: MakeTable, attacker: str, opens: str, answerer: str, rule: str
) -> None:
    """Sable Kite's and Granny Gale's throws have priority 5, Gambit's 4."""
    move, cards = opens.split(" ", 1)
    game = table(attacker, answerer).player(P1, hand=cards).player(P2, hand="9C 9D").start()
    game.attack(P1, move, cards)
    if rule:
        assert game.refused(P2, a.Counter("throw", ("9C", "9D"))).rule == rule
        assert game.legal(P2, "counter") == []
    else:
        game.counter(P2, "throw", "9C 9D")
        assert (game.lost(P1), game.lost(P2)) == (7, 0)


# Negation


@pytest.mark.rule("CAP-460", "CAP-318", "CAP-208")
def test_negation_ends_the_combat_phase(table: MakeTable) -> None:
    """No damage, no effects, no follow-ups of either, though types and points would allow them."""
    game = table("sable_kite", "ryu").player(P1, hand="QS 2C").player(P2, hand="KS 3C").start()
    game.attack(P1, "shadow_relay", "QS")
    game.counter(P2, "tatsumaki", "KS")
    assert (game.lost(P1), game.lost(P2), game.cp(P1), game.cp(P2)) == (0, 0, 2, 2)
    assert (game.discard(P1), game.discard(P2), game.waits(P1)) == (["QS"], ["KS"], "cleanup")
    assert (game.ever(e.AttackHit), game.ever(e.DamageDealt), game.ever(e.ComboEnded)) == ([], [], [])
    assert game.refused(P2, a.FollowUp("basic", ("3C",))).rule == "CAP-460"


@pytest.mark.rule("CAP-461")
@pytest.mark.parametrize(
    ("attacker", "opens", "answerer", "answer", "legal"),
    [
        ("ryu", "basic 4H", "gambit", "cajun_slash QS", True),
        ("gambit", "cajun_slash QS", "ryu", "basic 4S", False),
        ("morrigan", "vector_drain KS", "ryu", "basic 4S", False),
        ("ryu", "shoryuken QS", "spider_man", "crawler_assault AS", True),
        ("spider_man", "crawler_assault AS", "ryu", "shoryuken QS", False),
        ("spider_man", "crawler_assault AS", "brakk_ironjaw", "quake_stomp AS", True),
        ("ryu", "tatsumaki KS", "kestrel_volt", "skyfall_kick KS", True),
    ],
)
def test_the_golden_rule(table: MakeTable, attacker: str, opens: str, answerer: str, answer: str, legal: bool) -> None:
    """Of equal priorities the attack value decides: super, special, basic."""
    (opened, cards), (move, paid) = opens.split(" ", 1), answer.split(" ", 1)
    game = table(attacker, answerer).player(P1, hand=cards).player(P2, hand=paid).start()
    game.attack(P1, opened, cards)
    if legal:
        game.counter(P2, move, paid)
        assert (answered(game), game.lost(P1), game.lost(P2)) == ("negated", 0, 0)
    else:
        assert game.refused(P2, a.Counter(move, faces(paid))).rule == "CAP-461"
        assert game.legal(P2, "counter") == []


@pytest.mark.rule("CAP-462", "CAP-601")
@pytest.mark.parametrize(
    ("card", "legal"),
    [
        *(("5C", True), ("5S", True), ("6C", True), ("7S", True)),
        *(("5D", False), ("6H", False), ("7D", False)),
        *(("4C", False), ("2S", False), ("4D", False)),
    ],
)
@pytest.mark.parametrize("opens", ["5H", "5D"])
def test_a_basic_attack_negates_one_of_the_other_colour(table: MakeTable, opens: str, card: str, legal: bool) -> None:
    game = table("ryu", "gambit").player(P1, hand=opens).player(P2, hand=card).start()
    game.attack(P1, "basic", opens)
    if legal:
        game.counter(P2, "basic", card)
        assert (answered(game), game.lost(P1), game.lost(P2)) == ("negated", 0, 0)
    else:
        assert game.refused(P2, a.Counter("basic", (card,))).rule == "CAP-462"
        assert game.legal(P2, "counter") == []


@pytest.mark.rule("CAP-463", "CAP-464", "CAP-465", "CAP-461", "CAP-R32", "CAP-R33")
@pytest.mark.parametrize(
    ("attack", "answer", "rule", "lost"),
    [
        # special R 5 against: special, special R, super, super R
        (("J", "R"), ("J", ""), "CAP-463", None),
        (("J", "R"), ("J", "R"), "", 0),
        (("J", "R"), ("A", ""), "", 0),
        (("J", "R"), ("A", "R"), "", 0),
        # super R 5
        (("A", "R"), ("J", ""), "CAP-461", None),
        (("A", "R"), ("J", "R"), "CAP-461", None),
        (("A", "R"), ("A", ""), "CAP-463", None),
        (("A", "R"), ("A", "R"), "", 0),
        # special and super without R
        (("J", ""), ("J", "R"), "", 4),
        (("J", ""), ("A", "R"), "", 4),
        (("A", ""), ("J", "R"), "CAP-461", None),
        (("A", ""), ("A", "R"), "", 4),
        (("A", ""), ("A", ""), "", 0),
    ],
)
def test_range_and_negation(
    table: MakeTable,
    attack: tuple[str, str],
    answer: tuple[str, str],
    rule: str,
    lost: int | None,
) -> None:
    """All of priority 5, damage 9: an R attack is negated by R or by a greater value, and does half to one without."""
    ours, theirs = (
        custom.fighter(table, moves_=(custom.move(cards, "A", 9, 5, attrs=attrs),)) for cards, attrs in (attack, answer)
    )
    game = table(ours, theirs).player(P1, hand=f"{attack[0]}S").player(P2, hand=f"{answer[0]}S").start()
    game.attack(P1, f"{ours}m1", f"{attack[0]}S")
    if rule:
        assert game.refused(P2, a.Counter(f"{theirs}m1", (f"{answer[0]}S",))).rule == rule
        assert game.legal(P2, "counter") == []
    else:
        game.counter(P2, f"{theirs}m1", f"{answer[0]}S")
        assert (answered(game), game.lost(P1), game.lost(P2)) == ("negated", lost, 0)


@pytest.mark.rule("CAP-465", "CAP-R34")
@pytest.mark.parametrize(("hp", "extra", "lost"), [(86, "", 2), (86, "JC JD", 5), (24, "", 3), (24, "JC JD", 6)])
def test_half_of_the_damage_with_all_that_is_added(table: MakeTable, hp: int, extra: str, lost: int) -> None:
    """Cinder Bolt: 5, 3 for each additional Jack, 2 by Kindle; then half, rounded down."""
    game = table("gambit", "ember_rook").player(P1, hand="QC").player(P2, hand="JS JC JD")
    game.character(P2, hp=hp).start()
    game.attack(P1, "cajun_slash", "QC")
    game.counter(P2, "cinder_bolt", "JS", extra)
    assert (game.lost(P1), game.waits(P1)) == (lost, "cleanup")


@pytest.mark.rule("CAP-465", "CAP-480", "CAP-509", "CAP-318")
def test_half_of_the_damage_is_reduced_and_prevented_like_any(table: MakeTable) -> None:
    """Titan Frame takes 1 of the half; Bulwark prevents up to the card's value of it."""
    game = table("hollow_titan", "gambit").player(P1, hand="9H").player(P2, hand="JS").start()
    game.attack(P1, "basic", "9H")
    game.counter(P2, "kinetic_card", "JS")
    (dealt,) = game.happened(e.DamageDealt)
    assert (dealt.base, dealt.halved, dealt.reduced, game.lost(P1)) == (8, 4, 1, 3)
    game = table("captain_halberd", "gambit").player(P1, hand="7H 2C").player(P2, hand="JS").start()
    game.attack(P1, "basic", "7H")
    game.counter(P2, "kinetic_card", "JS")
    assert (game.waits(P1), game.lost(P1)) == ("damage_response", 0)
    assert (game.discard(P1), game.discard(P2)) == (["7H"], ["JS"])
    game.do(P1, a.Absorb("2C"))
    assert (game.lost(P1), game.waits(P1)) == (2, "cleanup")


@pytest.mark.rule("CAP-465", "CAP-482", "CAP-R44")
def test_half_of_the_damage_is_no_hit(table: MakeTable) -> None:
    """Nothing that happens on a hit; what waits for damage does happen, and a KO."""
    move = custom.move("J", "A", 9, 2, attrs="R", hit="draw(self, 1)")
    cid = custom.fighter(table, custom.part("damage_dealt", "heal(self, 2)"), moves_=(move,))
    game = table("brakk_ironjaw", cid).player(P1, hand="QC").player(P2, hand="JS 2C").character(P2, hp=20).start()
    game.attack(P1, "anvil_palm", "QC")
    game.counter(P2, f"{cid}m1", "JS")
    assert (game.lost(P1), game.hp(P2), game.hand(P2), game.waits(P1)) == (4, 22, ["2C"], "cleanup")
    assert game.ever(e.AttackHit) == []
    game = table("brakk_ironjaw", cid).player(P1, hand="QC").player(P2, hand="JS").character(P1, hp=4).start()
    game.attack(P1, "anvil_palm", "QC")
    game.counter(P2, f"{cid}m1", "JS")
    assert game.state.result is not None
    assert game.state.result.placings == ((P2,), (P1,))


@pytest.mark.rule("CAP-466", "CAP-R35")
@pytest.mark.parametrize(
    ("answerer", "answer", "rule"),
    [("gambit", "basic 9S", "CAP-303"), ("gambit", "basic 7S", "CAP-466"), ("gambit", "kinetic_card JS", "CAP-466")],
)
def test_a_throw_is_not_negated_by_a_move(table: MakeTable, answerer: str, answer: str, rule: str) -> None:
    move, paid = answer.split(" ", 1)
    game = table("ryu", answerer).player(P1, hand="8H 8S").player(P2, hand=paid).start()
    game.attack(P1, "throw", "8H 8S")
    assert game.refused(P2, a.Counter(move, faces(paid))).rule == rule
    assert game.legal(P2, "counter") == []


@pytest.mark.rule("CAP-466", "CAP-926", "CAP-925")
def test_a_tag_super_is_countered_and_not_negated(table: MakeTable) -> None:
    game = table(("ryu", "unit_09"), ("gambit", "morrigan"), **TAG)
    game.player(P1, hand="JK1 JK2").player(P2, hand="AC AD").start()
    game.attack(P1, "tag_super", "JK1 JK2")
    assert game.refused(P2, a.Counter("royal_flush", ("AC", "AD"))).rule == "CAP-926"
    assert game.legal(P2, "counter") == []


@pytest.mark.rule("CAP-450", "CAP-927")
def test_a_tag_super_is_no_answer(table: MakeTable) -> None:
    game = table(("ryu", "unit_09"), ("gambit", "morrigan"), **TAG)
    game.player(P1, hand="4H").player(P2, hand="JK1 JK2").start()
    game.attack(P1, "basic", "4H")
    assert game.refused(P2, a.Counter("tag_super", ("JK1", "JK2"))).rule == "CAP-927"
    assert game.legal(P2, "counter") == []


@pytest.mark.rule("CAP-450", "CAP-508", "CAP-R77")
@pytest.mark.parametrize(("move", "card", "result"), [("moon_cutter", "QS", "countered"), ("basic", "2S", "countered")])
def test_what_raises_the_priority_of_answers_counts(table: MakeTable, move: str, card: str, result: str) -> None:
    """Riposte: 2 + 1 against Fault Line, 4 + 1 against a basic attack; not for what Ise opens with."""
    opens = ("fault_line", "QH") if move == "moon_cutter" else ("basic", "6H")
    game = table("doc_tremor", "ise_kagami").player(P1, hand=opens[1]).player(P2, hand=card).start()
    game.attack(P1, *opens)
    game.counter(P2, move, card)
    assert answered(game) == result
    game = table("ise_kagami", "ryu").player(P1, hand="QC").player(P2, hand="KS").start()
    game.attack(P1, "moon_cutter", "QC")
    game.counter(P2, "tatsumaki", "KS")
    assert answered(game) == "countered"


@pytest.mark.rule("CAP-450", "CAP-508", "CAP-R86", "CAP-R98")
@pytest.mark.parametrize(
    ("boosts", "priority", "answer", "result"), [(P1, 2, 3, "negated"), (P2, 2, 3, "negated"), (P2, 3, 4, "countered")]
)
def test_what_holds_for_this_attack_holds_when_it_is_answered(
    table: MakeTable, boosts: int, priority: int, answer: int, result: str
) -> None:
    """Against the 3 of Tatsumaki, as the attack or as the answer: what was legal by a priority is decided by it."""
    boost = custom.part("any_time", "modify_priority(any_damage, 1, this_attack)", limit="turn")
    cid = custom.fighter(table, boost, moves_=(custom.move("J", "C", 9, priority),))
    cids, hands = ((cid, "ryu"), ("JS 2C", "KS")) if boosts == P1 else (("ryu", cid), ("KS", "JS 2C"))
    game = table(*cids).player(P1, hand=hands[0]).player(P2, hand=hands[1]).start()
    own, tatsumaki = (f"{cid}m1", "JS"), ("tatsumaki", "KS")
    opens, answers = (own, tatsumaki) if boosts == P1 else (tatsumaki, own)
    game.attack(P1, *opens)
    game.ability(boosts)
    game.counter(P2, *answers)
    negated = [(one.priority, one.by_priority) for one in game.happened(e.AttackNegated)]
    countered = [(one.priority, one.by_priority) for one in game.happened(e.AttackCountered)]
    assert {"negated": negated, "countered": countered}[result] == [(3, answer)]
    if result == "countered":
        game.follow(P2, "basic", "2C")
        assert game.board.modifiers == []


# Avoid moves


@pytest.mark.rule("CAP-456", "CAP-R38", "CAP-454")
@pytest.mark.parametrize(
    ("cid", "move", "card", "avoids"),
    [
        ("gambit", "cajun_escape", "KC", {"plain", "ranged"}),
        ("ise_kagami", "still_water", "KC", {"basic", "throw"}),
        ("ise_kagami", "hall_of_mirrors", "AC", {"super", "ranged_super", "tag_super", "plain_tag_super"}),
        ("luma_prism", "refraction", "QC", {"ranged", "ranged_super", "tag_super"}),
        ("empress_vanta", "null_mirror", "KC", {"plain", "ranged", "super", "ranged_super"}),
        (
            "hollow_titan",
            "gravity_lens",
            "AC",
            {"basic", "throw", "plain", "ranged", "super", "ranged_super", "tag_super", "plain_tag_super"},
        ),
    ],
)
@pytest.mark.parametrize(
    ("kind", "attacker", "opens", "cards"),
    [
        ("basic", "ryu", "basic", "4H"),
        ("throw", "ryu", "throw", "8C 8D"),
        ("plain", "ryu", "shoryuken", "QS"),
        ("ranged", "ryu", "hadouken", "JS"),
        ("super", "morrigan", "darkness_illusion", "AC AD"),
        ("ranged_super", "ryu", "shinkuu_hadouken", "AC AD"),
        ("tag_super", "ryu", "tag_super", "JK1 JK2"),
        ("plain_tag_super", "morrigan", "tag_super", "JK1 JK2"),
    ],
)
def test_an_avoid_move_avoids_what_it_names(
    table: MakeTable, cid: str, move: str, card: str, avoids: set[str], kind: str, attacker: str, opens: str, cards: str
) -> None:
    """At any priority; a tag super is ranged if the active character's super is."""
    game = table((attacker, "unit_09"), (cid, "gambit" if cid != "gambit" else "ryu"), **TAG)
    game.player(P1, hand=cards).player(P2, hand=f"{card} 2D").start()
    game.attack(P1, opens, cards)
    if kind not in avoids:
        assert game.refused(P2, a.Avoid(move, (card,))).rule == "CAP-456"
        assert game.legal(P2, "avoid") == []
        return
    assert game.moves(P2, "avoid") == [move]
    game.avoid(P2, move, card)
    assert (answered(game), game.lost(P1), game.lost(P2)) == ("avoided", 0, 0)
    assert set(game.discard(P1)) == set(cards.split())


@pytest.mark.rule("CAP-456", "CAP-450")
def test_moves_that_avoid_and_moves_that_counter_are_different_answers(table: MakeTable) -> None:
    game = table("ryu", "ise_kagami").player(P1, hand="4H").player(P2, hand="KC QC").start()
    game.attack(P1, "basic", "4H")
    assert game.refused(P2, a.Counter("still_water", ("KC",))).rule == "CAP-456"
    assert game.refused(P2, a.Avoid("moon_cutter", ("QC",))).rule == "CAP-456"
    assert game.refused(P2, a.Avoid("basic", ("QC",))).rule == "CAP-304"


@pytest.mark.rule("CAP-456", "CAP-308", "CAP-R83")
@pytest.mark.parametrize(("extra", "lost"), [("", 0), ("KD", 6), ("KD KH", 12)])
def test_an_avoid_move_has_its_own_effects_after_the_attack_is_avoided(table: MakeTable, extra: str, lost: int) -> None:
    game = table("ryu", "ise_kagami").player(P1, hand="4H").player(P2, hand="KC KD KH 2C").start()
    game.attack(P1, "basic", "4H")
    game.avoid(P2, "still_water", "KC", extra)
    kinds = [fact.event.type for fact in game.facts if isinstance(fact.event, (e.AttackAvoided, e.DamageDealt))]
    assert kinds == ["attack_avoided", *["damage_dealt"] * len(extra.split())]
    assert (game.lost(P1), game.cp(P2), game.waits(P2)) == (lost, 2, "combo")
    assert game.zone(P2) == ["KC", *extra.split()]


@pytest.mark.rule("CAP-456", "CAP-408", "CAP-R38")
def test_the_damage_of_an_avoid_move_is_not_answered_and_can_knock_out(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="QS KH").player(P2, hand="KC KD").character(P1, hp=8).start()
    game.attack(P1, "shoryuken", "QS")
    game.avoid(P2, "cajun_escape", "KC", "KD")
    assert game.state.result is not None
    assert (game.hp(P1), game.state.result.placings) == (0, ((P2,), (P1,)))


@pytest.mark.rule("CAP-454", "CAP-411", "CAP-412")
def test_after_avoiding_the_combo_is_like_one_after_type_a(table: MakeTable) -> None:
    game = table("ryu", "ise_kagami").player(P1, hand="4H").player(P2, hand="KC QC 3C JC AC AD").start()
    game.attack(P1, "basic", "4H")
    game.avoid(P2, "still_water", "KC")
    assert game.refused(P2, a.FollowUp("glass_reversal", ("JC",))).rule == "CAP-411"
    game.follow(P2, "moon_cutter", "QC")
    game.follow(P2, "basic", "3C")
    assert (game.lost(P1), game.cp(P2)) == (9, 4)
    game.end_combo(P2)
    assert game.waits(P1) == "cleanup"
