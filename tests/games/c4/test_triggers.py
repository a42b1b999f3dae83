"""Triggered abilities: their order, their windows, what they don't answer (C4-520 to C4-526)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from tests.games.c4.custom import made
from tests.games.c4.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def gains(game: Table) -> list[tuple[int, str]]:
    """(seat, source) of the gains since the last action."""
    return [(event.seat, event.source) for event in game.happened(e.TokensGained)]


@pytest.mark.rule("C4-520", "C4-R43", "C4-213")
def test_triggers_of_one_moment_go_in_turn_order_then_by_age(table: MakeTable) -> None:
    game = table(3).in_play("Pun Fund", P1).in_play("Pun Fund", P3).in_play("Phone Police", P2)
    game.in_play("Goblin Accountant", P1).in_play("Goblin Accountant", P3).player(P2, hand=["Nap Time"]).pot(12)
    game.turn(P2).start()
    game.play(P2, "Nap Time")
    assert gains(game) == [(P2, "COR-27"), (P3, "DGN-02"), (P1, "DGN-02")]


@pytest.mark.rule("C4-520", "C4-R43")
def test_for_one_controller_the_oldest_under_that_control_is_first(table: MakeTable) -> None:
    """Travelling Trophy comes under P2's control after Tip Jar, though it came into play before it."""
    game = table(2).player(P1, in_play=["Travelling Trophy"]).player(P2, in_play=["Tip Jar"])
    game.player(P2, hand=["Badge Check"], deck=["Badge Check", "Early Bird", "Early Bird"]).pot(9).turn(P2).start()
    game.play(P2, "Badge Check", on=P1)
    assert game.controlled(P2) == ["Travelling Trophy", "Tip Jar"], "as they lie on the table"
    game.end_turn(P2)
    game.end_turn(P1)
    order = [type(fact.event) for fact in game.facts if isinstance(fact.event, e.TokensPutOnCard | e.TokensGained)]
    assert order == [e.TokensPutOnCard, e.TokensGained]


@pytest.mark.rule("C4-520")
def test_a_trigger_is_not_optional_unless_it_says_may(table: MakeTable) -> None:
    game = table(2).player(P1, in_play=["Tip Jar", "Clockwork Butler"]).turn(P2).pot(4).start()
    game.end_turn(P2)
    assert game.on_card("Tip Jar") == 1
    assert game.asked() == [(P1, "choose_option")]
    game.option(P1, "no")
    assert (game.tokens(P1), game.board.free_actions) == (10, 1)


