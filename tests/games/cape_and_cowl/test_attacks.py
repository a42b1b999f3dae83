"""Attacks: what may be attacked, the eight steps, strength and damage (CNC-401 to CNC-418)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import CITY, Modifier
from domain.kernel.facts import Event
from tests.games.cape_and_cowl import custom
from tests.games.cape_and_cowl.table import P1, P2, Table

MakeTable = Callable[..., Table]


def order(game: Table, *kinds: type[Event]) -> list[str]:
    """The types of the events of these kinds since the last action, in order."""
    return [fact.event.type for fact in game.facts if isinstance(fact.event, kinds)]


def targets(game: Table, seat: int = P1) -> set[str]:
    """What may be attacked: card ids of the other side, or `city`."""
    found = {action["target"] for action in game.legal(seat, "attack")}
    return {CITY if iid == CITY else game.board.character(iid).cid for iid in found}


# What may be attacked


@pytest.mark.rule("CNC-401")
@pytest.mark.card("static_choir")
def test_each_attack_of_an_own_character_on_each_target(table: MakeTable) -> None:
    game = table().player(P1, characters=["static_choir", "ward_sister"])
    game.player(P2, characters=["spider_man", "batman"]).start()
    choir = game.seen(P1, "static_choir")
    both = {game.seen(P2, "spider_man"), game.seen(P2, "batman")}
    assert {(one["attacker"], one["attack"], one["target"]) for one in game.legal(P1, "attack")} == {
        (choir, number, target) for number in (1, 2) for target in both
    }
    assert game.refused(P1, game.attacking(P1, "static_choir", "batman", attack=3)).path == ("attack",)
    assert game.refused(P1, game.attacking(P1, "static_choir", "batman", attack=0)).rule == "CNC-401"
    assert game.refused(P1, game.attacking(P1, "ward_sister", "batman")).rule == "CNC-401"
    theirs = a.Attack(game.seen(P2, "batman"), 1, game.seen(P2, "spider_man"))
    assert game.refused(P1, theirs).rule == "CNC-401"


@pytest.mark.rule("CNC-401", "CNC-301", "CNC-325", "CNC-326")
def test_an_attack_costs_its_ap_and_the_act(table: MakeTable) -> None:
    game = table().player(P1, ap=3, characters=["mother_meteor"]).player(P2, characters=["ironwood"]).start()
    game.attack(P1, "mother_meteor", "ironwood", attack=2)
    assert (game.ap(P1), game.hp(P2, "ironwood")) == (2, 15)
    assert game.refused(P1, game.attacking(P1, "mother_meteor", "ironwood")).rule == "CNC-326"
    assert game.legal(P1, "attack") == []


@pytest.mark.rule("CNC-401", "CNC-301")
def test_an_attack_that_cannot_be_paid_is_refused(table: MakeTable) -> None:
    game = table().player(P1, ap=1, characters=["mother_meteor"]).start()
    assert game.refused(P1, game.attacking(P1, "mother_meteor")).rule == "CNC-301"
    assert {action["attack"] for action in game.legal(P1, "attack")} == {2}


@pytest.mark.rule("CNC-402")
def test_any_opposing_character_but_the_city_only_without_one(table: MakeTable) -> None:
    game = table().player(P1, characters=["quicksilver", "spider_man"])
    game.player(P2, characters=["batman", "cityzen_bob"]).start()
    assert targets(game) == {"batman", "cityzen_bob"}
    assert game.refused(P1, game.attacking(P1, "quicksilver")).rule == "CNC-402"
    assert game.refused(P1, a.Attack(game.seen(P1, "quicksilver"), 1, game.seen(P1, "spider_man"))).rule == "CNC-402"
    game.attack(P1, "quicksilver", "cityzen_bob")
    game.attack(P1, "spider_man", "batman")
    assert targets(game) == {"batman"}


@pytest.mark.rule("CNC-402", "CNC-415")
def test_the_city_is_open_when_the_last_character_has_fallen(table: MakeTable) -> None:
    game = table().player(P1, characters=["quicksilver"]).player(P2, characters=["cityzen_bob"]).start()
    game.attack(P1, "quicksilver", "cityzen_bob")
    assert targets(game) == {CITY}
    game.attack(P1, "quicksilver")
    assert game.cp(P2) == 93


@pytest.mark.rule("CNC-403", "CNC-R17")
@pytest.mark.card("riot_sergeant")
@pytest.mark.card("retired_champion")
@pytest.mark.card("ironwood")
def test_only_protectors_may_be_attacked_while_there_are_some(table: MakeTable) -> None:
    game = table().player(P1, characters=["spider_man"])
    game.player(P2, characters=["riot_sergeant", "batman", "retired_champion", "ironwood"]).start()
    assert targets(game) == {"riot_sergeant", "retired_champion", "ironwood"}
    assert game.refused(P1, game.attacking(P1, "spider_man", "batman")).rule == "CNC-403"


@pytest.mark.rule("CNC-403", "CNC-507")
def test_a_silenced_protector_protects_nobody(table: MakeTable) -> None:
    game = table().player(P1, characters=["spider_man"]).player(P2, characters=["batman"])
    game.character(P2, "riot_sergeant", statuses=["silenced"])
    game.start()
    assert targets(game) == {"batman", "riot_sergeant"}


@pytest.mark.rule("CNC-403", "CNC-406")
def test_a_keyword_holds_for_whom_a_card_names(table: MakeTable) -> None:
    game = table()
    bunker = custom.city(game, "passive: protector(my_char[civilian])")
    tunnel = custom.city(game, "passive: through(my_char)")
    game.player(P1, characters=["spider_man"], cities=[tunnel])
    game.player(P2, characters=["batman", "cityzen_bob"], cities=[bunker]).start()
    assert targets(game) == {"cityzen_bob", CITY}


@pytest.mark.rule("CNC-404", "CNC-R17")
@pytest.mark.card("nill")
@pytest.mark.card("granny_switchboard")
def test_the_hidden_are_attacked_only_when_all_are_hidden(table: MakeTable) -> None:
    game = table().player(P1, characters=["quicksilver"])
    game.player(P2, characters=["nill", "cityzen_bob", "granny_switchboard"]).start()
    assert targets(game) == {"cityzen_bob"}
    assert game.refused(P1, game.attacking(P1, "quicksilver", "nill")).rule == "CNC-404"
    game.attack(P1, "quicksilver", "cityzen_bob")
    assert targets(game) == {"nill", "granny_switchboard"}
    game.attack(P1, "quicksilver", "nill")
    assert game.characters(P2) == ["granny_switchboard"]


@pytest.mark.rule("CNC-404", "CNC-507")
def test_a_silenced_character_is_not_hidden(table: MakeTable) -> None:
    game = table().player(P1, characters=["spider_man"]).player(P2, characters=["batman"])
    game.character(P2, "nill", statuses=["silenced"])
    game.start()
    assert targets(game) == {"batman", "nill"}


@pytest.mark.rule("CNC-403", "CNC-404", "CNC-R17")
def test_protector_comes_before_hidden(table: MakeTable) -> None:
    game = table()
    shy = custom.character(game, "passive: protector(self)", "passive: hidden(self)")
    game.player(P1, characters=["spider_man"]).player(P2, characters=[shy, "batman"]).start()
    assert targets(game) == {shy}


@pytest.mark.rule("CNC-405", "CNC-R17")
def test_abilities_events_and_type_effects_reach_past_protectors_to_the_hidden(table: MakeTable) -> None:
    game = table().player(P1, hand=["carnivorous_plants"], characters=["padlock_joe"])
    game.character(P1, "cold_caller", combo=(1, 2))
    game.player(P2, characters=["riot_sergeant", "nill", "batman"]).start()
    game.use(P1, "padlock_joe", game.seen(P2, "nill"))
    assert game.statuses(P2, "nill") == ["frozen"]
    game.attack(P1, "cold_caller", "riot_sergeant")
    game.target(P1, game.seen(P2, "batman"))
    assert game.statuses(P2, "batman") == ["frozen"]
    game.play(P1, "carnivorous_plants", game.seen(P2, "nill"))
    assert game.characters(P2) == ["riot_sergeant", "batman"]


@pytest.mark.rule("CNC-406")
@pytest.mark.card("repo_ghost")
@pytest.mark.card("rooftop_runner")
@pytest.mark.parametrize("attacker", ["repo_ghost", "rooftop_runner"])
def test_through_reaches_the_screened_city_whatever_protects(table: MakeTable, attacker: str) -> None:
    game = table().player(P1, characters=[attacker]).player(P2, characters=["batman"]).start()
    assert targets(game) == {"batman", CITY}
    game = table().player(P1, characters=[attacker]).player(P2, characters=["batman", "riot_sergeant"]).start()
    assert targets(game) == {"riot_sergeant", CITY}
    game.attack(P1, attacker)
    assert game.cp(P2) == {"repo_ghost": 92, "rooftop_runner": 95}[attacker]


@pytest.mark.rule("CNC-406", "CNC-507")
def test_a_silenced_character_goes_through_nothing(table: MakeTable) -> None:
    game = table().player(P2, characters=["batman"])
    game.character(P1, "repo_ghost", statuses=["silenced"])
    game.start()
    assert targets(game) == {"batman"}


@pytest.mark.rule("CNC-406", "CNC-216", "CNC-R07")
def test_through_does_not_reach_the_city_in_the_very_first_turn(table: MakeTable) -> None:
    game = table().turn(number=1).player(P1, characters=["repo_ghost"]).player(P2, characters=["batman"]).start()
    assert targets(game) == {"batman"}
    assert game.refused(P1, game.attacking(P1, "repo_ghost")).rule == "CNC-216"


@pytest.mark.rule("CNC-407")
def test_city_cards_cannot_be_attacked(table: MakeTable) -> None:
    game = table().player(P1, characters=["repo_ghost"]).player(P2, cities=["mac"]).start()
    assert targets(game) == {CITY}
    for card in ("mac", "the_porter"):
        assert game.refused(P1, game.attacking(P1, "repo_ghost", card)).rule == "CNC-407"


# The steps


@pytest.mark.rule("CNC-408", "CNC-R18", "CNC-530")
def test_the_eight_steps_in_order(table: MakeTable) -> None:
    game = table()
    barbed = custom.character(game, "when_damaged: damage(attacker, 3)", "when_destroyed: draw(me, 1)", hp=10)
    game.player(P2, characters=[barbed, "gutter_saint"])
    game.character(P1, "cinder_jane", combo=(1, 2))
    game.start()
    game.attack(P1, "cinder_jane", barbed)
    assert order(game, Event)[1:-1] == [
        "ap_spent",
        "attack_declared",
        "damage_dealt",
        "card_destroyed",
        "card_drawn",
        "ap_gained",
        "damage_dealt",
        "combo_changed",
        "type_effect_unleashed",
        "cp_changed",
        "damage_dealt",
    ]
    assert [(hit.kind, hit.amount, hit.cause) for hit in game.happened(e.DamageDealt)] == [
        ("attack", 15, "cinder_jane"),
        ("effect", 3, barbed),
        ("effect", 3, "cinder_jane"),
    ]
    assert (game.hp(P1, "cinder_jane"), game.cp(P2), game.combo(P1, "cinder_jane")) == (9, 90, 0)


@pytest.mark.rule("CNC-408", "CNC-431", "CNC-532", "CNC-R18", "CNC-R24", "CNC-220")
def test_a_prompt_in_each_step_stops_the_rest(table: MakeTable) -> None:
    """Each of the five texts asks its controller for a target; the marks that are left tell what has happened."""
    game = table()
    victim = custom.character(
        game, "when_damaged: status(pick(opp_char), confused)", "when_destroyed: heal(pick(opp_char), 1)", hp=5
    )
    friend = custom.character(game, "friend_destroyed: damage(pick(opp_char), 1)")
    attacker = custom.character(game, "after_attack: status(pick(my_char), shielded)", attacks=["Toxic 5 / 1"], hp=30)
    game.player(P2, characters=[victim, friend])
    me = game.character(P1, attacker, combo=(1, 2), hp=28)
    game.start()

    game.attack(P1, attacker, victim)
    assert game.asked() == [(P2, "trigger_target")]
    assert (game.hp(P1, attacker), game.discard(P2)) == (28, [victim])
    assert game.refused(P1, a.EndTurn()).rule == "CNC-220"
    assert game.legal(P2) == [{"type": "choose_target", "target": me}, {"type": "choose_target"}]
    game.target(P2, me)
    assert game.asked() == [(P2, "trigger_target")], "friend_destroyed"
    assert game.hp(P1, attacker) == 29
    game.target(P2, me)
    assert game.asked() == [(P2, "trigger_target")], "when_damaged"
    assert (game.hp(P1, attacker), game.combo(P1, attacker)) == (28, 2)
    game.target(P2, me)
    assert game.asked() == [(P1, "type_effect_target")]
    assert game.statuses(P1, attacker) == ["confused"]
    assert game.combo(P1, attacker) == 0
    game.target(P1, game.seen(P2, friend))
    assert game.asked() == [(P1, "trigger_target")], "after_attack"
    assert game.statuses(P2, friend) == ["poisoned"]
    game.target(P1, me)
    assert game.statuses(P1, attacker) == ["confused", "shielded"]


@pytest.mark.rule("CNC-408", "CNC-427", "CNC-505", "CNC-R18", "CNC-R23")
def test_confusion_ends_the_attack_in_step_2(table: MakeTable) -> None:
    game = table().player(P2, characters=["hangnail"])
    game.character(P1, "cinder_jane", combo=(1, 2), statuses=["confused"])
    game.start()
    game.attack(P1, "cinder_jane", "hangnail")
    assert (game.ap(P1), game.hp(P2, "hangnail"), game.cp(P2)) == (9, 12, 100)
    assert game.hp(P1, "cinder_jane") == 10, "5 by Confusion, nothing after an attack that was none"
    assert game.combo(P1, "cinder_jane") == 2


@pytest.mark.rule("CNC-408")
@pytest.mark.card("cinder_jane")
def test_after_attack_needs_the_attacker_in_play_and_not_silenced(table: MakeTable) -> None:
    game = table().player(P1, characters=["cinder_jane"]).player(P2, characters=["danger"]).start()
    game.attack(P1, "cinder_jane", "danger")
    assert game.hp(P1, "cinder_jane") == 12
    game = table().player(P2, characters=["danger"])
    game.character(P1, "cinder_jane", statuses=["silenced"])
    game.start()
    game.attack(P1, "cinder_jane", "danger")
    assert (game.hp(P1, "cinder_jane"), game.hp(P2, "danger")) == (15, 25)
    game = table().player(P2, characters=["hangnail"])
    game.character(P1, "cinder_jane", hp=3)
    game.start()
    game.attack(P1, "cinder_jane", "hangnail")
    assert [hit.cause for hit in game.happened(e.DamageDealt)] == ["cinder_jane", "hangnail"]


@pytest.mark.rule("CNC-408", "CNC-528", "CNC-R53", "CNC-R33")
@pytest.mark.card("sentry")
def test_the_void(table: MakeTable) -> None:
    """The roll comes after the attack, whatever became of it; 1 and 2 are bad."""
    for value in range(1, 7):
        game = table().player(P1, characters=["sentry", "spider_man"]).player(P2, characters=["cityzen_bob"])
        custom.die(game, P1, value)
        game.start()
        game.attack(P1, "sentry", "cityzen_bob")
        assert order(game, e.CardDestroyed, e.DieRolled)[:2] == ["card_destroyed", "die_rolled"]
        assert [rolled.value for rolled in game.happened(e.DieRolled)] == [value]
        assert game.characters(P1) == (["sentry"] if value <= 2 else ["sentry", "spider_man"])
        assert (game.cp(P1), game.cp(P2)) == (100, 100)


@pytest.mark.rule("CNC-R53")
@pytest.mark.parametrize(("value", "cp"), [(2, 75), (3, 100)])
def test_the_void_without_a_friend(table: MakeTable, value: int, cp: int) -> None:
    game = table().player(P1, characters=["sentry"]).player(P2, characters=["danger"])
    custom.die(game, P1, value)
    game.start()
    game.attack(P1, "sentry", "danger")
    assert (game.cp(P1), game.cp(P2), game.characters(P2)) == (cp, 100, [])


# Strength


@pytest.mark.rule("CNC-409")
def test_modifiers_add_up(table: MakeTable) -> None:
    game = table().player(P1, cities=["smugglers_dock", "training_yard"], characters=["boss_garibaldi"])
    game.character(P1, "ladd_russo", modifiers=[Modifier(5, "turn", P1)])
    game.player(P2, cities=["nohope"], characters=["ironwood"]).start()
    assert game.strength(P1, "ladd_russo") == 10 + 3 + 2 + 3 + 5 - 3
    game.attack(P1, "ladd_russo", "ironwood")
    assert game.hp(P2, "ironwood") == 5


@pytest.mark.rule("CNC-409", "CNC-615", "CNC-R42")
@pytest.mark.parametrize(
    ("printed", "bonus", "strength"), [(45, 4, 49), (45, 5, 50), (45, 6, 50), (5, -4, 1), (5, -5, 0), (5, -6, 0)]
)
def test_strength_is_cut_to_0_and_50(table: MakeTable, printed: int, bonus: int, strength: int) -> None:
    game = table()
    fighter = custom.character(game, attacks=[f"Physical {printed} / 1"])
    game.character(P1, fighter, modifiers=[Modifier(bonus, "turn", P1)])
    game.start()
    assert game.strength(P1, fighter) == strength
    game.attack(P1, fighter)
    assert game.cp(P2) == 100 - strength


@pytest.mark.rule("CNC-409", "CNC-512")
def test_modifiers_by_type_and_against_the_damaged(table: MakeTable) -> None:
    game = table().player(P1, characters=["last_round_lena", "static_choir"], cities=["weather_tower"])
    game.player(P2, characters=["danger"])
    game.character(P2, "ironwood", hp=24)
    game.start()
    hurt, whole = game.seen(P2, "ironwood"), game.seen(P2, "danger")
    assert [game.strength(P1, "last_round_lena", target=one) for one in (hurt, whole, CITY)] == [13, 8, 8]
    assert [game.strength(P1, "static_choir", number) for number in (1, 2)] == [12, 13]


@pytest.mark.rule("CNC-410", "CNC-R19")
@pytest.mark.parametrize(("modifiers", "strength"), [((4,), 50), ((-5,), 45), ((-5, 4), 45), ((-60, 60), 0)])
def test_a_top_tier_character_ignores_boosts_and_takes_cuts(
    table: MakeTable, modifiers: tuple[int, ...], strength: int
) -> None:
    game = table()
    game.character(P1, "sentry", modifiers=[Modifier(value, "turn", P1) for value in modifiers])
    game.start()
    assert game.strength(P1, "sentry") == strength


@pytest.mark.rule("CNC-410", "CNC-R19")
def test_a_top_tier_character_ignores_boosts_of_city_cards(table: MakeTable) -> None:
    """By HP alone or by one Attack alone; then its weaker Attack isn't boosted either, nor its HP."""
    game = table()
    hospital = custom.city(game, "passive: hp_mod(my_char, 5)", "passive: attack_mod(my_char, 5)")
    by_attack = custom.character(game, attacks=["Fire 50 / 2", "Ice 10 / 2"], hp=20, cost=2)
    by_hp = custom.character(game, attacks=["Ice 10 / 2"], hp=50, cost=2)
    neither = custom.character(game, attacks=["Ice 49 / 2", "Ice 10 / 2"], hp=49, cost=2)
    game.player(P1, cities=[hospital], characters=[by_attack, by_hp, neither]).start()
    assert [game.strength(P1, by_attack, number) for number in (1, 2)] == [50, 10]
    assert game.strength(P1, by_hp) == 10
    assert [game.strength(P1, neither, number) for number in (1, 2)] == [50, 15]
    assert [game.hp(P1, cid) for cid in (by_attack, by_hp, neither)] == [20, 50, 50]


