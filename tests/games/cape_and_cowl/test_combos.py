"""Combos and when Type Effects are unleashed (CNC-420 to CNC-432)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import CITY
from tests.games.cape_and_cowl import custom
from tests.games.cape_and_cowl.table import P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("CNC-420", "CNC-433")
def test_a_physical_attack_builds_no_combo(table: MakeTable) -> None:
    game = table().player(P1, characters=["spider_man", "matchstick_mick"]).start()
    for _ in range(3):
        game.attack(P1, "spider_man")
        game.attack(P1, "matchstick_mick")
        game.pass_round()
    assert game.combo(P1, "spider_man") == 0
    assert {change.card for change in game.ever(e.ComboChanged)} == {"matchstick_mick"}
    assert [one.attack_type for one in game.ever(e.TypeEffectUnleashed)] == ["Fire"]


@pytest.mark.rule("CNC-421", "CNC-422", "CNC-426", "CNC-436", "CNC-R22")
def test_one_two_three_and_from_the_start(table: MakeTable) -> None:
    """Three consecutive own turns; the opponent's turns between them are no break."""
    game = table().player(P1, characters=["matchstick_mick"]).start()
    levels, cp = [], []
    for _ in range(4):
        game.attack(P1, "matchstick_mick")
        levels.append(game.combo(P1, "matchstick_mick"))
        cp.append(game.cp(P2))
        game.pass_round()
    assert levels == [1, 2, 0, 1]
    assert cp == [91, 82, 63, 54]
    assert [change.level for change in game.ever(e.ComboChanged)] == [1, 2, 3, 1]


@pytest.mark.rule("CNC-423", "CNC-430")
def test_targets_of_the_three_attacks_and_of_the_effect_may_differ(table: MakeTable) -> None:
    game = table().player(P1, characters=["cold_caller"]).player(P2, characters=["danger", "batman"])
    game.start()
    game.attack(P1, "cold_caller", "danger")
    game.pass_round()
    game.attack(P1, "cold_caller", "batman")
    game.pass_round()
    game.attack(P1, "cold_caller", "danger")
    game.target(P1, game.seen(P2, "batman"))
    assert (game.statuses(P2, "danger"), game.statuses(P2, "batman")) == ([], ["frozen"])


@pytest.mark.rule("CNC-424")
def test_another_attack_starts_a_combo_of_its_own(table: MakeTable) -> None:
    game = table()
    game.character(P1, "lady_solstice", combo=(1, 2))
    game.start()
    game.attack(P1, "lady_solstice", attack=2)
    combo = game.card(P1, "lady_solstice").combo
    assert (combo.attack, combo.level) == (2, 1)
    game.pass_round()
    game.attack(P1, "lady_solstice", attack=1)
    combo = game.card(P1, "lady_solstice").combo
    assert (combo.attack, combo.level) == (1, 1)
    assert game.ever(e.TypeEffectUnleashed) == []


@pytest.mark.rule("CNC-424", "CNC-420")
def test_a_physical_attack_leaves_no_combo(table: MakeTable) -> None:
    game = table()
    fighter = custom.character(game, attacks=["Fire 5 / 1", "Physical 5 / 1"])
    game.character(P1, fighter, combo=(1, 2))
    game.start()
    game.attack(P1, fighter, attack=2)
    assert game.card(P1, fighter).combo is None
    assert [broken.reason for broken in game.happened(e.ComboBroken)] == ["other_attack"]


@pytest.mark.rule("CNC-424", "CNC-421")
def test_two_attacks_of_one_type_are_two_attacks(table: MakeTable) -> None:
    game = table()
    fighter = custom.character(game, attacks=["Fire 5 / 1", "Fire 6 / 1"])
    game.character(P1, fighter, combo=(1, 2))
    game.start()
    game.attack(P1, fighter, attack=2)
    assert (game.combo(P1, fighter), game.cp(P2)) == (1, 94)


@pytest.mark.rule("CNC-425")
def test_a_combo_is_lost_in_the_end_step_without_an_attack(table: MakeTable) -> None:
    """Not used, used an Ability, Frozen; and not in the opponent's end step, where nobody of P1 can attack."""
    game = table()
    for cid in ("matchstick_mick", "padlock_joe"):
        game.character(P1, cid, combo=(1, 2))
    game.character(P1, "cold_caller", combo=(1, 2), statuses=["frozen"])
    game.character(P2, "kettle_black", combo=(1, 1))
    game.start()
    game.use(P1, "padlock_joe", game.seen(P2, "kettle_black"))
    assert game.combo(P1, "padlock_joe") == 2, "it breaks in the end step"
    game.end_turn(P1)
    assert [game.combo(P1, cid) for cid in ("matchstick_mick", "padlock_joe", "cold_caller")] == [0, 0, 0]
    assert game.combo(P2, "kettle_black") == 1, "P2's own end step has not come"
    assert {broken.reason for broken in game.happened(e.ComboBroken)} == {"no_attack"}
    game.end_turn(P2)
    assert game.combo(P2, "kettle_black") == 0, "Frozen by P1 until now"


