"""Maximum HP, durations, and passives that go on and off (CNC-512 to CNC-518)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import Modifier
from tests.games.cape_and_cowl import custom
from tests.games.cape_and_cowl.table import P1, P2, Table

MakeTable = Callable[..., Table]


def hp(game: Table, seat: int, cid: str) -> tuple[int, int]:
    """HP and maximum HP of a Character."""
    card = game.card(seat, cid)
    return card.hp, card.max_hp


# Maximum HP


@pytest.mark.rule("CNC-512", "CNC-R32")
@pytest.mark.card("neighborhood_watch")
def test_hp_rise_with_the_maximum_and_are_cut_to_it(table: MakeTable) -> None:
    game = table().player(P1, hand=["neighborhood_watch", "cityzen_bob"], characters=["bruce_wayne"])
    game.character(P1, "nill", hp=2)
    game.player(P2, hand=["bomb_plot"], characters=["cityzen_bob"]).start()
    game.play(P1, "neighborhood_watch")
    game.play(P1, "cityzen_bob")
    assert [hp(game, P1, cid) for cid in ("bruce_wayne", "nill", "cityzen_bob")] == [(15, 15), (7, 10), (10, 10)]
    assert hp(game, P2, "cityzen_bob") == (5, 5)
    game.end_turn(P1)
    game.play(P2, "bomb_plot", game.seen(P1, "neighborhood_watch"))
    assert [hp(game, P1, cid) for cid in ("bruce_wayne", "nill", "cityzen_bob")] == [(10, 10), (5, 5), (5, 5)]


@pytest.mark.rule("CNC-512", "CNC-515", "CNC-R32", "CNC-R33")
@pytest.mark.card("mayor_okafor")
def test_a_lost_bonus_never_destroys(table: MakeTable) -> None:
    """The Mayor's own HP don't rise; when he falls, the others keep what fits the old maximum."""
    game = table().player(P1, characters=["sentry"]).player(P2, characters=["mayor_okafor", "spider_man"])
    game.character(P2, "crisis_spokesman", hp=1)
    game.character(P2, "cityzen_bob", hp=5)
    game.start()
    custom.die(game, P1, 6)
    assert [hp(game, P2, cid) for cid in ("mayor_okafor", "spider_man")] == [(25, 25), (15, 15)]
    assert [hp(game, P2, cid) for cid in ("crisis_spokesman", "cityzen_bob")] == [(6, 15), (10, 10)]
    game.attack(P1, "sentry", "mayor_okafor")
    assert [hp(game, P2, cid) for cid in ("crisis_spokesman", "cityzen_bob")] == [(6, 10), (5, 5)]


@pytest.mark.rule("CNC-512")
@pytest.mark.parametrize(("printed", "hp_after"), [(44, 49), (45, 50), (48, 50)])
def test_maximum_hp_are_never_above_50(table: MakeTable, printed: int, hp_after: int) -> None:
    game = table()
    hospital = custom.city(game, "passive: hp_mod(my_char, 5)")
    giant = custom.character(game, hp=printed)
    game.player(P1, hand=[hospital])
    game.character(P1, giant, hp=10)
    game.start()
    game.play(P1, hospital)
    assert hp(game, P1, giant) == (10 + hp_after - printed, hp_after)


@pytest.mark.rule("CNC-512", "CNC-R32", "CNC-R59")
def test_maximum_hp_fall_and_rise_again(table: MakeTable) -> None:
    """A cut never destroys: at least 1 HP is left. What rises again rises with the HP."""
    game = table()
    smog = custom.city(game, "passive: hp_mod(opp_char, -8)")
    game.player(P1, hand=[smog]).player(P2, characters=["danger", "cityzen_bob"])
    game.character(P2, "batman", hp=3)
    game.start()
    game.play(P1, smog)
    cids = ("danger", "cityzen_bob", "batman")
    assert [hp(game, P2, cid) for cid in cids] == [(32, 32), (1, 1), (3, 7)]
    game.do(P1, a.DiscardFromField(game.seen(P1, smog)))
    assert [hp(game, P2, cid) for cid in cids] == [(40, 40), (5, 5), (11, 15)]


@pytest.mark.rule("CNC-512", "CNC-507", "CNC-515")
@pytest.mark.card("null_field")
def test_silence_takes_a_bonus_of_hp_for_as_long(table: MakeTable) -> None:
    game = table().player(P1, hand=["null_field"]).player(P2, characters=["mayor_okafor"])
    game.character(P2, "crisis_spokesman", hp=10)
    game.start()
    game.play(P1, "null_field")
    assert hp(game, P2, "crisis_spokesman") == (10, 10)
    game.end_turn(P1)
    game.end_turn(P2)
    assert hp(game, P2, "crisis_spokesman") == (15, 15)


@pytest.mark.rule("CNC-512", "CNC-525")
@pytest.mark.card("identity_swap")
def test_a_change_of_class_changes_the_maximum_at_once(table: MakeTable) -> None:
    game = table().player(P1, hand=["identity_swap"], cities=["neighborhood_watch"], characters=["batman"]).start()
    game.play(P1, "identity_swap", game.seen(P1, "batman"), class_="Civilian")
    assert hp(game, P1, "batman") == (20, 20)


# Durations


@pytest.mark.rule("CNC-513", "CNC-514", "CNC-R33")
@pytest.mark.card("rallying_cry")
def test_this_turn_ends_in_the_end_step_and_speaks_of_those_in_play(table: MakeTable) -> None:
    game = table().player(P1, hand=["rallying_cry", "batman"], characters=["spider_man"]).start()
    game.play(P1, "rallying_cry")
    game.play(P1, "batman")
    assert (game.strength(P1, "spider_man"), game.strength(P1, "batman")) == (15, 10)
    game.end_turn(P1)
    assert game.strength(P1, "spider_man") == 10
    assert [(one.duration, one.seat) for one in game.happened(e.DurationEnded)] == [("turn", P1)]


@pytest.mark.rule("CNC-513")
def test_this_turn_also_of_what_the_other_player_made(table: MakeTable) -> None:
    game = table()
    rage = custom.character(game, "when_damaged: attack_mod(self, 5, duration=turn)", attacks=["Fire 5 / 1"])
    game.player(P1, characters=["quicksilver"]).player(P2, characters=[rage]).start()
    game.attack(P1, "quicksilver", rage)
    assert game.strength(P2, rage) == 10
    game.end_turn(P1)
    assert game.strength(P2, rage) == 5


@pytest.mark.rule("CNC-513", "CNC-R03")
@pytest.mark.card("mirror_master")
@pytest.mark.parametrize("first", [P1, P2])
def test_a_round_ends_at_the_makers_next_start_step(table: MakeTable, first: int) -> None:
    """Whoever began the match."""
    game = table().turn(P1, first=first).player(P1, characters=["mirror_master"]).player(P2, characters=["danger"])
    game.start()
    game.use(P1, "mirror_master", game.seen(P2, "danger"))
    assert game.strength(P2, "danger") == 10
    game.end_turn(P1)
    assert game.strength(P2, "danger") == 10
    game.end_turn(P2)
    assert game.strength(P2, "danger") == 15
    assert [(one.duration, one.seat) for one in game.happened(e.DurationEnded)] == [("round", P1)]


@pytest.mark.rule("CNC-513", "CNC-R03")
def test_rounds_of_both_players_end_each_at_its_own_time(table: MakeTable) -> None:
    game = table().player(P1, characters=["mirror_master"])
    game.character(P2, "danger", modifiers=[Modifier(-3, "round", P2), Modifier(-1, "match", P2)])
    game.start()
    game.use(P1, "mirror_master", game.seen(P2, "danger"))
    assert game.strength(P2, "danger") == 6
    game.end_turn(P1)
    assert game.strength(P2, "danger") == 9, "that of P2 has ended"
    game.end_turn(P2)
    assert game.strength(P2, "danger") == 14


@pytest.mark.rule("CNC-513", "CNC-204")
def test_a_round_ends_before_income_and_each_turn_texts(table: MakeTable) -> None:
    game = table().player(P2, ap=0, cities=["community_garden", "solar_array"])
    game.board.players[P2].flooded = P2
    game.start()
    game.end_turn(P1)
    assert (game.ap(P2), game.cp(P2)) == (4, 103)


@pytest.mark.rule("CNC-513", "CNC-319", "CNC-525")
@pytest.mark.card("the_understudy")
def test_a_stay_lasts_until_the_card_leaves(table: MakeTable) -> None:
    game = table().player(P1, hand=["recall_order"], characters=["the_understudy"]).start()
    game.use(P1, "the_understudy", class_="Hero")
    for _ in range(2):
        game.pass_round()
    assert game.card(P1, "the_understudy").class_ == "Hero"
    game.play(P1, "recall_order", game.seen(P1, "the_understudy"))
    game.pass_round()
    game.play(P1, "the_understudy")
    assert game.card(P1, "the_understudy").class_ == "Anti-Hero"


@pytest.mark.rule("CNC-513", "CNC-705")
@pytest.mark.card("hopeless_headlines")
def test_a_match_long_effect_never_ends(table: MakeTable) -> None:
    game = table().player(P1, hand=["hopeless_headlines"]).player(P2, hand=["mac", "mac"], discard=20).start()
    game.play(P1, "hopeless_headlines")
    for _ in range(3):
        game.pass_round()
    game.end_turn(P1)
    game.do(P2, a.DiscardFromHand(game.held(P2, "mac")))
    assert game.state.result is None
    game.do(P2, a.DiscardFromHand(game.held(P2, "mac")))
    assert game.state.result is not None
    assert game.state.result.rule == "CNC-704"


@pytest.mark.rule("CNC-513", "CNC-213")
@pytest.mark.card("martial_law")
def test_martial_law_for_a_round(table: MakeTable) -> None:
    game = table().player(P1, hand=["martial_law"]).player(P2, hand=["power_surge"]).start()
    game.play(P1, "martial_law")
    game.end_turn(P1)
    assert game.refused(P2, game.playing(P2, "power_surge")).rule == "CNC-213"
    game.end_turn(P2)
    game.end_turn(P1)
    game.play(P2, "power_surge")
    assert game.discard(P2) == ["power_surge"]


@pytest.mark.rule("CNC-513", "CNC-415")
@pytest.mark.card("lockdown")
def test_lockdown_for_a_round(table: MakeTable) -> None:
    game = table().player(P1, hand=["lockdown"]).player(P2, characters=["batman"]).start()
    game.play(P1, "lockdown")
    game.end_turn(P1)
    game.attack(P2, "batman")
    assert game.cp(P1) == 100
    game.end_turn(P2)
    game.end_turn(P1)
    game.attack(P2, "batman")
    assert game.cp(P1) == 90


@pytest.mark.rule("CNC-513", "CNC-706")
@pytest.mark.card("hold_the_line")
def test_hold_the_line_ends_at_the_start_step_and_attrition_is_looked_at_at_once(table: MakeTable) -> None:
    game = table().player(P1, hand=["hold_the_line", "mac"], discard=24).start()
    game.play(P1, "hold_the_line")
    game.do(P1, a.DiscardFromHand(game.held(P1, "mac")))
    game.end_turn(P1)
    assert game.state.result is None
    game.end_turn(P2)
    assert game.state.result is not None
    assert game.state.result.rule == "CNC-704"
    assert game.happened(e.ApReceived) == []


@pytest.mark.rule("CNC-514", "CNC-R33")
def test_an_effect_outlives_its_source(table: MakeTable) -> None:
    game = table().player(P1, hand=["recall_order"], characters=["mirror_master", "gale_warden", "batman"])
    game.player(P2, characters=["danger"]).start()
    game.use(P1, "gale_warden", game.seen(P1, "batman"))
    game.use(P1, "mirror_master", game.seen(P2, "danger"))
    for cid in ("gale_warden", "mirror_master"):
        game.do(P1, a.DiscardFromField(game.seen(P1, cid)))
    assert (game.strength(P1, "batman"), game.strength(P2, "danger")) == (15, 10)


@pytest.mark.rule("CNC-514", "CNC-319")
def test_an_effect_does_not_follow_the_card_out_of_play(table: MakeTable) -> None:
    game = table().player(P1, characters=["mirror_master"], hand=["eviction_notice"]).player(P2, characters=["danger"])
    game.start()
    game.use(P1, "mirror_master", game.seen(P2, "danger"))
    game.play(P1, "eviction_notice", game.seen(P2, "danger"))
    game.end_turn(P1)
    game.play(P2, "danger")
    assert game.strength(P2, "danger") == 15


# Passives


@pytest.mark.rule("CNC-503", "CNC-R50", "CNC-R51")
@pytest.mark.card("federal_sponsorship")
@pytest.mark.card("media_inquiry")
def test_a_bonus_for_the_own_heroes_a_cut_for_the_opposing_anti_heroes(table: MakeTable) -> None:
    cids = ["captain_commute", "batman", "ladd_russo"]
    game = table().player(P1, hand=["media_inquiry"], cities=["federal_sponsorship"], characters=cids)
    game.player(P2, characters=cids).start()
    game.play(P1, "media_inquiry")
    assert [game.strength(P1, cid) for cid in cids] == [11, 10, 10]
    assert [game.strength(P2, cid) for cid in cids] == [7, 5, 10]


@pytest.mark.rule("CNC-515", "CNC-R33")
@pytest.mark.card("federal_sponsorship")
def test_a_passive_ends_with_its_source(table: MakeTable) -> None:
    game = table().player(P1, cities=["federal_sponsorship"], characters=["captain_commute"]).start()
    assert game.strength(P1, "captain_commute") == 11
    game.do(P1, a.DiscardFromField(game.seen(P1, "federal_sponsorship")))
    assert game.strength(P1, "captain_commute") == 7


@pytest.mark.rule("CNC-515", "CNC-516", "CNC-513")
@pytest.mark.card("permit_clerk")
@pytest.mark.card("marshal_ruiz")
@pytest.mark.parametrize("cid", ["permit_clerk", "marshal_ruiz"])
def test_a_disabled_city_card_has_no_effect_for_a_round(table: MakeTable, cid: str) -> None:
    game = table().player(P1, characters=[cid])
    game.player(P2, cities=["federal_sponsorship", "smugglers_dock"], characters=["captain_commute", "ladd_russo"])
    game.start()
    assert game.refused(P1, game.using(P1, cid, game.seen(P2, "the_porter"))).rule == "CNC-617"
    game.use(P1, cid, game.seen(P2, "federal_sponsorship"))
    assert (game.strength(P2, "captain_commute"), game.strength(P2, "ladd_russo")) == (7, 13)
    game.end_turn(P1)
    assert game.strength(P2, "captain_commute") == 7
    game.end_turn(P2)
    assert game.strength(P2, "captain_commute") == 11


@pytest.mark.rule("CNC-516", "CNC-609", "CNC-205")
def test_a_disabled_city_card_neither_generates_nor_acts_each_turn(table: MakeTable) -> None:
    game = table().turn(P1).player(P2, ap=0)
    for cid in ("solar_array", "community_garden"):
        game.city(P2, cid, disabled=P1)
    game.start()
    game.end_turn(P1)
    assert (game.ap(P2), game.cp(P2)) == (3, 100)


@pytest.mark.rule("CNC-516", "CNC-520")
def test_a_disabled_guard_guards_nothing(table: MakeTable) -> None:
    game = table().player(P1, hand=["bomb_plot"], characters=["permit_clerk"]).player(P2, cities=["mac"])
    game.city(P2, "rooftop_watch", host="mac")
    game.start()
    game.use(P1, "permit_clerk", game.seen(P2, "rooftop_watch"))
    game.play(P1, "bomb_plot", game.seen(P2, "mac"))
    assert (game.cities(P2), game.discard(P2)) == ([], ["mac", "rooftop_watch"])
    assert [one.cause for one in game.happened(e.CardDiscarded)] == ["host_left", "played"]


@pytest.mark.rule("CNC-517", "CNC-R34")
@pytest.mark.card("burst_mains")
@pytest.mark.card("riptide_rosa")
def test_a_flood_reaches_city_cards_that_are_played_meanwhile(table: MakeTable) -> None:
    """The CP value is gained all the same; neither income nor `each_turn` happens."""
    game = table().player(P1, characters=["riptide_rosa"])
    game.player(P2, hand=["solar_array", "community_garden"], ap=0).start()
    game.use(P1, "riptide_rosa")
    game.end_turn(P1)
    game.play(P2, "solar_array")
    assert (game.cp(P2), game.ap(P2)) == (105, 1)
    game.end_turn(P2)
    game.end_turn(P1)
    assert game.ap(P2) == 5, "1 and the Porter's 3 and 1"


@pytest.mark.rule("CNC-517", "CNC-312", "CNC-609")
def test_no_enter_and_no_each_turn_under_a_flood(table: MakeTable) -> None:
    game = table()
    fountain = custom.city(game, "enter: gain_ap(me, 5)", "each_turn: gain_ap(me, 7)", cp=2)
    game.player(P1, hand=["burst_mains"]).player(P2, hand=[fountain], ap=0).start()
    game.play(P1, "burst_mains")
    game.end_turn(P1)
    game.play(P2, fountain)
    assert (game.cp(P2), game.ap(P2)) == (102, 2)


@pytest.mark.rule("CNC-517", "CNC-617", "CNC-R34", "CNC-R44")
def test_a_flood_does_not_reach_the_porter_nor_characters(table: MakeTable) -> None:
    game = table().player(P1, hand=["burst_mains"], cities=["smugglers_dock"], characters=["ladd_russo"])
    game.player(P2, ap=0, characters=["crisis_spokesman"], cities=["shield_dome"]).start()
    game.play(P1, "burst_mains")
    game.attack(P1, "ladd_russo", "crisis_spokesman")
    assert game.strength(P1, "ladd_russo") == 13
    assert game.characters(P2) == []
    game.end_turn(P1)
    assert game.ap(P2) == 3


@pytest.mark.rule("CNC-517", "CNC-509", "CNC-513", "CNC-R30")
def test_a_flood_of_both_sides_and_the_newest_counts(table: MakeTable) -> None:
    game = table()
    deluge = custom.event(game, "disable_cities(both, round)")
    game.player(P1, hand=[deluge], cities=["shield_dome"]).player(P2, cities=["shield_dome"])
    game.board.players[P1].flooded = P2
    game.character(P1, "batman", statuses=["frozen"], made_by=P2)
    game.start()
    game.play(P1, deluge)
    game.end_turn(P1)
    assert [player.flooded for player in game.board.players] == [P1, P1], "what P2 made has ended, and that alone"
    assert game.statuses(P1, "batman") == []
    game.end_turn(P2)
    assert [player.flooded for player in game.board.players] == [None, None]


@pytest.mark.rule("CNC-516", "CNC-509")
def test_the_newest_disabling_counts(table: MakeTable) -> None:
    game = table()
    strike = custom.event(game, "disable(pick(my_city), round)")
    game.player(P1, hand=[strike])
    mine = game.city(P1, "mac", disabled=P2)
    game.city(P1, "city_hall", disabled=P2)
    game.start()
    game.play(P1, strike, mine)
    game.end_turn(P1)
    assert [game.card(P1, cid).disabled for cid in ("mac", "city_hall")] == [P1, None]
    game.end_turn(P2)
    assert game.card(P1, "mac").disabled is None


@pytest.mark.rule("CNC-515", "CNC-517", "CNC-512", "CNC-706")
def test_flood_and_silence_switch_passives_off_and_on_at_once(table: MakeTable) -> None:
    """A bonus of HP, a limit and an immunity of City cards, all at once off and on."""
    game = table()
    haven = custom.city(
        game, "passive: hp_mod(my_char, 5)", "passive: immune(my_char, Fire)", "passive: cost_mod(opp, draw, 2)"
    )
    game.player(P1, hand=["burst_mains"], characters=["matchstick_mick"])
    game.player(P2, cities=[haven], characters=["danger"]).start()
    assert hp(game, P2, "danger") == (45, 45)
    game.play(P1, "burst_mains")
    assert hp(game, P2, "danger") == (40, 40)
    game.do(P1, a.DrawCard())
    assert game.ap(P1) == 10 - 1 - 1
    game.attack(P1, "matchstick_mick", "danger")
    assert hp(game, P2, "danger") == (31, 40)
    game.pass_round()
    assert hp(game, P2, "danger") == (36, 45)
    game.attack(P1, "matchstick_mick", "danger")
    assert hp(game, P2, "danger") == (36, 45)


@pytest.mark.rule("CNC-515", "CNC-706", "CNC-507")
def test_silence_ends_no_attrition_and_the_match_with_it(table: MakeTable) -> None:
    game = table().player(P1, hand=["null_field"]).player(P2, discard=25, characters=["captain_america"]).start()
    game.play(P1, "null_field")
    assert game.state.result is not None
    assert (game.state.result.rule, game.state.result.placings) == ("CNC-704", ((P1,), (P2,)))


# Limits


@pytest.mark.rule("CNC-518", "CNC-R35")
@pytest.mark.card("mac")
def test_nothing_is_undone_when_a_limit_falls(table: MakeTable) -> None:
    game = table().player(P1, hand=["kid_comet", "kid_comet"], cities=["mac"], characters=["spider_man"] * 3)
    game.player(P2, hand=["burst_mains"]).start()
    game.play(P1, "kid_comet")
    assert game.refused(P1, game.playing(P1, "kid_comet")).rule == "CNC-309"
    game.end_turn(P1)
    game.play(P2, "burst_mains")
    game.end_turn(P2)
    assert len(game.characters(P1)) == 4
    game.do(P1, a.DiscardFromField(game.seen(P1, "spider_man")))
    assert game.refused(P1, game.playing(P1, "kid_comet")).rule == "CNC-309"
    game.do(P1, a.DiscardFromField(game.seen(P1, "spider_man")))
    game.play(P1, "kid_comet")
    assert len(game.characters(P1)) == 3


@pytest.mark.rule("CNC-518", "CNC-213", "CNC-214")
@pytest.mark.card("broadcast_tower")
def test_what_was_played_already_stays_played(table: MakeTable) -> None:
    game = table().player(P1, hand=["power_surge"] * 3, cities=["broadcast_tower"]).start()
    game.play(P1, "power_surge")
    game.play(P1, "power_surge")
    game.do(P1, a.DiscardFromField(game.seen(P1, "broadcast_tower")))
    assert game.discard(P1) == ["power_surge", "power_surge", "broadcast_tower"]
    assert game.refused(P1, game.playing(P1, "power_surge")).rule == "CNC-213"
