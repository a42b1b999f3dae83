"""One effect on several players (C4-365 to C4-372)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import events as e
from tests.games.c4.custom import add_card
from tests.games.c4.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


def gains(game: Table, *, ever: bool = False) -> list[tuple[int, int]]:
    """Gain events: (seat, number)."""
    events = game.ever(e.TokensGained) if ever else game.happened(e.TokensGained)
    return [(event.seat, sum(event.tokens.values())) for event in events]


@pytest.mark.rule("EX-07", "C4-213", "C4-367", "C4-369", "C4-R26")
def test_a_shortage_is_picked_one_by_one(table: MakeTable) -> None:
    game = table(4).player(P3, hand=["Door Prize"]).pot({"coin": 3, "button": 2}).turn(P3).start()
    game.play(P3, "Door Prize")
    for seat in (P3, P4, P1):
        assert game.asked() == [(seat, "choose_tokens")]
        game.choose(seat, coin=1)
    assert gains(game) == [(P3, 2), (P4, 1), (P1, 1), (P2, 1)]
    assert game.in_pot() == 0
    assert game.supply(P3) == {"gem": 10, "coin": 1, "button": 1}


@pytest.mark.rule("C4-366", "C4-R23")
def test_with_enough_for_all_each_chooses_all_at_once_in_turn_order(table: MakeTable) -> None:
    game = table(3).player(P2, hand=["Door Prize"]).pot({"die": 4, "marble": 2}).turn(P2).start()
    game.play(P2, "Door Prize")
    assert game.asked() == [(P2, "choose_tokens")]
    game.choose(P2, die=2)
    assert game.asked() == [(P3, "choose_tokens")]
    game.choose(P3, die=1, marble=1)
    assert gains(game, ever=True) == [(P2, 2), (P3, 2), (P1, 2)]
    assert game.supply(P1) == {"coin": 10, "die": 1, "marble": 1}


@pytest.mark.rule("C4-366", "C4-367")
@pytest.mark.parametrize(("pot", "kinds"), [({"die": 2, "marble": 2}, 2), ({"die": 2, "marble": 1}, 1)])
def test_the_pot_is_compared_with_the_sum_of_the_amounts(table: MakeTable, pot: dict[str, int], kinds: int) -> None:
    game = table(2).player(P1, hand=["Door Prize"]).pot(pot).start()
    game.play(P1, "Door Prize")
    assert [sum(action["tokens"].values()) for action in game.legal(P1)] == [kinds] * len(game.legal(P1))
    while not game.is_idle():
        game.time_out(game.asked()[0][0])


@pytest.mark.rule("C4-367")
def test_who_has_their_amount_is_passed_over(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Door Prize"]).player(P2, in_play=["Lucky Penny", "Lucky Penny"]).pot(5).start()
    game.play(P1, "Door Prize")
    assert gains(game) == [(P1, 2), (P2, 3)]


@pytest.mark.rule("C4-368", "C4-R24")
def test_non_matching_tokens_are_always_picked_one_by_one(table: MakeTable) -> None:
    game = table(2)
    both_gain_foreign = add_card(game, "Foreign Prize", play="gain(all, 2, nm)")
    game.player(P1, hand=[both_gain_foreign]).pot({"coin": 3, "bead": 1, "gem": 3}).start()
    game.play(P1, both_gain_foreign)
    assert game.asked() == [(P1, "choose_tokens")]
    game.choose(P1, bead=1)
    assert game.asked() == [(P2, "choose_tokens")]
    game.choose(P2, gem=1)
    game.choose(P2, gem=1)
    assert gains(game) == [(P1, 2), (P2, 2)]
    assert game.supply(P1) == {"coin": 10, "bead": 1, "gem": 1}


@pytest.mark.rule("C4-368")
def test_who_finds_no_allowed_token_stops_picking(table: MakeTable) -> None:
    game = table(2)
    both_gain_foreign = add_card(game, "Foreign Prize", play="gain(all, 2, nm)")
    game.player(P1, hand=[both_gain_foreign]).pot({"coin": 9}).start()
    game.play(P1, both_gain_foreign)
    assert gains(game) == [(P2, 2)]
    assert (game.supply(P1), game.supply(P2)) == ({"coin": 10}, {"bead": 10, "coin": 2})


@pytest.mark.rule("C4-365", "C4-R23")
def test_all_amounts_then_all_tokens_then_all_windows(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Fire Drill"]).player(P2, hand=["Thick Skin", "Antidote"])
    game.player(P3, hand=["Thick Skin"], in_play=["Pressure Valve"]).pot(0).start()
    game.play(P1, "Fire Drill")
    assert (game.asked(), game.in_pot()) == ([(P2, "react")], 0)
    game.pass_(P2)
    assert (game.asked(), game.in_pot()) == ([(P3, "react")], 0)
    game.pass_(P3)
    assert [event.seat for event in game.happened(e.TokensLost)] == [P1, P2, P3]
    assert (game.asked(), game.on_card("Pressure Valve")) == ([(P2, "react")], 0)
    game.pass_(P2)
    game.choose(P3, coin=1)
    assert game.on_card("Pressure Valve") == 1


@pytest.mark.rule("C4-365", "C4-367")
def test_a_prevented_player_leaves_the_others_theirs(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Door Prize"]).player(P2, in_play=["Gelatinous Guard"]).pot(4).start()
    game.play(P1, "Door Prize")
    assert gains(game) == [(P1, 2), (P3, 2)]


@pytest.mark.rule("C4-370", "C4-213", "C4-R23")
def test_without_the_active_player_the_first_affected_one_begins(table: MakeTable) -> None:
    game = table(4).player(P1, wears=["wears_pants"]).player(P3, wears=["wears_pants"], hand=[])
    game.player(P2, hand=["Pants Tax"]).player(P4, wears=["wears_pants"]).turn(P2, direction=-1).pot(0).start()
    game.play(P2, "Pants Tax")
    assert [event.seat for event in game.happened(e.TokensLost)] == [P1, P4, P3]
    assert game.tokens(P2) == 10


@pytest.mark.rule("C4-371", "C4-R23")
def test_transfers_go_player_by_player_each_with_its_windows(table: MakeTable) -> None:
    game = table(3).player(P1, tokens=5, hand=["Message in a Bottle"], in_play=["Lucky Penny"])
    game.player(P2, hand=["Copycat"]).pot(9).start()
    game.play(P1, "Message in a Bottle")
    assert (game.asked(), game.tokens(P1)) == ([(P2, "react")], 6)
    assert (game.tokens(P2), game.tokens(P3)) == (9, 10)
    game.play(P2, "Copycat")
    assert (game.tokens(P1), game.tokens(P2), game.tokens(P3)) == (8, 11, 9)


@pytest.mark.rule("C4-372", "C4-R23")
def test_the_players_are_fixed_when_the_part_starts(table: MakeTable) -> None:
    game = table(3).player(P1, tokens=9, hand=["Message in a Bottle"]).player(P3, tokens=9).pot(0).start()
    game.play(P1, "Message in a Bottle")
    assert (game.tokens(P1), game.tokens(P2), game.tokens(P3)) == (10, 9, 8)


@pytest.mark.rule("C4-372")
def test_a_computed_number_is_fixed_when_the_part_starts(table: MakeTable) -> None:
    game = table(3).player(P1, tokens=9, hand=["Kobold Collection"], in_play=["Lucky Penny"]).pot(9).start()
    game.play(P1, "Kobold Collection")
    assert gains(game) == [(P1, 3)]
