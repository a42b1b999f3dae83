"""What players try though it isn't legal: refused by the right rule, never offered, without a trace."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers.prompts import UNASKED
from domain.kernel.actions import Action
from service.bots.sampling import typed
from tests.games.capcom_crossovers.table import P1, P2, P3, P4, MakeTable, Table

TAG = {"mode": "tag"}
TEAM = {"mode": "team"}
BOSS = {"mode": "boss"}
FULL_METER = "10C 10D 10H 10S 9C 9D"
FORTY = ("10C", "10D", "10H", "10S")
FIFTY = (*FORTY, "9C", "9D")


def offered(game: Table, seat: int) -> list[Any]:
    """Every legal action of a seat."""
    return [typed(game.game, found) for found in game.legal(seat)]


def rule(game: Table, seat: int, action: Action) -> str | None:
    """The rule that a refusal names; the match is as it was before, and the action is not among the legal ones."""
    before, facts = deepcopy(game.state), list(game.history)
    refusal = game.refused(seat, action)
    assert (refusal.code, bool(refusal.message)) == ("ILLEGAL_ACTION", True)
    assert game.state == before
    assert game.history == facts
    assert action not in offered(game, seat)
    return refusal.rule


def refused(game: Table, *tried: tuple[int, Action, str]) -> None:
    """Who tried what, and the rule against it."""
    assert [rule(game, seat, action) for seat, action, _ in tried] == [why for _, _, why in tried]


def cards(text: str) -> tuple[str, ...]:
    """The cards of a text."""
    return tuple(text.split())


def attack(move: str, paid: str, extra: str = "") -> a.DeclareAttack:
    return a.DeclareAttack(move, cards(paid), cards(extra))


def follow(move: str, paid: str, extra: str = "") -> a.FollowUp:
    return a.FollowUp(move, cards(paid), cards(extra))


def counter(move: str, paid: str, extra: str = "") -> a.Counter:
    return a.Counter(move, cards(paid), cards(extra))


def avoid(move: str, paid: str, extra: str = "") -> a.Avoid:
    return a.Avoid(move, cards(paid), cards(extra))


def reply(move: str, paid: str, extra: str = "") -> a.Reply:
    return a.Reply(move, cards(paid), cards(extra))


# Nobody acts unasked


UNASKED_EXAMPLES: list[Action] = [
    a.Keep(),
    a.Mulligan(),
    a.DrawCards(1),
    attack("basic", "4C"),
    a.SetBlock("4C"),
    a.PassCombat(),
    follow("basic", "4C"),
    a.EndCombo(),
    a.TakeHit(),
    a.Dodge(),
    counter("basic", "4C"),
    avoid("cajun_escape", "KC"),
    a.TechHit("9C", "9D"),
    a.VariableCounter("JK1"),
    reply("kinetic_card", "JC"),
    a.Absorb("4C"),
    a.Use(),
    a.Decline(),
    a.PlaceInMeter("9C"),
    a.RecoverAce(FORTY, "draw", "AC"),
    a.RecoverJoker(FIFTY, "JK1"),
    a.Tag("4C", "4D"),
    a.RecoverHp("4C"),
    a.EndTurn(),
    a.Discard("4C"),
    a.Cut(0),
    a.UseAbility("unstable_ground"),
]
"""One action of every kind."""


@pytest.mark.rule("CAP-206", "CAP-210", "CAP-405", "CAP-502")
@pytest.mark.parametrize("mode", ["one_on_one", "tag", "team", "boss"])
def test_nothing_is_done_unasked(table: MakeTable, mode: str) -> None:
    assert {type(action) for action in UNASKED_EXAMPLES} == set(GAME.actions)
    characters: dict[str, tuple[object, ...]] = {
        "one_on_one": ("ryu", "doc_tremor"),
        "tag": (("ryu", "gambit"), ("doc_tremor", "morrigan")),
        "team": ("ryu", "doc_tremor", "gambit", "morrigan"),
        "boss": ("doc_tremor", "ryu", "hollow_titan"),
    }
    idle = P3 if mode == "boss" else P2
    jokers = "" if mode in ("one_on_one", "boss") else "JK1 "
    game = table(*characters[mode], mode=mode).player(idle, hand=f"{jokers}4C 4D 9C JC KC", meter=FULL_METER[:15])
    game.start()
    rules = {kind: rule for kind, (rule, _) in UNASKED.items()}
    rules[a.UseAbility] = "CAP-501" if mode == "boss" else "CAP-502"
    refused(game, *((idle, action, rules[type(action)]) for action in UNASKED_EXAMPLES))
    assert game.legal(idle) == []


@pytest.mark.rule("CAP-206", "CAP-207", "CAP-210")
def test_a_prompt_is_answered_by_its_own_kind_of_answer(table: MakeTable) -> None:
    game = table("doc_tremor", "sable_kite").player(P1, hand="4C 5C 9C").player(P2, hand="4D").start("draw")
    refused(game, (P1, attack("basic", "4C"), "CAP-206"), (P1, a.PassCombat(), "CAP-206"), (P1, a.EndTurn(), "CAP-210"))
    game.draw(P1, 1)
    refused(game, (P1, a.DrawCards(1), "CAP-203"), (P1, a.PlaceInMeter("9C"), "CAP-210"), (P1, a.EndTurn(), "CAP-210"))
    game.attack(P1, "basic", "4C")
    refused(
        game,
        (P1, follow("basic", "5C"), "CAP-410"),
        (P1, a.TakeHit(), "CAP-405"),
        (P2, a.Decline(), "CAP-405"),
        (P2, a.SetBlock("4D"), "CAP-420"),
        (P2, reply("kite_needle", "4D"), "CAP-445"),
    )
    game.take_hit(P2)
    refused(game, (P1, a.PassCombat(), "CAP-206"), (P2, counter("basic", "4D"), "CAP-405"), (P2, a.Dodge(), "CAP-405"))


# One on one


@pytest.mark.rule("CAP-203", "CAP-204", "CAP-205")
def test_one_on_one_drawing(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, pile=2).start("draw")
    refused(
        game,
        (P1, a.DrawCards(0), "CAP-204"),
        (P1, a.DrawCards(-3), "CAP-204"),
        (P1, a.DrawCards(3), "CAP-205"),
        (P1, a.DrawCards(4), "CAP-203"),
        (P2, a.DrawCards(1), "CAP-203"),
    )


@pytest.mark.rule("CAP-301", "CAP-303", "CAP-304", "CAP-305", "CAP-307", "CAP-308", "CAP-402", "CAP-433", "CAP-927")
def test_one_on_one_attacks_and_blocks(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="4C 8C 9C 9D 7D 7H JC JD QC KC KD AC").start()
    refused(
        game,
        (P1, attack("basic", "8C"), "CAP-303"),
        (P1, attack("basic", "4C 7D"), "CAP-303"),
        (P1, attack("basic", "AC"), "CAP-304"),
        (P1, attack("basic", "QC"), "CAP-304"),
        (P1, attack("basic", "4D"), "CAP-301"),
        (P1, attack("throw", "7D 7H"), "CAP-307"),
        (P1, attack("throw", "8C 9C"), "CAP-307"),
        (P1, attack("throw", "9C 9C"), "CAP-301"),
        (P1, attack("kinetic_card", "QC"), "CAP-305"),
        (P1, attack("kinetic_card", "JC JD"), "CAP-305"),
        (P1, attack("kinetic_card", "JC", "JD"), "CAP-308"),
        (P1, attack("royal_flush", "AC"), "CAP-305"),
        (P1, attack("hadouken", "JC"), "CAP-305"),
        (P1, attack("cajun_escape", "KC"), "CAP-402"),
        (P1, attack("tag_super", "KC KD"), "CAP-920"),
        (P1, a.SetBlock("8C"), "CAP-433"),
        (P1, a.SetBlock("AC"), "CAP-433"),
        (P1, a.SetBlock("4D"), "CAP-420"),
    )


@pytest.mark.rule("CAP-302", "CAP-410", "CAP-411", "CAP-416", "CAP-417")
def test_one_on_one_combos(table: MakeTable) -> None:
    game = table("captain_halberd", "gambit").player(P1, hand="2C 3C 4C 5C JC QC QD QH AC AD 9C 9D").start()
    game.hit(P1, "basic", "2C")
    refused(
        game,
        (P1, follow("basic", "4C"), "CAP-417"),
        (P1, follow("shield_toss", "JC"), "CAP-411"),
        (P1, follow("throw", "9C 9D"), "CAP-411"),
        (P1, follow("basic", "3D"), "CAP-301"),
        (P2, follow("basic", "3C"), "CAP-410"),
        (P2, a.EndCombo(), "CAP-418"),
    )
    game.follow(P1, "bastion_bash", "QC")
    refused(
        game,
        (P1, follow("bastion_bash", "QD"), "CAP-302"),
        (P1, follow("siege_line", "AC AD"), "CAP-302"),
        (P1, follow("basic", "4C"), "CAP-417"),
    )
    game.follow(P1, "basic", "3C")
    refused(game, (P1, follow("basic", "4C"), "CAP-414"), (P1, attack("basic", "4C"), "CAP-207"))
    game = table("kestrel_volt", "gambit").player(P1, hand="JC JD JH").start()
    game.hit(P1, "arc_dash", "JC")
    game.follow(P1, "arc_dash", "JD")
    refused(game, (P1, follow("arc_dash", "JH"), "CAP-416"))


@pytest.mark.rule("CAP-443", "CAP-450", "CAP-455", "CAP-456", "CAP-461", "CAP-462", "CAP-463", "CAP-466", "CAP-471")
def test_one_on_one_answers(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="JC QC 7D 9C 9D").player(P2, hand="QD KC 5C JD 7H 10C 10D 7S 8C")
    game.start()
    game.attack(P1, "shoryuken", "QC")
    refused(
        game,
        (P2, counter("cajun_slash", "QD"), "CAP-450"),
        (P2, counter("basic", "5C"), "CAP-450"),
        (P2, counter("throw", "10C 10D"), "CAP-455"),
        (P2, counter("cajun_escape", "KC"), "CAP-456"),
        (P2, avoid("kinetic_card", "JD"), "CAP-456"),
        (P2, a.TechHit("10C", "10D"), "CAP-405"),
        (P2, a.VariableCounter("10C"), "CAP-917"),
        (P1, a.TakeHit(), "CAP-405"),
    )
    game = table("ryu", "gambit").player(P1, hand="7D 9C 9D").player(P2, hand="7H 5C KC 8C 8D 10C 7S").start()
    game.attack(P1, "basic", "7D")
    refused(
        game,
        (P2, counter("basic", "7H"), "CAP-462"),
        (P2, counter("basic", "5C"), "CAP-462"),
        (P2, counter("basic", "8C"), "CAP-303"),
        (P2, counter("throw", "8C 8D"), "CAP-455"),
        (P2, avoid("cajun_escape", "KC"), "CAP-456"),
    )
    game = table("ryu", "gambit").player(P1, hand="9C 9D").player(P2, hand="7H 7S 8C 8D 10C 10D 9H").start()
    game.attack(P1, "throw", "9C 9D")
    refused(
        game,
        (P2, a.TechHit("8C", "8D"), "CAP-471"),
        (P2, a.TechHit("7H", "7S"), "CAP-471"),
        (P2, a.TechHit("9H", "10C"), "CAP-471"),
        (P2, a.TechHit("10C", "10C"), "CAP-471"),
        (P2, counter("basic", "7H"), "CAP-466"),
    )
    game = table("kestrel_volt", "brakk_ironjaw").player(P1, hand="KC").player(P2, hand="KD QD").start()
    game.attack(P1, "skyfall_kick", "KC")
    refused(game, (P2, a.Dodge(), "CAP-443"), (P2, counter("anvil_palm", "QD"), "CAP-450"))
    game = table("ryu", "spider_man").player(P1, hand="JC").player(P2, hand="KD").start()
    game.attack(P1, "hadouken", "JC")
    refused(game, (P2, counter("web_swing", "KD"), "CAP-463"))
    game = table("unit_09", "sable_kite").player(P1, hand="JC").player(P2, hand="2C").character(P2, hp=9)
    game.character(P1, cp_used=0).start()
    game.attack(P1, "rivet_burst", "JC")
    game.take_hit(P2)
    refused(game, (P2, counter("basic", "2C"), "CAP-405"))


@pytest.mark.rule("CAP-429", "CAP-407", "CAP-426")
def test_one_on_one_behind_a_block(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="9C 9D JC").player(P2, hand="KC 10C 10D JD", block="5C", draw="2C")
    game.start()
    game.attack(P1, "throw", "9C 9D")
    refused(
        game,
        (P2, counter("tatsumaki", "KC"), "CAP-429"),
        (P2, a.Dodge(), "CAP-429"),
        (P2, a.TakeHit(), "CAP-404"),
        (P2, a.TechHit("10C", "JD"), "CAP-471"),
    )
    game = table("gambit", "ryu").player(P1, hand="4C 5C").player(P2, hand="KC", block="5C").start()
    game.attack(P1, "basic", "4C")
    refused(game, (P1, follow("basic", "5C"), "CAP-426"), (P2, counter("tatsumaki", "KC"), "CAP-429"))


@pytest.mark.rule("CAP-445", "CAP-446", "CAP-302")
def test_one_on_one_ranged_replies(table: MakeTable) -> None:
    game = table("gambit", "ember_rook").character(P2, cp_used=3)
    game.player(P1, hand="4C 5C").player(P2, hand="JC QC KC 2D 9C 9D AC AD AH", draw="3C").start()
    game.attack(P1, "basic", "4C")
    game.dodge(P2)
    refused(
        game,
        (P2, reply("smelter_kick", "KC"), "CAP-445"),
        (P2, reply("basic", "2D"), "CAP-445"),
        (P2, reply("throw", "9C 9D"), "CAP-445"),
        (P2, reply("sunfall", "AC AD AH"), "CAP-302"),
        (P2, reply("cinder_bolt", "QC"), "CAP-305"),
        (P2, counter("cinder_bolt", "JC"), "CAP-405"),
        (P1, reply("kinetic_card", "5C"), "CAP-445"),
    )
    game.reply(P2, "flare_wall", "QC")
    refused(game, (P2, follow("basic", "2D"), "CAP-446"))


@pytest.mark.rule("CAP-211", "CAP-309", "CAP-311", "CAP-312", "CAP-313", "CAP-316", "CAP-940", "CAP-945", "CAP-951")
def test_one_on_one_clean_up(table: MakeTable) -> None:
    game = table("brakk_ironjaw", "ryu").player(P1, hand="8C 8D 9H 9S JC 2C 3C 4C 5C", meter=FULL_METER, discard="AC")
    game.player(P2, hand="9H", meter=FULL_METER).start("cleanup")
    refused(
        game,
        (P1, a.PlaceInMeter("8C"), "CAP-309"),
        (P1, a.PlaceInMeter("JC"), "CAP-309"),
        (P1, a.PlaceInMeter("10C"), "CAP-309"),
        (P1, a.RecoverAce(FORTY[:3], "draw", "AD"), "CAP-311"),
        (P1, a.RecoverAce((*FORTY, "9C"), "draw", "AD"), "CAP-312"),
        (P1, a.RecoverAce(FORTY, "draw", "AC"), "CAP-313"),
        (P1, a.RecoverAce(FORTY, "discard", "AD"), "CAP-313"),
        (P1, a.RecoverJoker(FIFTY, "JK1"), "CAP-945"),
        (P1, a.Tag("8C", "8D"), "CAP-951"),
        (P1, a.RecoverHp("8C"), "CAP-951"),
        (P1, a.Discard("8C"), "CAP-212"),
        (P2, a.PlaceInMeter("9H"), "CAP-210"),
        (P2, a.RecoverAce(FORTY, "draw", "AD"), "CAP-311"),
    )
    game.do(P1, a.PlaceInMeter("9H"))
    game.do(P1, a.RecoverAce(FORTY, "discard", "AC"))
    refused(
        game,
        (P1, a.PlaceInMeter("9S"), "CAP-309"),
        (P1, a.RecoverAce(("9C", "9D", "9H"), "draw", "AD"), "CAP-316"),
    )
    game.end_turn(P1)
    refused(game, (P1, a.Discard("9H"), "CAP-211"), (P1, a.EndTurn(), "CAP-211"), (P2, a.Discard("9H"), "CAP-212"))


@pytest.mark.rule("CAP-502", "CAP-505", "CAP-509")
def test_one_on_one_abilities(table: MakeTable) -> None:
    game = table("ryu", "captain_halberd").player(P1, hand="4C 5C").player(P2, hand="JC 10C").start()
    refused(
        game,
        (P1, a.UseAbility("iron_focus"), "CAP-505"),
        (P1, a.UseAbility("iron_focus", ("4C", "5C")), "CAP-505"),
        (P1, a.UseAbility("iron_focus", ("6C",)), "CAP-505"),
        (P1, a.UseAbility("overclock", ("4C",)), "CAP-501"),
        (P2, a.UseAbility("bulwark", ("10C",)), "CAP-503"),
        (P2, a.Absorb("10C"), "CAP-509"),
    )
    game.ability(P1, "4C")
    refused(game, (P1, a.UseAbility("iron_focus", ("5C",)), "CAP-505"))
    game.attack(P1, "basic", "5C")
    game.take_hit(P2)
    refused(game, (P2, a.Absorb("JC"), "CAP-509"), (P2, a.Absorb("9C"), "CAP-509"), (P1, a.Decline(), "CAP-405"))


@pytest.mark.rule("CAP-704")
@pytest.mark.parametrize("mode", ["one_on_one", "tag", "boss"])
def test_after_the_end_nothing_is_legal(table: MakeTable, mode: str) -> None:
    characters: dict[str, tuple[object, ...]] = {
        "one_on_one": ("ryu", "gambit"),
        "tag": (("ryu", "gambit"), ("morrigan", "unit_09")),
        "boss": ("ryu", "gambit", "hollow_titan"),
    }
    game = table(*characters[mode], mode=mode).player(P1, hand="4C").start()
    game.concede(P3 if mode == "boss" else P2)
    before = deepcopy(game.state)
    for action in (attack("basic", "4C"), a.PassCombat(), a.UseAbility("iron_focus", ("4C",))):
        assert game.refused(P1, action).code == "MATCH_OVER"
    assert (game.state, game.legal(P1)) == (before, [])


# Tag


@pytest.mark.rule("CAP-905", "CAP-906", "CAP-940", "CAP-941", "CAP-945", "CAP-950", "CAP-312")
def test_tag_clean_up(table: MakeTable) -> None:
    game = table(("granny_gale", "ryu"), ("morrigan", "spider_man"), **TAG)
    game.player(P1, hand="4C 4D 3C 5C 5D JC JD JK1 JK2", meter=FULL_METER, discard="2C")
    game.player(P2, hand="4C 4D").start("cleanup")
    refused(
        game,
        (P1, a.Tag("5C", "5D"), "CAP-906"),
        (P1, a.Tag("3C", "4C"), "CAP-906"),
        (P1, a.Tag("JC", "JD"), "CAP-906"),
        (P1, a.Tag("JK1", "JK2"), "CAP-906"),
        (P1, a.Tag("4C", "4C"), "CAP-906"),
        (P1, a.Tag("4C", "4H"), "CAP-906"),
        (P1, a.RecoverHp("4C"), "CAP-941"),
        (P1, a.PlaceInMeter("JK1"), "CAP-950"),
        (P1, a.RecoverJoker(FIFTY, "JK1"), "CAP-945"),
        (P1, a.RecoverJoker(FIFTY, "2C"), "CAP-945"),
        (P2, a.Tag("4C", "4D"), "CAP-905"),
    )
    game.end_turn(P1)
    refused(game, (P2, a.Tag("4C", "4D"), "CAP-905"))


@pytest.mark.rule("CAP-940", "CAP-945", "CAP-312", "CAP-951")
def test_tag_recoveries(table: MakeTable) -> None:
    game = table(("granny_gale", "ryu"), ("morrigan", "spider_man"), **TAG).character(P1, "ryu", hp=50)
    game.player(P1, hand="4C 4D", meter="10C 10D 10H 10S 9C 9D 8C", discard="JK1").start("cleanup")
    refused(
        game,
        (P1, a.RecoverHp("5C"), "CAP-940"),
        (P1, a.RecoverJoker(FIFTY[:5], "JK1"), "CAP-945"),
        (P1, a.RecoverJoker((*FIFTY, "8C"), "JK1"), "CAP-312"),
        (P1, a.RecoverJoker(FIFTY, "JK2"), "CAP-945"),
    )
    game.do(P1, a.RecoverHp("4C"))
    refused(game, (P1, a.RecoverHp("4D"), "CAP-940"))


@pytest.mark.rule("CAP-920", "CAP-927", "CAP-302", "CAP-405", "CAP-411")
def test_tag_supers(table: MakeTable) -> None:
    game = table(("ryu", "gambit"), ("morrigan", "spider_man"), **TAG)
    game.player(P1, hand="JK1 JK2 AC AD 4C 5C 6C").player(P2, hand="JK1 JK2").start()
    refused(
        game,
        (P1, attack("tag_super", "JK1"), "CAP-920"),
        (P1, attack("tag_super", "JK1 AC"), "CAP-920"),
        (P1, attack("tag_super", "AC AD"), "CAP-920"),
        (P1, attack("tag_super", "JK1 JK2", "AC"), "CAP-920"),
        (P1, attack("royal_flush", "AC AD"), "CAP-305"),
        (P1, attack("basic", "JK1"), "CAP-304"),
        (P1, a.SetBlock("JK1"), "CAP-433"),
        (P1, attack("shinkuu_hadouken", "JK1 JK2"), "CAP-305"),
    )
    game.hit(P1, "basic", "4C")
    game.follow(P1, "basic", "5C")
    game.follow(P1, "basic", "6C")
    refused(game, (P1, follow("tag_super", "JK1 JK2"), "CAP-302"))
    game = table(("ryu", "gambit"), ("morrigan", "spider_man"), **TAG).player(P1, hand="4C")
    game.player(P2, hand="JK1 JK2", draw="2D").start()
    game.attack(P1, "basic", "4C")
    refused(game, (P2, counter("tag_super", "JK1 JK2"), "CAP-927"))
    game.dodge(P2)
    refused(game, (P2, reply("tag_super", "JK1 JK2"), "CAP-445"))


@pytest.mark.rule("CAP-910", "CAP-917", "CAP-429", "CAP-407", "CAP-926", "CAP-305")
def test_tag_variable_counters(table: MakeTable) -> None:
    game = table(("ryu", "gambit"), ("morrigan", "spider_man"), **TAG).player(P1, hand="4C 5C")
    game.player(P2, hand="JK1 QC 9C").start()
    refused(game, (P2, a.VariableCounter("JK1"), "CAP-910"))
    game.attack(P1, "basic", "4C")
    refused(
        game,
        (P2, a.VariableCounter("JK2"), "CAP-910"),
        (P2, a.VariableCounter("QC"), "CAP-910"),
        (P2, counter("spider_sting", "QC"), "CAP-305"),
        (P1, a.VariableCounter("JK1"), "CAP-910"),
    )
    game.take_hit(P2)
    refused(game, (P2, a.VariableCounter("JK1"), "CAP-405"))
    game = table(("ryu", "gambit"), ("morrigan", "spider_man"), **TAG).player(P1, hand="4C")
    game.player(P2, hand="JK1", block="6C").start()
    game.attack(P1, "basic", "4C")
    refused(game, (P2, a.VariableCounter("JK1"), "CAP-429"))
    game = table(("ryu", "gambit"), ("morrigan", "unit_09"), **TAG).player(P1, hand="JK1 JK2")
    game.player(P2, hand="AC AD").start()
    game.attack(P1, "tag_super", "JK1 JK2")
    refused(game, (P2, counter("overload_cannon", "AC AD"), "CAP-305"), (P2, counter("soul_eraser", "AC"), "CAP-450"))
    game = table(("ryu", "gambit"), ("ise_kagami", "ember_rook"), **TAG).player(P1, hand="JK1 JK2")
    game.player(P2, hand="JC AC AD").start()
    game.attack(P1, "tag_super", "JK1 JK2")
    refused(game, (P2, counter("glass_reversal", "JC"), "CAP-450"))


@pytest.mark.rule("CAP-926")
def test_tag_a_negation_of_a_tag_super(table: MakeTable) -> None:
    game = table(("ryu", "gambit"), ("spider_man", "morrigan"), **TAG).player(P1, hand="JK1 JK2")
    game.player(P2, hand="AC AD").start()
    game.attack(P1, "tag_super", "JK1 JK2")
    refused(game, (P2, counter("maximum_spider", "AC AD"), "CAP-926"))


@pytest.mark.rule("CAP-951", "CAP-917", "CAP-927")
def test_tag_with_one_character_left(table: MakeTable) -> None:
    game = table(("ryu", "gambit"), ("morrigan", "spider_man"), **TAG).character(P1, "gambit", status="koed")
    game.character(P2, "spider_man", status="koed").player(P1, hand="JK1 JK2 4C 4D 5C").player(P2, hand="JK1").start()
    refused(game, (P1, attack("tag_super", "JK1 JK2"), "CAP-927"))
    game.attack(P1, "basic", "5C")
    refused(game, (P2, a.VariableCounter("JK1"), "CAP-917"))
    game.take_hit(P2)
    game.end_combo(P1)
    refused(game, (P1, a.Tag("4C", "4D"), "CAP-951"), (P1, a.RecoverHp("4C"), "CAP-951"))


@pytest.mark.rule("CAP-504", "CAP-502", "CAP-505")
def test_tag_the_ability_of_who_waits(table: MakeTable) -> None:
    game = table(("ryu", "gambit"), ("morrigan", "kestrel_volt"), **TAG).player(P1, hand="4C").start()
    refused(
        game,
        (P1, a.UseAbility("sleight_of_hand", ("4C",)), "CAP-504"),
        (P2, a.UseAbility("overclock"), "CAP-504"),
        (P2, a.UseAbility("soul_drain"), "CAP-503"),
    )


# Team


def team(table: MakeTable, **turn: int) -> Table:
    """P1 and P3 against P2 and P4; P1 and P2 are active."""
    game = table("ryu", "morrigan", "gambit", "kestrel_volt", **TEAM)
    game.player(P1, hand="4C 4D JK1 JK2 JC").player(P2, hand="4C 4D JK1 QC")
    return game.player(P3, hand="5C 5D JK1 JC").player(P4, hand="5C 5D JK1 KC").turn(turn.get("turn", P1))


@pytest.mark.rule("CAP-207", "CAP-954", "CAP-502", "CAP-504", "CAP-920", "CAP-301")
def test_team_attacks(table: MakeTable) -> None:
    game = team(table).start()
    refused(
        game,
        (P3, attack("basic", "5C"), "CAP-206"),
        (P3, a.PassCombat(), "CAP-206"),
        (P3, a.SetBlock("5C"), "CAP-420"),
        (P1, attack("kinetic_card", "JC"), "CAP-305"),
        (P1, attack("basic", "5C"), "CAP-301"),
        (P1, attack("tag_super", "JK1"), "CAP-920"),
        (P2, attack("basic", "4C"), "CAP-206"),
        (P3, a.UseAbility("sleight_of_hand", ("5C",)), "CAP-504"),
        (P4, a.UseAbility("overclock"), "CAP-504"),
        (P1, a.UseAbility("sleight_of_hand", ("4C",)), "CAP-501"),
    )


@pytest.mark.rule("CAP-956", "CAP-910", "CAP-405", "CAP-407", "CAP-917")
def test_team_answers(table: MakeTable) -> None:
    game = team(table).start()
    game.attack(P1, "basic", "4C")
    refused(
        game,
        (P2, a.VariableCounter("JK1"), "CAP-917"),
        (P2, a.TakeHit(), "CAP-956"),
        (P2, counter("shadow_blade", "QC"), "CAP-956"),
        (P4, counter("skyfall_kick", "KC"), "CAP-405"),
        (P4, a.TakeHit(), "CAP-405"),
        (P4, a.VariableCounter("JK2"), "CAP-910"),
        (P4, a.VariableCounter("KC"), "CAP-910"),
        (P3, a.VariableCounter("JK1"), "CAP-910"),
    )
    game.decline(P4)
    refused(
        game,
        (P2, a.VariableCounter("JK1"), "CAP-917"),
        (P4, a.VariableCounter("JK1"), "CAP-956"),
        (P4, a.TakeHit(), "CAP-405"),
        (P4, a.Decline(), "CAP-405"),
    )
    game.take_hit(P2)
    refused(game, (P3, follow("basic", "5C"), "CAP-410"), (P3, a.EndCombo(), "CAP-418"))


@pytest.mark.rule("CAP-955", "CAP-954", "CAP-941", "CAP-210")
def test_team_clean_up_of_who_waits(table: MakeTable) -> None:
    game = team(table, turn=P3).start("start")
    refused(game, (P1, a.DrawCards(1), "CAP-203"), (P3, a.DrawCards(4), "CAP-203"))
    game.draw(P3, 1)
    refused(
        game,
        (P3, attack("basic", "5C"), "CAP-954"),
        (P3, a.SetBlock("5C"), "CAP-954"),
        (P3, a.PassCombat(), "CAP-954"),
        (P3, a.Tag("5C", "5D"), "CAP-955"),
        (P3, a.RecoverHp("5C"), "CAP-941"),
        (P3, a.PlaceInMeter("5C"), "CAP-309"),
        (P3, a.PlaceInMeter("JK1"), "CAP-950"),
        (P1, a.Tag("4C", "4D"), "CAP-905"),
        (P1, a.EndTurn(), "CAP-210"),
        (P3, a.UseAbility("sleight_of_hand", ("5C",)), "CAP-504"),
    )


@pytest.mark.rule("CAP-906", "CAP-940", "CAP-945")
def test_team_clean_up_pays_from_the_own_hand_and_meter(table: MakeTable) -> None:
    game = team(table).character(P3, hp=50).player(P3, hand="5C 5D", meter=FULL_METER, discard="JK1").start("cleanup")
    refused(
        game,
        (P1, a.Tag("5C", "5D"), "CAP-906"),
        (P1, a.RecoverHp("5C"), "CAP-940"),
        (P1, a.RecoverJoker(FIFTY, "JK1"), "CAP-945"),
        (P1, a.RecoverAce(FORTY, "draw", "AC"), "CAP-311"),
        (P3, a.RecoverHp("5C"), "CAP-210"),
    )


@pytest.mark.rule("CAP-959", "CAP-951", "CAP-927")
def test_team_who_is_out_and_who_is_left(table: MakeTable) -> None:
    game = team(table).start()
    game.concede(P3)
    refused(
        game,
        (P1, attack("tag_super", "JK1 JK2"), "CAP-927"),
        (P3, attack("basic", "5C"), "CAP-959"),
        (P3, a.UseAbility("sleight_of_hand", ("5C",)), "CAP-504"),
    )
    game.pass_combat(P1)
    refused(
        game,
        (P1, a.Tag("4C", "4D"), "CAP-951"),
        (P1, a.RecoverHp("4C"), "CAP-951"),
        (P3, a.EndTurn(), "CAP-959"),
        (P3, a.PlaceInMeter("JK1"), "CAP-959"),
    )
    game.pass_turn(P1)
    game.pass_turn(P2)
    assert game.board.turn_player == P4
    refused(game, (P3, a.DrawCards(1), "CAP-959"))


# Boss


def against_titan(table: MakeTable, **turn: int) -> Table:
    """P1 and P2 against The Hollow Titan of P3; P1 is active."""
    game = table("ryu", "gambit", "hollow_titan", **BOSS).turn(turn.get("turn", P1))
    game.player(P1, hand="4C 4D JK1 JK2 JC QC").player(P2, hand="5C 5D JK1 KC")
    return game.player(P3, hand="9H 9S 10C JC QC KC AC AD 2D", meter="10D 10H 10S 9C 9D 8D")


@pytest.mark.rule("CAP-970", "CAP-971", "CAP-920", "CAP-927", "CAP-433", "CAP-303")
def test_boss_attacks(table: MakeTable) -> None:
    game = against_titan(table, turn=P3).start()
    refused(
        game,
        (P3, attack("tag_super", "AC AD"), "CAP-920"),
        (P3, attack("tag_super", "JK1 JK2"), "CAP-301"),
        (P3, attack("throw", "9H 9S"), "CAP-307"),
        (P3, attack("basic", "10C"), "CAP-303"),
        (P3, attack("gravity_lens", "AC"), "CAP-402"),
        (P3, attack("collapse", "AC"), "CAP-305"),
        (P3, attack("hadouken", "JC"), "CAP-305"),
        (P3, attack("titan_fist", "JC", "QC"), "CAP-308"),
        (P3, a.SetBlock("10C"), "CAP-433"),
        (P3, a.UseAbility("titan_frame"), "CAP-503"),
        (P1, attack("basic", "4C"), "CAP-206"),
    )


@pytest.mark.rule("CAP-971", "CAP-951", "CAP-945", "CAP-905", "CAP-309")
def test_boss_clean_up(table: MakeTable) -> None:
    game = against_titan(table, turn=P3).character(P3, hp=20).start("cleanup")
    refused(
        game,
        (P3, a.Tag("9H", "9S"), "CAP-951"),
        (P3, a.RecoverHp("9H"), "CAP-951"),
        (P3, a.RecoverJoker(FIFTY, "JK1"), "CAP-945"),
        (P3, a.PlaceInMeter("9H"), "CAP-309"),
        (P3, a.PlaceInMeter("JK1"), "CAP-309"),
        (P3, a.RecoverAce(cards("10D 10H 10S 9C 9D 8D"), "draw", "AH"), "CAP-312"),
        (P3, a.RecoverAce(cards("10D 10H 10S 9C 9D"), "draw", "AC"), "CAP-313"),
        (P3, a.Discard("9H"), "CAP-212"),
        (P1, a.Tag("4C", "4D"), "CAP-905"),
        (P2, a.EndTurn(), "CAP-210"),
    )


@pytest.mark.rule("CAP-956", "CAP-910", "CAP-917", "CAP-971", "CAP-456")
def test_boss_answers(table: MakeTable) -> None:
    game = against_titan(table, turn=P3).start()
    game.attack(P3, "basic", "2D")
    refused(
        game,
        (P1, a.TakeHit(), "CAP-956"),
        (P1, a.VariableCounter("JK1"), "CAP-917"),
        (P2, a.VariableCounter("JK2"), "CAP-910"),
        (P2, avoid("cajun_escape", "KC"), "CAP-405"),
    )
    game.decline(P2)
    refused(game, (P1, a.VariableCounter("JK1"), "CAP-917"), (P2, a.VariableCounter("JK1"), "CAP-956"))
    game = against_titan(table).start()
    game.attack(P1, "shoryuken", "QC")
    refused(
        game,
        (P3, a.VariableCounter("AC"), "CAP-917"),
        (P3, counter("titan_fist", "JC"), "CAP-450"),
        (P3, counter("gravity_lens", "AC"), "CAP-456"),
        (P3, avoid("collapse", "AC AD"), "CAP-456"),
        (P3, avoid("gravity_lens", "AC AD"), "CAP-305"),
        (P3, a.TechHit("9H", "9S"), "CAP-405"),
    )


@pytest.mark.rule("CAP-972", "CAP-954", "CAP-955", "CAP-973")
def test_boss_the_partner_who_waits(table: MakeTable) -> None:
    game = against_titan(table, turn=P2).start("start")
    refused(game, (P3, a.DrawCards(1), "CAP-203"), (P1, a.DrawCards(1), "CAP-203"))
    game.draw(P2, 1)
    refused(
        game,
        (P2, attack("basic", "5C"), "CAP-954"),
        (P2, a.SetBlock("5C"), "CAP-954"),
        (P2, a.Tag("5C", "5D"), "CAP-955"),
        (P2, a.RecoverHp("5C"), "CAP-941"),
        (P2, a.PlaceInMeter("JK1"), "CAP-950"),
        (P3, a.EndTurn(), "CAP-210"),
    )


# Which rule comes first


@pytest.mark.rule("CAP-301", "CAP-305", "CAP-402", "CAP-411", "CAP-302")
def test_cards_before_times_before_points(table: MakeTable) -> None:
    game = table("gambit", "ryu").character(P1, cp_used=5).player(P1, hand="KC JC 4C").start()
    refused(
        game,
        (P1, attack("cajun_escape", "KD"), "CAP-301"),
        (P1, attack("cajun_escape", "JC"), "CAP-305"),
        (P1, attack("cajun_escape", "KC"), "CAP-402"),
        (P1, attack("kinetic_card", "JC"), "CAP-302"),
        (P1, attack("basic", "4C"), "CAP-302"),
    )


@pytest.mark.rule("CAP-450", "CAP-302")
def test_priorities_before_points(table: MakeTable) -> None:
    game = table("ryu", "gambit").character(P2, cp_used=5).player(P1, hand="QC").player(P2, hand="4C AC AD").start()
    game.attack(P1, "shoryuken", "QC")
    refused(game, (P2, counter("basic", "4C"), "CAP-450"), (P2, counter("royal_flush", "AC AD"), "CAP-302"))
    assert game.moves(P2, "counter") == []
