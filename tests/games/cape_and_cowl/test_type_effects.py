"""The Type Effect of each of the 18 types (CNC-433 to CNC-450)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import CITY, Modifier, PlayerEffect
from domain.games.cape_and_cowl.definitions import AttackType
from tests.games.cape_and_cowl import custom
from tests.games.cape_and_cowl.table import P1, P2, Table

MakeTable = Callable[..., Table]
STORM = PlayerEffect("storm", "turn", P1, 5)


def ready(game: Table, cid: str, **more: Any) -> str:
    """A Character of P1 whose next use of its first Attack unleashes; its iid."""
    return game.character(P1, cid, combo=(1, 2), **more)


def offered(game: Table, seat: int = P1) -> list[str | None]:
    """The targets that a prompt offers; None for none."""
    return [action.get("target") for action in game.legal(seat, "choose_target")]


@pytest.mark.rule("CNC-433")
def test_physical_has_none(table: MakeTable) -> None:
    game = table().player(P2, characters=["danger"])
    assert game.board.type_of("Physical").blocks == ()
    ready(game, "spider_man")
    game.start()
    game.attack(P1, "spider_man", "danger")
    assert (game.happened(e.TypeEffectUnleashed), game.combo(P1, "spider_man")) == ([], 0)


# Tech


@pytest.mark.rule("CNC-434", "CNC-R25", "CNC-R24")
def test_hack_reveals_a_position_chosen_blind(table: MakeTable) -> None:
    game = table().player(P2, hand=["batman", "mac", "mac"])
    ready(game, "danger")
    game.start()
    game.attack(P1, "danger")
    assert game.asked() == [(P1, "hand_positions")]
    assert game.legal(P1) == [
        *({"type": "choose_positions", "positions": [place]} for place in (1, 2, 3)),
        {"type": "choose_positions"},
    ]
    assert game.refused(P1, a.ChoosePositions((1, 2))).rule == "CNC-526"
    assert game.refused(P1, a.ChoosePositions((4,))).rule == "CNC-R25"
    game.do(P1, a.ChoosePositions((2,)))
    assert [(one.position, one.card) for one in game.happened(e.HandCardRevealed)] == [(2, "mac")]
    for viewer in ("seat:0", "spectator"):
        hand = game.game.view(game.state, viewer).players[P2].hand
        assert [card.card for card in hand] == [None, "mac", None]


@pytest.mark.rule("CNC-434", "CNC-R25")
def test_a_hacked_card_stays_revealed_until_it_leaves_the_hand(table: MakeTable) -> None:
    game = table().player(P2, hand=["cityzen_bob", "mac"], ap=10)
    ready(game, "danger")
    game.start()
    game.attack(P1, "danger")
    game.do(P1, a.ChoosePositions((1,)))
    game.end_turn(P1)
    game.do(P2, a.DrawCard())
    assert [card.revealed for card in game.board.players[P2].hand] == [True, False, False]
    game.play(P2, "cityzen_bob")
    game.end_turn(P2)
    game.end_turn(P1)
    game.do(P2, a.WithdrawCharacter(game.seen(P2, "cityzen_bob")))
    assert [card.revealed for card in game.board.players[P2].hand] == [False, False, False]


@pytest.mark.rule("CNC-434", "CNC-R24")
def test_hack_may_be_declined_and_offers_unrevealed_cards_alone(table: MakeTable) -> None:
    game = table().player(P1, hand=["breaking_news"]).player(P2, hand=["batman", "mac"])
    ready(game, "danger")
    game.character(P1, "marshal_ruiz", combo=(1, 2))
    game.start()
    game.attack(P1, "danger")
    game.do(P1, a.ChoosePositions(()))
    assert game.happened(e.HandCardRevealed) == []
    game.play(P1, "breaking_news")
    assert len(game.happened(e.HandCardRevealed)) == 2
    game.attack(P1, "marshal_ruiz")
    assert (game.is_idle(), len(game.happened(e.TypeEffectUnleashed))) == (True, 1)


@pytest.mark.rule("CNC-434")
@pytest.mark.parametrize("n", [0, 1])
def test_hack_of_a_small_hand(table: MakeTable, n: int) -> None:
    """Even the only card is asked for, as it may be declined; an empty hand asks nothing."""
    game = table().player(P2, hand=["batman"] * n)
    ready(game, "danger")
    game.start()
    game.attack(P1, "danger")
    assert game.is_idle() == (n == 0)
    if n:
        game.time_out(P1)
        assert game.happened(e.HandCardRevealed) == []


# Statuses


@pytest.mark.parametrize(
    ("cid", "status"),
    [
        pytest.param("puppet_mother", "confused", marks=pytest.mark.rule("CNC-435")),
        pytest.param("cold_caller", "frozen", marks=pytest.mark.rule("CNC-437")),
        pytest.param("kettle_black", "poisoned", marks=pytest.mark.rule("CNC-440")),
    ],
)
@pytest.mark.rule("CNC-430", "CNC-431")
def test_a_status_for_any_opposing_character(table: MakeTable, cid: str, status: str) -> None:
    game = table().player(P1, characters=["batman"]).player(P2, characters=["riot_sergeant", "nill"])
    ready(game, cid)
    game.start()
    game.attack(P1, cid, "riot_sergeant")
    assert game.asked() == [(P1, "type_effect_target")]
    assert offered(game) == [game.seen(P2, "riot_sergeant"), game.seen(P2, "nill"), None]
    assert game.refused(P1, a.ChooseTarget(game.seen(P1, "batman"))).rule == "CNC-532"
    game.target(P1, game.seen(P2, "nill"))
    assert (game.statuses(P2, "nill"), game.statuses(P2, "riot_sergeant")) == ([status], [])
    assert game.card(P2, "nill").statuses == {status: P1}


@pytest.mark.rule("CNC-437", "CNC-504")
def test_freeze_lasts_for_a_round(table: MakeTable) -> None:
    game = table().player(P2, characters=["batman"])
    ready(game, "cold_caller")
    game.start()
    game.attack(P1, "cold_caller", "batman")
    game.target(P1, game.seen(P2, "batman"))
    game.end_turn(P1)
    assert game.refused(P2, game.attacking(P2, "batman", "cold_caller")).rule == "CNC-504"
    game.end_turn(P2)
    assert game.statuses(P2, "batman") == []


# Points


@pytest.mark.rule("CNC-436")
@pytest.mark.parametrize("screen", [True, False])
def test_firestorm_takes_10_cp_screened_or_not(table: MakeTable, screen: bool) -> None:
    game = table().player(P2, cities=["shield_dome"], characters=["danger"] if screen else [])
    ready(game, "matchstick_mick")
    game.start()
    game.attack(P1, "matchstick_mick", "danger" if screen else CITY)
    assert game.cp(P2) == (90 if screen else 86)
    assert game.is_idle()


@pytest.mark.rule("CNC-438", "CNC-205")
def test_shutdown_lowers_the_next_income_by_2(table: MakeTable) -> None:
    game = table().player(P2, ap=0, shortage=0)
    ready(game, "rookie_volt")
    ready(game, "blackout_baron")
    game.start()
    game.attack(P1, "rookie_volt")
    game.end_turn(P1)
    assert game.ap(P2) == 1
    game = table().player(P2, ap=0, shortage=0)
    ready(game, "rookie_volt")
    ready(game, "blackout_baron")
    game.start()
    game.attack(P1, "rookie_volt")
    game.attack(P1, "blackout_baron")
    game.end_turn(P1)
    assert game.ap(P2) == 0, "3 less 4 is no less than nothing"
    game.pass_round(P2)
    assert game.ap(P2) == 3


@pytest.mark.rule("CNC-448")
def test_mend_gains_10_cp(table: MakeTable) -> None:
    game = table().player(P1, cp=60)
    ready(game, "padlock_joe")
    game.start()
    game.attack(P1, "padlock_joe")
    assert (game.cp(P1), game.cp(P2)) == (70, 90)


@pytest.mark.rule("CNC-448", "CNC-703")
def test_mend_may_win(table: MakeTable) -> None:
    game = table().player(P1, cp=190)
    ready(game, "padlock_joe")
    game.start()
    game.attack(P1, "padlock_joe")
    assert game.state.result is not None
    assert (game.state.result.rule, game.state.result.placings[0]) == ("CNC-703", (P1,))


# Cards


@pytest.mark.rule("CNC-439", "CNC-331", "CNC-329")
def test_banish_returns_an_opposing_character(table: MakeTable) -> None:
    """Also one that the rules for withdrawing would bar; with 10 cards in hand one is discarded."""
    game = table().player(P2, hand=["mac"] * 10, characters=["danger"])
    game.character(P2, "batman", played_now=True, acts_used=1, combo=(1, 1))
    ready(game, "paper_crane")
    game.start()
    game.attack(P1, "paper_crane", "danger")
    assert offered(game) == [game.seen(P2, "danger"), game.seen(P2, "batman"), None]
    game.target(P1, game.seen(P2, "batman"))
    assert game.asked() == [(P2, "discard_down")]
    game.choose(P2, game.held(P2, "mac"))
    assert (game.characters(P2), game.hand(P2), game.discard(P2)) == (["danger"], ["mac"] * 9 + ["batman"], ["mac"])


@pytest.mark.rule("CNC-442", "CNC-617", "CNC-R44")
def test_elemental_force_destroys_a_city_card_never_the_porter(table: MakeTable) -> None:
    game = table().player(P1, cities=["mac"]).player(P2, cities=["mac", "city_hall"])
    ready(game, "salt_prophet")
    game.start()
    game.attack(P1, "salt_prophet")
    assert offered(game) == [game.seen(P2, "mac"), game.seen(P2, "city_hall"), None]
    game.target(P1, game.seen(P2, "city_hall"))
    assert (game.cities(P2), game.discard(P2), game.cities(P1)) == (["mac"], ["city_hall"], ["mac"])


@pytest.mark.rule("CNC-442", "CNC-520")
def test_a_guard_stands_in_against_elemental_force(table: MakeTable) -> None:
    game = table().player(P2, cities=["mac"])
    game.city(P2, "rooftop_watch", host="mac")
    ready(game, "salt_prophet")
    game.start()
    game.attack(P1, "salt_prophet")
    game.target(P1, game.seen(P2, "mac"))
    assert game.cities(P2) == ["mac"]


@pytest.mark.rule("CNC-442", "CNC-R24")
def test_elemental_force_may_be_declined(table: MakeTable) -> None:
    game = table().player(P2, cities=["mac"])
    ready(game, "salt_prophet")
    game.start()
    game.attack(P1, "salt_prophet")
    game.target(P1, None)
    assert game.cities(P2) == ["mac"]


@pytest.mark.rule("CNC-445", "CNC-R52")
def test_sinister_lets_the_opponent_choose(table: MakeTable) -> None:
    game = table().player(P2, hand=["batman", "mac"])
    ready(game, "gloom_hound")
    game.start()
    game.attack(P1, "gloom_hound")
    assert game.asked() == [(P2, "choose_discards")]
    assert game.refused(P2, a.ChooseCards(())).rule == "CNC-445"
    game.choose(P2, game.held(P2, "mac"))
    assert (game.hand(P2), game.discard(P2)) == (["batman"], ["mac"])


@pytest.mark.rule("CNC-445")
@pytest.mark.parametrize("n", [0, 1])
def test_sinister_without_a_choice(table: MakeTable, n: int) -> None:
    game = table().player(P2, hand=["batman"] * n)
    ready(game, "gloom_hound")
    game.start()
    game.attack(P1, "gloom_hound")
    assert (game.hand(P2), game.discard(P2), game.is_idle()) == ([], ["batman"] * n, True)


@pytest.mark.rule("CNC-449", "CNC-330")
def test_summon_draws_without_ap(table: MakeTable) -> None:
    game = table().player(P1, ap=2, deck=["batman", "mac"])
    ready(game, "drop_shaft_finn")
    game.start()
    game.attack(P1, "drop_shaft_finn")
    assert (game.hand(P1), game.ap(P1)) == (["batman"], 1)
    game = table().player(P1, hand=["mac"] * 10)
    ready(game, "drop_shaft_finn")
    game.start()
    game.attack(P1, "drop_shaft_finn")
    assert len(game.hand(P1)) == 10


@pytest.mark.rule("CNC-450", "CNC-534", "CNC-R55")
def test_rewind_puts_a_discarded_card_under_the_deck(table: MakeTable) -> None:
    game = table().player(P1, deck=["mac"], discard=["batman", "gas_leak"]).player(P2, discard=["nill"])
    ready(game, "minute_hand")
    game.start()
    game.attack(P1, "minute_hand")
    assert game.asked() == [(P1, "type_effect_target")]
    mine = [game.thrown(P1, "batman"), game.thrown(P1, "gas_leak")]
    assert [one.get("cards", []) for one in game.legal(P1)] == [[], *([iid] for iid in mine)]
    assert game.refused(P1, a.ChooseCards(tuple(mine))).rule == "CNC-534"
    assert game.refused(P1, a.ChooseCards((game.thrown(P2, "nill"),))).rule == "CNC-534"
    game.choose(P1, mine[1])
    assert (game.deck(P1), game.discard(P1)) == (["mac", "gas_leak"], ["batman"])


@pytest.mark.rule("CNC-450", "CNC-R24")
@pytest.mark.parametrize("n", [0, 1])
def test_rewind_declined_or_without_a_card(table: MakeTable, n: int) -> None:
    game = table().player(P1, discard=["batman"] * n)
    ready(game, "minute_hand")
    game.start()
    game.attack(P1, "minute_hand")
    assert game.is_idle() == (n == 0)
    if n:
        game.choose(P1)
    assert game.discard(P1) == ["batman"] * n


# Air


@pytest.mark.rule("CNC-441", "CNC-R26")
@pytest.mark.card("gale_warden")
def test_perfect_storm(table: MakeTable) -> None:
    """Not for the attack that unleashed it; for all own Characters, one that enters later too; until the turn ends."""
    game = table().player(P1, hand=["riptide_rosa"], characters=["static_choir"])
    game.player(P2, characters=["cold_caller"])
    ready(game, "gale_warden")
    game.start()
    game.attack(P1, "gale_warden", "cold_caller")
    assert game.hp(P2, "cold_caller") == 2
    game.play(P1, "riptide_rosa")
    assert [game.strength(P1, "static_choir", number) for number in (1, 2)] == [12, 15]
    assert (game.strength(P1, "riptide_rosa"), game.strength(P1, "gale_warden")) == (15, 15)
    assert game.strength(P2, "cold_caller") == 8
    game.end_turn(P1)
    assert (game.strength(P1, "riptide_rosa"), game.board.players[P1].effects) == (10, [])


@pytest.mark.rule("CNC-441")
def test_storms_add_up(table: MakeTable) -> None:
    game = table().player(P1, characters=["cold_caller", "spider_man", "leviathan_below"])
    game.lasting(P1, STORM)
    ready(game, "dust_devil_dee")
    game.start()
    game.attack(P1, "dust_devil_dee")
    assert game.cp(P2) == 87, "8 + 5 of the storm that was there"
    assert [game.strength(P1, cid) for cid in ("cold_caller", "spider_man", "leviathan_below")] == [18, 10, 50]


# Energy and Sound


@pytest.mark.rule("CNC-443", "CNC-R27")
def test_pulse_does_10_to_a_character_whatever_the_attack_has(table: MakeTable) -> None:
    game = table().player(P1, cities=["science_district"]).player(P2, characters=["riot_sergeant", "danger"])
    ready(game, "mirror_master", modifiers=[Modifier(-5, "turn", P1)])
    game.start()
    game.attack(P1, "mirror_master", "riot_sergeant")
    assert game.hp(P2, "riot_sergeant") == 15
    assert offered(game) == [game.seen(P2, "riot_sergeant"), game.seen(P2, "danger"), None]
    game.target(P1, game.seen(P2, "danger"))
    assert (game.hp(P2, "danger"), game.cp(P2)) == (30, 100)


@pytest.mark.rule("CNC-443", "CNC-415", "CNC-R27")
@pytest.mark.parametrize(("cities", "cp"), [((), 90), (("shield_dome",), 95)])
def test_pulse_hits_the_city_if_the_attack_left_nobody(table: MakeTable, cities: tuple[str, ...], cp: int) -> None:
    game = table().player(P2, characters=["cityzen_bob"], cities=cities)
    ready(game, "mirror_master")
    game.start()
    game.attack(P1, "mirror_master", "cityzen_bob")
    assert offered(game) == [CITY, None]
    game.target(P1, CITY)
    assert game.cp(P2) == cp


@pytest.mark.rule("CNC-443", "CNC-R24")
def test_pulse_may_be_declined(table: MakeTable) -> None:
    game = table()
    ready(game, "mirror_master")
    game.start()
    game.attack(P1, "mirror_master")
    game.target(P1, None)
    assert game.cp(P2) == 93


@pytest.mark.rule("CNC-443", "CNC-446", "CNC-411", "CNC-R27", "CNC-508")
@pytest.mark.parametrize(
    ("target", "pulse", "discordant"),
    [("agent_nullis", 0, 0), ("spider_man", 7, 2), ("compass_rose", 10, 5), ("repo_ghost", 10, 5)],
)
def test_pulse_and_discordant_are_attack_damage_of_their_type(
    table: MakeTable, target: str, pulse: int, discordant: int
) -> None:
    for cid, damage in (("mirror_master", pulse), ("static_choir", discordant)):
        game = table().player(P2, characters=["riot_sergeant"])
        victim = game.character(P2, target)
        ready(game, cid)
        game.start()
        game.attack(P1, cid, "riot_sergeant")
        game.target(P1, victim)
        (hit,) = game.happened(e.DamageDealt)
        assert (hit.kind, hit.amount, hit.attack_type) == (
            "attack",
            damage,
            {"mirror_master": "Energy", "static_choir": "Sound"}[cid],
        )


@pytest.mark.rule("CNC-443", "CNC-508")
def test_a_shield_prevents_pulse(table: MakeTable) -> None:
    game = table().player(P2, characters=["riot_sergeant"])
    shielded = game.character(P2, "batman", statuses=["shielded"])
    ready(game, "mirror_master")
    game.start()
    game.attack(P1, "mirror_master", "riot_sergeant")
    game.target(P1, shielded)
    assert (game.hp(P2, "batman"), game.statuses(P2, "batman")) == (15, [])


@pytest.mark.rule("CNC-443", "CNC-446", "CNC-418", "CNC-R27")
@pytest.mark.parametrize(("cid", "hp"), [("mirror_master", 7), ("static_choir", 15)])
def test_pulse_and_discordant_start_when_damaged(table: MakeTable, cid: str, hp: int) -> None:
    game = table().player(P2, characters=["riot_sergeant"])
    barbed = game.character(P2, "hangnail")
    ready(game, cid)
    game.start()
    game.attack(P1, cid, "riot_sergeant")
    game.target(P1, barbed)
    assert game.hp(P1, cid) == hp


@pytest.mark.rule("CNC-443", "CNC-413", "CNC-408")
def test_what_pulse_destroys_triggers_before_after_attack(table: MakeTable) -> None:
    """Pulse destroys in step 7: its triggers come before step 8."""
    game = table()
    gun = custom.character(game, "after_attack: gain_cp(me, 1)", attacks=["Energy 5 / 1"])
    game.player(P2, characters=["riot_sergeant"])
    hound = game.character(P2, "gloom_hound", hp=10)
    ready(game, gun)
    game.start()
    game.attack(P1, gun, "riot_sergeant")
    game.target(P1, hound)
    found = [fact.event.type for fact in game.facts if isinstance(fact.event, (e.CardDestroyed, e.ApLost, e.CpChanged))]
    assert found == ["card_destroyed", "ap_lost", "cp_changed"]


@pytest.mark.rule("CNC-446")
def test_discordant_does_5_to_any_character_of_either_side(table: MakeTable) -> None:
    game = table().player(P1, characters=["batman"]).player(P2, characters=["riot_sergeant"])
    me = ready(game, "static_choir")
    game.start()
    game.attack(P1, "static_choir", "riot_sergeant")
    assert set(offered(game)) == {me, game.seen(P1, "batman"), game.seen(P2, "riot_sergeant"), None}
    game.target(P1, game.seen(P1, "batman"))
    assert (game.hp(P1, "batman"), game.hp(P2, "riot_sergeant")) == (10, 8)


@pytest.mark.rule("CNC-446", "CNC-R24")
def test_discordant_may_be_declined_and_has_no_city(table: MakeTable) -> None:
    game = table()
    me = ready(game, "static_choir")
    game.start()
    game.attack(P1, "static_choir")
    assert offered(game) == [me, None]
    game.target(P1, None)
    assert (game.hp(P1, "static_choir"), game.cp(P2)) == (18, 88)


@pytest.mark.rule("CNC-446", "CNC-418")
def test_the_own_barbs_answer_discordant_too(table: MakeTable) -> None:
    game = table().player(P1, characters=["hangnail"])
    ready(game, "static_choir")
    game.start()
    game.attack(P1, "static_choir")
    game.target(P1, game.seen(P1, "hangnail"))
    assert (game.hp(P1, "hangnail"), game.hp(P1, "static_choir")) == (7, 15)


# Speed


@pytest.mark.rule("CNC-444")
def test_hyperspeed_gives_back_the_ap_and_one_more_act(table: MakeTable) -> None:
    game = table().player(P1, ap=1)
    ready(game, "flash")
    game.start()
    game.attack(P1, "flash")
    assert (game.ap(P1), game.combo(P1, "flash")) == (1, 0)
    assert [(paid.n, paid.ap_after) for paid in game.happened(e.ApRefunded)] == [(1, 1)]
    game.attack(P1, "flash")
    assert (game.ap(P1), game.combo(P1, "flash")) == (0, 1)
    game.pass_round()
    game.attack(P1, "flash")
    assert game.refused(P1, game.attacking(P1, "flash")).rule == "CNC-326", "only once more, and only that turn"


@pytest.mark.rule("CNC-444")
def test_hyperspeed_gives_back_what_was_paid(table: MakeTable) -> None:
    for cost in (0, 3):
        game = table().player(P1, ap=3)
        runner = custom.character(game, attacks=[f"Speed 5 / {cost}"])
        ready(game, runner)
        game.start()
        game.attack(P1, runner)
        assert game.ap(P1) == 3
        assert len(game.happened(e.ApRefunded)) == (cost > 0)


# Water


@pytest.mark.rule("CNC-447", "CNC-517", "CNC-513")
def test_flood_lasts_for_a_round(table: MakeTable) -> None:
    game = table().player(P1, cities=["community_garden"])
    game.player(P2, cities=["solar_array", "community_garden"], ap=0)
    ready(game, "riptide_rosa")
    game.start()
    game.attack(P1, "riptide_rosa")
    game.end_turn(P1)
    assert (game.ap(P2), game.cp(P2)) == (3, 90), "the Porter's 3 alone"
    game.end_turn(P2)
    assert (game.board.players[P2].flooded, game.cp(P1)) == (None, 103)
    game.end_turn(P1)
    assert (game.ap(P2), game.cp(P2)) == (7, 93)


# Further types


@pytest.mark.rule("CNC-450", "CNC-R55")
def test_a_type_of_ones_own_builds_combos_and_has_its_effect(table: MakeTable) -> None:
    game = table()
    tester = custom.attack_type(game, "heal(pick(my_char), 4), gain_ap(me, 2)")
    game.player(P1, ap=3, characters=[tester])
    hurt = game.character(P1, "batman", hp=1)
    game.start()
    for level in (1, 2):
        game.attack(P1, tester)
        assert game.combo(P1, tester) == level
        game.pass_round()
    ap = game.ap(P1)
    game.attack(P1, tester)
    assert (game.asked(), offered(game)) == ([(P1, "type_effect_target")], [game.seen(P1, tester), hurt, None])
    game.target(P1, hurt)
    assert (game.hp(P1, "batman"), game.ap(P1), game.cp(P2)) == (5, ap - 1 + 2, 85)


@pytest.mark.rule("CNC-450", "CNC-R55")
def test_a_type_is_data(table: MakeTable) -> None:
    types = [kind for kind in GAME.core().cards.values() if isinstance(kind, AttackType)]
    assert all(kind.id == kind.name for kind in types)
    assert [kind.name for kind in types if not kind.blocks] == ["Physical"]
    assert table().start().board.type_of("Time").rule == "CNC-450"


@pytest.mark.rule("CNC-433", "CNC-450", "CNC-431")
@pytest.mark.parametrize(
    ("kind", "prompt"),
    [
        ("Physical", None),
        ("Tech", (P1, "hand_positions")),
        ("Psychic", (P1, "type_effect_target")),
        ("Fire", None),
        ("Ice", (P1, "type_effect_target")),
        ("Electric", None),
        ("Magic", (P1, "type_effect_target")),
        ("Toxic", (P1, "type_effect_target")),
        ("Air", None),
        ("Earth", (P1, "type_effect_target")),
        ("Energy", (P1, "type_effect_target")),
        ("Speed", None),
        ("Shadow", (P2, "choose_discards")),
        ("Sound", (P1, "type_effect_target")),
        ("Water", None),
        ("Magnetic", None),
        ("Gravity", None),
        ("Time", (P1, "type_effect_target")),
    ],
)
def test_who_is_asked_what(table: MakeTable, kind: str, prompt: tuple[int, str] | None) -> None:
    """With everything there that could be chosen; when the time is up the match goes on."""
    game = table()
    fighter = custom.character(game, attacks=[f"{kind} 1 / 1"])
    game.player(P1, discard=["nill"])
    game.player(P2, hand=["mac", "nill"], cities=["mac"], characters=["danger"])
    ready(game, fighter)
    game.start()
    game.attack(P1, fighter, "danger")
    assert game.asked() == [prompt or (P1, "main")]
    assert [one.attack_type for one in game.happened(e.TypeEffectUnleashed)] == ([] if kind == "Physical" else [kind])
    if prompt is not None:
        game.time_out(prompt[0])
