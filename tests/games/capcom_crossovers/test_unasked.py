"""What nobody asks for is refused by the rule that forbids it as things stand, with a sentence that is true then."""

from __future__ import annotations

import pytest

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers.prompts import UNASKED
from domain.kernel.actions import Action
from domain.kernel.refusal import illegal
from tests.games.capcom_crossovers import custom
from tests.games.capcom_crossovers.table import P1, P2, P3, P4, MakeTable, Table
from tests.games.capcom_crossovers.test_refusals import attack, avoid, counter, follow, refused, reply

JOKERS = "JK1 JK2"
ROUND = custom.part("any_time", "deal_damage(opposing_active, 5)", limit="turn")
"""An ability that lets the other side prevent damage in the middle of anything."""


def said(game: Table, seat: int, action: Action) -> str:
    """The sentence of a refusal."""
    return game.refused(seat, action).message


# Answers


@pytest.mark.rule("CAP-429", "CAP-404", "CAP-R21", "CAP-R103")
@pytest.mark.parametrize(("move", "paid"), [("basic", "4C"), ("throw", "9C 9D"), ("kinetic_card", "JC")])
def test_behind_a_block_the_block_is_the_reason(table: MakeTable, move: str, paid: str) -> None:
    game = table(("gambit", "unit_09"), ("ryu", "morrigan"), mode="tag").player(P1, hand="4C 9C 9D JC")
    game.player(P2, hand="KC 2D JK1", block="5C").start()
    game.attack(P1, move, paid)
    refused(
        game,
        (P2, a.Dodge(), "CAP-429"),
        (P2, counter("tatsumaki", "KC"), "CAP-429"),
        (P2, avoid("tatsumaki", "KC"), "CAP-429"),
        (P2, a.VariableCounter("JK1"), "CAP-429"),
        (P2, a.TakeHit(), "CAP-404"),
    )
    assert "block" in said(game, P2, a.Dodge())


@pytest.mark.rule("CAP-429", "CAP-407", "CAP-428")
def test_against_what_follows_the_block_is_no_reason_any_more(table: MakeTable) -> None:
    game = table("unit_09", "ryu").player(P1, hand="KC 2C 3C").player(P2, hand="KD", block="5C").start()
    game.attack(P1, "magnet_clamp", "KC")
    refused(game, (P2, a.Dodge(), "CAP-429"))
    game.follow(P1, "basic", "2C")
    refused(game, (P2, a.Dodge(), "CAP-407"))


@pytest.mark.rule("CAP-405", "CAP-407", "CAP-471", "CAP-474", "CAP-R103")
def test_one_answer_and_none_to_a_follow_up(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="4C 5C").player(P2, hand="KC 2D").start()
    refused(game, (P2, a.Dodge(), "CAP-405"), (P2, counter("basic", "2D"), "CAP-405"))
    game.hit(P1, "basic", "4C")
    refused(
        game,
        (P2, a.Dodge(), "CAP-405"),
        (P2, a.TakeHit(), "CAP-405"),
        (P2, a.TechHit("9C", "9D"), "CAP-471"),
        (P1, a.Dodge(), "CAP-405"),
    )
    assert "answered" in said(game, P2, a.Dodge())
    game.follow(P1, "basic", "5C")
    refused(
        game,
        (P2, a.Dodge(), "CAP-407"),
        (P2, a.TakeHit(), "CAP-407"),
        (P2, avoid("cajun_escape", "KC"), "CAP-407"),
        (P2, a.VariableCounter("JK1"), "CAP-407"),
        (P2, a.TechHit("9C", "9D"), "CAP-471"),
    )
    game.end_combo(P1)
    refused(game, (P2, a.Dodge(), "CAP-405"))


@pytest.mark.rule("CAP-408", "CAP-448", "CAP-R103")
def test_no_answer_to_a_counter_or_a_reply(table: MakeTable) -> None:
    game = table("unit_09", "spider_man").player(P1, hand="JC 2C").player(P2, hand="KC 5C JD", draw="2D").start()
    game.attack(P1, "rivet_burst", "JC")
    game.counter(P2, "web_swing", "KC")
    refused(game, (P1, a.Dodge(), "CAP-408"), (P1, counter("basic", "2C"), "CAP-408"))
    game = table("ryu", "spider_man").player(P1, hand="4C 2C").player(P2, hand="5C JD", draw="2D").start()
    game.attack(P1, "basic", "4C")
    game.dodge(P2)
    game.reply(P2, "web_ball", "JD")
    refused(game, (P1, a.Dodge(), "CAP-448"))
    game.follow(P2, "basic", "5C")
    refused(game, (P1, a.TakeHit(), "CAP-448"), (P2, reply("web_ball", "JD"), "CAP-445"))


