"""Special abilities, attributes and effects (CAP-5xx); any-time abilities above prompts have a file of their own."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.kernel.cardfile import CardFault
from tests.games.capcom_crossovers.custom import fighter, move, part
from tests.games.capcom_crossovers.situations import GUARD, any_time, questions
from tests.games.capcom_crossovers.table import P1, P2, MakeTable, Table

TAG = {"mode": "tag"}
LASTING = "until_end_of_turn"


def kinds(game: Table, *wanted: type[Any]) -> list[type[Any]]:
    """The events of these types since the last action, in order."""
    return [type(fact.event) for fact in game.facts if isinstance(fact.event, wanted)]


# When an ability works


@pytest.mark.rule("CAP-501", "CAP-505")
def test_a_character_has_its_own_ability_only(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="2C").start()
    assert {str(one["ability"]) for one in game.legal(P1, "use_ability")} == {"iron_focus"}
    assert game.refused(P1, a.UseAbility("sleight_of_hand", ("2C",))).rule == "CAP-501"


@pytest.mark.rule("CAP-503")
def test_an_ability_with_a_time_works_only_then(table: MakeTable) -> None:
    game = table("captain_halberd", "spider_man").player(P1, hand="2C").player(P2, hand="2C").start()
    assert game.legal(P1, "use_ability") == game.legal(P2, "use_ability") == []
    assert game.refused(P1, a.Absorb("2C")).rule == "CAP-509"
    assert game.refused(P2, a.Use()).rule == "CAP-503"


@pytest.mark.rule("CAP-504", "CAP-506", "CAP-R40")
def test_passive_abilities_work_for_active_characters_alone(table: MakeTable) -> None:
    game = table(("ryu", "doc_tremor"), ("gambit", "brakk_ironjaw"), **TAG).player(P1, hand="4H").start()
    assert game.stat(P2, "agility") == 4
    game.hit(P1, "basic", "4H")
    assert game.lost(P2, "gambit") == 4
    game = table(("doc_tremor", "ryu"), ("brakk_ironjaw", "gambit"), **TAG).player(P1, hand="4H").start()
    assert game.stat(P2, "agility") == 1
    game.hit(P1, "basic", "4H")
    assert game.lost(P2, "brakk_ironjaw") == 3


@pytest.mark.rule("CAP-504", "CAP-507", "CAP-202")
@pytest.mark.parametrize(("characters", "gained"), [(("unit_09", "ryu"), 1), (("ryu", "unit_09"), 0)])
def test_triggered_abilities_work_for_active_characters_alone(
    table: MakeTable, characters: tuple[str, str], gained: int
) -> None:
    """It happens by itself; at the start of the own turn, not of the other's."""
    game = table(characters, ("gambit", "morrigan"), **TAG).character(P1, "unit_09", hp=100).start("start")
    assert game.hp(P1, "unit_09") == 100 + gained
    game.pass_turn(P1)
    assert game.hp(P1, "unit_09") == 100 + gained
    game.pass_turn(P2)
    assert game.hp(P1, "unit_09") == 100 + 2 * gained


@pytest.mark.rule("CAP-506", "CAP-R41", "CAP-908")
def test_while_active_ends_at_once_and_a_duration_counts(table: MakeTable) -> None:
    passive = part("passive", "modify_stat(opposing_active, agility, -1)")
    one = fighter(table, passive, any_time(f"modify_stat(opposing_active, strength, -2, {LASTING})"))
    game = table((one, "ryu"), ("gambit", "morrigan"), **TAG).player(P1, hand="2C 3C 3D").start("cleanup")
    game.ability(P1, "2C")
    assert (game.stat(P2, "agility"), game.stat(P2, "strength")) == (3, 5)
    game.do(P1, a.Tag("3C", "3D"))
    assert (game.active(P1), game.stat(P2, "agility"), game.stat(P2, "strength")) == ("ryu", 4, 5)
    game.end_turn(P1)
    assert (game.stat(P2, "strength"), game.board.modifiers) == (7, [])
    assert [event.duration for event in game.happened(e.ModifiersExpired)] == [LASTING]


