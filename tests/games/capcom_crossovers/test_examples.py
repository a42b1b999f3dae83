"""The worked examples of the catalogue, each under its number."""

from __future__ import annotations

import pytest

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from tests.games.capcom_crossovers.table import P1, P2, MakeTable

TAG = {"mode": "tag"}


@pytest.mark.rule("CAP-W01", "CAP-303", "CAP-406")
def test_basic_attack(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="4H").start()
    game.hit(P1, "basic", "4H")
    assert (game.lost(P2), game.cp(P1)) == (4, 1)


@pytest.mark.rule("CAP-W02", "CAP-307")
def test_throw_needs_cards_above_strength(table: MakeTable) -> None:
    game = table("morrigan", "ryu").player(P1, hand="7H 7S").start()
    assert "throw" in game.moves(P1, "declare_attack")
    game.attack(P1, "throw", "7H 7S")
    game = table("ryu", "morrigan").player(P1, hand="7H 7S").start()
    assert game.refused(P1, a.DeclareAttack("throw", ("7H", "7S"))).rule == "CAP-307"


@pytest.mark.rule("CAP-W03", "CAP-471", "CAP-472")
def test_tech_hit(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="8D 8C").player(P2, hand="8D 8H 7D 7H").start()
    game.attack(P1, "throw", "8D 8C")
    assert game.refused(P2, a.TechHit("7D", "7H")).rule == "CAP-471"
    game.tech(P2, "8D 8H")
    assert (game.lost(P2), game.discard(P1), game.discard(P2)) == (0, ["8D", "8C"], ["8D", "8H"])
    assert game.waits(P1) == "cleanup"


@pytest.mark.rule("CAP-W04", "CAP-305", "CAP-411")
def test_special_move_of_type_a(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="JS JH").start()
    game.hit(P1, "hadouken", "JS")
    assert (game.lost(P2), game.cp(P1)) == (8, 1)
    assert game.refused(P1, a.FollowUp("hadouken", ("JH",))).rule == "CAP-411"


@pytest.mark.rule("CAP-W05", "CAP-456", "CAP-308", "CAP-414")
@pytest.mark.parametrize(("extra", "lost"), [("", 0), ("KS", 8)])
def test_avoid_move(table: MakeTable, extra: str, lost: int) -> None:
    game = table("ryu", "gambit").player(P1, hand="QH").player(P2, hand="KH KS 2C").start()
    game.attack(P1, "shoryuken", "QH")
    game.avoid(P2, "cajun_escape", "KH", extra)
    assert (game.lost(P1), game.lost(P2), game.cp(P2)) == (lost, 0, 5)
    assert game.asked() == [(P1, "cleanup")] or game.waits(P1) == "cleanup"


@pytest.mark.rule("CAP-W06", "CAP-417", "CAP-414")
def test_basics_rise_by_one(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="2S 3C 4S 5D 6C").start()
    game.hit(P1, "basic", "2S")
    assert game.refused(P1, a.FollowUp("basic", ("4S",))).rule == "CAP-417"
    game.basics(P1, "3C 4S 5D 6C")
    assert (game.lost(P2), game.cp(P1), game.waits(P1)) == (20, 5, "cleanup")


@pytest.mark.rule("CAP-W07", "CAP-412", "CAP-419")
def test_type_b_ends_the_combo(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="4S 5D QH 6C").start()
    game.hit(P1, "basic", "4S")
    game.follow(P1, "basic", "5D")
    game.follow(P1, "cajun_slash", "QH")
    assert (game.lost(P2), game.cp(P1), game.waits(P1)) == (15, 3, "cleanup")
    assert game.discard(P1) == ["4S", "5D", "QH"]


@pytest.mark.rule("CAP-W08", "CAP-410", "CAP-302")
def test_super_ends_a_combo(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="JH AC AD").start()
    game.hit(P1, "kinetic_card", "JH")
    game.follow(P1, "royal_flush", "AC AD")
    assert (game.lost(P2), game.cp(P1)) == (38, 5)