@pytest.mark.rule("CNC-410", "CNC-512", "CNC-R19")
def test_a_top_tier_character_takes_cuts_of_hp(table: MakeTable) -> None:
    game = table()
    smog = custom.city(game, "passive: hp_mod(opp_char, -5)")
    hospital = custom.city(game, "passive: hp_mod(my_char, 5)")
    game.player(P1, hand=[smog]).player(P2, cities=[hospital], characters=["sentry", "danger"]).start()
    game.play(P1, smog)
    assert [(game.hp(P2, cid), game.card(P2, cid).max_hp) for cid in ("sentry", "danger")] == [(45, 45), (40, 40)]


# Damage


@pytest.mark.rule("CNC-411", "CNC-417")
@pytest.mark.card("agent_nullis")
@pytest.mark.card("hazmat_team")
@pytest.mark.card("repo_ghost")
@pytest.mark.parametrize(
    ("attacker", "target", "damage"),
    [
        ("matchstick_mick", "agent_nullis", 0),
        ("spider_man", "agent_nullis", 10),
        ("kettle_black", "hazmat_team", 0),
        ("cold_caller", "hazmat_team", 8),
        ("spider_man", "repo_ghost", 0),
        ("paper_crane", "repo_ghost", 8),
        ("cityzen_bob", "compass_rose", 2),
        ("cold_caller", "compass_rose", 8),
        ("spider_man", "spider_man", 7),
        ("cold_caller", "spider_man", 5),
    ],
)
def test_immunity_and_reductions(table: MakeTable, attacker: str, target: str, damage: int) -> None:
    game = table().player(P1, characters=[attacker]).player(P2, characters=[target]).start()
    before = game.hp(P2, target)
    game.attack(P1, attacker, target)
    assert game.hp(P2, target) == before - damage
    assert [hit.amount for hit in game.happened(e.DamageDealt)] == [damage]


