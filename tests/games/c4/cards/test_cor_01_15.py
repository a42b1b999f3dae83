"""Corridor Classics, first half: every card's printed text, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import events as e
from tests.games.c4.table import P1, P2, P3, PAPER, ROCK, SCISSORS, Table

MakeTable = Callable[..., Table]


@pytest.mark.card("COR-01")
def test_early_bird_gains_two(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Early Bird"]).pot(6).start()
    game.play(P1, "Early Bird")
    assert game.everyone() == (12, 10, 10)
    assert [event.tokens for event in game.happened(e.TokensGained)] == [{"coin": 2}]
    assert game.discard(P1) == ["Early Bird"]


@pytest.mark.card("COR-02")
@pytest.mark.parametrize(("flipped", "after"), [(SCISSORS, 6), (ROCK, 10), (PAPER, 10)])
def test_badge_check_makes_the_defender_lose_four_if_won(table: MakeTable, flipped: str, after: int) -> None:
    game = table(3).player(P1, hand=["Badge Check"], deck=[ROCK]).player(P2, deck=[flipped]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.everyone() == (10, after, 10)
    assert game.untouched(P3)


@pytest.mark.card("COR-02")
def test_badge_check_attacks_nobody_but_another_player(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Badge Check"]).start()
    assert {action["player"] for action in game.legal(P1, "play_card")} == {P2, P3}
    assert game.refused(P1, game.playing(P1, "Badge Check", on=P1)).rule == "C4-403"


@pytest.mark.card("COR-03")
@pytest.mark.parametrize(("flipped", "after"), [(SCISSORS, (12, 8, 10)), (PAPER, (10, 10, 10))])
def test_light_fingers_takes_two_if_won(table: MakeTable, flipped: str, after: tuple[int, ...]) -> None:
    game = table(3).player(P1, hand=["Light Fingers"], deck=[ROCK]).player(P2, deck=[flipped]).start()
    game.play(P1, "Light Fingers", on=P2)
    assert game.everyone() == after
    assert game.in_pot() == 6


@pytest.mark.card("COR-03")
def test_light_fingers_leaves_the_choice_to_the_taker(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Light Fingers"], deck=[ROCK])
    game.player(P2, tokens={"bead": 5, "gem": 1}, deck=[SCISSORS]).start()
    game.play(P1, "Light Fingers", on=P2)
    game.choose(P1, bead=1, gem=1)
    assert game.supply(P1) == {"coin": 10, "bead": 1, "gem": 1}


@pytest.mark.card("COR-04")
def test_round_of_drinks_gives_one_and_draws_three(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Round of Drinks"], deck=[ROCK, PAPER, SCISSORS, ROCK]).start()
    game.play(P1, "Round of Drinks", on=P2)
    assert game.everyone() == (9, 11, 10)
    assert game.hand(P1) == [ROCK, PAPER, SCISSORS]
    assert game.in_pot() == 6
    assert game.untouched(P3)


@pytest.mark.card("COR-04")
def test_round_of_drinks_draws_though_there_is_nothing_to_give(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=0, hand=["Round of Drinks"]).start()
    game.play(P1, "Round of Drinks", on=P2)
    assert game.everyone() == (0, 10)
    assert len(game.hand(P1)) == 3


@pytest.mark.card("COR-05")
def test_cold_storage_removes_a_card_in_play(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Cold Storage"], in_play=["Iron Grip"])
    game.player(P2, in_play=[("Tip Jar", {"coin": 3})]).pot(2).start()
    game.play(P1, "Cold Storage", target="Tip Jar")
    assert game.controlled(P2) == []
    assert game.discard(P2) == ["Tip Jar"]
    assert game.in_pot() == 5
    assert game.controlled(P1) == ["Iron Grip"]
    assert game.everyone() == (10, 10, 10)


@pytest.mark.card("COR-05")
def test_cold_storage_needs_a_card_in_play(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Cold Storage", "Iron Grip"]).turn(P1, free_actions=2).start()
    assert game.refused(P1, game.playing(P1, "Cold Storage")).rule == "C4-441"
    game.play(P1, "Iron Grip")
    game.play(P1, "Cold Storage", target="Iron Grip")
    assert game.discard(P1) == ["Iron Grip", "Cold Storage"]


@pytest.mark.card("COR-06")
def test_not_so_fast_cancels_another_players_regular_card(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Early Bird", "Not So Fast"]).player(P2, hand=["Not So Fast"]).pot(6).start()
    game.play(P1, "Early Bird")
    assert game.asked() == [(P2, "react")], "the player of the card is not another player"
    game.play(P2, "Not So Fast")
    assert game.everyone() == (10, 10, 10)
    assert game.board.actions_taken == 1
    assert (game.discard(P1), game.discard(P2)) == (["Early Bird"], ["Not So Fast"])


@pytest.mark.card("COR-06")
@pytest.mark.parametrize("card", ["Iron Grip", "Impulse Purchase"])
def test_not_so_fast_leaves_other_kinds_alone(table: MakeTable, card: str) -> None:
    game = table(2).player(P1, hand=[card]).player(P2, hand=["Not So Fast"]).start()
    game.play(P1, card)
    assert game.is_idle()
    assert game.hand(P2) == ["Not So Fast"]


@pytest.mark.card("COR-07")
def test_brain_freeze_cancels_any_card_being_played(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Iron Grip"]).player(P2, hand=["Brain Freeze"]).start()
    game.play(P1, "Iron Grip")
    game.play(P2, "Brain Freeze", target="Iron Grip")
    assert (game.controlled(P1), game.discard(P1)) == ([], ["Iron Grip"])
    assert game.everyone() == (10, 8, 10)
    assert game.in_pot() == 8


@pytest.mark.card("COR-07")
def test_brain_freeze_may_remove_a_card_in_play_instead(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Iron Grip", "Brain Freeze"]).player(P3, in_play=["Tip Jar"]).start()
    game.play(P1, "Iron Grip")
    targets = {action["target"] for action in game.legal(P1, "play_reaction")}
    assert targets == {game.seen("Tip Jar"), game.seen("Iron Grip")}, "any card but itself"
    game.play(P1, "Brain Freeze", target="Tip Jar")
    assert (game.controlled(P1), game.controlled(P3)) == (["Iron Grip"], [])
    assert game.everyone() == (8, 10, 10)


@pytest.mark.card("COR-07")
def test_brain_freeze_costs_two(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Iron Grip"]).player(P2, tokens=1, hand=["Brain Freeze"]).start()
    game.play(P1, "Iron Grip")
    assert game.is_idle()
    assert game.untouched(P2)


@pytest.mark.card("COR-08")
def test_thick_skin_prevents_the_own_loss_only(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Fire Drill"]).player(P2, hand=["Thick Skin"]).start()
    game.play(P1, "Fire Drill")
    assert game.asked() == [(P2, "react")]
    game.play(P2, "Thick Skin")
    assert game.everyone() == (8, 10, 8)


@pytest.mark.card("COR-08")
def test_thick_skin_prevents_a_take_from_its_player(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Light Fingers", "Thick Skin"], deck=[ROCK])
    game.player(P2, hand=["Thick Skin"], deck=[SCISSORS]).start()
    game.play(P1, "Light Fingers", on=P2)
    assert game.asked() == [(P2, "react")], "the taker loses nothing"
    game.play(P2, "Thick Skin")
    assert game.everyone() == (10, 10)


@pytest.mark.card("COR-08")
def test_thick_skin_can_not_answer_a_payment_or_a_gift(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Thick Skin", "Long Line", "Round of Drinks"]).start()
    game.play(P1, "Long Line", on=P2)
    game.play(P1, "Round of Drinks", on=P2)
    assert game.is_idle()
    assert game.everyone() == (6, 11), "paid 2 and 1, given 1"


@pytest.mark.card("COR-09")
def test_lucky_penny_adds_one_to_the_own_gains(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Lucky Penny", "Door Prize"]).pot(9).turn(P1, free_actions=2).start()
    game.play(P1, "Lucky Penny")
    assert game.controlled(P1) == ["Lucky Penny"]
    game.play(P1, "Door Prize")
    assert game.everyone() == (13, 12, 12)


@pytest.mark.card("COR-09")
def test_lucky_penny_does_not_change_a_take(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Light Fingers"], in_play=["Lucky Penny"], deck=[ROCK])
    game.player(P2, deck=[SCISSORS]).start()
    game.play(P1, "Light Fingers", on=P2)
    assert game.everyone() == (12, 8)


@pytest.mark.card("COR-10")
def test_hole_in_the_pocket_enters_in_front_of_another_who_loses_one_more(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Hole in the Pocket", "Fire Drill", "Cold Storage"])
    game.turn(P1, free_actions=3).start()
    assert game.refused(P1, game.playing(P1, "Hole in the Pocket", on=P1)).rule == "C4-441"
    game.play(P1, "Hole in the Pocket", on=P2)
    assert (game.controlled(P1), game.controlled(P2)) == ([], ["Hole in the Pocket"])
    game.play(P1, "Fire Drill")
    assert game.everyone() == (8, 7, 8)
    game.play(P1, "Cold Storage", target="Hole in the Pocket")
    assert (game.discard(P1)[1], game.discard(P2)) == ("Hole in the Pocket", [])


@pytest.mark.card("COR-11")
def test_rain_poncho_takes_one_off_the_own_losses(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Rain Poncho", "Fire Drill"]).turn(P1, free_actions=2).start()
    game.play(P1, "Rain Poncho")
    game.play(P1, "Fire Drill")
    assert game.everyone() == (9, 8, 8)


@pytest.mark.card("COR-11")
def test_rain_poncho_makes_a_loss_of_one_nothing_but_helps_against_no_take(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Pants Tax", "Light Fingers"], deck=[PAPER, ROCK]).turn(P1, free_actions=2)
    game.player(P2, in_play=["Rain Poncho"], deck=[SCISSORS], wears=["wears_pants"]).start()
    game.play(P1, "Pants Tax")
    assert game.happened(e.TokensLost) == []
    game.play(P1, "Light Fingers", on=P2)
    assert game.everyone() == (12, 8)


@pytest.mark.card("COR-12")
def test_iron_grip_prevents_takes_but_no_losses(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Iron Grip"]).player(P2, hand=["Light Fingers", "Light Fingers", "Fire Drill"])
    game.player(P2, deck=[ROCK, ROCK, ROCK]).player(P1, deck=[SCISSORS]).player(P3, deck=[SCISSORS]).start()
    game.play(P1, "Iron Grip")
    game.end_turn(P1)
    game.play(P2, "Light Fingers", on=P1)
    assert game.everyone() == (10, 10, 10)
    assert [event.by for event in game.happened(e.EventPrevented)] == ["COR-12"]
    game.play(P2, "Fire Drill")
    assert game.everyone() == (8, 7, 8), "P2 has paid 1 for the action"
    game.play(P2, "Light Fingers", on=P3)
    assert game.everyone() == (8, 7, 6), "P2 has paid 2 and taken 2"


@pytest.mark.card("COR-13")
def test_second_wind_gives_two_free_actions_this_turn(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Second Wind", "Rain Poncho", "Iron Grip", "Lucky Penny"]).start()
    game.play(P1, "Second Wind")
    assert game.board.free_actions == 2
    game.play(P1, "Rain Poncho")
    game.play(P1, "Iron Grip")
    assert game.everyone() == (10, 10)
    game.play(P1, "Lucky Penny")
    assert game.everyone() == (9, 10)
    game.end_turn(P1)
    assert (game.board.active, game.board.free_actions) == (P2, 1)


@pytest.mark.card("COR-14")
def test_fast_talker_makes_the_own_additional_actions_cheaper(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Fast Talker", "Rain Poncho", "Iron Grip"])
    game.player(P2, hand=["Rain Poncho", "Iron Grip"]).start()
    game.play(P1, "Fast Talker")
    game.play(P1, "Rain Poncho")
    assert game.everyone() == (10, 10), "1 - 1"
    game.play(P1, "Iron Grip")
    assert game.everyone() == (9, 10), "2 - 1"
    game.end_turn(P1)
    game.play(P2, "Rain Poncho")
    game.play(P2, "Iron Grip")
    assert game.everyone() == (9, 9), "the other pays as usual"


@pytest.mark.card("COR-15")
def test_tip_jar_fills_at_the_own_turn_start_and_is_emptied_once(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Tip Jar"]).pot(4).start()
    game.play(P1, "Tip Jar")
    game.end_turn(P1)
    assert game.on_card("Tip Jar") == 0, "it is another player's turn"
    assert "use_ability" not in {action["type"] for action in game.legal(P2)}
    game.end_turn(P2)
    assert (game.on_card("Tip Jar"), game.in_pot()) == (1, 3)
    assert game.happened(e.TokensGained) == []
    game.use(P1, "Tip Jar")
    assert game.everyone() == (11, 10)
    assert (game.controlled(P1), game.discard(P1)) == ([], ["Tip Jar"])


@pytest.mark.card("COR-15")
def test_tip_jar_collects_all_that_is_on_it(table: MakeTable) -> None:
    game = table(2).player(P1, in_play=[("Tip Jar", {"coin": 2, "bead": 1})]).start()
    game.use(P1, "Tip Jar")
    assert game.supply(P1) == {"coin": 12, "bead": 1}
    assert game.in_pot() == 4