@pytest.mark.rule("C4-526", "C4-R43")
def test_lasting_triggers_come_after_the_players_cards_in_play(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Full Steam", "Bounty Poster", "Badge Check"], in_play=["Borrowed Hat"])
    game.player(P1, deck=["Badge Check"], hand=[]).pot(12).turn(P1, free_actions=2).start()
    game.play(P1, "Full Steam")
    game.play(P1, "Bounty Poster", on=P2)
    game.play(P1, "Badge Check", on=P2)
    assert gains(game) == [(P1, "MID-06"), (P1, "STM-10"), (P1, "STM-21")]


@pytest.mark.rule("C4-526", "C4-512", "C4-513")
def test_bounty_poster_looks_at_its_player_only_and_until_your_next_turn(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Bounty Poster"]).player(P2, deck=["Nap Time"], kind="coin").pot(9)
    game.player(P3, hand=["Badge Check", "Badge Check"], deck=["Nap Time", "Badge Check", "Badge Check"]).start()
    game.play(P1, "Bounty Poster", on=P2)
    game.end_turn(P1)
    game.end_turn(P2)
    game.board.free_actions = 2
    game.play(P3, "Badge Check", on=P1)
    assert gains(game) == [], "an attack on P1 was won, but the bounty is on P2"
    game.board.players[P2].deck.cards = ["COR-01"]
    game.play(P3, "Badge Check", on=P2)
    assert gains(game) == [(P3, "STM-21")]
    game.end_turn(P3)
    assert game.board.effects == []


@pytest.mark.rule("C4-521", "C4-R43")
def test_triggers_happen_before_the_window_of_the_same_moment(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Nap Time"]).player(P2, hand=["Copycat"], in_play=["Goblin Accountant"]).pot(9)
    game.start()
    game.play(P1, "Nap Time")
    assert game.tokens(P2) == 11, "Goblin Accountant has gained"
    assert game.asked() == [(P2, "react")]
    game.play(P2, "Copycat")
    assert game.tokens(P2) == 13


@pytest.mark.rule("C4-522", "C4-R38")
def test_an_ability_does_not_answer_what_it_caused_itself(table: MakeTable) -> None:
    """Each Echo gains when its controller gains: one gain sets off each of two copies, not an endless chain."""
    game = table(2)
    made(
        game,
        'name = "Echo"\nkind = "stay_in_play"\nsymbol = "rock"\non = [{ when = "gained(any)", do = "gain(you, 1)" }]',
    )
    game.player(P1, hand=["Early Bird"], in_play=["Echo"]).player(P2, in_play=["Echo"]).pot(12).start()
    game.play(P1, "Early Bird")
    assert gains(game) == [(P1, "COR-01"), (P1, "TST-01"), (P2, "TST-01"), (P2, "TST-01"), (P1, "TST-01")]
    assert game.state.status == "running"


@pytest.mark.rule("C4-522", "C4-531", "C4-903")
def test_nor_what_it_caused_through_a_card_flipped_in_its_attack(table: MakeTable) -> None:
    game = table(3)
    made(
        game,
        'name = "Brawler"\nkind = "stay_in_play"\nsymbol = "rock"\n'
        'on = [{ when = "gained(you)", do = "attack(opp, lose(defender, 1))" }]',
    )
    game.player(P1, hand=["Early Bird"], in_play=["Brawler"], deck=["Loose Change"] * 5).pot(9).start()
    game.play(P1, "Early Bird")
    assert [action["player"] for action in game.legal(P1, "choose_player")] == [P2, P3]
    game.do(P1, a.ChoosePlayer(P3))
    assert gains(game) == [(P1, "COR-25")]
    assert game.hand(P1) == ["Loose Change"]
    assert game.is_idle()


@pytest.mark.rule("C4-522", "C4-526", "C4-R38")
def test_a_lasting_trigger_does_not_answer_itself_either(table: MakeTable) -> None:
    game = table(2)
    made(
        game,
        'name = "Snowball"\nkind = "regular"\nsymbol = "rock"\nplay = "delayed(this_turn, gained(you), gain(you, 1))"',
    )
    game.player(P1, hand=["Snowball", "Early Bird"]).turn(P1, free_actions=2).pot(9).start()
    game.play(P1, "Snowball")
    game.play(P1, "Early Bird")
    assert gains(game) == [(P1, "COR-01"), (P1, "TST-01")]


@pytest.mark.rule("C4-R70", "C4-522", "C4-R38")
def test_a_reaction_breaks_the_chain_of_causes(table: MakeTable) -> None:
    """Pocket answers each loss of P1; Antidote is P1's choice, and what it causes may set Pocket off again."""
    game = table(2)
    made(
        game,
        'name = "Pocket"\nkind = "stay_in_play"\nsymbol = "rock"\non = [{ when = "gained(you)", do = "lose(you, 1)" }]',
    )
    game.player(P1, hand=["Early Bird", "Antidote"], in_play=["Pocket"]).pot(9).start()
    game.play(P1, "Early Bird")
    assert game.tokens(P1) == 11
    game.play(P1, "Antidote")
    assert game.tokens(P1) == 12
    assert len(game.ever(e.TokensLost)) == 2


@pytest.mark.rule("C4-523", "C4-R44")
def test_an_ability_that_has_triggered_happens_though_its_card_is_gone(table: MakeTable) -> None:
    """Trap removes all of P2's Relic before Relic's own ability of the same moment comes; the part about it is left."""
    game = table(2)
    made(
        game,
        'name = "Relic"\nkind = "stay_in_play"\nsymbol = "rock"\n'
        'on = [{ when = "turn_ending(any)", do = "remove_this" }, '
        '{ when = "turn_ending(any)", do = "put_from_pot(1), gain(you, 2)" }]',
    )
    game.player(P2, in_play=["Relic"]).pot(9).start()
    game.end_turn(P1)
    assert (game.controlled(P2), game.discard(P2)) == ([], ["Relic"])
    assert game.happened(e.TokensPutOnCard) == []
    assert (game.tokens(P2), game.in_pot()) == (12, 7)


@pytest.mark.rule("C4-524", "C4-357")
def test_what_happens_on_leaving_happens_after_the_tokens_went_to_the_pot(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Cold Storage"]).in_play("Mimic Crate", P2, owner=P3, tokens={"coin": 2}).pot(4)
    game.start()
    game.play(P1, "Cold Storage", target="Mimic Crate")
    assert [game.tokens(seat) for seat in (P1, P2, P3)] == [9, 10, 9], "you is P2, its last controller"
    order = [type(fact.event) for fact in game.facts if isinstance(fact.event, e.CardLeftPlay | e.TokensLost)]
    assert order == [e.CardLeftPlay, e.TokensLost, e.TokensLost]
    assert (game.in_pot(), game.discard(P3)) == (8, ["Mimic Crate"])


@pytest.mark.rule("C4-525", "C4-R44")
def test_a_condition_is_tested_when_its_part_is_carried_out(table: MakeTable) -> None:
    """Treasure Map has 3 tokens when the turn ends; its own first part puts the fourth there."""
    game = table(2).player(P1, in_play=[("Treasure Map", {"coin": 3})]).pot(4).start()
    game.end_turn(P1)
    assert (game.tokens(P1), game.discard(P1)) == (14, ["Treasure Map"])


@pytest.mark.rule("C4-525", "C4-R44")
def test_a_condition_that_does_not_hold_any_more(table: MakeTable) -> None:
    game = table(2).player(P1, in_play=[("Treasure Map", {"coin": 2})]).pot(4).start()
    game.end_turn(P1)
    assert (game.tokens(P1), game.on_card("Treasure Map")) == (10, 3)