# Costs and limits


@pytest.mark.rule("CAP-505", "CAP-609", "CAP-R82")
def test_costs_are_paid_first_and_fully(table: MakeTable) -> None:
    game = table(("ryu", "gambit"), ("unit_09", "morrigan"), **TAG).player(P1, hand="2C KC JK1").start()
    assert [one["cards"] for one in game.legal(P1, "use_ability")] == [["2C"], ["JK1"], ["KC"]]
    for cards in ((), ("2C", "KC"), ("2C", "2C"), ("3C",)):
        assert game.refused(P1, a.UseAbility("iron_focus", cards)).rule == "CAP-505"
    game.ability(P1, "JK1")
    assert kinds(game, e.CardsDiscarded, e.AbilityUsed, e.ModifierAdded) == [
        e.CardsDiscarded,
        e.AbilityUsed,
        e.ModifierAdded,
    ]
    assert game.discard(P1) == ["JK1"]


@pytest.mark.rule("CAP-505", "CAP-R82")
def test_without_cards_a_cost_cannot_be_paid(table: MakeTable) -> None:
    game = table("ryu", "gambit").start()
    assert game.legal(P1, "use_ability") == []
    assert game.refused(P1, a.UseAbility("iron_focus")).rule == "CAP-505"


@pytest.mark.rule("CAP-505", "CAP-R39", "CAP-202")
def test_a_limit_of_a_turn_is_one_of_any_player(table: MakeTable) -> None:
    game = table("ryu", "gambit").player(P1, hand="2C 3C 4C").start()
    game.ability(P1, "2C")
    assert game.refused(P1, a.UseAbility("iron_focus", ("3C",))).rule == "CAP-505"
    game.pass_turn(P1)
    assert game.board.turn_player == P2
    game.ability(P1, "3C")
    assert game.refused(P1, a.UseAbility("iron_focus", ("4C",))).rule == "CAP-505"


@pytest.mark.rule("CAP-505")
def test_a_limit_of_a_match(table: MakeTable) -> None:
    game = table("kestrel_volt", "gambit").start()
    game.ability(P1)
    assert game.stat(P1, "combo") == 8
    game.pass_turn(P1)
    assert game.stat(P1, "combo") == 6
    game.pass_turn(P2)
    assert game.refused(P1, a.UseAbility("overclock")).rule == "CAP-505"


@pytest.mark.rule("CAP-502")
def test_a_condition_of_an_ability(table: MakeTable) -> None:
    """Sleight of Hand asks for a card in the draw pile."""
    game = table("gambit", "ryu").player(P1, hand="2C 3C", pile=0).start()
    assert game.refused(P1, a.UseAbility("sleight_of_hand", ("2C",))).rule == "CAP-502"


@pytest.mark.rule("CAP-510", "CAP-R39", "CAP-421")
def test_abilities_may_be_used_while_blocking(table: MakeTable) -> None:
    game = table("gambit", "ryu").player(P1, hand="4H").player(P2, hand="2C", block="6S").start()
    game.ability(P2, "2C")
    assert (game.blocking(P2), len(game.board.modifiers)) == ("6S", 1)
    game.attack(P1, "basic", "4H")
    assert (game.lost(P2), len(game.happened(e.AttackBlocked))) == (0, 1)


# Triggers


@pytest.mark.rule("CAP-507", "CAP-512", "CAP-R42")
def test_a_trigger_happens_by_itself(table: MakeTable) -> None:
    """Vanish: the card is there before the ranged reply, which it may pay for."""
    game = table("ryu", "sable_kite").player(P1, hand="4H").player(P2, draw="2C JD").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    assert kinds(game, e.DodgeAttempted, e.CardsDrawn, e.AttackDodged) == [
        e.DodgeAttempted,
        e.CardsDrawn,
        e.AttackDodged,
    ]
    assert (game.waits(P2), game.moves(P2, "reply")) == ("ranged_reply", ["kite_needle"])