@pytest.mark.rule("CNC-411", "CNC-507")
def test_without_its_abilities_a_character_takes_all(table: MakeTable) -> None:
    game = table().player(P1, characters=["matchstick_mick", "cold_caller"])
    game.character(P2, "agent_nullis", statuses=["silenced"])
    game.character(P2, "spider_man", statuses=["silenced"])
    game.start()
    game.attack(P1, "matchstick_mick", "agent_nullis")
    game.attack(P1, "cold_caller", "spider_man")
    assert (game.hp(P2, "agent_nullis"), game.hp(P2, "spider_man")) == (3, 7)


@pytest.mark.rule("CNC-411")
@pytest.mark.parametrize(("strength", "damage"), [(5, 0), (6, 0), (7, 1)])
def test_reductions_add_up_to_no_less_than_no_damage(table: MakeTable, strength: int, damage: int) -> None:
    game = table()
    shell = custom.character(game, "passive: damage_taken(self, -4)", "passive: damage_taken(self, -2)")
    fighter = custom.character(game, attacks=[f"Fire {strength} / 1"])
    game.player(P1, characters=[fighter]).player(P2, characters=[shell]).start()
    game.attack(P1, fighter, shell)
    assert game.hp(P2, shell) == 20 - damage


@pytest.mark.rule("CNC-412", "CNC-413", "CNC-414")
def test_a_character_without_hp_is_destroyed_and_nothing_spills_over(table: MakeTable) -> None:
    game = table().player(P1, characters=["iron_man"]).player(P2, characters=["cityzen_bob", "batman"], cp=90).start()
    game.attack(P1, "iron_man", "cityzen_bob")
    (hit,) = game.happened(e.DamageDealt)
    assert (hit.amount, hit.hp_after) == (20, 0)
    assert (game.characters(P2), game.discard(P2), game.discard(P1)) == (["batman"], ["cityzen_bob"], [])
    assert (game.hp(P2, "batman"), game.cp(P2)) == (15, 90)