@pytest.mark.rule("CNC-425", "CNC-427", "CNC-505", "CNC-R23")
def test_a_confused_attack_is_none(table: MakeTable) -> None:
    game = table()
    game.character(P1, "matchstick_mick", combo=(1, 2), statuses=["confused"])
    game.start()
    game.attack(P1, "matchstick_mick")
    assert (game.combo(P1, "matchstick_mick"), game.cp(P2)) == (2, 100)
    game.end_turn(P1)
    assert game.combo(P1, "matchstick_mick") == 0


@pytest.mark.rule("CNC-425")
def test_a_shielded_target_was_attacked_all_the_same(table: MakeTable) -> None:
    game = table()
    game.character(P1, "matchstick_mick", combo=(1, 1))
    game.character(P2, "batman", statuses=["shielded"])
    game.start()
    game.attack(P1, "matchstick_mick", "batman")
    game.end_turn(P1)
    assert game.combo(P1, "matchstick_mick") == 2


@pytest.mark.rule("CNC-426", "CNC-444", "CNC-R22")
@pytest.mark.card("quicksilver")
def test_a_second_attack_in_the_same_turn_counts(table: MakeTable) -> None:
    game = table().player(P1, characters=["quicksilver"]).start()
    game.attack(P1, "quicksilver")
    game.attack(P1, "quicksilver")
    assert game.combo(P1, "quicksilver") == 2
    game.pass_round()
    game.attack(P1, "quicksilver")
    assert [one.attack_type for one in game.happened(e.TypeEffectUnleashed)] == ["Speed"]


@pytest.mark.rule("CNC-428", "CNC-319", "CNC-R23")
@pytest.mark.parametrize("way", ["recall_order", "eviction_notice"])
def test_the_combo_is_lost_when_the_character_leaves(table: MakeTable, way: str) -> None:
    owner = P1 if way == "recall_order" else P2
    game = table().player(P1, hand=[way])
    game.character(owner, "matchstick_mick", combo=(1, 2))
    game.start()
    game.play(P1, way, game.seen(owner, "matchstick_mick"))
    game.end_turn(P1)
    if owner == P1:
        game.end_turn(P2)
    game.play(owner, "matchstick_mick")
    assert game.card(owner, "matchstick_mick").combo is None
    game.attack(owner, "matchstick_mick")
    assert game.combo(owner, "matchstick_mick") == 1


@pytest.mark.rule("CNC-421")
@pytest.mark.card("training_montage")
@pytest.mark.card("tuning_fork")
def test_a_card_may_raise_a_combo_from_1_to_2(table: MakeTable) -> None:
    """To level 2 and no further; without a Combo of level 1 there is no legal target."""
    game = table().player(P1, hand=["training_montage"], characters=["tuning_fork"])
    mick = game.character(P1, "matchstick_mick", combo=(1, 1))
    game.character(P1, "cold_caller", combo=(1, 2))
    game.character(P1, "paper_crane")
    game.start()
    held = game.held(P1, "training_montage")
    assert game.legal(P1, "play_event") == [{"type": "play_event", "card": held, "targets": [mick]}]
    game.use(P1, "tuning_fork", mick)
    assert game.combo(P1, "matchstick_mick") == 2
    assert game.refused(P1, game.playing(P1, "training_montage", mick)).rule == "CNC-314"
    assert game.cp(P2) == 100
    game.attack(P1, "matchstick_mick")
    assert game.cp(P2) == 81


@pytest.mark.rule("CNC-421", "CNC-422")
def test_a_raise_for_all_reaches_level_1_alone(table: MakeTable) -> None:
    game = table()
    drill = custom.event(game, "combo(all(my_char), 1)")
    game.player(P1, hand=[drill], characters=["paper_crane"])
    game.character(P1, "matchstick_mick", combo=(1, 1))
    game.character(P1, "cold_caller", combo=(1, 2))
    game.start()
    game.play(P1, drill)
    assert [game.combo(P1, cid) for cid in ("paper_crane", "matchstick_mick", "cold_caller")] == [0, 2, 2]
    assert [change.card for change in game.happened(e.ComboChanged)] == ["matchstick_mick"]