@pytest.mark.rule("CAP-507", "CAP-512")
def test_a_trigger_that_says_may_can_be_declined(table: MakeTable) -> None:
    game = table("ryu", "spider_man").player(P1, hand="4H").player(P2, draw="KC AS").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    game.decline(P2)
    assert (game.lost(P2), game.pile(P2)[0], game.who(P2).used_turn) == (4, "AS", ())


@pytest.mark.rule("CAP-512", "CAP-440", "CAP-505")
def test_an_extra_flip_may_fail_too(table: MakeTable) -> None:
    game = table("ryu", "spider_man").player(P1, hand="4H").player(P2, draw="KC 7C AS").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    game.do(P2, a.Use())
    assert [(event.card, event.success) for event in game.happened(e.ExtraFlipUsed)] == [("7C", False)]
    assert (game.lost(P2), game.discard(P2), questions(game)) == (4, ["KC", "7C"], [(P1, "combo")])


@pytest.mark.rule("CAP-512")
@pytest.mark.parametrize("parts", [("extra_flip(1)", "extra_flip(1)"), ("extra_flip(1), extra_flip(1)",)])
def test_a_dodge_that_has_succeeded_needs_no_further_flip(table: MakeTable, parts: tuple[str, ...]) -> None:
    one = fighter(table, *(part("dodge_failed", do) for do in parts))
    game = table("ryu", one).player(P1, hand="4H").player(P2, draw="KH 2H QH").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    assert (game.outcomes(), game.pile(P2)[0], game.discard(P2)) == (["dodged"], "QH", ["KH", "2H"])


@pytest.mark.rule("CAP-512", "CAP-443")
def test_an_extra_flip_needs_a_card(table: MakeTable) -> None:
    game = table("ryu", "spider_man").player(P1, hand="4H").player(P2, draw="KC", pile=1).start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    assert (game.lost(P2), questions(game)) == (4, [(P1, "combo")])


@pytest.mark.rule("CAP-482", "CAP-507", "CAP-R42", "CAP-701")
def test_the_order_of_what_damage_sets_off(table: MakeTable) -> None:
    hit = move("J", "A", 5, 3, attrs="R", hit="draw(self, 1)")
    one = fighter(table, part("damage_dealt", "heal(self, 2)"), moves_=(hit,))
    game = table((one, "ryu"), ("gambit", "morrigan"), **TAG).character(P1, one, hp=10)
    game.character(P2, "gambit", hp=5).player(P1, hand="JS").start()
    game.hit(P1, f"{one}m1", "JS")
    order = [e.AttackHit, e.DamageDealt, e.CardsDrawn, e.HpRecovered, e.CharacterKoed]
    assert kinds(game, *order) == order


@pytest.mark.rule("CAP-R44", "CAP-434", "CAP-482", "CAP-507")
@pytest.mark.parametrize(("block", "through", "gained"), [("2S", 5, 2), ("6S", 0, 0)])
def test_a_blocked_attack_is_no_hit_but_may_deal_damage(
    table: MakeTable, block: str, through: int, gained: int
) -> None:
    """Ryu's defense total with a 2 is 4, with a 6 it is 8."""
    hit = move("J", "A", 9 if through else 8, 3, attrs="R", hit="draw(self, 1)")
    one = fighter(table, part("damage_dealt", "heal(self, 2)"), moves_=(hit,))
    game = table(one, "ryu").character(P1, hp=10).player(P1, hand="JS").player(P2, block=block).start()
    game.attack(P1, f"{one}m1", "JS")
    assert (game.lost(P2), game.hp(P1), game.hand(P1)) == (through, 10 + gained, [])


@pytest.mark.rule("CAP-507", "CAP-520", "CAP-R44")
@pytest.mark.parametrize(("cards", "move_", "gained"), [("JS", "soul_fist", 2), ("QS", "shadow_blade", 0)])
def test_soul_drain_waits_for_ranged_attacks(table: MakeTable, cards: str, move_: str, gained: int) -> None:
    game = table("morrigan", "ryu").character(P1, hp=50).player(P1, hand=cards).start()
    game.hit(P1, move_, cards)
    assert game.hp(P1) == 50 + gained