@pytest.mark.rule("CAP-W09", "CAP-427", "CAP-475")
def test_throw_through_a_block(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="10C 10D 6H JS").player(P2, block="5C").start()
    game.attack(P1, "throw", "10C 10D")
    assert (game.blocking(P2), game.discard(P2), game.waits(P2)) == (None, ["5C"], "tech_hit")
    game.decline(P2)
    assert (game.lost(P2), game.cp(P1)) == (6, 2)
    game.follow(P1, "basic", "6H")
    game.follow(P1, "kinetic_card", "JS")
    assert game.lost(P2) == 20


@pytest.mark.rule("CAP-W10", "CAP-422", "CAP-423", "CAP-424", "CAP-425", "CAP-426")
def test_blocked_super(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="AC AD").player(P2, block="6S").start()
    game.attack(P1, "royal_flush", "AC AD")
    assert [event.defense_total for event in game.happened(e.BlockRevealed)] == [16]
    assert (game.lost(P2), game.discard(P2), game.waits(P1)) == (14, ["6S"], "cleanup")


@pytest.mark.rule("CAP-W11", "CAP-924", "CAP-920")
def test_blocked_tag_super(table: MakeTable) -> None:
    game = table(("ryu", "gambit"), ("morrigan", "spider_man"), **TAG)
    game.player(P1, hand="JK1 JK2").player(P2, block="6S").start()
    game.attack(P1, "tag_super", "JK1 JK2")
    assert [event.defense_total for event in game.happened(e.BlockRevealed)] == [32]
    assert (game.lost(P2), game.active(P1)) == (26, "gambit")


@pytest.mark.rule("CAP-W12", "CAP-424", "CAP-425")
@pytest.mark.parametrize(
    ("attacker", "move", "cards", "kept"),
    [("ryu", "hadouken", "JS", False), ("morrigan", "soul_fist", "JS", True), ("gambit", "basic", "7S", True)],
)
def test_fate_of_the_block_card(table: MakeTable, attacker: str, move: str, cards: str, kept: bool) -> None:
    game = table(attacker, "ryu").player(P1, hand=cards).player(P2, block="6S").start()
    game.attack(P1, move, cards)
    assert (game.lost(P2), game.hand(P2), game.discard(P2)) == (0, ["6S"] if kept else [], [] if kept else ["6S"])


@pytest.mark.rule("CAP-W13", "CAP-451", "CAP-452", "CAP-408")
def test_counter_and_combo(table: MakeTable) -> None:
    game = table("ryu", "spider_man").player(P1, hand="JS JH").player(P2, hand="4C 5C KC QS").start()
    game.attack(P1, "hadouken", "JS")
    game.counter(P2, "basic", "4C")
    assert (game.lost(P1), game.lost(P2), game.discard(P1)) == (4, 0, ["JS"])
    game.follow(P2, "basic", "5C")
    game.follow(P2, "web_swing", "KC")
    game.follow(P2, "spider_sting", "QS")
    assert (game.lost(P1), game.cp(P2), game.waits(P1)) == (22, 6, "cleanup")


@pytest.mark.rule("CAP-W14", "CAP-453")
def test_basic_counters_a_special(table: MakeTable) -> None:
    game = table("ryu", "kestrel_volt").player(P1, hand="KC").player(P2, hand="2C 3C").start()
    game.attack(P1, "tatsumaki", "KC")
    game.counter(P2, "basic", "2C")
    assert (game.lost(P1), game.lost(P2), game.waits(P2)) == (2, 0, "combo")
    game.follow(P2, "basic", "3C")
    assert game.lost(P1) == 5


@pytest.mark.rule("CAP-W15", "CAP-462")
def test_basic_negates_a_basic(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="6H").player(P2, hand="6S 6D 5S 7C").start()
    game.attack(P1, "basic", "6H")
    for card in ("6D", "5S"):
        assert game.refused(P2, a.Counter("basic", (card,))).rule == "CAP-462"
    assert {"type": "counter", "move": "basic", "cards": ["7C"]} in game.legal(P2, "counter")
    game.counter(P2, "basic", "6S")
    assert (game.lost(P1), game.lost(P2), game.waits(P1)) == (0, 0, "cleanup")


