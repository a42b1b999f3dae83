"""What players try though it isn't legal: refused by the right rule, never offered, without a trace."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl.definitions import PORTER
from service.bots.sampling import typed
from tests.games.cape_and_cowl.table import FILLER, P1, P2, Table

MakeTable = Callable[..., Table]


def offered(game: Table, seat: int) -> list[Any]:
    """Every legal action of a seat."""
    return [typed(game.game, found) for found in game.legal(seat)]


def rule(game: Table, seat: int, action: Any) -> str | None:
    """The rule that a refusal names; the match is as it was before, and the action is not among the legal ones."""
    before, facts = deepcopy(game.state), list(game.history)
    refusal = game.refused(seat, action)
    assert (refusal.code, bool(refusal.message)) == ("ILLEGAL_ACTION", True)
    assert game.state == before
    assert game.state.version == before.version
    assert game.history == facts
    assert action not in offered(game, seat)
    return refusal.rule


# Whose turn it is


@pytest.mark.rule("CNC-219", "CNC-201")
def test_nothing_is_done_in_the_turn_of_the_other(table: MakeTable) -> None:
    game = table().player(P2, hand=["flash", "mac", "power_surge"], characters=["batman"], cities=["corner_diner"])
    game.start()
    for action in (
        a.DrawCard(),
        game.playing(P2, "flash"),
        game.playing(P2, "mac"),
        game.playing(P2, "power_surge"),
        game.attacking(P2, "batman"),
        game.using(P2, "batman"),
        a.WithdrawCharacter(game.seen(P2, "batman")),
        a.DiscardFromHand(game.held(P2, "flash")),
        a.DiscardFromField(game.seen(P2, "batman")),
        a.EndTurn(),
    ):
        assert rule(game, P2, action) == "CNC-219"
    assert game.legal(P2) == []


@pytest.mark.rule("CNC-219", "CNC-220")
def test_a_prompt_is_answered_by_who_is_asked_and_by_nothing_else(table: MakeTable) -> None:
    game = table().player(P1, hand=["vulcanus_agents", "flash"]).player(P2, hand=["nill", "mac", "danger", "batman"])
    game.start()
    game.play(P1, "vulcanus_agents")
    theirs = tuple(card.iid for card in game.board.players[P2].hand)
    assert rule(game, P1, a.ChooseCards(theirs[:3])) == "CNC-219"
    assert rule(game, P1, game.playing(P1, "flash")) == "CNC-220"
    assert rule(game, P1, a.EndTurn()) == "CNC-220"
    assert rule(game, P2, a.DrawCard()) == "CNC-219"
    for answer in (theirs[:2], theirs, (theirs[0], theirs[0], theirs[1]), (*theirs[:2], game.held(P1, "flash"))):
        assert rule(game, P2, a.ChooseCards(answer)) == "CNC-445"
    game.choose(P2, *theirs[:3])
    assert game.hand(P2) == ["batman"]


@pytest.mark.rule("CNC-220", "CNC-532")
def test_a_prompt_takes_its_own_kind_of_answer(table: MakeTable) -> None:
    game = table().player(P1, hand=["import_clinic"], characters=["batman"]).player(P2, characters=["danger"]).start()
    game.play(P1, "import_clinic")
    assert rule(game, P1, a.ChooseCards((game.seen(P1, "batman"),))) == "CNC-220"
    assert rule(game, P1, a.ChooseTarget(game.seen(P2, "danger"))) == "CNC-532"
    assert rule(game, P2, a.ChooseTarget(game.seen(P1, "batman"))) == "CNC-219"
    game.target(P1, None)


@pytest.mark.rule("CNC-219")
@pytest.mark.parametrize("answer", [a.ChooseTarget(), a.ChooseCards(), a.ChoosePositions(), a.TakeCard()])
def test_nobody_answers_what_was_not_asked(table: MakeTable, answer: Any) -> None:
    game = table().start()
    assert (rule(game, P1, answer), rule(game, P2, answer)) == ("CNC-219", "CNC-219")


@pytest.mark.rule("CNC-434", "CNC-526", "CNC-R25")
def test_positions_are_those_of_unrevealed_cards(table: MakeTable) -> None:
    game = table().player(P1, characters=["batman"]).player(P2, hand=["nill", "mac", "flash"]).start()
    game.use(P1, "batman")
    for positions in ((1,), (1, 1), (1, 2, 3), ()):
        assert rule(game, P1, a.ChoosePositions(positions)) == "CNC-526"
    for positions in ((0, 1), (3, 4)):
        assert rule(game, P1, a.ChoosePositions(positions)) == "CNC-R25"
    game.do(P1, a.ChoosePositions((1, 3)))
    assert [card.revealed for card in game.board.players[P2].hand] == [True, False, True]


@pytest.mark.rule("CNC-533")
def test_a_search_takes_a_card_that_matches_and_is_there(table: MakeTable) -> None:
    game = table().player(P1, characters=["bruce_wayne"], deck=["batman", "flash"]).start()
    game.use(P1, "bruce_wayne", ability=2)
    for card in ("flash", "bruce_wayne", "nobody"):
        assert rule(game, P1, a.TakeCard(card)) == "CNC-533"
    game.do(P1, a.TakeCard("batman"))
    assert game.hand(P1) == ["batman"]


@pytest.mark.rule("CNC-534")
def test_cards_to_recover_are_named_once_and_not_too_many(table: MakeTable) -> None:
    game = table().player(P1, hand=["city_cleanup"], discard=["nill", "mac", "flash", "batman"]).start()
    iids = [card.iid for card in game.board.players[P1].discard]
    for cards in ([], iids, [iids[0], iids[0]]):
        assert rule(game, P1, game.playing(P1, "city_cleanup", cards=cards)) == "CNC-534"
    game.play(P1, "city_cleanup", cards=[iids[2], iids[0]])
    assert game.deck(P1)[-2:] == ["flash", "nill"]


# Costs and limits


@pytest.mark.rule("CNC-301")
def test_without_ap(table: MakeTable) -> None:
    game = table().player(P1, ap=0, hand=["spider_man"], characters=["batman"]).start()
    for action in (
        a.DrawCard(),
        game.playing(P1, "spider_man"),
        game.attacking(P1, "batman"),
        game.using(P1, "batman"),
        a.WithdrawCharacter(game.seen(P1, "batman")),
    ):
        assert rule(game, P1, action) == "CNC-301"


@pytest.mark.rule("CNC-213")
def test_a_second_event(table: MakeTable) -> None:
    game = table().player(P1, hand=["power_surge", "charity_gala"]).start()
    game.play(P1, "power_surge")
    assert rule(game, P1, game.playing(P1, "charity_gala")) == "CNC-213"


@pytest.mark.rule("CNC-214")
def test_a_second_city_card(table: MakeTable) -> None:
    game = table().player(P1, hand=["mac", "corner_diner"]).start()
    game.play(P1, "mac")
    assert rule(game, P1, game.playing(P1, "corner_diner")) == "CNC-214"


@pytest.mark.rule("CNC-307")
def test_an_11th_card(table: MakeTable) -> None:
    game = table().player(P1, hand=[FILLER] * 10).start()
    assert rule(game, P1, a.DrawCard()) == "CNC-307"


@pytest.mark.rule("CNC-309")
def test_a_fourth_character(table: MakeTable) -> None:
    game = table().player(P1, hand=["flash"], characters=["nill", "batman", "danger"]).start()
    assert rule(game, P1, game.playing(P1, "flash")) == "CNC-309"


@pytest.mark.rule("CNC-311")
def test_a_second_copy_of_a_city_card(table: MakeTable) -> None:
    game = table().player(P1, hand=["mac"], cities=["mac"]).start()
    assert rule(game, P1, game.playing(P1, "mac")) == "CNC-311"


@pytest.mark.rule("CNC-308", "CNC-601")
def test_a_card_of_the_other_hand_or_of_another_kind(table: MakeTable) -> None:
    game = table().player(P1, hand=["flash"]).player(P2, hand=["batman"]).start()
    assert rule(game, P1, a.PlayCharacter(game.held(P2, "batman"))) == "CNC-308"
    assert rule(game, P1, a.PlayEvent(game.held(P1, "flash"))) == "CNC-601"


@pytest.mark.rule("CNC-316", "CNC-317", "CNC-318")
def test_playing_acting_and_withdrawing_one_card_in_one_turn(table: MakeTable) -> None:
    game = table().player(P1, hand=["flash"], characters=["batman", "danger"]).start()
    game.play(P1, "flash")
    assert rule(game, P1, a.WithdrawCharacter(game.seen(P1, "flash"))) == "CNC-316"
    game.attack(P1, "danger")
    assert rule(game, P1, a.WithdrawCharacter(game.seen(P1, "danger"))) == "CNC-318"
    game.do(P1, a.WithdrawCharacter(game.seen(P1, "batman")))
    assert rule(game, P1, game.playing(P1, "batman")) == "CNC-317"


@pytest.mark.rule("CNC-320", "CNC-321")
def test_withdrawing_a_city_card_or_into_a_full_hand(table: MakeTable) -> None:
    game = table().player(P1, hand=[FILLER] * 10, characters=["batman"], cities=["mac"]).start()
    assert rule(game, P1, a.WithdrawCharacter(game.seen(P1, "mac"))) == "CNC-320"
    assert rule(game, P1, a.WithdrawCharacter(game.seen(P1, "batman"))) == "CNC-321"


# Attacks and Abilities


@pytest.mark.rule("CNC-402")
def test_attacking_a_screened_city_or_an_own_character(table: MakeTable) -> None:
    game = table().player(P1, characters=["batman", "flash"]).player(P2, characters=["nill"]).start()
    assert rule(game, P1, game.attacking(P1, "batman")) == "CNC-402"
    assert rule(game, P1, game.attacking(P1, "batman", game.seen(P1, "flash"))) == "CNC-402"


@pytest.mark.rule("CNC-216")
@pytest.mark.parametrize("card", ["batman", "rooftop_runner"])
def test_attacking_the_city_in_the_very_first_turn(table: MakeTable, card: str) -> None:
    game = table().player(P1, characters=[card]).turn(P1, number=1).start()
    assert rule(game, P1, game.attacking(P1, card)) == "CNC-216"


@pytest.mark.rule("CNC-403", "CNC-404")
def test_attacking_the_hidden_or_past_a_protector(table: MakeTable) -> None:
    game = table().player(P1, characters=["flash"]).player(P2, characters=["nill", "batman"]).start()
    assert rule(game, P1, game.attacking(P1, "flash", "nill")) == "CNC-404"
    game = table().player(P1, characters=["flash"]).player(P2, characters=["batman", "riot_sergeant"]).start()
    assert rule(game, P1, game.attacking(P1, "flash", "batman")) == "CNC-403"


@pytest.mark.rule("CNC-407", "CNC-617")
def test_attacking_a_city_card_or_the_porter(table: MakeTable) -> None:
    game = table().player(P1, characters=["flash"]).player(P2, cities=["mac"]).start()
    assert rule(game, P1, game.attacking(P1, "flash", "mac")) == "CNC-407"
    assert rule(game, P1, game.attacking(P1, "flash", PORTER)) == "CNC-407"


@pytest.mark.rule("CNC-401", "CNC-501", "CNC-502")
def test_using_characters_attacks_and_abilities_that_one_has_not(table: MakeTable) -> None:
    game = table().player(P1, characters=["spider_man"]).player(P2, characters=["batman"]).start()
    own, other = game.seen(P1, "spider_man"), game.seen(P2, "batman")
    assert rule(game, P1, a.Attack(other, 1, own)) == "CNC-401"
    assert rule(game, P1, a.Attack(own, 2, other)) == "CNC-401"
    assert rule(game, P1, a.UseAbility(other, 1)) == "CNC-502"
    for number in (0, 1, 2):
        assert rule(game, P1, a.UseAbility(own, number)) == "CNC-501"


@pytest.mark.rule("CNC-R58", "CNC-501")
def test_abilities_are_numbered_together_passive_ones_too(table: MakeTable) -> None:
    game = table().player(P1, characters=["permit_clerk"]).player(P2, cities=["mac"]).start()
    mac = game.seen(P2, "mac")
    assert rule(game, P1, game.using(P1, "permit_clerk", mac, ability=1)) == "CNC-501"
    game.use(P1, "permit_clerk", mac, ability=2)
    assert game.card(P2, "mac").disabled == P1


@pytest.mark.rule("CNC-504", "CNC-326")
def test_acting_while_frozen_or_twice(table: MakeTable) -> None:
    game = table().player(P1, characters=["flash"])
    game.character(P1, "batman", statuses=["frozen"])
    game.start()
    assert rule(game, P1, game.attacking(P1, "batman")) == "CNC-504"
    assert rule(game, P1, game.using(P1, "batman")) == "CNC-504"
    game.attack(P1, "flash")
    assert rule(game, P1, game.attacking(P1, "flash")) == "CNC-326"


@pytest.mark.rule("CNC-507")
def test_using_an_ability_while_silenced(table: MakeTable) -> None:
    game = table()
    game.character(P1, "batman", statuses=["silenced"])
    game.start()
    assert rule(game, P1, game.using(P1, "batman")) == "CNC-507"
    game.attack(P1, "batman")
    assert game.cp(P2) == 90


@pytest.mark.rule("CNC-519")
def test_guards_without_a_host_and_hosts_without_a_guard(table: MakeTable) -> None:
    game = table().player(P1, hand=["ninja_death_cult", "corner_diner"], cities=["mac"])
    game.city(P1, "rooftop_watch", host="mac")
    game.player(P2, cities=["city_hall"]).start()
    for host in (game.seen(P1, "mac"), game.seen(P1, "rooftop_watch"), game.seen(P2, "city_hall")):
        assert rule(game, P1, game.playing(P1, "ninja_death_cult", host)) == "CNC-519"
    assert rule(game, P1, game.playing(P1, "corner_diner", game.seen(P1, "mac"))) == "CNC-519"
    assert rule(game, P1, game.playing(P1, "ninja_death_cult")) == "CNC-519"


@pytest.mark.rule("CNC-525")
def test_a_class_is_one_of_six_and_named_only_where_it_is_asked_for(table: MakeTable) -> None:
    game = table().player(P1, hand=["power_surge"], characters=["the_understudy"]).start()
    for class_ in (None, "Hobo", "hero"):
        assert rule(game, P1, game.using(P1, "the_understudy", class_=class_)) == "CNC-525"
    assert rule(game, P1, game.playing(P1, "power_surge", class_="Hero")) == "CNC-525"
    game.use(P1, "the_understudy", class_="Hero")
    assert game.card(P1, "the_understudy").class_ == "Hero"


@pytest.mark.rule("CNC-314")
def test_an_event_without_its_targets_or_with_what_it_does_not_ask_for(table: MakeTable) -> None:
    game = table().player(P1, hand=["cold_snap", "power_surge"], discard=["nill"]).player(P2, characters=["danger"])
    game.start()
    danger, nill = game.seen(P2, "danger"), game.thrown(P1, "nill")
    assert rule(game, P1, game.playing(P1, "cold_snap")) == "CNC-314"
    assert rule(game, P1, game.playing(P1, "cold_snap", nill)) == "CNC-314"
    assert rule(game, P1, game.playing(P1, "power_surge", danger)) == "CNC-314"
    assert rule(game, P1, game.playing(P1, "power_surge", cards=[nill])) == "CNC-314"


@pytest.mark.rule("CNC-617")
def test_the_porter_as_a_target_a_host_or_a_discard(table: MakeTable) -> None:
    game = table().player(P1, hand=["bomb_plot", "rooftop_watch"], cities=["corner_diner"])
    game.player(P2, cities=["mac"]).start()
    theirs, own = game.seen(P2, PORTER), game.seen(P1, PORTER)
    assert rule(game, P1, game.playing(P1, "bomb_plot", theirs)) == "CNC-617"
    assert rule(game, P1, a.DiscardFromField(own)) == "CNC-617"
    assert rule(game, P1, a.DiscardFromField(theirs)) == "CNC-323"
    assert rule(game, P1, game.playing(P1, "rooftop_watch", own)) == "CNC-519"
    assert rule(game, P1, a.WithdrawCharacter(own)) == "CNC-320"


@pytest.mark.rule("CNC-713")
def test_after_the_end_nothing_is_legal(table: MakeTable) -> None:
    game = table().player(P1, hand=["flash"]).start()
    game.concede(P2)
    before = deepcopy(game.state)
    for action in (a.DrawCard(), game.playing(P1, "flash"), a.EndTurn()):
        assert game.refused(P1, action).code != "ILLEGAL_ACTION"
    assert (game.state, game.legal(P1)) == (before, [])


# Which rule comes first


@pytest.mark.rule("CNC-317", "CNC-309", "CNC-301")
def test_bans_before_limits_before_costs(table: MakeTable) -> None:
    game = table().player(P1, ap=1, hand=["spider_man"], characters=["batman", "nill", "danger"]).start()
    assert rule(game, P1, game.playing(P1, "spider_man")) == "CNC-309"
    game.do(P1, a.WithdrawCharacter(game.seen(P1, "batman")))
    assert rule(game, P1, game.playing(P1, "batman")) == "CNC-317"
    assert rule(game, P1, game.playing(P1, "spider_man")) == "CNC-301"


@pytest.mark.rule("CNC-504", "CNC-326", "CNC-507", "CNC-301", "CNC-402")
def test_frozen_before_acted_before_silenced_before_costs_before_targets(table: MakeTable) -> None:
    game = table().player(P1, ap=0).player(P2, characters=["danger"])
    frozen = game.character(P1, "batman", statuses=["frozen", "silenced"], acts_used=1)
    acted = game.character(P1, "batman", statuses=["silenced"], acts_used=1)
    silenced = game.character(P1, "batman", statuses=["silenced"])
    game.start()
    assert [rule(game, P1, a.UseAbility(iid, 1)) for iid in (frozen, acted, silenced)] == [
        "CNC-504",
        "CNC-326",
        "CNC-507",
    ]
    assert rule(game, P1, a.Attack(silenced, 1, "city")) == "CNC-301"