# Stats and priorities


@pytest.mark.rule("CAP-508", "CAP-R77")
def test_modifiers_add_up_and_no_stat_is_below_0(table: MakeTable) -> None:
    weaker = ", ".join(f"modify_stat(opposing_active, {stat}, -3, {LASTING})" for stat in ("agility", "speed", "combo"))
    one = fighter(table, any_time(weaker))
    game = table(one, "gambit").player(P1, hand="2C 3C").start()
    game.ability(P1, "2C")
    assert [game.stat(P2, stat) for stat in ("agility", "speed", "combo")] == [1, 1, 2]
    game.ability(P1, "3C")
    assert [game.stat(P2, stat) for stat in ("agility", "speed", "combo")] == [0, 1, 0]
    game.pass_turn(P1)
    assert [game.stat(P2, stat) for stat in ("agility", "speed", "combo")] == [4, 3, 5]


@pytest.mark.rule("CAP-508", "CAP-R77")
def test_priorities_add_up_from_0(table: MakeTable) -> None:
    """A priority of 2 with a modifier of -3 is 0, so an answer of 1 counters it."""
    slow = fighter(table, part("passive", "modify_priority(any_damage, -3)"), moves_=(move("J", "A", 5, 2, attrs="R"),))
    quick = fighter(table, moves_=(move("J", "A", 5, 1), move("Q", "A", 5, 0)))
    game = table(slow, quick).player(P1, hand="JS").player(P2, hand="JH QH").start()
    game.attack(P1, f"{slow}m1", "JS")
    assert [event.priority for event in game.happened(e.AttackDeclared)] == [0]
    assert game.moves(P2, "counter") == [f"{quick}m1"]


@pytest.mark.rule("CAP-508", "CAP-R77", "CAP-450")
def test_riposte_counts_for_answers_alone(table: MakeTable) -> None:
    game = table("ryu", "ise_kagami").player(P1, hand="KS").player(P2, hand="QS").start()
    game.attack(P1, "tatsumaki", "KS")
    game.counter(P2, "moon_cutter", "QS")
    assert [(event.priority, event.by_priority) for event in game.happened(e.AttackNegated)] == [(3, 3)]
    game = table("ise_kagami", "ryu").player(P1, hand="QS").player(P2, hand="JS").start()
    game.attack(P1, "moon_cutter", "QS")
    assert [event.priority for event in game.happened(e.AttackDeclared)] == [2]


@pytest.mark.rule("CAP-R81")
def test_modifiers_concern_the_own_character(table: MakeTable) -> None:
    both = part("passive", "modify_damage(any_damage, 3), reduce_damage_taken(any_damage, 1)")
    one = fighter(table, both)
    game = table(one, "gambit").player(P1, hand="4H").player(P2, hand="5H").start()
    game.hit(P1, "basic", "4H")
    assert game.lost(P2) == 7
    game.end_combo(P1)
    game.end_turn(P1)
    game.draw(P2, 1)
    game.attack(P2, "basic", "5H")
    game.take_hit(P1)
    assert game.lost(P1) == 4


@pytest.mark.rule("CAP-R81", "CAP-508")
@pytest.mark.parametrize(("hp", "damage"), [(24, 7), (25, 5)])
def test_a_condition_is_looked_at_when_it_matters(table: MakeTable, hp: int, damage: int) -> None:
    """Kindle: at 24 HP or less."""
    game = table("ember_rook", "gambit").character(P1, hp=hp).player(P1, hand="JS").start()
    game.hit(P1, "cinder_bolt", "JS")
    assert game.lost(P2) == damage


# Damage


