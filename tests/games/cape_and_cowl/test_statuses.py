"""Abilities at work and not, statuses, healing (CNC-501 to CNC-511)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import Status
from tests.games.cape_and_cowl import custom
from tests.games.cape_and_cowl.table import P1, P2, Table

MakeTable = Callable[..., Table]


# Abilities


@pytest.mark.rule("CNC-501", "CNC-502", "CNC-326")
@pytest.mark.card("iron_man")
@pytest.mark.card("ironwood")
def test_an_active_ability_is_an_act_and_others_cannot_be_used(table: MakeTable) -> None:
    game = table().player(P1, ap=5, characters=["ironwood"])
    game.character(P1, "iron_man", hp=5)
    game.start()
    assert [one["character"] for one in game.legal(P1, "use_ability")] == [game.seen(P1, "iron_man")]
    for ability in (1, 2):
        use = a.UseAbility(game.seen(P1, "ironwood"), ability)
        assert game.refused(P1, use).rule == "CNC-501", "passive and triggered"
    game.use(P1, "iron_man")
    assert (game.hp(P1, "iron_man"), game.ap(P1)) == (15, 4)
    assert game.refused(P1, game.using(P1, "iron_man")).rule == "CNC-326"
    assert game.refused(P1, game.attacking(P1, "iron_man")).rule == "CNC-326"
    assert game.refused(P1, a.WithdrawCharacter(game.seen(P1, "iron_man"))).rule == "CNC-318"


@pytest.mark.rule("CNC-502", "CNC-219")
def test_an_ability_is_used_in_the_own_main_step(table: MakeTable) -> None:
    game = table().player(P2, characters=["iron_man"]).start()
    assert game.refused(P2, game.using(P2, "iron_man")).rule == "CNC-219"
    assert game.refused(P1, game.using(P2, "iron_man")).rule == "CNC-502"


@pytest.mark.rule("CNC-503", "CNC-R28")
@pytest.mark.parametrize("status", ["frozen", "confused"])
def test_passives_go_on_while_frozen_or_confused(table: MakeTable, status: Status) -> None:
    game = table().turn(P2).player(P1, characters=["ladd_russo"]).player(P2, characters=["batman"])
    game.character(P1, "boss_garibaldi", statuses=[status])
    game.character(P1, "spider_man", statuses=[status])
    game.start()
    assert game.strength(P1, "ladd_russo") == 13
    game.attack(P2, "batman", "spider_man")
    assert game.hp(P1, "spider_man") == 8


@pytest.mark.rule("CNC-503", "CNC-R28", "CNC-204")
@pytest.mark.parametrize(("status", "hp"), [("frozen", 12), ("confused", 12), ("silenced", 10)])
def test_a_start_text_while_frozen_confused_silenced(table: MakeTable, status: Status, hp: int) -> None:
    """Regrowth heals 2 at the start of P1's turn, and that healing ends Confusion; only Silence stops it."""
    game = table().turn(P2)
    game.character(P1, "ironwood", statuses=[status], made_by=P2, hp=10)
    game.start()
    game.end_turn(P2)
    assert game.hp(P1, "ironwood") == hp
    assert game.statuses(P1, "ironwood") == ([] if status == "confused" else [status])


@pytest.mark.rule("CNC-503", "CNC-R28")
def test_triggers_of_a_frozen_character(table: MakeTable) -> None:
    game = table().player(P1, characters=["batman"])
    game.character(P2, "hangnail", statuses=["frozen", "confused"])
    game.start()
    game.attack(P1, "batman", "hangnail")
    assert game.hp(P1, "batman") == 12


# Frozen