@pytest.mark.rule("CNC-412", "CNC-413")
@pytest.mark.parametrize(("hp", "left"), [(11, 1), (10, None), (9, None)])
def test_exactly_0_hp_is_destroyed(table: MakeTable, hp: int, left: int | None) -> None:
    game = table().player(P1, characters=["spider_man"])
    game.character(P2, "danger", hp=hp)
    game.start()
    game.attack(P1, "spider_man", "danger")
    assert game.characters(P2) == ([] if left is None else ["danger"])
    assert [card.hp for card in game.board.players[P2].characters] == [left][: len(game.characters(P2))]


@pytest.mark.rule("CNC-415")
@pytest.mark.card("shield_dome")
@pytest.mark.card("crisis_spokesman")
@pytest.mark.card("lockdown")
@pytest.mark.parametrize(
    ("cities", "characters", "cp"),
    [
        ((), (), 90),
        (("shield_dome",), (), 95),
        (("shield_dome",), ("crisis_spokesman",), 98),
        (("shield_dome", "bulwark"), ("crisis_spokesman",), 100),
    ],
)
def test_damage_to_the_city_less_its_reductions(
    table: MakeTable, cities: tuple[str, ...], characters: tuple[str, ...], cp: int
) -> None:
    game = table()
    bulwark = custom.city(game, "passive: cp_damage_mod(me, -6)")
    ram = custom.character(game, "passive: through(self)", attacks=["Physical 10 / 1"])
    built = [bulwark if one == "bulwark" else one for one in cities]
    game.player(P1, characters=[ram]).player(P2, cities=built, characters=characters).start()
    game.attack(P1, ram)
    assert game.cp(P2) == cp


