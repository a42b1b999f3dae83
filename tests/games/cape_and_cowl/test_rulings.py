"""Rulings on what only a rare table or cards of players' own come to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from tests.games.cape_and_cowl.custom import attack_type, character, city, event
from tests.games.cape_and_cowl.table import P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("CNC-R50", "CNC-R51")
def test_a_bonus_is_for_friends_a_cut_for_rivals_and_both_come_from_city_cards(table: MakeTable) -> None:
    game = table().player(P1, characters=["captain_commute", "gutter_saint"], hand=["media_inquiry"])
    game.player(P1, cities=["federal_sponsorship"]).player(P2, characters=["captain_commute", "gutter_saint"]).start()
    game.play(P1, "media_inquiry")
    assert game.cities(P1) == ["federal_sponsorship", "media_inquiry"]
    assert [game.strength(P1, cid) for cid in ("captain_commute", "gutter_saint")] == [7 + 4, 9]
    assert [game.strength(P2, cid) for cid in ("captain_commute", "gutter_saint")] == [7, 9 - 5]


@pytest.mark.rule("CNC-R60", "CNC-317")
def test_a_withdrawn_card_that_went_through_the_deck_may_be_played(table: MakeTable) -> None:
    game = table().player(P1, characters=["nill", "obituary_writer"], deck=[]).start()
    game.do(P1, a.WithdrawCharacter(game.seen(P1, "nill")))
    assert game.refused(P1, game.playing(P1, "nill")).rule == "CNC-317"
    game.do(P1, a.DiscardFromHand(game.held(P1, "nill")))
    game.use(P1, "obituary_writer", cards=[game.thrown(P1, "nill")])
    game.do(P1, a.DrawCard())
    game.play(P1, "nill")
    assert "nill" in game.characters(P1)


@pytest.mark.rule("CNC-R61", "CNC-520")
def test_of_host_and_guard_in_one_effect_the_guard_goes_once(table: MakeTable) -> None:
    game = table()
    boom = event(game, "destroy(all(opp_city))")
    game.player(P1, hand=[boom]).player(P2, cities=["corner_diner", "mac"])
    game.city(P2, "ninja_death_cult", host="corner_diner")
    game.start()
    game.play(P1, boom)
    assert game.cities(P2) == ["corner_diner"]
    assert game.discard(P2) == ["ninja_death_cult", "mac"]
    assert len(game.happened(e.DestroyReplaced)) == 1


@pytest.mark.rule("CNC-R62", "CNC-529")
def test_where_both_choose_the_active_player_does_so_first(table: MakeTable) -> None:
    game = table()
    purge = event(game, "discard_hand(both, 1, owner)")
    game.player(P2, hand=[purge, "nill", "mac"]).player(P1, hand=["batman", "danger"]).turn(P2).start()
    game.play(P2, purge)
    assert game.asked() == [(P2, "choose_discards")]
    game.choose(P2, game.held(P2, "nill"))
    assert (game.discard(P2), game.asked()) == (["nill"], [(P1, "choose_discards")])
    game.choose(P1, game.held(P1, "danger"))
    assert (game.discard(P1), game.discard(P2)) == (["danger"], ["nill", purge])


@pytest.mark.rule("CNC-R63", "CNC-503", "CNC-515")
@pytest.mark.parametrize(("chosen", "gained"), [(True, 0), (False, 3)])
def test_a_text_whose_card_stops_working_before_its_turn_does_not_happen(
    table: MakeTable, *, chosen: bool, gained: int
) -> None:
    game = table()
    strike = city(game, "each_turn: disable(pick(my_city), round)")
    game.player(P1, cities=[strike, "community_garden"]).start("each_turn")
    game.target(P1, game.seen(P1, "community_garden" if chosen else strike))
    assert game.cp(P1) == 100 + gained


@pytest.mark.rule("CNC-R62", "CNC-331", "CNC-529")
def test_where_both_hold_too_many_the_active_player_discards_first(table: MakeTable) -> None:
    game = table()
    flight = event(game, "return_hand(all(any_char))")
    game.player(P1, hand=["nill"] * 10, characters=["danger"])
    game.player(P2, hand=[flight, *["nill"] * 9], characters=["danger", "batman"]).turn(P2).start()
    game.play(P2, flight)
    assert (len(game.hand(P1)), len(game.hand(P2)), game.asked()) == (11, 11, [(P2, "discard_down")])
    game.choose(P2, game.held(P2, "batman"))
    assert game.asked() == [(P1, "discard_down")]
    game.choose(P1, game.held(P1, "danger"))
    assert (game.discard(P1), game.discard(P2)) == (["danger"], ["batman", flight])


@pytest.mark.rule("CNC-331", "CNC-529")
def test_each_card_above_10_is_discarded(table: MakeTable) -> None:
    game = table()
    flight = event(game, "return_hand(all(opp_char))")
    game.player(P1, hand=[flight]).player(P2, hand=["nill"] * 9, characters=["danger", "batman", "flash"])
    game.start()
    game.play(P1, flight)
    assert len(game.hand(P2)) == 12
    assert not any("CNC-307" in fault for fault in game.game.invariants(game.state))
    game.choose(P2, game.held(P2, "flash"))
    assert (len(game.hand(P2)), game.asked()) == (11, [(P2, "discard_down")])
    game.choose(P2, game.held(P2, "batman"))
    assert (len(game.hand(P2)), game.discard(P2)) == (10, ["flash", "batman"])


@pytest.mark.rule("CNC-R66", "CNC-529", "CNC-524")
def test_who_is_immune_is_looked_at_before_anybody_gets_the_status(table: MakeTable) -> None:
    game = table()
    keeper = character(game, "passive: immune(my_other_char, silenced)")
    hush = event(game, "status(all(opp_char), silenced, round)")
    game.player(P1, hand=[hush]).player(P2, characters=[keeper, "nill"]).start()
    game.play(P1, hush)
    assert (game.statuses(P2, keeper), game.statuses(P2, "nill")) == (["silenced"], [])


def test_where_there_is_nobody_all_of_them_are_no_target(table: MakeTable) -> None:
    game, lonely = table(), table()
    raid, _ = (event(one, "or_else(damage(all(opp_char), 10), damage_cp(opp, 10))") for one in (game, lonely))
    game.player(P1, hand=[raid]).player(P2, characters=["danger"]).start()
    game.play(P1, raid)
    assert (game.hp(P2, "danger"), game.cp(P2)) == (30, 100)
    lonely.player(P1, hand=[raid]).start()
    lonely.play(P1, raid)
    assert lonely.cp(P2) == 90


@pytest.mark.rule("CNC-530")
def test_players_can_be_added_up(table: MakeTable) -> None:
    game = table()
    gift = event(game, "draw(opp + me, 1)")
    game.player(P1, hand=[gift]).start()
    game.play(P1, gift)
    assert [fact.seat for fact in game.happened(e.CardDrawn)] == [P1, P2]


@pytest.mark.rule("CNC-450", "CNC-443")
def test_a_type_effect_by_chance_hits_the_city_where_nobody_screens_it(table: MakeTable) -> None:
    game = table()
    thrower = attack_type(game, "extra_attack_damage(random(opp_char_or_city), 10)")
    game.character(P1, thrower, combo=(1, 2))
    game.start()
    game.attack(P1, thrower)
    assert (game.cp(P2), game.happened(e.RandomTargetPicked)) == (100 - 5 - 10, [])


@pytest.mark.rule("CNC-529", "CNC-450")
def test_a_type_effect_strikes_all_before_anybody_is_destroyed(table: MakeTable) -> None:
    game = table()
    burst = attack_type(game, "extra_attack_damage(all(opp_char), 10)")
    cover = character(game, "passive: damage_taken(my_other_char, -7)", hp=5)
    game.player(P2, characters=["danger", cover, "riot_sergeant"])
    game.character(P1, burst, combo=(1, 2))
    game.start()
    game.attack(P1, burst, "riot_sergeant")
    assert [fact.target_card for fact in game.happened(e.DamageDealt)] == [
        "riot_sergeant",
        "danger",
        cover,
        "riot_sergeant",
    ]
    assert (game.hp(P2, "danger"), game.hp(P2, "riot_sergeant")) == (40 - 3, 20 - 3)
    assert game.discard(P2) == [cover]


@pytest.mark.rule("CNC-314", "CNC-535")
@pytest.mark.parametrize(("heroes", "drawn"), [(0, 0), (2, 2)])
def test_what_counts_nothing_does_nothing(table: MakeTable, heroes: int, drawn: int) -> None:
    words = "draw(me, {0}), mill(opp, {0}), reveal(opp, {0}), discard_hand(opp, {0}, owner)"
    game = table()
    rally = event(game, words.format("count(my_char[hero])"))
    game.player(P1, hand=[rally], deck=["nill"] * 3, characters=["kid_comet"] * heroes)
    game.player(P2, hand=["mac", "batman"], deck=["danger"] * 3).start()
    game.play(P1, rally)
    assert (len(game.hand(P1)), game.discard(P2)) == (drawn, ["danger"] * drawn + ["mac", "batman"] * (drawn // 2))


@pytest.mark.rule("CNC-R68", "CNC-318", "CNC-329")
def test_an_ability_withdraws_others_but_not_who_acts_by_it(table: MakeTable) -> None:
    game = table()
    guide = character(game, "act 1: withdraw(pick(my_char))")
    game.player(P1, characters=[guide, "nill"]).start()
    own, nill = game.seen(P1, guide), game.seen(P1, "nill")
    assert [one["targets"] for one in game.legal(P1, "use_ability") if one["character"] == own] == [[nill]]
    assert game.refused(P1, game.using(P1, guide, own)).rule == "CNC-314"
    game.use(P1, guide, nill)
    assert (game.characters(P1), game.hand(P1)) == ([guide], ["nill"])


@pytest.mark.rule("CNC-R68", "CNC-314", "CNC-318")
def test_where_only_who_acts_could_be_withdrawn_the_target_of_the_other_part_is_named(table: MakeTable) -> None:
    game = table()
    guide = character(game, "act 1: or_else(withdraw(pick(my_char)), damage(pick(opp_char), 5))")
    game.player(P1, characters=[guide]).player(P2, characters=["danger", "batman"]).start()
    game.use(P1, guide, game.seen(P2, "danger"))
    assert (game.asked(), game.hp(P2, "danger"), game.characters(P1)) == ([(P1, "main")], 40 - 5, [guide])


@pytest.mark.rule("CNC-R69", "CNC-329")
@pytest.mark.parametrize("who", ["all(my_char)", "self"])
def test_where_all_are_barred_from_withdrawing_the_other_part_happens(table: MakeTable, who: str) -> None:
    game = table()
    guide = character(game, f"act 1: or_else(withdraw({who}), gain_cp(me, 5))")
    game.player(P1, characters=[guide]).start()
    game.use(P1, guide)
    assert (game.characters(P1), game.cp(P1)) == ([guide], 105)


@pytest.mark.rule("CNC-R69", "CNC-329")
def test_where_one_of_all_is_not_barred_the_other_part_does_not_happen(table: MakeTable) -> None:
    game = table()
    guide = character(game, "act 1: or_else(withdraw(all(my_char)), gain_cp(me, 5))")
    game.player(P1, characters=[guide, "nill"]).start()
    game.use(P1, guide)
    assert (game.characters(P1), game.hand(P1), game.cp(P1)) == ([guide], ["nill"], 100)


@pytest.mark.rule("CNC-R69", "CNC-314", "CNC-534")
@pytest.mark.parametrize(("thrown", "cp"), [("nill", 100), ("mac", 105)])
def test_where_no_discarded_card_matches_the_other_part_happens(table: MakeTable, thrown: str, cp: int) -> None:
    game = table()
    dig = event(game, "or_else(recover(character, 1, hand), gain_cp(me, 5))")
    game.player(P1, hand=[dig], discard=[thrown]).start()
    game.play(P1, dig)
    if cp == 100:
        game.choose(P1, game.thrown(P1, "nill"))
    assert (game.hand(P1), game.cp(P1)) == (["nill"] if cp == 100 else [], cp)