@pytest.mark.rule("CAP-480", "CAP-R43", "CAP-509")
def test_the_order_of_changes_of_damage(table: MakeTable) -> None:
    """13 + 2 = 15; a block takes 8; 7 are halved to 3; 1 less; the last 2 are absorbed."""
    one = fighter(table, part("passive", "modify_damage(any_damage, 2)"), moves_=(move("J", "A", 13, 3),))
    passive = part("passive", "prevent_damage(half, any_damage), reduce_damage_taken(any_damage, 1)")
    other = fighter(table, passive, GUARD)
    game = table(one, other).player(P1, hand="JS").player(P2, hand="2C 3C", block="6S").start()
    game.attack(P1, f"{one}m1", "JS")
    game.do(P2, a.Absorb("2C"))
    (dealt,) = game.happened(e.DamageDealt)
    steps = (dealt.base, dealt.added, dealt.blocked, dealt.halved, dealt.reduced, dealt.absorbed, dealt.n)
    assert steps == (13, 2, 8, 4, 1, 2, 0)


@pytest.mark.rule("CAP-480", "CAP-R43", "CAP-483")
def test_damage_of_an_effect_has_no_modifiers_of_the_attacker(table: MakeTable) -> None:
    one = fighter(table, part("passive", "modify_damage(any_damage, 2)"), any_time("deal_damage(opposing_active, 7)"))
    passive = part("passive", "prevent_damage(half, any_damage), reduce_damage_taken(any_damage, 1)")
    game = table(one, fighter(table, passive)).player(P1, hand="JS").start()
    game.ability(P1, "JS")
    (dealt,) = game.happened(e.DamageDealt)
    assert (dealt.base, dealt.added, dealt.halved, dealt.reduced, dealt.n, dealt.attack) == (7, 0, 4, 1, 2, None)


@pytest.mark.rule("CAP-483")
def test_healing_stops_at_the_start(table: MakeTable) -> None:
    game = table("morrigan", "ryu").character(P1, hp=81).player(P1, hand="JS").start()
    game.hit(P1, "soul_fist", "JS")
    assert (game.hp(P1), [event.n for event in game.happened(e.HpRecovered)]) == (82, [1])


@pytest.mark.rule("CAP-509", "CAP-R45")
@pytest.mark.parametrize(("hand", "asked"), [("KC", True), ("2C", True), ("", False)])
def test_the_absorber_is_asked_whatever_is_in_the_hand(table: MakeTable, hand: str, *, asked: bool) -> None:
    """A face card can't pay; that nobody may tell from not being asked."""
    game = table("ryu", "captain_halberd").player(P1, hand="4H").player(P2, hand=hand).start()
    game.hit(P1, "basic", "4H")
    assert questions(game) == ([(P2, "damage_response")] if asked else [(P1, "combo")])
    if hand == "KC":
        assert game.refused(P2, a.Absorb("KC")).rule == "CAP-509"
        assert game.legal(P2) == [{"type": "decline"}]
        game.decline(P2)
    assert game.lost(P2) == (4 if hand != "2C" else 0)


@pytest.mark.rule("CAP-509", "CAP-R45")
def test_no_damage_is_not_asked_about(table: MakeTable) -> None:
    game = table("ryu", "captain_halberd").player(P1, hand="JS").player(P2, hand="2C", block="5S").start()
    game.attack(P1, "hadouken", "JS")
    assert (game.lost(P2), questions(game)) == (0, [(P1, "cleanup")])


@pytest.mark.rule("CAP-509", "CAP-480", "CAP-482")
@pytest.mark.parametrize(("card", "lost"), [("2C", 2), ("9C", 0)])
def test_absorbing_the_rest_behind_a_block(table: MakeTable, card: str, lost: int) -> None:
    """10 against 6 of Captain Halberd's block: 4 are left."""
    game = table("ryu", "captain_halberd").player(P1, hand="QS").player(P2, hand=card, block="2S").start()
    game.attack(P1, "shoryuken", "QS")
    game.do(P2, a.Absorb(card))
    assert (game.lost(P2), questions(game)) == (lost, [(P1, "cleanup")])