@pytest.mark.rule("CAP-W16", "CAP-464", "CAP-463")
def test_ranged_negates_ranged(table: MakeTable) -> None:
    game = table("morrigan", "captain_halberd").player(P1, hand="JS").player(P2, hand="JH").start()
    game.attack(P1, "soul_fist", "JS")
    game.counter(P2, "shield_toss", "JH")
    assert (game.lost(P1), game.lost(P2)) == (0, 0)
    game = table("morrigan", "gambit").player(P1, hand="JS").player(P2, hand="QH").start()
    game.attack(P1, "soul_fist", "JS")
    assert game.refused(P2, a.Counter("cajun_slash", ("QH",))).rule == "CAP-463"


@pytest.mark.rule("CAP-W17", "CAP-465")
def test_ranged_negation_does_half(table: MakeTable) -> None:
    game = table("gambit", "captain_halberd").player(P1, hand="QH").player(P2, hand="JH").start()
    game.attack(P1, "cajun_slash", "QH")
    game.counter(P2, "shield_toss", "JH")
    assert (game.lost(P1), game.lost(P2)) == (3, 0)


@pytest.mark.rule("CAP-W18", "CAP-303", "CAP-461", "CAP-465")
def test_special_negates_a_basic(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="9D 7D").player(P2, hand="JH").start()
    assert game.refused(P1, a.DeclareAttack("basic", ("9D",))).rule == "CAP-303"
    game.attack(P1, "basic", "7D")
    game.counter(P2, "kinetic_card", "JH")
    assert (game.lost(P1), game.lost(P2)) == (4, 0)


@pytest.mark.rule("CAP-W19", "CAP-441", "CAP-445", "CAP-447")
def test_dodge_with_spider_sense_and_a_stunning_reply(table: MakeTable) -> None:
    game = table("ryu", "spider_man").player(P1, hand="4H")
    game.player(P2, hand="JC 3C 4H QS", draw="QH AS").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    assert game.waits(P2) == "ability_choice"
    game.do(P2, a.Use())
    assert game.waits(P2) == "ranged_reply"
    game.reply(P2, "web_ball", "JC")
    game.basics(P2, "3C 4H")
    game.follow(P2, "spider_sting", "QS")
    assert (game.lost(P1), game.lost(P2), game.cp(P2)) == (18, 0, 5)


@pytest.mark.rule("CAP-W20", "CAP-311", "CAP-312", "CAP-316")
def test_payments_from_the_meter(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, meter="10C 10D 9C 9D 8C").start("cleanup")
    game.do(P1, a.RecoverAce(("10C", "10D", "9C", "9D", "8C"), "draw", "AS"))
    assert "AS" in game.hand(P1)
    game.do(P2, a.Cut(0))
    game = table("gambit", "ryu").player(P1, meter="10C 10D 10H 10S 8C 9C 9D 9H 9S").start("cleanup")
    tens = ("10C", "10D", "10H", "10S")
    assert game.refused(P1, a.RecoverAce((*tens, "8C"), "draw", "AS")).rule == "CAP-312"
    game.do(P1, a.RecoverAce(tens, "draw", "AS"))
    game.do(P2, a.Cut(3))
    assert game.refused(P1, a.RecoverAce(("9C", "9D", "9H", "9S", "8C"), "draw", "AC")).rule == "CAP-316"


@pytest.mark.rule("CAP-W21", "CAP-414", "CAP-415")
def test_reset_of_combo_points(table: MakeTable) -> None:
    game = table("sable_kite", "ryu").player(P1, hand="2C QC 3C 4C 5C 6C").start()
    game.hit(P1, "basic", "2C")
    game.follow(P1, "shadow_relay", "QC")
    assert (game.cp(P1), game.waits(P1)) == (0, "combo")
    game.basics(P1, "3C 4C 5C 6C")
    assert game.cp(P1) == 4
    game = table("sable_kite", "ryu").player(P1, hand="2C 3C 4C QC").start()
    game.hit(P1, "basic", "2C")
    game.basics(P1, "3C 4C")
    game.follow(P1, "shadow_relay", "QC")
    assert (game.cp(P1), game.waits(P1), game.happened(e.CpReset)) == (5, "cleanup", [])


