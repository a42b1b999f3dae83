"""Personal Favourites: every card's printed text, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from tests.games.c4.table import P1, P2, P3, PAPER, ROCK, SCISSORS, Table

MakeTable = Callable[..., Table]


@pytest.mark.card("AMY-01")
@pytest.mark.parametrize("tokens", [0, 1, 10, 100])
def test_amys_last_chance_ends_with_five(table: MakeTable, tokens: int) -> None:
    game = table(2).player(P1, tokens=tokens, hand=["Amy's Last Chance"]).pot(9).start()
    game.play(P1, "Amy's Last Chance")
    assert game.everyone() == (max(5, tokens - 94), 10), "of 100 tokens 99 are lost"
    assert [sum(event.tokens.values()) for event in game.happened(e.TokensLost)] == [min(99, tokens)] * bool(tokens)
    assert [sum(event.tokens.values()) for event in game.happened(e.TokensGained)] == [5]


@pytest.mark.card("AMY-02")
def test_phone_police_fines_who_used_a_phone(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Phone Police"]).start()
    game.play(P1, "Phone Police")
    game.do(P2, a.MakeClaim("used_phone", P3))
    game.do(P3, a.AnswerClaim(admit=True))
    assert game.everyone() == (10, 10, 9)
    game.do(P3, a.MakeClaim("used_phone", P1))
    game.do(P1, a.AnswerClaim(admit=False))
    game.do(P2, a.VoteClaim(confirm=True))
    assert game.everyone() == (9, 10, 9), "its controller is no exception"
    assert game.refused(P1, a.MakeClaim("swore", P2)).rule == "C4-550"


@pytest.mark.card("AMY-03")
def test_pun_fund_rewards_the_pun_and_its_controller(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Pun Fund"]).pot(6).start()
    game.play(P1, "Pun Fund")
    game.do(P3, a.MakeClaim("made_pun", P2))
    game.do(P2, a.AnswerClaim(admit=True))
    assert game.everyone() == (11, 11, 10)
    assert [event.seat for event in game.happened(e.TokensGained)] == [P2, P1]


@pytest.mark.card("AMY-03")
def test_pun_fund_pays_its_controller_twice_for_an_own_pun_and_nobody_for_a_rejected_one(table: MakeTable) -> None:
    game = table(2).player(P1, in_play=["Pun Fund"]).pot(4).start()
    game.do(P2, a.MakeClaim("made_pun", P1))
    game.do(P1, a.AnswerClaim(admit=True))
    assert game.everyone() == (12, 10)
    game.do(P1, a.MakeClaim("made_pun", P2))
    game.do(P2, a.AnswerClaim(admit=False))
    assert game.everyone() == (12, 10)


@pytest.mark.card("AMY-04")
@pytest.mark.parametrize(
    ("ballots", "after"), [((P2, P3, P2), (10, 13, 10)), ((P2, P3, P1), (10, 10, 10)), ((None, P1, None), (13, 10, 10))]
)
def test_popularity_contest_gives_three_to_the_one_on_top(
    table: MakeTable, ballots: tuple[int | None, ...], after: tuple[int, ...]
) -> None:
    game = table(3).player(P1, hand=["Popularity Contest"]).pot(6).start()
    game.play(P1, "Popularity Contest")
    assert game.refused(P2, a.VoteCard(P2)).rule == "C4-560"
    for seat, ballot in enumerate(ballots):
        if ballot is None:
            game.time_out(seat)
        else:
            game.do(seat, a.VoteCard(ballot))
    assert game.everyone() == after


@pytest.mark.card("AMY-05")
@pytest.mark.parametrize(("x", "flipped", "after"), [(1, SCISSORS, (9, 5)), (3, SCISSORS, (7, 3)), (2, PAPER, (8, 10))])
def test_peer_pressure_costs_x_and_hits_for_four_more(
    table: MakeTable, x: int, flipped: str, after: tuple[int, int]
) -> None:
    game = table(3).player(P1, hand=["Peer Pressure"], deck=[ROCK]).player(P2, deck=[flipped]).start()
    game.play(P1, "Peer Pressure", on=P2, x=x)
    assert game.everyone() == (*after, 10)


@pytest.mark.card("AMY-05")
@pytest.mark.parametrize(("tokens", "xs"), [(10, {1, 2, 3}), (2, {1, 2}), (0, set())])
def test_peer_pressure_offers_every_x_that_can_be_paid(table: MakeTable, tokens: int, xs: set[int]) -> None:
    game = table(2).player(P1, tokens=tokens, hand=["Peer Pressure"]).start()
    assert {action["x"] for action in game.legal(P1, "play_card")} == xs
    assert game.refused(P1, game.playing(P1, "Peer Pressure", on=P2, x=4)).rule in ("C4-314", "C4-308")
    assert game.refused(P1, game.playing(P1, "Peer Pressure", on=P2, x=0)).rule in ("C4-314", "C4-308")


@pytest.mark.card("AMY-06")
def test_birthday_collection_draws_two_for_each_who_gives(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["Birthday Collection"]).player(3, tokens=0).start()
    game.play(P1, "Birthday Collection")
    for seat, option in ((P2, "yes"), (P3, "no"), (3, "yes")):
        assert game.asked() == [(seat, "choose_option")]
        game.option(seat, option)
    assert game.everyone() == (11, 9, 10, 0)
    assert [len(game.hand(seat)) for seat in range(4)] == [0, 2, 0, 0], "who has nothing gives nothing"


@pytest.mark.card("AMY-07")
@pytest.mark.parametrize(("card", "after"), [("Loose Change", (11, 11, 10)), ("Nap Time", (14, 12, 10))])
def test_copycat_gains_as_many_at_most_two(table: MakeTable, card: str, after: tuple[int, ...]) -> None:
    game = table(3).player(P1, hand=[card, "Copycat"]).player(P2, hand=["Copycat"]).pot(9).start()
    game.play(P1, card)
    assert game.asked() == [(P2, "react")], "not for one's own gain"
    game.play(P2, "Copycat")
    assert game.asked() == [(P1, "react")], "but for the gain by another Copycat"
    game.pass_(P1)
    assert game.everyone() == after


@pytest.mark.card("AMY-08")
def test_fair_trade_played_swaps_a_token_and_draws(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Fair Trade"], deck=[PAPER, ROCK]).start()
    game.play(P1, "Fair Trade", on=P2)
    game.choose(P2, bead=1)
    assert (game.supply(P1), game.supply(P2)) == ({"coin": 9, "bead": 1}, {"bead": 9, "coin": 1})
    assert game.hand(P1) == [PAPER]
    assert game.untouched(P3)


@pytest.mark.card("AMY-08")
@pytest.mark.parametrize(("flips", "after"), [(("Fair Trade", ROCK), (9, 11)), ((ROCK, "Fair Trade"), (11, 9))])
def test_fair_trade_flipped_gives_the_rival_one(
    table: MakeTable, flips: tuple[str, str], after: tuple[int, int]
) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=[flips[0]]).player(P2, deck=[flips[1]]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.everyone() == after
    assert game.in_pot() == 4


@pytest.mark.card("AMY-09")
def test_big_spender_draws_for_each_paid_action(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Big Spender", "Rain Poncho", "Long Line"], deck=[PAPER, SCISSORS, ROCK])
    game.start()
    game.play(P1, "Big Spender")
    assert game.hand(P1) == ["Rain Poncho", "Long Line"]
    game.play(P1, "Rain Poncho")
    assert game.hand(P1) == ["Long Line", PAPER]
    game.play(P1, "Long Line", on=P2)
    assert game.hand(P1) == [PAPER, SCISSORS], "one for the action, none for the card's own cost"
    assert game.hand(P2) == []


@pytest.mark.card("AMY-09")
def test_big_spender_draws_nothing_for_anothers_payment(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Rain Poncho", "Iron Grip"]).player(P2, in_play=["Big Spender"]).start()
    game.play(P1, "Rain Poncho")
    game.play(P1, "Iron Grip")
    assert (game.tokens(P1), game.hand(P1)) == (9, [])
    assert game.untouched(P2)


@pytest.mark.card("AMY-09")
def test_big_spender_draws_nothing_for_a_price_of_nothing(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Rain Poncho", "Iron Grip"], in_play=["Fast Talker", "Big Spender"])
    game.player(P2, in_play=["Big Spender"]).start()
    game.play(P1, "Rain Poncho")
    game.play(P1, "Iron Grip")
    assert (game.hand(P1), game.tokens(P1)) == ([], 10), "1 - 1 is no payment"
    assert game.untouched(P2)


@pytest.mark.card("AMY-10")
def test_quiet_coyote_silences_reactions_until_the_own_next_turn(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Quiet Coyote", "Early Bird", "Impulse Purchase"]).pot(6)
    game.player(P2, hand=["Not So Fast"]).player(P3, hand=["Wind Change"]).turn(P1, free_actions=2).start()
    game.play(P1, "Quiet Coyote")
    game.pass_(P1)
    game.pass_(P2)
    game.play(P1, "Early Bird")
    assert game.refused(P1, game.playing(P1, "Impulse Purchase")).rule == "C4-502"
    assert game.everyone() == (12, 10, 10), "Not So Fast could not answer"
    game.end_turn(P1)
    assert (game.board.active, game.hand(P3)) == (P2, ["Wind Change"])
    game.end_turn(P2)
    game.end_turn(P3)
    assert game.asked() == [(P1, "react")], "at the own next turn it has ended"
    game.pass_(P1)


@pytest.mark.card("AMY-11")
@pytest.mark.parametrize("seat", [P1, P2])
def test_do_over_flips_again_for_its_player(table: MakeTable, seat: int) -> None:
    game = table(3).player(P1, hand=["Badge Check"], deck=[ROCK, PAPER]).player(P2, deck=[ROCK, PAPER])
    game.player(seat, hand=["Do-Over"]).player(P3, hand=["Do-Over"]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.asked() == [(seat, "react")]
    game.play(seat, "Do-Over")
    assert game.everyone() == (10, 6 if seat == P1 else 10, 10)
    assert game.hand(seat) == [PAPER]
    assert ROCK in game.discard(seat)
    assert game.untouched(P3), "who neither attacks nor defends can't play it"


@pytest.mark.card("AMY-11")
def test_do_over_brings_when_flipped_of_the_new_card(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check", "Do-Over"], deck=[PAPER, "Loose Change"]).player(P2, deck=[ROCK])
    game.pot(4).start()
    game.play(P1, "Badge Check", on=P2)
    game.play(P1, "Do-Over")
    assert game.everyone() == (11, 10)


@pytest.mark.card("AMY-12")
def test_piggy_bank_takes_one_or_two_own_tokens_and_gives_all_back(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Piggy Bank"]).start()
    game.play(P1, "Piggy Bank")
    assert {action["x"] for action in game.legal(P1, "use_ability") if action["ability"] == 1} == {1, 2}
    game.use(P1, "Piggy Bank", 1, x=2)
    assert (game.everyone(), game.on_card("Piggy Bank")) == ((8, 10), 2)
    assert game.refused(P1, a.UseAbility(game.seen("Piggy Bank"), 1, x=1)).rule == "C4-330"
    game.use(P1, "Piggy Bank", 2)
    assert (game.everyone(), game.on_card("Piggy Bank")) == ((10, 10), 0)
    assert game.controlled(P1) == ["Piggy Bank"]
    assert game.in_pot() == 4


@pytest.mark.card("AMY-12")
def test_piggy_bank_needs_the_tokens_that_are_put_on_it_and_its_controllers_turn(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=1, in_play=["Piggy Bank"]).start()
    assert {action["x"] for action in game.legal(P1, "use_ability") if action["ability"] == 1} == {1}
    game.end_turn(P1)
    assert game.refused(P1, a.UseAbility(game.seen("Piggy Bank"), 2)).rule == "C4-330"


@pytest.mark.card("AMY-13")
def test_impulse_purchase_draws_two_for_one_while_idle(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Impulse Purchase"], deck=[PAPER, SCISSORS, ROCK]).start()
    game.play(P1, "Impulse Purchase")
    assert game.everyone() == (9, 10)
    assert game.hand(P1) == [PAPER, SCISSORS]
    assert game.board.actions_taken == 0
    assert game.untouched(P2)


@pytest.mark.card("AMY-13")
@pytest.mark.parametrize("moment", ["card_being_played", "turn_ending", "turn_started"])
def test_impulse_purchase_of_another_player(table: MakeTable, moment: str) -> None:
    game = table(2).player(P1, hand=["Iron Grip"]).player(P2, hand=["Impulse Purchase"]).start()
    game.play(P1, "Iron Grip")
    if moment != "card_being_played":
        game.pass_(P2)
        game.end_turn(P1)
    if moment == "turn_started":
        game.pass_(P2)
    assert game.asked() == [(P2, "react")]
    game.play(P2, "Impulse Purchase")
    assert game.everyone() == (10, 9)
    assert len(game.hand(P2)) == (2 if moment == "card_being_played" else 3), "and the draw of the turn"


@pytest.mark.card("AMY-13")
def test_impulse_purchase_costs_one(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=0, hand=["Impulse Purchase"]).start()
    assert game.refused(P1, game.playing(P1, "Impulse Purchase")).rule == "C4-441"


@pytest.mark.card("AMY-13")
def test_impulse_purchase_does_not_fit_the_windows_in_between(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=[ROCK]).player(P2, hand=["Impulse Purchase"])
    game.player(P2, deck=[SCISSORS, PAPER, PAPER]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.asked() == [(P2, "react")]
    game.pass_(P2)
    assert game.everyone() == (10, 6), "declared, flipped, decided and lost without asking again"


@pytest.mark.card("AMY-14")
def test_closing_time_helps_the_poor_and_ends_the_turn(table: MakeTable) -> None:
    game = table(3).player(P1, tokens=3, hand=["Closing Time", "Early Bird"]).player(P2, tokens=4)
    game.player(P3, tokens=0).pot(6).turn(P1, free_actions=3).start()
    game.play(P1, "Closing Time")
    assert game.everyone() == (4, 4, 1)
    assert game.board.active == P2
    assert (game.hand(P1), game.discard(P1)) == (["Early Bird"], ["Closing Time"])


@pytest.mark.card("AMY-15")
@pytest.mark.parametrize(("option", "drawn"), [("yes", [PAPER, SCISSORS]), ("no", [ROCK, PAPER])])
def test_crystal_ball_app_looks_and_draws_two(table: MakeTable, option: str, drawn: list[str]) -> None:
    game = table(2).player(P1, hand=["Crystal Ball App"], deck=[ROCK, PAPER, SCISSORS]).start()
    game.play(P1, "Crystal Ball App")
    (seen,) = game.happened(e.CardsLookedAt)
    assert (seen.viewer, seen.whose, seen.cards) == (P1, P1, (("COR-01", None),))
    game.option(P1, option)
    assert game.hand(P1) == drawn
    assert game.deck(P1) == [ROCK if option == "yes" else SCISSORS]
    assert game.untouched(P2)


@pytest.mark.card("AMY-16")
def test_petty_cash_gains_one_when_another_has_paid_for_an_action(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Long Line", "Iron Grip", "Petty Cash"]).player(P2, hand=["Petty Cash"]).pot(6)
    game.start()
    game.play(P1, "Long Line", on=P3)
    assert game.is_idle(), "a card's own cost is no price of an action"
    game.play(P1, "Iron Grip")
    assert game.asked() == [(P2, "react")], "nor does one answer one's own payment"
    game.play(P2, "Petty Cash")
    assert game.everyone() == (7, 11, 10)