@pytest.mark.rule("CNC-431", "CNC-R24")
def test_a_type_effect_may_be_declined(table: MakeTable) -> None:
    game = table().player(P2, characters=["danger"])
    game.character(P1, "cold_caller", combo=(1, 2))
    game.start()
    game.attack(P1, "cold_caller", "danger")
    assert game.asked() == [(P1, "type_effect_target")]
    assert game.legal(P1) == [
        {"type": "choose_target", "target": game.seen(P2, "danger")},
        {"type": "choose_target"},
    ]
    assert game.refused(P1, game.attacking(P1, "cold_caller", "danger")).rule == "CNC-220"
    game.target(P1, None)
    assert (game.statuses(P2, "danger"), game.combo(P1, "cold_caller")) == ([], 0)


@pytest.mark.rule("CNC-431", "CNC-221", "CNC-R24")
def test_a_type_effect_left_unanswered_is_declined(table: MakeTable) -> None:
    game = table().player(P2, characters=["danger"])
    game.character(P1, "cold_caller", combo=(1, 2))
    game.start()
    game.attack(P1, "cold_caller", "danger")
    game.time_out(P1)
    assert (game.statuses(P2, "danger"), game.is_idle()) == ([], True)


@pytest.mark.rule("CNC-431")
@pytest.mark.parametrize("cid", ["cold_caller", "puppet_mother", "paper_crane", "kettle_black", "salt_prophet"])
def test_without_a_legal_choice_there_is_no_prompt(table: MakeTable, cid: str) -> None:
    """The attack itself has destroyed the only Character; there are no City cards."""
    game = table().player(P2, characters=["cityzen_bob"])
    game.character(P1, cid, combo=(1, 2))
    game.start()
    game.attack(P1, cid, "cityzen_bob")
    assert game.is_idle()
    assert (game.combo(P1, cid), len(game.happened(e.TypeEffectUnleashed))) == (0, 1)


@pytest.mark.rule("CNC-432", "CNC-R24")
def test_the_effect_happens_though_the_attacker_is_gone(table: MakeTable) -> None:
    """Barbs destroy the attacker in step 6."""
    game = table().player(P2, characters=["hangnail"])
    game.character(P1, "matchstick_mick", combo=(1, 2), hp=3)
    game.start()
    game.attack(P1, "matchstick_mick", "hangnail")
    assert (game.characters(P1), game.discard(P1), game.cp(P2)) == ([], ["matchstick_mick"], 90)


@pytest.mark.rule("CNC-432", "CNC-431", "CNC-R24")
def test_the_player_still_chooses_for_an_attacker_that_is_gone(table: MakeTable) -> None:
    """It was returned to the hand in step 5, by a text of the destroyed Character."""
    game = table()
    trap = custom.character(game, "when_destroyed: return_hand(pick(opp_char))", hp=5)
    game.player(P2, characters=[trap, "batman"])
    me = game.character(P1, "cold_caller", combo=(1, 2))
    game.start()
    game.attack(P1, "cold_caller", trap)
    game.target(P2, me)
    assert (game.hand(P1), game.asked()) == (["cold_caller"], [(P1, "type_effect_target")])
    game.target(P1, game.seen(P2, "batman"))
    assert game.statuses(P2, "batman") == ["frozen"]


@pytest.mark.rule("CNC-432")
def test_an_attacker_that_is_gone_at_a_lower_level_unleashes_nothing(table: MakeTable) -> None:
    game = table().player(P2, characters=["hangnail"])
    game.character(P1, "matchstick_mick", combo=(1, 1), hp=3)
    game.start()
    game.attack(P1, "matchstick_mick", "hangnail")
    assert (game.characters(P1), game.cp(P2), game.happened(e.ComboChanged)) == ([], 100, [])


@pytest.mark.rule("CNC-432", "CNC-444", "CNC-R24")
def test_hyperspeed_of_an_attacker_that_is_gone_gives_back_the_ap(table: MakeTable) -> None:
    game = table().player(P1, ap=3).player(P2, characters=["hangnail"])
    game.character(P1, "flash", combo=(1, 2), hp=3)
    game.start()
    game.attack(P1, "flash", "hangnail")
    assert (game.characters(P1), game.ap(P1), game.happened(e.ExtraActGained)) == ([], 3, [])


@pytest.mark.rule("CNC-422", "CNC-507")
def test_a_silenced_character_unleashes(table: MakeTable) -> None:
    game = table()
    game.character(P1, "matchstick_mick", combo=(1, 2), statuses=["silenced"])
    game.start()
    game.attack(P1, "matchstick_mick", CITY)
    assert game.cp(P2) == 81


@pytest.mark.rule("CNC-408", "CNC-701", "CNC-432")
def test_a_match_that_the_damage_decides_has_no_type_effect(table: MakeTable) -> None:
    game = table().player(P2, cp=9)
    game.character(P1, "matchstick_mick", combo=(1, 2))
    game.start()
    game.attack(P1, "matchstick_mick")
    assert game.state.result is not None
    assert game.happened(e.TypeEffectUnleashed) == []