@pytest.mark.rule("CAP-W22", "CAP-111", "CAP-213", "CAP-430")
def test_block_that_nobody_meets(table: MakeTable) -> None:
    game = table("spider_man", "ryu").player(P1, hand="7C 8C 2C 2D 2H 2S 3C").turn(P1, number=1).start("start")
    assert game.waits(P1) == "combat"
    game.block(P1, "7C")
    game.do(P1, a.PlaceInMeter("8C"))
    assert len(game.hand(P1)) == 5
    game.end_turn(P1)
    game.pass_turn(P2)
    assert (game.hand(P1)[-1], game.blocking(P1), game.waits(P1)) == ("7C", None, "draw")
    assert [one["n"] for one in game.legal(P1, "draw_cards")] == [1, 2, 3]


@pytest.mark.rule("CAP-W23", "CAP-910", "CAP-911", "CAP-912", "CAP-913", "CAP-914", "CAP-915", "CAP-916")
@pytest.mark.parametrize(
    ("attacker", "move", "card", "partner", "hurt", "lost", "asked"),
    [
        ("gambit", "kinetic_card", "JC", "ryu", (P1, "gambit"), 10, "cleanup"),
        ("gambit", "kinetic_card", "JC", "captain_halberd", None, 0, "cleanup"),
        ("morrigan", "shadow_blade", "QC", "ise_kagami", (P2, "ise_kagami"), 9, "cleanup"),
    ],
)
def test_variable_counter(
    table: MakeTable,
    attacker: str,
    move: str,
    card: str,
    partner: str,
    hurt: tuple[int, str] | None,
    lost: int,
    asked: str,
) -> None:
    game = table((attacker, "unit_09"), ("spider_man", partner), **TAG)
    game.player(P1, hand=card).player(P2, hand="JK1").start()
    game.attack(P1, move, card)
    game.do(P2, a.VariableCounter("JK1"))
    assert (game.active(P2), game.discard(P2), game.waits(P1)) == (partner, ["JK1"], asked)
    everybody = [(P1, attacker), (P1, "unit_09"), (P2, "spider_man"), (P2, partner)]
    assert {who: game.lost(*who) for who in everybody if game.lost(*who)} == ({} if hurt is None else {hurt: lost})


@pytest.mark.rule("CAP-W24", "CAP-923", "CAP-925")
def test_countered_tag_super(table: MakeTable) -> None:
    game = table(("ryu", "gambit"), ("morrigan", "spider_man"), **TAG)
    game.character(P1, "gambit", hp=52).player(P1, hand="JK1 JK2").player(P2, hand="AC AD").start()
    game.attack(P1, "tag_super", "JK1 JK2")
    game.counter(P2, "darkness_illusion", "AC AD")
    assert (game.active(P1), game.hp(P1, "gambit"), game.hp(P1, "ryu")) == ("gambit", 26, 104)
    assert (game.discard(P1), game.waits(P1)) == (["JK1", "JK2"], "cleanup")


@pytest.mark.rule("CAP-W25", "CAP-950", "CAP-309")
def test_joker_in_the_meter(table: MakeTable) -> None:
    game = table(("ryu", "gambit"), ("morrigan", "spider_man"), **TAG).character(P1, "gambit", status="koed")
    game.player(P1, hand="JK1 10C", meter="10D 10H 10S").start("cleanup")
    game.do(P1, a.PlaceInMeter("JK1"))
    assert [event.total for event in game.happened(e.CardPlacedInMeter)] == [40]
    assert game.refused(P1, a.PlaceInMeter("10C")).rule == "CAP-309"
    game.do(P1, a.RecoverAce(("JK1", "10D", "10H", "10S"), "draw", "AS"))
    game.do(P2, a.Cut(0))
    assert "AS" in game.hand(P1)


@pytest.mark.rule("CAP-W26", "CAP-710", "CAP-711")
def test_time_over(table: MakeTable) -> None:
    game = table("ryu", "brakk_ironjaw").character(P1, hp=52).character(P2, hp=58)
    game.player(P1, hand="4C").player(P2, draw="QC", pile=1).start()
    game.attack(P1, "basic", "4C")
    game.dodge(P2)
    game.end_combo(P1)
    assert (game.hp(P1), game.hp(P2)) == (52, 55)
    game.end_turn(P1)
    result = game.state.result
    assert result is not None
    assert (result.rule, result.decided_by, result.placings) == ("CAP-710", "CAP-711", ((P1,), (P2,)))