@pytest.mark.rule("CNC-415", "CNC-R20")
def test_reductions_of_the_city_are_for_attacks_on_that_city(table: MakeTable) -> None:
    game = table().player(P1, hand=["vanished_cops"], characters=["spider_man"], cities=["shield_dome"])
    game.player(P2, cities=["shield_dome"], characters=["batman"]).start()
    game.play(P1, "vanished_cops")
    assert game.cp(P2) == 80
    game.attack(P1, "spider_man", "batman")
    assert game.hp(P2, "batman") == 5


@pytest.mark.rule("CNC-416", "CNC-R20")
def test_what_protects_characters_does_not_protect_the_city(table: MakeTable) -> None:
    game = table().player(P1, characters=["repo_ghost"])
    game.player(P2, characters=["agent_nullis", "spider_man"]).start()
    game.attack(P1, "repo_ghost")
    assert game.cp(P2) == 92


@pytest.mark.rule("CNC-417", "CNC-420")
def test_an_ineffective_attack_costs_and_counts(table: MakeTable) -> None:
    game = table().player(P1, characters=["matchstick_mick"]).player(P2, characters=["agent_nullis"]).start()
    game.attack(P1, "matchstick_mick", "agent_nullis")
    assert (game.ap(P1), game.hp(P2, "agent_nullis"), game.combo(P1, "matchstick_mick")) == (9, 12, 1)
    assert game.refused(P1, game.attacking(P1, "matchstick_mick", "agent_nullis")).rule == "CNC-326"
    game.end_turn(P1)
    game.end_turn(P2)
    assert game.combo(P1, "matchstick_mick") == 1, "it attacked, so the Combo isn't broken"