@pytest.mark.rule("CNC-504", "CNC-R03")
@pytest.mark.card("cold_snap")
@pytest.mark.card("padlock_joe")
def test_frozen_by_the_active_player(table: MakeTable) -> None:
    game = table().player(P1, hand=["cold_snap"]).player(P2, characters=["iron_man"]).start()
    game.play(P1, "cold_snap", game.seen(P2, "iron_man"))
    game.end_turn(P1)
    assert game.refused(P2, game.attacking(P2, "iron_man")).rule == "CNC-504"
    assert game.refused(P2, game.using(P2, "iron_man")).rule == "CNC-504"
    assert game.legal(P2, "attack") + game.legal(P2, "use_ability") == []
    game.end_turn(P2)
    assert game.statuses(P2, "iron_man") == []
    game.end_turn(P1)
    game.attack(P2, "iron_man")
    assert game.cp(P1) == 80


@pytest.mark.rule("CNC-504", "CNC-513", "CNC-R03")
def test_frozen_in_the_own_turn_by_the_opponent(table: MakeTable) -> None:
    """P2 made it by a trigger in P1's turn; it ends at P2's next start step, not at P1's."""
    game = table()
    icy = custom.character(game, "when_damaged: status(attacker, frozen, round)", hp=50, cost=2)
    game.player(P1, characters=["quicksilver"]).player(P2, characters=[icy]).start()
    game.attack(P1, "quicksilver", icy)
    assert game.refused(P1, game.attacking(P1, "quicksilver", icy)).rule == "CNC-504", "though one Act is left"
    game.end_turn(P1)
    assert game.statuses(P1, "quicksilver") == []


@pytest.mark.rule("CNC-504", "CNC-509", "CNC-R30")
def test_a_new_freeze_replaces_the_old_one(table: MakeTable) -> None:
    """P1 freezes what P2 froze: it would end at P2's start step, now it ends at P1's."""
    game = table()
    cocoon = custom.event(game, "status(pick(my_char), frozen, round)")
    game.player(P1, hand=[cocoon])
    me = game.character(P1, "batman", statuses=["frozen"], made_by=P2)
    game.character(P1, "danger", statuses=["frozen", "silenced"], made_by=P2)
    game.start()
    game.play(P1, cocoon, me)
    assert game.card(P1, "batman").statuses == {"frozen": P1}
    game.end_turn(P1)
    assert (game.statuses(P1, "batman"), game.statuses(P1, "danger")) == (["frozen"], [])
    game.end_turn(P2)
    assert game.statuses(P1, "batman") == []


# Confused


@pytest.mark.rule("CNC-505", "CNC-333", "CNC-R56")
def test_a_confused_ability_fails(table: MakeTable) -> None:
    game = table().player(P1, ap=5)
    game.character(P1, "mayor_okafor", statuses=["confused"])
    game.start()
    game.use(P1, "mayor_okafor")
    assert (game.ap(P1), game.cp(P1), game.hp(P1, "mayor_okafor")) == (4, 100, 20)
    assert game.statuses(P1, "mayor_okafor") == []
    assert game.refused(P1, game.using(P1, "mayor_okafor")).rule == "CNC-326"
    assert game.refused(P1, a.WithdrawCharacter(game.seen(P1, "mayor_okafor"))).rule == "CNC-318"
    game.pass_round()
    game.use(P1, "mayor_okafor")
    assert game.cp(P1) == 110


@pytest.mark.rule("CNC-505", "CNC-427", "CNC-R56")
def test_a_confused_attack_fails(table: MakeTable) -> None:
    game = table()
    game.character(P1, "quicksilver", statuses=["confused"])
    game.start()
    game.attack(P1, "quicksilver")
    assert (game.ap(P1), game.cp(P2), game.hp(P1, "quicksilver")) == (9, 100, 10)
    assert [failed.reason for failed in game.happened(e.ActFailed)] == ["confused"]
    game.attack(P1, "quicksilver")
    assert game.cp(P2) == 93, "the next Act only, and Quicksilver has a second one"