@pytest.mark.rule("CAP-W27", "CAP-509", "CAP-480")
def test_bulwark(table: MakeTable) -> None:
    game = table("gambit", "captain_halberd").player(P1, hand="AC AD").player(P2, hand="10C 9C").start()
    game.hit(P1, "royal_flush", "AC AD")
    assert game.waits(P2) == "damage_response"
    game.do(P2, a.Absorb("10C"))
    assert (game.lost(P2), game.discard(P2)) == (20, ["10C"])
    game = table("gambit", "captain_halberd").player(P1, hand="4C 5C").player(P2, hand="10C 9C").start()
    game.hit(P1, "basic", "4C")
    game.do(P2, a.Absorb("10C"))
    game.follow(P1, "basic", "5C")
    assert (game.lost(P2), game.happened(e.DamageDealt)[0].absorbed) == (5, 0)


@pytest.mark.rule("CAP-W28", "CAP-502", "CAP-508", "CAP-463")
def test_iron_focus_on_a_pending_attack(table: MakeTable) -> None:
    game = table("ryu", "spider_man").player(P1, hand="JS 2C").player(P2, hand="QC").start()
    game.attack(P1, "hadouken", "JS")
    asked = game.prompt(P2)
    assert game.moves(P2, "counter") == ["spider_sting"]
    game.ability(P1, "2C")
    assert game.refused(P2, a.Counter("spider_sting", ("QC",))).rule == "CAP-463"
    assert (game.prompt(P2).id, game.prompt(P2).revision) == (asked.id, asked.revision + 1)
    assert game.moves(P2, "counter") == []


@pytest.mark.rule("CAP-W29", "CAP-111", "CAP-419", "CAP-441", "CAP-456", "CAP-475", "CAP-701", "CAP-702", "CAP-704")
def test_whole_match(table: MakeTable) -> None:
    game = table("gambit", "sable_kite").turn(P1, number=1)
    game.player(P1, hand="JC AC AD 10C 10D 3H KS", draw="10S 2D QC 9C JH 5D 8D")
    game.player(P2, hand="2C 3D 4S 9H 9S QH KD", draw="5H JD 6C 8S AH").start("start")
    game.hit(P1, "kinetic_card", "JC")
    assert game.hp(P2) == 50
    game.follow(P1, "royal_flush", "AC AD")
    assert (game.hp(P2), game.cp(P1)) == (20, 5)
    game.do(P1, a.PlaceInMeter("10C"))
    assert game.hand(P1) == ["10D", "3H", "KS"]
    game.end_turn(P1)
    game.draw(P2, 2)
    game.attack(P2, "shadow_relay", "QH")
    game.avoid(P1, "cajun_escape", "KS")
    game.do(P2, a.PlaceInMeter("9H"))
    assert len(game.hand(P2)) == 7
    game.end_turn(P2)
    game.do(P2, a.Discard("9S"))
    game.draw(P1, 3)
    game.attack(P1, "throw", "10D 10S")
    game.take_hit(P2)
    assert game.hp(P2) == 14
    game.basics(P1, "2D 3H")
    game.follow(P1, "cajun_slash", "QC")
    assert (game.hp(P2), game.cp(P1), game.hand(P1)) == (3, 5, [])
    game.end_turn(P1)
    game.draw(P2, 3)
    game.attack(P2, "basic", "2C")
    game.dodge(P1)
    assert (game.discard(P1)[-1], game.hp(P1)) == ("9C", 102)
    game.basics(P2, "3D 4S 5H 6C")
    assert (game.hp(P1), game.cp(P2)) == (84, 5)
    game.do(P2, a.PlaceInMeter("8S"))
    game.end_turn(P2)
    game.draw(P1, 3)
    game.attack(P1, "kinetic_card", "JH")
    assert game.moves(P2, "counter") == []
    game.take_hit(P2)
    result = game.state.result
    assert result is not None
    assert (game.hp(P2), result.rule, result.placings) == (0, "CAP-702", ((P1,), (P2,)))