@pytest.mark.rule("CNC-417")
def test_an_attack_of_strength_0_is_an_attack(table: MakeTable) -> None:
    game = table()
    game.character(P1, "matchstick_mick", modifiers=[Modifier(-9, "turn", P1)])
    game.start()
    game.attack(P1, "matchstick_mick")
    game.end_turn(P1)
    assert (game.cp(P2), game.combo(P1, "matchstick_mick")) == (100, 1)


# When damaged


@pytest.mark.rule("CNC-418")
@pytest.mark.card("hangnail")
@pytest.mark.card("doctor_malady")
@pytest.mark.parametrize("hp", [12, 10, 4])
def test_when_damaged_also_if_it_destroyed(table: MakeTable, hp: int) -> None:
    game = table().player(P1, characters=["spider_man", "batman"])
    game.character(P2, "hangnail", hp=hp)
    game.character(P2, "doctor_malady", hp=hp)
    game.start()
    game.attack(P1, "spider_man", "hangnail")
    game.attack(P1, "batman", "doctor_malady")
    assert game.hp(P1, "spider_man") == 12, "Spider-Sense doesn't help against an effect"
    assert game.statuses(P1, "batman") == ["poisoned"]
    assert game.characters(P2) == (["hangnail", "doctor_malady"] if hp == 12 else [])