@pytest.mark.rule("CAP-956", "CAP-405", "CAP-917", "CAP-R103")
def test_who_answers_in_a_team(table: MakeTable) -> None:
    game = table("ryu", "morrigan", "gambit", "kestrel_volt", mode="team").player(P1, hand="4C")
    game.player(P2, hand="JK1 2C").player(P4, hand="JK1 2C KC").start()
    game.attack(P1, "basic", "4C")
    refused(
        game,
        (P2, a.TakeHit(), "CAP-956"),
        (P2, counter("basic", "2C"), "CAP-956"),
        (P2, a.VariableCounter("JK1"), "CAP-917"),
        (P4, a.Dodge(), "CAP-405"),
        (P3, a.TakeHit(), "CAP-405"),
    )
    assert said(game, P2, a.TakeHit()) == "the match waits for another decision now: variable counter"
    game.decline(P4)
    refused(game, (P4, a.VariableCounter("JK1"), "CAP-956"), (P4, counter("skyfall_kick", "KC"), "CAP-405"))


@pytest.mark.rule("CAP-405", "CAP-471", "CAP-474", "CAP-R94", "CAP-R103")
def test_an_answer_while_somebody_else_decides(table: MakeTable) -> None:
    """P2 was about to answer; P1 lets P2 prevent other damage first."""
    one = custom.fighter(table, ROUND)
    game = table(one, "captain_halberd").player(P1, hand="4C 9C 9D").player(P2, hand="2D 10C 10D").start()
    game.attack(P1, "throw", "9C 9D")
    game.ability(P1)
    assert game.waits(P2) == "damage_response"
    refused(game, (P2, a.Dodge(), "CAP-509"), (P2, a.TechHit("10C", "10D"), "CAP-509"), (P1, a.Dodge(), "CAP-405"))
    game.decline(P2)
    game.dodge(P2)


# Combos


@pytest.mark.rule("CAP-412", "CAP-413", "CAP-414", "CAP-418", "CAP-R103")
@pytest.mark.parametrize(
    ("move", "paid", "used", "why"),
    [
        ("shadow_blade", "QC", 0, "CAP-412"),
        ("vector_drain", "KC", 0, "CAP-413"),
        ("basic", "4C", 4, "CAP-414"),
        ("basic", "4C", 0, "CAP-418"),
    ],
)
def test_why_a_combo_is_over(table: MakeTable, move: str, paid: str, used: int, why: str) -> None:
    game = table("morrigan", "gambit").character(P1, cp_used=used).player(P1, hand="QC KC 4C 5C").start()
    game.hit(P1, move, paid)
    if why == "CAP-418":
        game.end_combo(P1)
    assert game.waits(P1) == "cleanup"
    refused(game, (P1, follow("basic", "5C"), why), (P1, a.EndCombo(), why), (P2, follow("basic", "5C"), "CAP-410"))


@pytest.mark.rule("CAP-446", "CAP-447", "CAP-412", "CAP-445", "CAP-R103")
@pytest.mark.parametrize(("move", "paid"), [("soul_fist", "JC"), ("soul_eraser", "AC")])
def test_after_a_reply_there_is_no_follow_up(table: MakeTable, move: str, paid: str) -> None:
    game = table("ryu", "morrigan").player(P1, hand="4C 5C").player(P2, hand=f"{paid} 2C", draw="2D").start()
    game.attack(P1, "basic", "4C")
    game.dodge(P2)
    game.reply(P2, move, paid)
    refused(
        game,
        (P2, follow("basic", "2C"), "CAP-446"),
        (P2, reply(move, paid), "CAP-445"),
        (P1, follow("basic", "5C"), "CAP-442"),
    )