@pytest.mark.rule("CAP-509", "CAP-R38", "CAP-505")
def test_absorbing_damage_of_an_effect(table: MakeTable) -> None:
    """Cajun Escape with a King; and once in a turn only."""
    game = table("captain_halberd", "gambit").player(P1, hand="QS 5C").player(P2, hand="KH KS").start()
    game.attack(P1, "bastion_bash", "QS")
    game.avoid(P2, "cajun_escape", "KH", "KS")
    assert questions(game) == [(P1, "damage_response")]
    game.do(P1, a.Absorb("5C"))
    assert (game.lost(P1), game.who(P1).used_turn, questions(game)) == (3, (1,), [(P1, "cleanup")])


# As much as it can


@pytest.mark.rule("CAP-511", "CAP-R76")
def test_an_effect_does_as_much_as_it_can(table: MakeTable) -> None:
    game = table("doc_tremor", "ryu").player(P1, hand="AC AD JS", pile=0).player(P2, hand="2C").start()
    game.hit(P1, "magnitude_nine", "AC AD")
    assert (game.hand(P2), [event.card for event in game.happened(e.CardDiscardedAtRandom)]) == ([], ["2C"])
    game = table("doc_tremor", "ryu").player(P1, hand="QS", pile=0).start()
    game.hit(P1, "fault_line", "QS")
    assert (game.hand(P1), game.happened(e.CardsDrawn), questions(game)) == ([], [], [(P1, "combo")])


@pytest.mark.rule("CAP-R83", "CAP-308")
def test_each_additional_card_of_an_avoid_move_is_a_damage(table: MakeTable) -> None:
    """Still Water with two Kings: 6 and 6, of which Brakk's ability takes nothing; of attacks it adds up."""
    game = table("ryu", "ise_kagami").player(P1, hand="4H").player(P2, hand="KC KD KH").start()
    game.attack(P1, "basic", "4H")
    game.avoid(P2, "still_water", "KC", "KD KH")
    assert ([event.n for event in game.happened(e.DamageDealt)], game.lost(P1)) == ([6, 6], 12)
    game = table("ember_rook", "ryu").player(P1, hand="JC JD JH").start()
    game.hit(P1, "cinder_bolt", "JC", "JD JH")
    assert [(event.base, event.n) for event in game.happened(e.DamageDealt)] == [(11, 11)]


@pytest.mark.rule("CAP-R85", "CAP-308")
def test_base_cards_are_named_apart(table: MakeTable) -> None:
    game = table("ember_rook", "ryu").player(P1, hand="JC JD JH").start()
    assert game.refused(P1, a.DeclareAttack("cinder_bolt", ("JC", "JD"))).rule == "CAP-305"
    game.attack(P1, "cinder_bolt", "JD", "JC")
    assert [(event.cards, event.extra_cards) for event in game.happened(e.AttackDeclared)] == [(("JD",), ("JC",))]


@pytest.mark.rule("CAP-R86", "CAP-506")
def test_this_attack_lasts_until_the_next_one(table: MakeTable) -> None:
    one = fighter(table, any_time("modify_damage(any_damage, 3, this_attack)"))
    game = table(one, "gambit").player(P1, hand="4H 5H 6H 2C 3C 2D").start()
    game.ability(P1, "2D")
    game.attack(P1, "basic", "4H")
    game.ability(P1, "2C")
    game.take_hit(P2)
    assert game.lost(P2) == 7
    game.follow(P1, "basic", "5H")
    assert game.lost(P2) == 12
    game.ability(P1, "3C")
    game.end_combo(P1)
    assert game.board.modifiers == []


@pytest.mark.rule("CAP-R86", "CAP-208", "CAP-506")
@pytest.mark.parametrize("action", [a.PassCombat(), a.SetBlock("4H")])
def test_this_attack_ends_with_a_combat_phase_without_one(table: MakeTable, action: Any) -> None:
    one = fighter(table, any_time("modify_stat(self, endurance, -5, this_attack)"))
    game = table(one, "gambit").player(P1, hand="4H 2D").start()
    game.ability(P1, "2D")
    assert game.stat(P1, "endurance") == 4
    game.do(P1, action)
    assert (game.stat(P1, "endurance"), questions(game)) == (9, [(P1, "cleanup")])