@pytest.mark.rule("CNC-505", "CNC-508", "CNC-524")
def test_the_damage_of_confusion_is_effect_damage(table: MakeTable) -> None:
    game = table()
    game.character(P1, "spider_man", statuses=["confused"])
    game.character(P1, "batman", statuses=["confused", "shielded"])
    game.start()
    game.attack(P1, "spider_man")
    game.attack(P1, "batman")
    assert (game.hp(P1, "spider_man"), game.hp(P1, "batman"), game.cp(P2)) == (10, 15, 100)
    assert game.statuses(P1, "batman") == []


@pytest.mark.rule("CNC-505", "CNC-413")
def test_confusion_may_destroy(table: MakeTable) -> None:
    game = table()
    game.character(P1, "moth_oracle", statuses=["confused"], hp=5)
    game.start()
    game.attack(P1, "moth_oracle")
    assert (game.characters(P1), len(game.hand(P1)), game.cp(P2)) == ([], 1, 100)


@pytest.mark.rule("CNC-505")
@pytest.mark.card("danger")
@pytest.mark.card("puppet_mother")
@pytest.mark.card("mass_hysteria")
def test_confusion_waits_for_the_next_act(table: MakeTable) -> None:
    game = table().player(P1, hand=["mass_hysteria"]).player(P2, characters=["spider_man", "cityzen_bob"]).start()
    game.play(P1, "mass_hysteria")
    for _ in range(2):
        game.pass_round()
    assert (game.statuses(P2, "spider_man"), game.statuses(P2, "cityzen_bob")) == (["confused"], ["confused"])


@pytest.mark.rule("CNC-505", "CNC-319")
def test_statuses_end_when_the_character_leaves(table: MakeTable) -> None:
    game = table().player(P1, hand=["recall_order"])
    game.character(P1, "cityzen_bob", statuses=["confused", "poisoned", "shielded", "silenced", "frozen"], hp=1)
    game.start()
    game.play(P1, "recall_order", game.seen(P1, "cityzen_bob"))
    game.pass_round()
    game.play(P1, "cityzen_bob")
    assert (game.statuses(P1, "cityzen_bob"), game.hp(P1, "cityzen_bob")) == ([], 5)


# Poisoned


@pytest.mark.rule("CNC-506", "CNC-R29")
@pytest.mark.card("gas_leak")
def test_poison_takes_1_in_each_start_step_of_its_controller(table: MakeTable) -> None:
    game = table().player(P1, hand=["gas_leak"]).player(P2, characters=["spider_man", "hangnail"]).start()
    game.play(P1, "gas_leak")
    hp = []
    for seat in (P1, P2, P1, P2):
        game.end_turn(seat)
        hp.append((game.hp(P2, "spider_man"), game.hp(P2, "hangnail")))
    assert hp == [(14, 11), (14, 11), (13, 10), (13, 10)]
    assert game.hp(P2, "spider_man") == 13


@pytest.mark.rule("CNC-506", "CNC-204", "CNC-413")
def test_poison_destroys_before_income(table: MakeTable) -> None:
    game = table().turn(P2).player(P1, ap=0, cities=["avengers_mansion"], characters=["spider_man"])
    game.character(P1, "kid_comet", statuses=["poisoned"], hp=1)
    game.start()
    game.end_turn(P2)
    assert (game.characters(P1), game.ap(P1)) == (["spider_man"], 4)


@pytest.mark.rule("CNC-506", "CNC-508")
def test_a_shield_prevents_the_damage_of_poison(table: MakeTable) -> None:
    game = table().turn(P2)
    game.character(P1, "batman", statuses=["poisoned", "shielded"])
    game.start()
    game.end_turn(P2)
    assert (game.hp(P1, "batman"), game.statuses(P1, "batman")) == (15, ["poisoned"])