@pytest.mark.rule("CAP-410", "CAP-426", "CAP-451", "CAP-460", "CAP-414", "CAP-456", "CAP-472", "CAP-R103")
def test_an_attack_that_came_to_nothing_has_no_follow_up(table: MakeTable) -> None:
    blocked = table("gambit", "ryu").player(P1, hand="4C 5C").player(P2, block="5C").start()
    blocked.attack(P1, "basic", "4C")
    refused(blocked, (P1, follow("basic", "5C"), "CAP-426"))
    answered = table("unit_09", "spider_man").player(P1, hand="JC 2C").player(P2, hand="KC 5C").start()
    answered.attack(P1, "rivet_burst", "JC")
    refused(answered, (P1, follow("basic", "2C"), "CAP-410"))
    answered.counter(P2, "web_swing", "KC")
    refused(answered, (P1, follow("basic", "2C"), "CAP-451"))
    negated = table("ryu", "gambit").player(P1, hand="6H 7C").player(P2, hand="6S 7S").start()
    negated.attack(P1, "basic", "6H")
    negated.counter(P2, "basic", "6S")
    refused(negated, (P1, follow("basic", "7C"), "CAP-460"), (P2, follow("basic", "7S"), "CAP-460"))
    avoided = table("ryu", "gambit").player(P1, hand="QC 2C").player(P2, hand="KC 2S").start()
    avoided.attack(P1, "shoryuken", "QC")
    avoided.avoid(P2, "cajun_escape", "KC")
    refused(avoided, (P1, follow("basic", "2C"), "CAP-456"), (P2, follow("basic", "2S"), "CAP-414"))
    teched = table("ryu", "gambit").player(P1, hand="8C 8D 2C").player(P2, hand="9C 9D").start()
    teched.attack(P1, "throw", "8C 8D")
    teched.tech(P2, "9C 9D")
    refused(teched, (P1, follow("basic", "2C"), "CAP-472"))


@pytest.mark.rule("CAP-916", "CAP-922", "CAP-930", "CAP-R103")
def test_in_tag_modes_more_ends_a_combo(table: MakeTable) -> None:
    game = table(("ryu", "gambit"), ("morrigan", "spider_man"), mode="tag").player(P1, hand=f"{JOKERS} 2C").start()
    game.hit(P1, "tag_super", JOKERS)
    refused(game, (P1, follow("basic", "2C"), "CAP-922"))
    game = table(("gambit", "ryu"), ("morrigan", "ryu"), mode="tag").player(P1, hand="JC 2C")
    game.player(P2, hand="JK1 2D").start()
    game.attack(P1, "kinetic_card", "JC")
    game.do(P2, a.VariableCounter("JK1"))
    refused(game, (P2, follow("basic", "2D"), "CAP-916"), (P1, follow("basic", "2C"), "CAP-451"))
    game = table(("ryu", "gambit"), ("morrigan", "spider_man"), mode="tag").player(P1, hand="4C 5C")
    game.character(P2, "morrigan", hp=3).start()
    game.hit(P1, "basic", "4C")
    refused(game, (P1, follow("basic", "5C"), "CAP-930"))
    game.end_turn(P1)
    refused(game, (P1, follow("basic", "5C"), "CAP-410"))


# Turns


@pytest.mark.rule("CAP-954", "CAP-206", "CAP-420", "CAP-R103")
def test_a_player_who_waits_has_no_combat_phase(table: MakeTable) -> None:
    game = table("ryu", "morrigan", "gambit", "kestrel_volt", mode="team").player(P3, hand="5C").turn(P3)
    game.start("draw")
    tried = (attack("basic", "5C"), a.SetBlock("5C"), a.PassCombat())
    refused(game, *((P3, action, "CAP-954") for action in tried))
    game.draw(P3, 1)
    refused(game, *((P3, action, "CAP-954") for action in tried))
    refused(game, (P1, attack("basic", "5C"), "CAP-206"))


@pytest.mark.rule("CAP-207", "CAP-206", "CAP-420", "CAP-111", "CAP-959", "CAP-R103")
def test_what_is_over_in_a_turn(table: MakeTable) -> None:
    game = table("ryu", "morrigan", "gambit", "kestrel_volt", mode="team").turn(P1, number=1)
    game.player(P1, hand="4C 5C").start("start")
    game.concede(P3)
    refused(game, (P1, a.DrawCards(1), "CAP-111"), (P2, a.DrawCards(1), "CAP-203"), (P3, a.DrawCards(1), "CAP-959"))
    game.attack(P1, "basic", "4C")
    refused(
        game,
        (P1, attack("basic", "5C"), "CAP-207"),
        (P1, a.SetBlock("5C"), "CAP-420"),
        (P1, a.PassCombat(), "CAP-206"),
        (P3, a.PassCombat(), "CAP-959"),
        (P3, a.EndTurn(), "CAP-959"),
    )
    assert said(game, P1, a.PassCombat()) == "you have attacked in your combat phase"