@pytest.mark.rule("CAP-482")
def test_the_attacker_is_who_attacked_first(table: MakeTable) -> None:
    """Whose move it is that hits makes no difference: the attacker's own, or one that counters."""
    one = fighter(table, moves_=(move("J", "C", 5, 5, hit="deal_damage(attacker, 7)"),))
    game = table(one, "gambit").player(P1, hand="JH").start()
    game.hit(P1, f"{one}m1", "JH")
    assert (game.lost(P1), game.lost(P2)) == (7, 5)
    game = table("gambit", one).player(P1, hand="4H").player(P2, hand="JH").start()
    game.attack(P1, "basic", "4H")
    game.counter(P2, f"{one}m1", "JH")
    assert (game.lost(P1), game.lost(P2)) == (12, 0)


@pytest.mark.rule("CAP-R87", "CAP-511", "CAP-R51")
def test_who_discards_chooses_one_card_after_another(table: MakeTable) -> None:
    one = fighter(table, moves_=(move("Q", "C", 4, 3, hit="discard(opponent, 3, owner)"),))
    game = table(one, "gambit").player(P1, hand="QS").player(P2, hand="KC 9C 5D AH").start()
    game.hit(P1, f"{one}m1", "QS")
    assert questions(game) == [(P2, "discard")]
    assert game.refused(P2, a.Discard("2C")).rule == "CAP-R87"
    game.do(P2, a.Discard("AH"))
    game.time_out(P2)
    game.time_out(P2)
    assert (game.discard(P2), game.hand(P2), questions(game)) == (["AH", "5D", "9C"], ["KC"], [(P1, "combo")])


# Attributes


@pytest.mark.rule("CAP-520", "CAP-445", "CAP-525")
def test_ranged_moves_can_reply(table: MakeTable) -> None:
    game = table("ryu", "doc_tremor").player(P1, hand="4H").player(P2, hand="JS QS KS 5C", draw="2C").start()
    game.attack(P1, "basic", "4H")
    game.dodge(P2)
    assert game.moves(P2, "reply") == ["fault_line"]


@pytest.mark.rule("CAP-521")
def test_unblockable_changes_nothing_without_a_block(table: MakeTable) -> None:
    game = table("brakk_ironjaw", "ryu").player(P1, hand="JS").player(P2, hand="QS 7C").start()
    game.attack(P1, "bone_lock", "JS")
    assert [one["type"] for one in game.legal(P2) if one["type"] != "use_ability"] == ["take_hit", "dodge", "counter"]


@pytest.mark.rule("CAP-522", "CAP-443")
@pytest.mark.parametrize(("move_", "cards", "rule"), [("maximum_spider", "AC AD", "CAP-443"), ("web_swing", "KC", "")])
def test_homing_cannot_be_dodged(table: MakeTable, move_: str, cards: str, rule: str) -> None:
    game = table("spider_man", "ryu").player(P1, hand=cards).start()
    game.attack(P1, move_, cards)
    assert (game.legal(P2, "dodge") == []) == bool(rule)
    if rule:
        assert game.refused(P2, a.Dodge()).rule == rule


@pytest.mark.rule("CAP-523", "CAP-446", "CAP-447")
def test_stun_matters_for_replies_alone(table: MakeTable) -> None:
    for character, move_, goes_on in (("spider_man", "web_ball", True), ("ryu", "hadouken", False)):
        game = table("gambit", character).player(P1, hand="4H").player(P2, hand="JS 2C", draw="3C").start()
        game.attack(P1, "basic", "4H")
        game.dodge(P2)
        game.reply(P2, move_, "JS")
        assert questions(game) == [(P2, "combo") if goes_on else (P1, "cleanup")]
    game = table("spider_man", "gambit").player(P1, hand="JS 2C").start()
    game.hit(P1, "web_ball", "JS")
    assert questions(game) == [(P1, "combo")]
    game = table("ryu", "gambit").player(P1, hand="JS 2C").start()
    game.hit(P1, "hadouken", "JS")
    assert questions(game) == [(P1, "combo")]