@pytest.mark.rule("CNC-506", "CNC-524")
def test_the_immune_cannot_be_poisoned(table: MakeTable) -> None:
    game = table().player(P1, hand=["gas_leak"], characters=["puppet_mother"])
    game.player(P2, characters=["hazmat_team", "agent_nullis"]).start()
    game.play(P1, "gas_leak")
    assert (game.statuses(P2, "hazmat_team"), game.statuses(P2, "agent_nullis")) == ([], ["poisoned"])
    game.use(P1, "puppet_mother", game.seen(P2, "hazmat_team"))
    assert game.statuses(P2, "hazmat_team") == ["confused"], "immune to Poison alone"


@pytest.mark.rule("CNC-524", "CNC-507")
def test_a_silenced_character_can_be_poisoned(table: MakeTable) -> None:
    game = table().player(P1, hand=["gas_leak"])
    game.character(P2, "hazmat_team", statuses=["silenced"])
    game.start()
    game.play(P1, "gas_leak")
    assert game.statuses(P2, "hazmat_team") == ["poisoned", "silenced"]


# Silenced


@pytest.mark.rule("CNC-507", "CNC-513", "CNC-R28")
@pytest.mark.card("integration_agent")
def test_silenced_abilities_are_out_of_order_and_attacks_go_on(table: MakeTable) -> None:
    game = table().player(P1, characters=["integration_agent"]).player(P2, characters=["iron_man"]).start()
    game.use(P1, "integration_agent", game.seen(P2, "iron_man"))
    game.end_turn(P1)
    assert game.refused(P2, game.using(P2, "iron_man")).rule == "CNC-507"
    assert game.legal(P2, "use_ability") == []
    game.attack(P2, "iron_man", "integration_agent")
    assert game.characters(P1) == []
    game.end_turn(P2)
    assert game.statuses(P2, "iron_man") == []


@pytest.mark.rule("CNC-507", "CNC-515")
@pytest.mark.card("null_field")
@pytest.mark.card("boss_garibaldi")
@pytest.mark.card("demolition_twins")
def test_silence_stops_passives_at_once_and_they_come_back(table: MakeTable) -> None:
    game = table().player(P1, hand=["null_field"])
    game.player(P2, characters=["boss_garibaldi", "demolition_twins"]).start()
    assert game.strength(P2, "demolition_twins") == 8
    game.play(P1, "null_field")
    assert game.strength(P2, "demolition_twins") == 5
    game.end_turn(P1)
    game.attack(P2, "demolition_twins")
    assert game.refused(P2, game.attacking(P2, "demolition_twins")).rule == "CNC-326", "Two of Them is silenced"
    game.end_turn(P2)
    assert game.strength(P2, "demolition_twins") == 8


# Shielded


@pytest.mark.rule("CNC-508", "CNC-R30")
@pytest.mark.card("emergency_drill")
@pytest.mark.card("paper_crane")
def test_a_shield_prevents_the_next_damage_once(table: MakeTable) -> None:
    game = table().player(P1, hand=["emergency_drill"]).player(P2, characters=["mother_meteor", "batman"])
    game.character(P1, "batman")
    game.start()
    game.play(P1, "emergency_drill", game.seen(P1, "batman"))
    game.end_turn(P1)
    game.attack(P2, "mother_meteor", "batman")
    assert (game.hp(P1, "batman"), game.statuses(P1, "batman")) == (15, [])
    game.attack(P2, "batman", "batman")
    assert game.hp(P1, "batman") == 5
    assert game.ever(e.StatusGained)[0].cause == "emergency_drill"


@pytest.mark.rule("CNC-508", "CNC-411")
def test_damage_of_0_does_not_use_up_the_shield(table: MakeTable) -> None:
    game = table().player(P1, characters=["matchstick_mick", "kid_comet"], hand=["carnivorous_plants"])
    game.character(P2, "agent_nullis", statuses=["shielded"])
    game.character(P2, "compass_rose", statuses=["shielded"])
    game.start()
    game.attack(P1, "matchstick_mick", "agent_nullis")
    assert game.statuses(P2, "agent_nullis") == ["shielded"]
    game.play(P1, "carnivorous_plants", game.seen(P2, "agent_nullis"))
    assert (game.statuses(P2, "agent_nullis"), game.hp(P2, "agent_nullis")) == ([], 12)
    game.attack(P1, "kid_comet", "compass_rose")
    assert (game.statuses(P2, "compass_rose"), game.hp(P2, "compass_rose")) == ([], 12)