@pytest.mark.rule("CAP-211", "CAP-315", "CAP-509", "CAP-R94", "CAP-R103")
def test_in_the_own_phase_another_decision_is_due(table: MakeTable) -> None:
    one = custom.fighter(table, ROUND, endurance=1)
    game = table(one, "captain_halberd").player(P1, hand="4C 5C", meter="10C 10D 10H 10S").player(P2, hand="2D")
    game.start("draw")
    game.ability(P1)
    refused(game, (P1, a.DrawCards(1), "CAP-509"), (P1, a.EndTurn(), "CAP-210"))
    game.decline(P2)
    game.draw(P1, 1)
    game.pass_combat(P1)
    game.do(P1, a.RecoverAce(("10C", "10D", "10H", "10S"), "draw", "AC"))
    refused(game, (P1, a.EndTurn(), "CAP-315"), (P1, a.PlaceInMeter("9C"), "CAP-315"))
    game.do(P2, a.Cut(0))
    game.end_turn(P1)
    refused(game, (P1, a.EndTurn(), "CAP-211"), (P1, a.Tag("4C", "4D"), "CAP-211"))
    assert said(game, P1, a.EndTurn()) == "the match waits for another decision now: discard to endurance"


@pytest.mark.rule("CAP-502", "CAP-206", "CAP-R103")
def test_a_prompt_that_is_not_answered_so(table: MakeTable) -> None:
    """Ryu's player is asked twice at once, and names the wrong one of both questions."""
    game = table("ryu", "gambit").player(P1, hand="4C 5C").start()
    combat, ability = sorted(game.state.prompts.values(), key=lambda one: one.mode)[:2]
    for prompt, action in ((ability, a.PassCombat()), (combat, a.UseAbility("iron_focus", ("4C",)))):
        found = game.game.asked(game.state, P1, action, prompt.id, None)
        assert found == illegal(UNASKED[type(action)][0], "another of your open prompts is answered so, not this one")


# Abilities


@pytest.mark.rule("CAP-504", "CAP-503", "CAP-505", "CAP-502", "CAP-501", "CAP-R40", "CAP-R103")
def test_why_an_ability_is_not_used(table: MakeTable) -> None:
    game = table(("ryu", "gambit"), ("morrigan", "kestrel_volt"), mode="tag").player(P1, hand="4C 5C").start()
    refused(
        game,
        (P1, a.UseAbility("sleight_of_hand", ("4C",)), "CAP-504"),
        (P1, a.UseAbility("overclock"), "CAP-501"),
        (P2, a.UseAbility("overclock"), "CAP-504"),
        (P2, a.UseAbility("soul_drain"), "CAP-503"),
        (P2, a.UseAbility("iron_focus", ("4C",)), "CAP-501"),
    )
    game.ability(P1, "4C")
    refused(game, (P1, a.UseAbility("iron_focus", ("5C",)), "CAP-505"))
    assert said(game, P1, a.UseAbility("iron_focus", ("5C",))) == "its limit is used up: once per turn"
    game = table("doc_tremor", "gambit").player(P1, hand="2C").player(P2, hand="", pile=0).start()
    refused(
        game,
        (P1, a.UseAbility("unstable_ground"), "CAP-502"),
        (P2, a.UseAbility("sleight_of_hand", ()), "CAP-502"),
    )
    game = table("doc_tremor", "gambit").player(P1, hand="2C").player(P2, hand="").start()
    refused(game, (P2, a.UseAbility("sleight_of_hand", ()), "CAP-505"))


@pytest.mark.rule("CAP-504", "CAP-959")
def test_who_is_out_has_no_ability(table: MakeTable) -> None:
    game = table("ryu", "morrigan", "gambit", "kestrel_volt", mode="team").player(P3, hand="5C").start()
    refused(game, (P3, a.UseAbility("sleight_of_hand", ("5C",)), "CAP-504"))
    game.concede(P3)
    refused(game, (P3, a.UseAbility("sleight_of_hand", ("5C",)), "CAP-504"))
    assert (
        said(game, P3, a.UseAbility("sleight_of_hand", ("5C",))) == "this character is KOed: its ability doesn't work"
    )