@pytest.mark.rule("CAP-524", "CAP-431", "CAP-R25")
@pytest.mark.parametrize(("block", "kept"), [("6S", True), ("5S", False)])
def test_a_blocked_triggered_move_does_nothing(table: MakeTable, block: str, *, kept: bool) -> None:
    """7 damage are compared with 8 or 7; 7 are enough for the block card, but not for Ryu."""
    game = table("doc_tremor", "ryu").player(P1, hand="JS").player(P2, hand="2C", block=block).start()
    game.attack(P1, "tremor_charge", "JS")
    assert (game.lost(P2), game.hand(P2)) == (0, ["2C", block] if kept else ["2C"])
    assert game.happened(e.CardDiscardedAtRandom) == []


@pytest.mark.rule("CAP-525", "CAP-428", "CAP-520", "CAP-431")
def test_a_move_with_several_attributes(table: MakeTable) -> None:
    """Sunfall: R, which Refraction avoids, and U, which goes through a block."""
    game = table("ember_rook", "luma_prism").player(P1, hand="AC AD AH").player(P2, hand="QS").start()
    game.attack(P1, "sunfall", "AC AD AH")
    assert game.moves(P2, "avoid") == ["refraction"]
    game = table("ember_rook", "luma_prism").player(P1, hand="AC AD AH").player(P2, block="5S").start()
    game.attack(P1, "sunfall", "AC AD AH")
    assert (game.lost(P2), game.discard(P2)) == (42, ["5S"])


# What characters of players' own may have


@pytest.mark.rule("CAP-R91", "CAP-501")
@pytest.mark.parametrize(
    "parts",
    [
        (any_time("heal(self, 1)"), any_time("draw(self, 1)")),
        (GUARD, GUARD),
        (part("would_be_damaged", "prevent_damage(value)", "1, number_card", "turn"),),
        (part("would_be_damaged", "prevent_damage(value)", "1, number_card", may=True),),
        (part("would_be_damaged", "prevent_damage(value)", limit="turn", may=True),),
        (part("would_be_damaged", "prevent_damage(value)", "2, number_card", "turn", may=True),),
    ],
)
def test_parts_that_actions_cannot_name(table: MakeTable, parts: tuple[str, ...]) -> None:
    with pytest.raises(CardFault, match=r"CAP-50[19]"):
        fighter(table, *parts)


@pytest.mark.rule("CAP-R92", "CAP-505")
def test_an_ability_that_could_be_used_for_ever(table: MakeTable) -> None:
    with pytest.raises(CardFault, match="used for ever"):
        fighter(table, part("any_time", "heal(self, 1)"))
    assert fighter(table, part("any_time", "heal(self, 1)", limit="game"))
    assert fighter(table, part("any_time", "heal(self, 1)", "1, any"))


@pytest.mark.rule("CAP-R93")
@pytest.mark.parametrize(
    ("moves", "parts", "words"), [(40, 1, 1), (41, 1, 1), (1, 10, 1), (1, 11, 1), (1, 1, 20), (1, 1, 21), (1, 10, 3)]
)
def test_how_much_a_character_may_hold(table: MakeTable, moves: int, parts: int, words: int) -> None:
    """The throw is one of the moves."""
    entries = tuple(move("J", "A", 1, 1).replace('"test_j"', f'"test_{n}"') for n in range(moves - 1))
    passive = part("passive", ", ".join(["modify_stat(self, bap, 1)"] * words))
    if moves <= 40 and parts <= 10 and parts * words <= 20:
        assert fighter(table, *[passive] * parts, moves_=entries)
    else:
        with pytest.raises(CardFault):
            fighter(table, *[passive] * parts, moves_=entries)