@pytest.mark.rule("CNC-509", "CNC-R30")
def test_a_status_does_not_stack(table: MakeTable) -> None:
    game = table().player(P1, characters=["paper_crane", "danger"], hand=["emergency_drill", "carnivorous_plants"])
    game.player(P1, cities=["broadcast_tower"]).start()
    game.play(P1, "emergency_drill", game.seen(P1, "danger"))
    game.use(P1, "paper_crane", game.seen(P1, "danger"))
    assert game.statuses(P1, "danger") == ["shielded"]
    game.play(P1, "carnivorous_plants", game.seen(P1, "danger"))
    assert (game.hp(P1, "danger"), game.statuses(P1, "danger")) == (40, [])


@pytest.mark.rule("CNC-509", "CNC-507", "CNC-R30")
def test_the_newest_silence_counts(table: MakeTable) -> None:
    """P1 silences what P2 had silenced: P2's start step doesn't end it any more, P1's does."""
    game = table()
    hush = custom.event(game, "status(all(any_char), silenced, round)")
    game.player(P1, hand=[hush])
    game.character(P1, "iron_man", statuses=["silenced"], made_by=P2)
    game.start()
    game.play(P1, hush)
    game.end_turn(P1)
    assert game.statuses(P1, "iron_man") == ["silenced"]
    game.end_turn(P2)
    assert game.statuses(P1, "iron_man") == []


# Healing and curing


@pytest.mark.rule("CNC-510", "CNC-R31")
@pytest.mark.card("sudden_recovery")
@pytest.mark.card("street_medic")
@pytest.mark.card("ward_sister")
@pytest.mark.parametrize(("hp", "healed"), [(1, 11), (5, 15), (6, 15), (15, 15)])
def test_healing_up_to_the_maximum_ends_confusion_and_poison(table: MakeTable, hp: int, healed: int) -> None:
    game = table().player(P1, characters=["street_medic"])
    game.character(P1, "batman", hp=hp, statuses=["confused", "frozen", "poisoned", "shielded", "silenced"])
    game.start()
    game.use(P1, "street_medic", game.seen(P1, "batman"))
    assert game.hp(P1, "batman") == healed
    assert game.statuses(P1, "batman") == ["frozen", "shielded", "silenced"]


@pytest.mark.rule("CNC-511", "CNC-R31")
@pytest.mark.card("street_medic")
@pytest.mark.card("nohope_2")
def test_a_cure_ends_four_statuses_and_heals_nothing(table: MakeTable) -> None:
    game = table().player(P1, characters=["street_medic"])
    game.character(P1, "batman", hp=3, statuses=["confused", "frozen", "poisoned", "shielded", "silenced"])
    game.start()
    game.use(P1, "street_medic", game.seen(P1, "batman"), ability=2)
    assert (game.hp(P1, "batman"), game.statuses(P1, "batman")) == (3, ["shielded"])
    assert game.happened(e.Healed) == []
    game.attack(P1, "batman")
    assert game.cp(P2) == 90


@pytest.mark.rule("CNC-511", "CNC-609", "CNC-532")
@pytest.mark.card("nohope_2")
def test_a_cure_each_turn(table: MakeTable) -> None:
    game = table().turn(P2).player(P1, cities=["nohope_2"])
    me = game.character(P1, "spider_man", statuses=["poisoned", "frozen"], made_by=P2)
    game.start()
    game.end_turn(P2)
    assert game.asked() == [(P1, "trigger_target")]
    game.target(P1, me)
    assert (game.hp(P1, "spider_man"), game.statuses(P1, "spider_man")) == (14, [])
