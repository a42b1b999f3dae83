"""Actions and what they cost (CNC-301 to CNC-333)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import Modifier
from tests.games.cape_and_cowl.custom import city, event
from tests.games.cape_and_cowl.table import FILLER, P1, P2, Table

MakeTable = Callable[..., Table]


def spent(game: Table) -> list[tuple[int, str]]:
    """AP spent with the last action: (how many, for what)."""
    return [(event.n, event.cause) for event in game.happened(e.ApSpent)]


def told(game: Table) -> list[str]:
    """What happened with the last action, by the names of the events."""
    return [fact.event.type for fact in game.facts]


# What costs AP


@pytest.mark.rule("CNC-301")
@pytest.mark.parametrize(("ap", "legal"), [(1, True), (0, False), (-1, False)])
def test_an_action_needs_as_much_ap_as_it_costs(table: MakeTable, ap: int, legal: bool) -> None:
    game = table().player(P1, ap=ap).start()
    assert bool(game.legal(P1, "draw_card")) is legal
    if legal:
        game.do(P1, a.DrawCard())
        assert game.ap(P1) == 0
    else:
        assert game.refused(P1, a.DrawCard()).rule == "CNC-301"


@pytest.mark.rule("CNC-301")
def test_every_kind_of_action_is_refused_without_the_ap(table: MakeTable) -> None:
    game = (
        table()
        .player(P1, ap=0, hand=["spider_man", "corner_diner", "bomb_plot"], characters=["tony_stark", "batman"])
        .player(P2, cities=["import_clinic"])
        .start()
    )
    dear = [
        a.DrawCard(),
        game.playing(P1, "spider_man"),
        game.playing(P1, "corner_diner"),
        game.playing(P1, "bomb_plot", game.seen(P2, "import_clinic")),
        a.WithdrawCharacter(game.seen(P1, "batman")),
        a.DiscardFromHand(game.held(P1, "bomb_plot")),
        a.DiscardFromField(game.seen(P1, "batman")),
        game.attacking(P1, "batman"),
        game.using(P1, "tony_stark", ability=1),
    ]
    assert [game.refused(P1, action).rule for action in dear] == ["CNC-301"] * 9
    assert [action["type"] for action in game.legal(P1)] == ["use_ability", "end_turn"]


@pytest.mark.rule("CNC-301")
def test_the_cost_is_taken_first_and_is_not_given_back(table: MakeTable) -> None:
    game = table().player(P1, ap=3, hand=["port_in_wave"], deck=[]).start()
    game.play(P1, "port_in_wave")
    assert told(game)[:3] == ["action_taken", "ap_spent", "event_played"]
    assert (game.ap(P1), game.hand(P1)) == (2, [])


@pytest.mark.rule("CNC-302", "CNC-303")
def test_what_costs_nothing_is_legal_in_debt(table: MakeTable) -> None:
    game = table().player(P1, ap=-2, hand=["cityzen_bob", "emergency_drill"], characters=["tony_stark"]).start()
    game.play(P1, "cityzen_bob")
    game.play(P1, "emergency_drill", game.seen(P1, "cityzen_bob"))
    assert (game.ap(P1), game.ever(e.ApSpent)) == (-2, [])
    game.use(P1, "tony_stark", ability=2)
    assert game.ap(P1) == -1
    game.end_turn(P1)
    assert game.board.active == P2


@pytest.mark.rule("CNC-303", "CNC-304", "CNC-R09")
@pytest.mark.parametrize(("ap", "after"), [(5, 2), (3, 0), (1, -2), (0, -3), (-40, -43)])
def test_a_loss_is_taken_in_full_also_below_0(table: MakeTable, ap: int, after: int) -> None:
    game = table().player(P1, hand=["annual_blackout"]).player(P2, ap=ap).start()
    game.play(P1, "annual_blackout")
    assert game.ap(P2) == after


@pytest.mark.rule("CNC-303", "CNC-305", "CNC-R09")
@pytest.mark.parametrize(("ap", "after"), [(500, 502), (0, 2), (-1, 1), (-2, 0), (-5, -3)])
def test_a_gain_fills_a_debt_first(table: MakeTable, ap: int, after: int) -> None:
    game = table().player(P1, ap=ap, hand=["power_surge"]).start()
    game.play(P1, "power_surge")
    assert game.ap(P1) == after


@pytest.mark.rule("CNC-305", "CNC-R09")
def test_what_is_left_of_a_debt_stays_for_later_turns(table: MakeTable) -> None:
    game = table().player(P1, ap=-7).start()
    game.pass_round()
    assert game.ap(P1) == -4
    assert game.refused(P1, a.DrawCard()).rule == "CNC-301"
    game.pass_round()
    game.pass_round()
    assert game.ap(P1) == 2
    game.do(P1, a.DrawCard())
    assert game.ap(P1) == 1


# Drawing


@pytest.mark.rule("CNC-306")
def test_drawing_takes_the_top_card_for_1_ap(table: MakeTable) -> None:
    game = table().player(P1, ap=3, hand=["flash"], deck=["batman", "nill", "danger"]).start()
    game.do(P1, a.DrawCard())
    assert spent(game) == [(1, "draw_card")]
    assert (game.ap(P1), game.hand(P1), game.deck(P1)) == (2, ["flash", "batman"], ["nill", "danger"])
    game.do(P1, a.DrawCard())
    assert (game.ap(P1), game.hand(P1)) == (1, ["flash", "batman", "nill"])


@pytest.mark.rule("CNC-307", "CNC-R10")
def test_a_hand_holds_at_most_10_cards(table: MakeTable) -> None:
    game = table().player(P1, hand=[FILLER] * 9).start()
    game.do(P1, a.DrawCard())
    assert len(game.hand(P1)) == 10
    assert game.legal(P1, "draw_card") == []
    assert game.refused(P1, a.DrawCard()).rule == "CNC-307"
    assert game.ap(P1) == 9


@pytest.mark.rule("CNC-307", "CNC-R10")
def test_an_empty_deck_gives_no_card(table: MakeTable) -> None:
    game = table().player(P1, deck=["batman"]).start()
    game.do(P1, a.DrawCard())
    assert (game.hand(P1), game.deck(P1)) == (["batman"], [])
    assert game.legal(P1, "draw_card") == []
    assert game.refused(P1, a.DrawCard()).rule == "CNC-307"


# Playing


@pytest.mark.rule("CNC-308")
@pytest.mark.parametrize(
    ("card", "cost"),
    [
        ("flash", 0),
        ("spider_man", 1),
        ("iron_man", 2),
        ("sentry", 3),
        ("corner_diner", 1),
        ("amusement_pier", 2),
        ("power_surge", 0),
        ("construction_project", 1),
        ("annual_blackout", 2),
        ("total_eclipse", 3),
    ],
)
def test_a_card_costs_what_is_printed(table: MakeTable, card: str, cost: int) -> None:
    game = table().player(P1, ap=cost, hand=[card]).start()
    game.play(P1, card)
    assert spent(game) == ([(cost, card)] if cost else [])
    assert game.hand(P1) == []


@pytest.mark.rule("CNC-308", "CNC-301")
@pytest.mark.parametrize(("card", "ap"), [("sentry", 2), ("amusement_pier", 1), ("total_eclipse", 2)])
def test_a_card_stays_in_the_hand_without_the_ap(table: MakeTable, card: str, ap: int) -> None:
    game = table().player(P1, ap=ap, hand=[card]).start()
    assert game.refused(P1, game.playing(P1, card)).rule == "CNC-301"
    assert {action["type"] for action in game.legal(P1)}.isdisjoint({"play_character", "play_city", "play_event"})


@pytest.mark.rule("CNC-308")
def test_only_cards_of_the_own_hand_can_be_played(table: MakeTable) -> None:
    game = table().player(P1, characters=["flash"], discard=["nill"]).player(P2, hand=["batman"]).start()
    for iid in (game.held(P2, "batman"), game.seen(P1, "flash"), game.thrown(P1, "nill"), "c0000000000"):
        assert game.refused(P1, a.PlayCharacter(iid)).rule == "CNC-308"


@pytest.mark.rule("CNC-309")
def test_three_characters_may_be_in_play(table: MakeTable) -> None:
    game = table().player(P1, hand=["flash", "batman"], characters=["nill", "danger"]).start()
    game.play(P1, "flash")
    assert game.characters(P1) == ["nill", "danger", "flash"]
    assert game.legal(P1, "play_character") == []
    assert game.refused(P1, game.playing(P1, "batman")).rule == "CNC-309"
    game.do(P1, a.DiscardFromField(game.seen(P1, "nill")))
    game.play(P1, "batman")
    assert game.characters(P1) == ["danger", "flash", "batman"]


@pytest.mark.rule("CNC-309")
def test_the_limit_of_characters_has_modifiers(table: MakeTable) -> None:
    game = table().player(P1, hand=["flash", "kid_comet"], characters=["nill"] * 3, cities=["mac"]).start()
    game.play(P1, "flash")
    assert game.refused(P1, game.playing(P1, "kid_comet")).rule == "CNC-309"


@pytest.mark.rule("CNC-310")
def test_a_character_enters_as_printed_and_may_act_at_once(table: MakeTable) -> None:
    game = table().player(P1, hand=["cinder_jane"]).player(P2, characters=["danger"]).start()
    game.play(P1, "cinder_jane")
    card = game.card(P1, "cinder_jane")
    assert (card.hp, card.max_hp, card.class_, card.statuses, card.combo) == (15, 15, "Anti-Hero", {}, None)
    assert (card.modifiers, card.replaced, card.acts_used, card.extra_acts) == ((), False, 0, 0)
    game.attack(P1, "cinder_jane", "danger")
    assert game.hp(P2, "danger") == 25


@pytest.mark.rule("CNC-311")
def test_a_city_card_that_is_in_play_cannot_be_played(table: MakeTable) -> None:
    game = table().player(P1, hand=["corner_diner", "mac"], cities=["corner_diner"]).start()
    assert [action["card"] for action in game.legal(P1, "play_city")] == [game.held(P1, "mac")]
    assert game.refused(P1, game.playing(P1, "corner_diner")).rule == "CNC-311"
    game.do(P1, a.DiscardFromField(game.seen(P1, "corner_diner")))
    game.play(P1, "corner_diner")
    assert game.cities(P1) == ["corner_diner"]


@pytest.mark.rule("CNC-312", "CNC-R11")
def test_a_city_card_gives_cp_then_enter_then_income_once_then_each_turn(table: MakeTable) -> None:
    texts = ["each_turn: gain_cp(me, 1)", "passive: income(2)", "enter: lose_ap(opp, 3)"]
    game = table()
    card = city(game, *texts, cp=7)
    game.player(P1, ap=1, hand=[card]).start()
    game.play(P1, card)
    assert told(game)[2:7] == ["city_played", "cp_changed", "ap_lost", "ap_gained", "cp_changed"]
    assert (game.cp(P1), game.ap(P1), game.ap(P2)) == (108, 2, 7)
    game.pass_round()
    assert (game.cp(P1), game.ap(P1), game.ap(P2)) == (109, 2 + 3 + 2, 7 + 3)


@pytest.mark.rule("CNC-312")
def test_a_passive_effect_is_on_when_income_is_counted(table: MakeTable) -> None:
    game = table().player(P1, ap=2, hand=["avengers_mansion"], characters=["flash", "batman", "iron_man"]).start()
    game.play(P1, "avengers_mansion")
    assert (game.ap(P1), game.cp(P1)) == (2, 105)
    assert [event.n for event in game.happened(e.ApGained)] == [2]


@pytest.mark.rule("CNC-312")
def test_a_city_card_that_wins_by_its_cp_does_nothing_more(table: MakeTable) -> None:
    game = table().player(P1, cp=195, ap=2, hand=["solar_array"]).start()
    game.play(P1, "solar_array")
    assert game.state.result is not None
    assert (game.cp(P1), game.ap(P1)) == (200, 0)


@pytest.mark.rule("CNC-313")
def test_an_event_leaves_the_hand_happens_in_written_order_and_is_discarded(table: MakeTable) -> None:
    game = table().player(P1, hand=["charity_gala"], deck=["batman"]).start()
    game.play(P1, "charity_gala")
    assert told(game)[1:6] == ["ap_spent", "event_played", "cp_changed", "card_drawn", "card_discarded"]
    assert (game.hand(P1), game.discard(P1), game.cp(P1)) == (["batman"], ["charity_gala"], 105)
    assert game.board.playing is None


@pytest.mark.rule("CNC-313")
def test_an_event_whose_text_says_so_goes_under_the_deck(table: MakeTable) -> None:
    game = table().player(P1, hand=["deja_vu_day"], deck=["batman", "nill"]).start()
    game.play(P1, "deja_vu_day")
    assert (game.hand(P1), game.deck(P1), game.discard(P1)) == (["batman"], ["nill", "deja_vu_day"], [])


@pytest.mark.rule("CNC-314", "CNC-R12")
def test_an_event_without_a_legal_target_cannot_be_played(table: MakeTable) -> None:
    game = table().player(P1, hand=["bomb_plot", "carnivorous_plants"]).player(P2).start()
    assert game.legal(P1, "play_event") == []
    for card in ("bomb_plot", "carnivorous_plants"):
        assert game.refused(P1, game.playing(P1, card, game.seen(P2, "the_porter"))).rule == "CNC-314"
        assert game.refused(P1, game.playing(P1, card)).rule == "CNC-314"


@pytest.mark.rule("CNC-314")
def test_targets_are_those_that_the_text_speaks_of_one_for_each_pick(table: MakeTable) -> None:
    game = table().player(P1, hand=["cold_snap"], characters=["flash"]).player(P2, characters=["nill"]).start()
    nill, flash = game.seen(P2, "nill"), game.seen(P1, "flash")
    for targets in ((), (flash,), (nill, nill), ("city",)):
        assert game.refused(P1, game.playing(P1, "cold_snap", *targets)).rule == "CNC-314"
    game.play(P1, "cold_snap", nill)
    assert game.statuses(P2, "nill") == ["frozen"]


@pytest.mark.rule("CNC-314", "CNC-R12")
def test_an_event_that_takes_back_cards_needs_a_match_in_the_discard_pile(table: MakeTable) -> None:
    game = table().player(P1, hand=["second_chances"], discard=["bomb_plot", "mac"]).start()
    for cards in ([], [game.thrown(P1, "mac")]):
        assert game.refused(P1, game.playing(P1, "second_chances", cards=cards)).rule == "CNC-314"
    assert game.legal(P1, "play_event") == []


@pytest.mark.rule("CNC-314")
def test_the_cards_taken_back_match_and_lie_in_the_own_discard_pile(table: MakeTable) -> None:
    game = (
        table()
        .player(P1, hand=["second_chances"], discard=["bomb_plot", "nill"])
        .player(P2, discard=["batman"])
        .start()
    )
    for cards in ([game.thrown(P1, "bomb_plot")], [game.thrown(P2, "batman")]):
        assert game.refused(P1, game.playing(P1, "second_chances", cards=cards)).rule == "CNC-314"
    game.play(P1, "second_chances", cards=[game.thrown(P1, "nill")])
    assert (game.hand(P1), game.discard(P1)) == (["nill"], ["bomb_plot", "second_chances"])


@pytest.mark.rule("CNC-314", "CNC-R12")
def test_an_ability_that_discards_from_the_own_hand_needs_a_card_there(table: MakeTable) -> None:
    game = table().player(P1, ap=0, characters=["the_pawnbroker"]).start()
    assert game.legal(P1, "use_ability") == []
    assert game.refused(P1, game.using(P1, "the_pawnbroker", ability=1)).rule == "CNC-314"


@pytest.mark.rule("CNC-314", "CNC-R12")
def test_an_event_does_not_count_as_a_card_to_discard(table: MakeTable) -> None:
    game, other = table(), table()
    card, _ = (event(one, "discard_hand(me, 1, owner)") for one in (game, other))
    game.player(P1, hand=[card]).start()
    assert game.refused(P1, game.playing(P1, card)).rule == "CNC-314"
    other.player(P1, hand=[card, "nill"]).start()
    other.play(P1, card)
    assert other.discard(P1) == ["nill", card]


@pytest.mark.rule("CNC-314", "CNC-R12")
@pytest.mark.parametrize("card", ["gas_leak", "vulcanus_agents", "rallying_cry", "lost_luggage", "recurring_dream"])
def test_effects_that_need_no_target_may_come_to_nothing(table: MakeTable, card: str) -> None:
    game = table().player(P1, hand=[card]).player(P2, deck=[]).start()
    game.play(P1, card)
    assert game.hand(P1) == []


@pytest.mark.rule("CNC-314")
def test_a_roll_and_an_alternative_need_no_target(table: MakeTable) -> None:
    game = table().player(P1, characters=["jack_bauer", "the_foreclosure", "tarot_tess"], deck=[]).start()
    game.use(P1, "jack_bauer")
    game.use(P1, "tarot_tess")
    game.use(P1, "the_foreclosure")
    assert game.cp(P2) == 90


@pytest.mark.rule("CNC-314")
def test_an_alternative_asks_for_a_target_if_its_first_part_has_one(table: MakeTable) -> None:
    game = table().player(P1, characters=["the_foreclosure"]).player(P2, cities=["mac"]).start()
    assert game.refused(P1, game.using(P1, "the_foreclosure")).rule == "CNC-314"
    game.use(P1, "the_foreclosure", game.seen(P2, "mac"))
    assert (game.cities(P2), game.cp(P2)) == ([], 100)


# Withdrawing


@pytest.mark.rule("CNC-315")
def test_withdrawing_costs_1_ap_and_gives_the_card_back(table: MakeTable) -> None:
    game = table().player(P1, ap=1, hand=["nill"], characters=["batman"]).start()
    game.do(P1, a.WithdrawCharacter(game.seen(P1, "batman")))
    assert spent(game) == [(1, "withdraw_character")]
    assert (game.ap(P1), game.characters(P1), game.hand(P1)) == (0, [], ["nill", "batman"])


@pytest.mark.rule("CNC-315")
def test_only_own_characters_in_play_are_withdrawn(table: MakeTable) -> None:
    game = table().player(P1, hand=["nill"]).player(P2, characters=["batman"]).start()
    for iid in (game.seen(P2, "batman"), game.held(P1, "nill"), "c0000000000"):
        assert game.refused(P1, a.WithdrawCharacter(iid)).rule == "CNC-315"
    assert game.legal(P1, "withdraw_character") == []


@pytest.mark.rule("CNC-316")
def test_a_card_played_this_turn_is_not_withdrawn_this_turn(table: MakeTable) -> None:
    game = table().player(P1, hand=["batman"], characters=["batman"]).start()
    earlier = game.seen(P1, "batman")
    game.play(P1, "batman")
    later = game.board.players[P1].characters[1].iid
    assert game.refused(P1, a.WithdrawCharacter(later)).rule == "CNC-316"
    assert [action["character"] for action in game.legal(P1, "withdraw_character")] == [earlier]
    game.pass_round()
    game.do(P1, a.WithdrawCharacter(later))
    assert game.hand(P1) == ["batman"]


@pytest.mark.rule("CNC-317")
def test_a_card_withdrawn_this_turn_is_not_played_this_turn_but_another_copy_is(table: MakeTable) -> None:
    game = table().player(P1, hand=["batman"], characters=["batman"]).start()
    copy = game.held(P1, "batman")
    game.do(P1, a.WithdrawCharacter(game.seen(P1, "batman")))
    withdrawn = game.board.players[P1].hand[1].iid
    assert game.refused(P1, a.PlayCharacter(withdrawn)).rule == "CNC-317"
    assert [action["card"] for action in game.legal(P1, "play_character")] == [copy]
    game.do(P1, a.PlayCharacter(copy))
    assert game.refused(P1, a.PlayCharacter(withdrawn)).rule == "CNC-317"
    game.pass_round()
    game.do(P1, a.PlayCharacter(withdrawn))
    assert game.characters(P1) == ["batman", "batman"]


@pytest.mark.rule("CNC-317", "CNC-R60")
def test_the_ban_goes_with_the_card_through_the_discard_pile(table: MakeTable) -> None:
    game = table().player(P1, hand=["second_chances"], characters=["batman"], discard=["batman"]).start()
    game.do(P1, a.WithdrawCharacter(game.seen(P1, "batman")))
    withdrawn = game.held(P1, "batman")
    game.do(P1, a.DiscardFromHand(withdrawn))
    game.play(P1, "second_chances", cards=[withdrawn])
    back = game.held(P1, "batman")
    assert back != withdrawn
    assert game.refused(P1, a.PlayCharacter(back)).rule == "CNC-317"
    game.pass_round()
    game.do(P1, a.PlayCharacter(back))
    assert game.characters(P1) == ["batman"]


@pytest.mark.rule("CNC-317")
def test_another_copy_of_the_discard_pile_is_not_banned(table: MakeTable) -> None:
    game = table().player(P1, hand=["second_chances"], characters=["batman"], discard=["batman"]).start()
    other = game.thrown(P1, "batman")
    game.do(P1, a.WithdrawCharacter(game.seen(P1, "batman")))
    game.do(P1, a.DiscardFromHand(game.held(P1, "batman")))
    game.play(P1, "second_chances", cards=[other])
    game.play(P1, "batman")
    assert (game.characters(P1), game.discard(P1)) == (["batman"], ["batman", "second_chances"])


@pytest.mark.rule("CNC-317", "CNC-R60")
def test_a_card_that_went_through_the_deck_is_a_new_one(table: MakeTable) -> None:
    game = table().player(P1, hand=["city_cleanup"], characters=["batman"], deck=[]).start()
    game.do(P1, a.WithdrawCharacter(game.seen(P1, "batman")))
    withdrawn = game.held(P1, "batman")
    game.do(P1, a.DiscardFromHand(withdrawn))
    game.play(P1, "city_cleanup", cards=[withdrawn])
    game.do(P1, a.DrawCard())
    game.play(P1, "batman")
    assert game.characters(P1) == ["batman"]


@pytest.mark.rule("CNC-318")
def test_a_character_that_has_acted_is_not_withdrawn(table: MakeTable) -> None:
    game = table().player(P1, characters=["batman", "tony_stark", "nill"]).start()
    game.attack(P1, "batman")
    game.use(P1, "tony_stark", ability=2)
    for card in ("batman", "tony_stark"):
        assert game.refused(P1, a.WithdrawCharacter(game.seen(P1, card))).rule == "CNC-318"
    assert [action["character"] for action in game.legal(P1, "withdraw_character")] == [game.seen(P1, "nill")]
    game.pass_round()
    game.do(P1, a.WithdrawCharacter(game.seen(P1, "batman")))
    assert game.hand(P1) == ["batman"]


@pytest.mark.rule("CNC-319")
def test_what_leaves_the_field_loses_all_that_was_on_it(table: MakeTable) -> None:
    game = table().player(P1)
    game.character(
        P1,
        "cinder_jane",
        hp=4,
        combo=(1, 2),
        statuses=["confused", "poisoned", "shielded"],
        class_="Hero",
        modifiers=[Modifier(5, "stay", P1)],
    )
    game.start()
    old = game.seen(P1, "cinder_jane")
    game.do(P1, a.WithdrawCharacter(old))
    game.pass_round()
    game.play(P1, "cinder_jane")
    card = game.card(P1, "cinder_jane")
    assert card.iid != old
    assert (card.hp, card.max_hp, card.class_, card.combo) == (15, 15, "Anti-Hero", None)
    assert (card.statuses, card.modifiers) == ({}, ())
    assert game.strength(P1, "cinder_jane") == 15


@pytest.mark.rule("CNC-319", "CNC-522")
def test_a_new_stay_has_its_replacement_again(table: MakeTable) -> None:
    game = table().player(P1, hand=["eviction_notice"], characters=["the_adjudicator"])
    game.character(P2, "old_glacier", hp=5)
    game.start()
    game.use(P1, "the_adjudicator", game.seen(P2, "old_glacier"))
    assert game.card(P2, "old_glacier").replaced
    game.play(P1, "eviction_notice", game.seen(P2, "old_glacier"))
    game.end_turn(P1)
    game.play(P2, "old_glacier")
    assert (game.hp(P2, "old_glacier"), game.card(P2, "old_glacier").replaced) == (20, False)


@pytest.mark.rule("CNC-320", "CNC-R13")
def test_city_cards_are_not_withdrawn(table: MakeTable) -> None:
    game = table().player(P1, cities=["corner_diner"]).start()
    for card in ("corner_diner", "the_porter"):
        assert game.refused(P1, a.WithdrawCharacter(game.seen(P1, card))).rule == "CNC-320"
    game.pass_round()
    assert game.cities(P1) == ["corner_diner"]


@pytest.mark.rule("CNC-321", "CNC-R10")
@pytest.mark.parametrize(("held", "legal"), [(9, True), (10, False)])
def test_nothing_is_withdrawn_into_a_full_hand(table: MakeTable, held: int, legal: bool) -> None:
    game = table().player(P1, hand=[FILLER] * held, characters=["batman"]).start()
    assert bool(game.legal(P1, "withdraw_character")) is legal
    withdraw = a.WithdrawCharacter(game.seen(P1, "batman"))
    if legal:
        game.do(P1, withdraw)
        assert len(game.hand(P1)) == 10
    else:
        assert game.refused(P1, withdraw).rule == "CNC-321"


@pytest.mark.rule("CNC-321", "CNC-R10")
def test_an_event_that_withdraws_has_left_the_hand(table: MakeTable) -> None:
    game = table().player(P1, hand=["recall_order", *[FILLER] * 9], characters=["batman"]).start()
    game.play(P1, "recall_order", game.seen(P1, "batman"))
    assert game.hand(P1) == [*[FILLER] * 9, "batman"]


# Discarding


@pytest.mark.rule("CNC-322")
def test_a_card_of_the_hand_is_discarded_for_1_ap(table: MakeTable) -> None:
    game = table().player(P1, ap=1, hand=["nill", "batman", "mac"]).player(P2, hand=["danger"]).start()
    for iid in (game.held(P2, "danger"), game.seen(P1, "the_porter")):
        assert game.refused(P1, a.DiscardFromHand(iid)).rule == "CNC-322"
    game.do(P1, a.DiscardFromHand(game.held(P1, "batman")))
    assert spent(game) == [(1, "discard_from_hand")]
    assert (game.ap(P1), game.hand(P1), game.discard(P1)) == (0, ["nill", "mac"], ["batman"])


@pytest.mark.rule("CNC-323", "CNC-R14")
def test_an_own_card_in_play_is_discarded_for_1_ap(table: MakeTable) -> None:
    game = table().player(P1, ap=2, characters=["batman"], cities=["mac"]).start()
    game.do(P1, a.DiscardFromField(game.seen(P1, "batman")))
    assert spent(game) == [(1, "discard_from_field")]
    game.do(P1, a.DiscardFromField(game.seen(P1, "mac")))
    assert (game.ap(P1), game.characters(P1), game.cities(P1)) == (0, [], [])
    assert game.discard(P1) == ["batman", "mac"]


@pytest.mark.rule("CNC-323", "CNC-617")
def test_neither_the_porter_nor_opposing_cards_are_discarded(table: MakeTable) -> None:
    game = table().player(P1, hand=["nill"]).player(P2, characters=["batman"], cities=["mac"]).start()
    assert game.legal(P1, "discard_from_field") == []
    assert game.refused(P1, a.DiscardFromField(game.seen(P1, "the_porter"))).rule == "CNC-617"
    for iid in (game.seen(P2, "batman"), game.seen(P2, "mac"), game.seen(P2, "the_porter"), game.held(P1, "nill")):
        assert game.refused(P1, a.DiscardFromField(iid)).rule == "CNC-323"


@pytest.mark.rule("CNC-323", "CNC-R14")
def test_also_what_was_played_or_has_acted_this_turn_is_discarded(table: MakeTable) -> None:
    game = table().player(P1, hand=["flash", "mac"], characters=["batman"]).start()
    game.play(P1, "flash")
    game.play(P1, "mac")
    game.attack(P1, "batman")
    for card in ("flash", "mac", "batman"):
        game.do(P1, a.DiscardFromField(game.seen(P1, card)))
    assert game.discard(P1) == ["flash", "mac", "batman"]


@pytest.mark.rule("CNC-324", "CNC-R14")
def test_discarding_is_not_destroying(table: MakeTable) -> None:
    game = table().player(P1, ap=5, characters=["moth_oracle", "gutter_saint", "old_glacier"], cities=["memorial_wall"])
    game.start()
    for card in ("moth_oracle", "old_glacier"):
        game.do(P1, a.DiscardFromField(game.seen(P1, card)))
        assert game.happened(e.CardDestroyed) == game.happened(e.DestroyReplaced) == []
    assert (game.ap(P1), game.cp(P1), game.hand(P1)) == (3, 100, [])
    assert game.characters(P1) == ["gutter_saint"]


@pytest.mark.rule("CNC-324")
def test_a_guard_does_not_keep_its_host_from_being_discarded(table: MakeTable) -> None:
    game = table().player(P1, cities=["mac"])
    game.city(P1, "ninja_death_cult", host="mac")
    game.start()
    game.do(P1, a.DiscardFromField(game.seen(P1, "mac")))
    assert (game.cities(P1), game.discard(P1)) == ([], ["mac", "ninja_death_cult"])
    assert game.happened(e.DestroyReplaced) == []


# Acting


@pytest.mark.rule("CNC-325")
def test_an_act_costs_what_is_printed_for_it(table: MakeTable) -> None:
    game = table().player(P1, ap=10, characters=["mother_meteor", "leviathan_below", "councilor_vance"]).start()
    game.attack(P1, "mother_meteor", attack=2)
    assert spent(game) == [(1, "mother_meteor")]
    game.use(P1, "councilor_vance")
    assert spent(game) == [(2, "councilor_vance")]
    game.attack(P1, "leviathan_below")
    assert spent(game) == [(3, "leviathan_below")]
    assert game.ap(P1) == 4


@pytest.mark.rule("CNC-325", "CNC-301")
@pytest.mark.parametrize(("card", "ap"), [("leviathan_below", 2), ("sentry", 1), ("kid_comet", 0)])
def test_an_attack_needs_its_cost(table: MakeTable, card: str, ap: int) -> None:
    game = table().player(P1, ap=ap, characters=[card]).start()
    assert game.legal(P1, "attack") == []
    assert game.refused(P1, game.attacking(P1, card)).rule == "CNC-301"


@pytest.mark.rule("CNC-326")
def test_a_character_acts_once_a_turn(table: MakeTable) -> None:
    game = table().player(P1, characters=["batman", "iron_man"]).start()
    game.attack(P1, "batman")
    game.use(P1, "iron_man")
    for action in (
        game.attacking(P1, "batman"),
        game.using(P1, "batman"),
        game.attacking(P1, "iron_man"),
        game.using(P1, "iron_man"),
    ):
        assert game.refused(P1, action).rule == "CNC-326"
    assert game.legal(P1, "attack") == game.legal(P1, "use_ability") == []
    game.pass_round()
    game.attack(P1, "batman")
    assert game.cp(P2) == 80


@pytest.mark.rule("CNC-326")
@pytest.mark.parametrize("card", ["quicksilver", "demolition_twins"])
def test_a_text_may_give_two_acts_each_turn(table: MakeTable, card: str) -> None:
    game = table().player(P1, characters=[card]).start()
    game.attack(P1, card)
    game.attack(P1, card)
    assert game.refused(P1, game.attacking(P1, card)).rule == "CNC-326"


@pytest.mark.rule("CNC-326")
def test_extra_acts_add_up_and_are_for_this_turn(table: MakeTable) -> None:
    game = table().player(P1, ap=20, hand=["overtime_shift"], characters=["demolition_twins", "minute_hand"])
    game.start()
    twins = game.seen(P1, "demolition_twins")
    game.play(P1, "overtime_shift", twins)
    game.use(P1, "minute_hand", twins)
    for _ in range(4):
        game.attack(P1, "demolition_twins")
    assert game.refused(P1, game.attacking(P1, "demolition_twins")).rule == "CNC-326"
    game.pass_round()
    game.attack(P1, "demolition_twins")
    game.attack(P1, "demolition_twins")
    assert game.refused(P1, game.attacking(P1, "demolition_twins")).rule == "CNC-326"


@pytest.mark.rule("CNC-326")
def test_silence_ends_a_second_act_that_a_text_gives(table: MakeTable) -> None:
    game = table()
    game.character(P1, "quicksilver", statuses=["silenced"])
    game.start()
    game.attack(P1, "quicksilver")
    assert game.refused(P1, game.attacking(P1, "quicksilver")).rule == "CNC-326"


# Modified costs


@pytest.mark.rule("CNC-327")
def test_cost_modifiers_are_added_up(table: MakeTable) -> None:
    game = table().player(P1, ap=3).player(P2, characters=["grandfather_clockwork"], cities=["toll_bridge"]).start()
    game.do(P1, a.DrawCard())
    assert spent(game) == [(3, "draw_card")]
    assert game.refused(P1, a.DrawCard()).rule == "CNC-301"
    game.end_turn(P1)
    game.do(P2, a.DrawCard())
    assert spent(game) == [(1, "draw_card")]


@pytest.mark.rule("CNC-327")
@pytest.mark.parametrize(("ap", "legal"), [(2, False), (3, True)])
def test_playing_city_cards_may_cost_more(table: MakeTable, ap: int, legal: bool) -> None:
    game = table().player(P1, ap=ap, hand=["mac", "flash"]).player(P2, characters=["permit_clerk"] * 2).start()
    game.play(P1, "flash")
    assert bool(game.legal(P1, "play_city")) is legal
    if legal:
        game.play(P1, "mac")
        assert game.ap(P1) == 0
    else:
        assert game.refused(P1, game.playing(P1, "mac")).rule == "CNC-301"


@pytest.mark.rule("CNC-327", "CNC-R15")
def test_a_cost_is_never_below_0_and_only_what_a_text_speaks_of_is_cheaper(table: MakeTable) -> None:
    hand = ["kid_comet", "rookie_volt", "spider_man"]
    game = table().player(P1, ap=0, hand=hand, cities=["subway_line"]).start()
    game.play(P1, "kid_comet")
    game.play(P1, "rookie_volt")
    assert (game.ap(P1), game.ever(e.ApSpent), game.ever(e.ApGained)) == (0, [], [])
    assert game.refused(P1, game.playing(P1, "spider_man")).rule == "CNC-301"


@pytest.mark.rule("CNC-327", "CNC-R15")
def test_a_text_may_make_its_own_withdrawal_cheaper(table: MakeTable) -> None:
    game = table().player(P1, ap=0, characters=["flash", "batman"]).start()
    assert game.refused(P1, a.WithdrawCharacter(game.seen(P1, "batman"))).rule == "CNC-301"
    game.do(P1, a.WithdrawCharacter(game.seen(P1, "flash")))
    assert (game.ap(P1), game.hand(P1)) == (0, ["flash"])


@pytest.mark.rule("CNC-327")
def test_a_silenced_character_changes_no_cost(table: MakeTable) -> None:
    game = table().player(P1, ap=0)
    game.character(P1, "flash", statuses=["silenced"])
    game.start()
    assert game.refused(P1, a.WithdrawCharacter(game.seen(P1, "flash"))).rule == "CNC-301"


@pytest.mark.rule("CNC-328")
def test_passive_and_triggered_abilities_cost_nothing(table: MakeTable) -> None:
    cards = [card for card_set in GAME.core().sets for card in card_set.cards]
    others = [ability for card in cards for ability in card.abilities if ability.when != "act"]
    assert {ability.cost for ability in others} == {0}
    game = table().player(P1, ap=-4).turn(P2)
    game.character(P1, "ironwood", hp=10)
    game.start()
    game.end_turn(P2)
    assert (game.hp(P1, "ironwood"), game.ap(P1)) == (12, -1)
    assert game.ever(e.ApSpent) == []


# Withdrawing and returning by effects


@pytest.mark.rule("CNC-329", "CNC-R16", "CNC-316", "CNC-318")
def test_effects_that_withdraw_are_bound_by_the_bans(table: MakeTable) -> None:
    game = table().player(P1, hand=["flash", "recall_order"], characters=["batman", "captain_commute"]).start()
    game.play(P1, "flash")
    game.attack(P1, "batman")
    commute = game.seen(P1, "captain_commute")
    for card in ("flash", "batman"):
        iid = game.seen(P1, card)
        assert game.refused(P1, game.using(P1, "captain_commute", iid)).rule == "CNC-314"
        assert game.refused(P1, game.playing(P1, "recall_order", iid)).rule == "CNC-314"
    assert [action["targets"] for action in game.legal(P1, "play_event")] == [[commute]]
    assert game.legal(P1, "use_ability") == []


@pytest.mark.rule("CNC-329", "CNC-R16", "CNC-317")
@pytest.mark.parametrize("by", ["recall_order", "captain_commute"])
def test_what_an_effect_withdrew_is_not_played_this_turn(table: MakeTable, by: str) -> None:
    game = table().player(P1, hand=["recall_order"], characters=["batman", "captain_commute"]).start()
    batman = game.seen(P1, "batman")
    if by == "recall_order":
        game.play(P1, by, batman)
    else:
        game.use(P1, by, batman)
    assert game.refused(P1, game.playing(P1, "batman")).rule == "CNC-317"
    game.pass_round()
    game.play(P1, "batman")
    assert "batman" in game.characters(P1)


@pytest.mark.rule("CNC-329", "CNC-321")
@pytest.mark.parametrize(("held", "legal"), [(9, True), (10, False)])
def test_an_ability_withdraws_nothing_into_a_full_hand(table: MakeTable, held: int, legal: bool) -> None:
    game = table().player(P1, hand=[FILLER] * held, characters=["spider_man", "captain_commute"]).start()
    assert bool(game.legal(P1, "use_ability")) is legal
    use = game.using(P1, "captain_commute", game.seen(P1, "spider_man"))
    if legal:
        game.do(P1, use)
        assert len(game.hand(P1)) == 10
    else:
        assert game.refused(P1, use).rule == "CNC-314"


@pytest.mark.rule("CNC-329", "CNC-R16")
def test_return_effects_are_bound_by_none_of_the_bans(table: MakeTable) -> None:
    game = table().player(P1, hand=["eviction_notice"]).player(P2, hand=[FILLER] * 9)
    game.character(P2, "batman", played_now=True, acts_used=1)
    game.start()
    game.play(P1, "eviction_notice", game.seen(P2, "batman"))
    assert game.hand(P2) == [*[FILLER] * 9, "batman"]
    game.end_turn(P1)
    game.play(P2, "batman")
    assert game.characters(P2) == ["batman"]


@pytest.mark.rule("CNC-329", "CNC-317", "CNC-R16")
def test_what_was_returned_may_be_played_in_the_same_turn(table: MakeTable) -> None:
    game = table()
    card = event(game, "return_hand(pick(my_char))")
    game.player(P1, hand=[card, "batman"]).start()
    game.play(P1, "batman")
    game.play(P1, card, game.seen(P1, "batman"))
    game.play(P1, "batman")
    assert game.characters(P1) == ["batman"]


# Full hands


@pytest.mark.rule("CNC-330", "CNC-R10")
@pytest.mark.parametrize(("held", "deck", "drawn"), [(6, 20, 3), (8, 20, 2), (9, 20, 1), (0, 2, 2), (0, 0, 0)])
def test_a_draw_effect_stops_at_10_cards_and_at_an_empty_deck(
    table: MakeTable, held: int, deck: int, drawn: int
) -> None:
    game = table().player(P1, hand=["port_in_wave", *[FILLER] * held], deck=["nill"] * deck).start()
    game.play(P1, "port_in_wave")
    assert game.hand(P1) == [FILLER] * held + ["nill"] * drawn
    stopped = [(event.undrawn, event.reason) for event in game.happened(e.DrawStopped)]
    reason = "hand_full" if deck > drawn else "deck_empty"
    assert stopped == ([] if drawn == 3 else [(3 - drawn, reason)])
    assert game.is_idle()


@pytest.mark.rule("CNC-330", "CNC-R10")
def test_a_search_takes_nothing_into_a_full_hand(table: MakeTable) -> None:
    game = table().player(P1, hand=[FILLER] * 10, deck=["batman"], characters=["bruce_wayne"]).start()
    game.use(P1, "bruce_wayne", ability=2)
    assert (game.hand(P1), game.deck(P1)) == ([FILLER] * 10, ["batman"])
    assert [event.found for event in game.happened(e.DeckSearched)] == [False]


@pytest.mark.rule("CNC-330", "CNC-R10")
@pytest.mark.parametrize(("held", "moved"), [(9, True), (10, False)])
def test_nothing_is_recovered_into_a_full_hand(table: MakeTable, held: int, moved: bool) -> None:
    game = table().player(P1, hand=[FILLER] * held, discard=["batman"], characters=["seance_club"]).start()
    game.use(P1, "seance_club", cards=[game.thrown(P1, "batman")])
    assert game.discard(P1) == ([] if moved else ["batman"])
    assert len(game.hand(P1)) == 10


@pytest.mark.rule("CNC-331", "CNC-R10")
@pytest.mark.parametrize("place", [1, 5, 11])
def test_an_11th_card_is_followed_by_a_discard_of_any_of_the_11(table: MakeTable, place: int) -> None:
    game = table().player(P1, hand=["eviction_notice"]).player(P2, ap=-5, hand=["nill"] * 10, characters=["batman"])
    game.start()
    game.play(P1, "eviction_notice", game.seen(P2, "batman"))
    assert game.asked() == [(P2, "discard_down")]
    assert len(game.legal(P2)) == 11
    gone = game.board.players[P2].hand[place - 1]
    game.choose(P2, gone.iid)
    assert game.discard(P2) == [gone.cid]
    assert (len(game.hand(P2)), game.ap(P2)) == (10, -5)
    assert game.discard(P1) == ["eviction_notice"]


@pytest.mark.rule("CNC-331")
def test_exactly_one_of_the_11_cards_is_discarded(table: MakeTable) -> None:
    game = table().player(P1, hand=["eviction_notice"]).player(P2, hand=["nill"] * 10, characters=["batman"]).start()
    game.play(P1, "eviction_notice", game.seen(P2, "batman"))
    iids = [card.iid for card in game.board.players[P2].hand]
    for answer in ((), iids[:2], [game.seen(P1, "the_porter")]):
        assert game.refused(P2, a.ChooseCards(tuple(answer))).rule == "CNC-331"
    game.time_out(P2)
    assert game.hand(P2) == ["nill"] * 10
    assert game.discard(P2) == ["batman"]


@pytest.mark.rule("CNC-331")
def test_a_10th_card_is_not_followed_by_a_discard(table: MakeTable) -> None:
    game = table().player(P1, hand=["eviction_notice"]).player(P2, hand=["nill"] * 9, characters=["batman"]).start()
    game.play(P1, "eviction_notice", game.seen(P2, "batman"))
    assert (len(game.hand(P2)), game.discard(P2)) == (10, [])


# Always legal


@pytest.mark.rule("CNC-332", "CNC-R08")
def test_the_turn_can_be_ended_when_nothing_else_can_be_done(table: MakeTable) -> None:
    game = table().player(P1, ap=-9).start()
    assert game.legal(P1) == [{"type": "end_turn"}]
    game.end_turn(P1)
    assert game.board.active == P2


@pytest.mark.rule("CNC-332", "CNC-R08")
@pytest.mark.parametrize("seat", [P1, P2])
def test_either_player_concedes_also_while_a_prompt_is_open(table: MakeTable, seat: int) -> None:
    game = table().player(P1, hand=["vulcanus_agents"]).player(P2, hand=["nill"] * 4).start()
    game.play(P1, "vulcanus_agents")
    assert game.asked() == [(P2, "choose_discards")]
    game.concede(seat)
    assert game.state.result is not None
    assert game.state.result.placings == ((1 - seat,), (seat,))


@pytest.mark.rule("CNC-333", "CNC-R56", "CNC-318", "CNC-326")
def test_an_act_that_failed_is_an_act(table: MakeTable) -> None:
    game = table().player(P1, ap=5)
    game.character(P1, "batman", statuses=["confused"])
    game.start()
    game.attack(P1, "batman")
    assert (game.ap(P1), game.cp(P2), game.hp(P1, "batman")) == (4, 100, 10)
    assert game.refused(P1, game.attacking(P1, "batman")).rule == "CNC-326"
    assert game.refused(P1, a.WithdrawCharacter(game.seen(P1, "batman"))).rule == "CNC-318"
