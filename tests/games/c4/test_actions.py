"""Actions and what they cost (C4-301 to C4-314)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import events as e
from tests.games.c4.custom import add_card
from tests.games.c4.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def paid(game: Table) -> list[tuple[int, int, str]]:
    """Payments since the last action: (seat, number, reason)."""
    return [(event.seat, sum(event.tokens.values()), event.reason) for event in game.happened(e.TokensPaid)]


@pytest.mark.rule("EX-04", "C4-305", "C4-306")
def test_extra_free_actions_and_price(table: MakeTable) -> None:
    hand = ["Second Wind", "Snack Break", "Snack Break", "Snack Break", "Snack Break"]
    game = table(2).player(P1, hand=hand, in_play=["Fast Talker"]).start()
    game.play(P1, "Second Wind")
    for price in (0, 0, 0, 1):
        game.play(P1, "Snack Break")
        assert paid(game) == ([(P1, 1, "action")] if price else [])
    assert (game.board.paid_actions, game.board.actions_taken) == (2, 5)
    assert game.tokens(P1) == 9


@pytest.mark.rule("C4-301", "C4-302", "C4-603")
def test_an_action_plays_a_regular_or_stay_in_play_card_of_the_hand(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Early Bird", "Lucky Penny"]).pot(4).start()
    game.play(P1, "Early Bird")
    assert (game.tokens(P1), game.discard(P1)) == (12, ["Early Bird"])
    game.play(P1, "Lucky Penny")
    assert (game.tokens(P1), game.controlled(P1)) == (11, ["Lucky Penny"])
    assert game.board.actions_taken == 2


@pytest.mark.rule("C4-301", "C4-604")
def test_only_the_active_player_acts_and_only_while_idle(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, hand=["Early Bird", "Fire Drill"])
        .player(P2, hand=["Early Bird", "Not So Fast"])
        .pot(4)
        .start()
    )
    assert game.refused(P2, game.playing(P2, "Early Bird")).rule == "C4-301"
    game.play(P1, "Early Bird")
    assert game.asked() == [(P2, "react")]
    assert game.refused(P2, game.playing(P2, "Early Bird")).rule == "C4-301"
    assert game.refused(P1, game.playing(P1, "Fire Drill")).rule == "C4-301"
    game.pass_(P2)
    assert game.discard(P1) == ["Early Bird"]


@pytest.mark.rule("C4-304", "C4-305", "C4-R14")
def test_free_actions_go_first_and_leave_the_ladder(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Double Shift", "Fire Drill", "Fire Drill", "Fire Drill"]).start()
    game.play(P1, "Double Shift")
    assert (game.board.free_actions, game.board.paid_actions) == (1, 0)
    game.play(P1, "Fire Drill")
    assert (game.board.free_actions, paid(game)) == (0, [])
    game.play(P1, "Fire Drill")
    assert paid(game) == [(P1, 1, "action")]
    game.play(P1, "Fire Drill")
    assert paid(game) == [(P1, 2, "action")]


@pytest.mark.rule("C4-303", "C4-305", "C4-R14")
def test_an_extra_free_action_after_a_paid_one_keeps_the_ladder(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, hand=["Double Shift", "Fire Drill", "Fire Drill"])
        .turn(P1, free_actions=0, paid_actions=1, actions_taken=2)
        .start()
    )
    game.play(P1, "Double Shift")
    assert paid(game) == [(P1, 2, "action")]
    game.play(P1, "Fire Drill")
    assert paid(game) == []
    game.play(P1, "Fire Drill")
    assert paid(game) == [(P1, 3, "action")]


@pytest.mark.rule("C4-306", "C4-R60")
def test_a_price_of_0_moves_the_ladder_but_is_no_payment(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, hand=["Early Bird"], in_play=["Fast Talker", "Fast Talker", "Big Spender"])
        .player(P2, hand=["Petty Cash"])
        .pot(4)
        .turn(P1, free_actions=0)
        .start()
    )
    game.play(P1, "Early Bird")
    assert paid(game) == []
    assert game.happened(e.CardDrawn) == []
    assert game.board.paid_actions == 1
    assert game.tokens(P1) == 12


@pytest.mark.rule("C4-306", "C4-515")
def test_price_modifiers_add_up_and_leave_free_actions_alone(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, hand=["Early Bird", "Early Bird"], in_play=["Lost Room Key", "Lost Room Key", "Fast Talker"])
        .pot(0)
        .start()
    )
    game.play(P1, "Early Bird")
    assert game.tokens(P1) == 10
    game.play(P1, "Early Bird")
    assert paid(game) == [(P1, 2, "action")]


@pytest.mark.rule("C4-307", "C4-309", "C4-R16")
def test_the_price_goes_to_the_pot_in_tokens_of_the_payers_choice_to_the_last(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, tokens={"coin": 2, "gem": 1}, hand=["Snack Break", "Snack Break"])
        .pot(0)
        .turn(P1, free_actions=0)
        .start()
    )
    game.play(P1, "Snack Break")
    game.choose(P1, gem=1)
    assert (game.board.pot, game.supply(P1)) == ({"gem": 1}, {"coin": 2})
    game.play(P1, "Snack Break")
    assert (game.tokens(P1), game.in_pot()) == (0, 3)
    assert game.state.result is None


@pytest.mark.rule("C4-308", "C4-311", "C4-R15")
@pytest.mark.parametrize(("tokens", "legal"), [(3, True), (2, False)])
def test_price_and_own_cost_must_be_affordable_together(table: MakeTable, tokens: int, legal: bool) -> None:
    game = table(2).player(P1, tokens=tokens, hand=["Long Line"]).turn(P1, free_actions=0).start()
    assert bool(game.legal(P1, "play_card")) is legal
    if not legal:
        assert game.refused(P1, game.playing(P1, "Long Line", on=P2)).rule == "C4-308"
        return
    game.play(P1, "Long Line", on=P2)
    assert paid(game) == [(P1, 1, "action"), (P1, 2, "card_cost")]


@pytest.mark.rule("EX-11", "C4-311", "C4-352")
def test_paying_is_no_loss(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, tokens=6, hand=["Long Line"], in_play=["Pressure Valve"])
        .in_play("Hole in the Pocket", P1, owner=P2)
        .turn(P1, free_actions=0)
        .start()
    )
    game.play(P1, "Long Line", on=P2)
    assert paid(game) == [(P1, 1, "action"), (P1, 2, "card_cost")]
    assert game.tokens(P1) == 3
    assert game.on_card("Pressure Valve") == 0
    assert game.happened(e.TokensLost) == []


@pytest.mark.rule("C4-310")
def test_a_reaction_is_no_action_in_ones_own_turn_either(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Impulse Purchase", "Fire Drill"]).start()
    game.play(P1, "Impulse Purchase")
    assert paid(game) == [(P1, 1, "card_cost")]
    assert (game.board.free_actions, game.board.actions_taken, game.board.paid_actions) == (1, 0, 0)
    game.play(P1, "Fire Drill")
    assert paid(game) == []


@pytest.mark.rule("C4-312", "C4-447", "C4-R17")
def test_a_cancelled_card_stays_played_and_paid_for(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, hand=["Long Line"])
        .player(P2, hand=["Not So Fast"])
        .pot(0)
        .turn(P1, free_actions=0, actions_taken=1)
        .start()
    )
    game.play(P1, "Long Line", on=P2)
    game.play(P2, "Not So Fast")
    assert (game.tokens(P1), game.in_pot()) == (7, 3)
    assert (game.board.actions_taken, game.board.paid_actions) == (2, 1)
    assert game.board.players[P2].skip_turns == 0
    assert game.discard(P1) == ["Long Line"]


@pytest.mark.rule("C4-313")
def test_only_the_price_and_cards_limit_the_actions_of_a_turn(table: MakeTable) -> None:
    game = table(3).player(P1, tokens=20, hand=["About Face"] * 6, deck=["Early Bird"] * 6).start()
    for _ in range(6):
        game.play(P1, "About Face")
    assert game.board.actions_taken == 6
    assert game.tokens(P1) == 20 - (1 + 2 + 3 + 4 + 5)


@pytest.mark.rule("C4-313", "C4-502")
def test_a_card_may_limit_the_actions(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Early Bird"] * 3).player(P2, in_play=["Union Rules"]).pot(8).start()
    game.play(P1, "Early Bird")
    game.play(P1, "Early Bird")
    assert game.refused(P1, game.playing(P1, "Early Bird")).rule == "C4-502"
    assert game.legal(P1, "play_card") == []


@pytest.mark.rule("C4-314", "C4-R15", "C4-R75")
def test_x_is_any_affordable_number_of_the_range(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=3, hand=["Peer Pressure"]).turn(P1, free_actions=0).start()
    assert [action["x"] for action in game.legal(P1, "play_card")] == [1, 2]
    assert game.refused(P1, game.playing(P1, "Peer Pressure", on=P2)).rule == "C4-314"
    assert game.refused(P1, game.playing(P1, "Peer Pressure", on=P2, x=4)).rule == "C4-314"
    assert game.refused(P1, game.playing(P1, "Peer Pressure", on=P2, x=0)).rule == "C4-314"
    assert game.refused(P1, game.playing(P1, "Peer Pressure", on=P2, x=3)).rule == "C4-308"


@pytest.mark.rule("C4-314")
def test_x_is_paid_and_counted(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Peer Pressure"]).player(P2, deck=["Light Fingers"]).start()
    game.play(P1, "Peer Pressure", on=P2, x=2)
    assert paid(game) == [(P1, 2, "card_cost")]
    assert (game.tokens(P1), game.tokens(P2), game.tokens(P3)) == (8, 4, 10)


@pytest.mark.rule("C4-306", "C4-510", "C4-R82")
def test_a_price_that_reads_the_price(table: MakeTable) -> None:
    game = table(2)
    inflation = add_card(game, "Inflation", "stay_in_play", continuous='["price(others, action_price)"]')
    game.player(P1, hand=["Early Bird"]).player(P2, in_play=[inflation, inflation]).pot(9)
    game.turn(P1, free_actions=0).start()
    game.play(P1, "Early Bird")
    assert [event.price for event in game.ever(e.CardPlayed)] == [3], "1 and twice the 1 without these cards"