@pytest.mark.rule("CNC-418", "CNC-508")
def test_when_damaged_not_without_damage(table: MakeTable) -> None:
    game = table().player(P1, characters=["batman", "spider_man"])
    game.character(P2, "hangnail", statuses=["shielded"])
    game.start()
    game.attack(P1, "batman", "hangnail")
    assert (game.hp(P1, "batman"), game.hp(P2, "hangnail")) == (15, 12)
    game.attack(P1, "spider_man", "hangnail")
    assert (game.hp(P1, "spider_man"), game.hp(P2, "hangnail")) == (12, 2)


@pytest.mark.rule("CNC-418", "CNC-R21")
def test_effect_damage_never_starts_when_damaged(table: MakeTable) -> None:
    """Neither that of an Event nor that of another `when_damaged`: two of them can't go on for ever."""
    game = table().player(P1, hand=["collateral_damage"], characters=["hangnail"])
    game.player(P2, characters=["hangnail"]).start()
    game.attack(P1, "hangnail", "hangnail")
    assert (game.hp(P1, "hangnail"), game.hp(P2, "hangnail")) == (9, 4)
    game.play(P1, "collateral_damage")
    assert (game.characters(P2), game.hp(P1, "hangnail")) == ([], 9)


@pytest.mark.rule("CNC-418", "CNC-507")
def test_a_silenced_character_does_not_strike_back(table: MakeTable) -> None:
    game = table().player(P1, characters=["batman"])
    game.character(P2, "hangnail", statuses=["silenced"])
    game.start()
    game.attack(P1, "batman", "hangnail")
    assert game.hp(P1, "batman") == 15


@pytest.mark.rule("CNC-R20")
def test_immunity_is_for_attacks_on_that_character_alone(table: MakeTable) -> None:
    game = table().player(P1, hand=["carnivorous_plants"], characters=["matchstick_mick"])
    game.player(P2, characters=["agent_nullis", "batman"]).start()
    game.play(P1, "carnivorous_plants", game.seen(P2, "agent_nullis"))
    game.attack(P1, "matchstick_mick", "batman")
    assert (game.hp(P2, "agent_nullis"), game.hp(P2, "batman")) == (2, 6)
