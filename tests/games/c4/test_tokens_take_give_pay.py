"""Takes, gives and payments (C4-346 to C4-355)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import events as e
from tests.games.c4.custom import add_card
from tests.games.c4.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def attack(table: MakeTable, card: str, mine: list[str], theirs: list[str], pot: int = 4) -> Table:
    """P1 has won an attack on P2 with this card; both control some cards."""
    game = table(3).player(P1, hand=[card], in_play=mine, deck=["Early Bird"])
    game.player(P2, in_play=theirs, deck=["Light Fingers"]).pot(pot).start()
    game.play(P1, card, on=P2)
    return game


@pytest.mark.rule("EX-10", "C4-347", "C4-348", "C4-349")
@pytest.mark.parametrize(
    ("mine", "theirs", "moved"),
    [
        ([], ["Iron Grip"], 0),
        (["Gelatinous Guard"], [], 0),
        ([], ["Gelatinous Guard"], 0),
        (["Lucky Penny"], ["Hole in the Pocket", "Rain Poncho"], 2),
        (["Lucky Penny"], ["Rain Poncho", "Rain Poncho", "Budget Cut"], 2),
    ],
)
def test_a_take_is_prevented_whole_and_never_changed(
    table: MakeTable, mine: list[str], theirs: list[str], moved: int
) -> None:
    game = attack(table, "Light Fingers", mine, theirs)
    assert (game.tokens(P1), game.tokens(P2), game.tokens(P3), game.in_pot()) == (10 + moved, 10 - moved, 10, 4)
    assert len(game.happened(e.EventPrevented)) == (moved == 0)
    assert len(game.happened(e.TokensGained)) == len(game.happened(e.TokensLost)) == (moved > 0)


@pytest.mark.rule("C4-346", "C4-420", "C4-R19")
def test_the_taker_chooses_and_gets_at_most_what_is_there(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Boarding Party", "Boarding Party"], deck=["Early Bird"] * 2)
    game.player(P2, tokens={"bead": 1, "gem": 5}, deck=["Light Fingers"] * 2).start()
    game.play(P1, "Boarding Party", on=P2)
    assert game.asked() == [(P1, "choose_tokens")]
    game.choose(P1, gem=5)
    assert (game.supply(P1), game.supply(P2)) == ({"coin": 10, "gem": 5}, {"bead": 1})
    game.play(P1, "Boarding Party", on=P2)
    game.choose(P1, coin=1)
    assert (game.tokens(P1), game.tokens(P2)) == (15, 0)
    assert [event.tokens for event in game.happened(e.TokensTaken)] == [{"bead": 1}]


@pytest.mark.rule("C4-347", "C4-453")
def test_abilities_for_either_side_see_a_take(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Boarding Party"], deck=["Early Bird"])
    game.player(P2, deck=["Light Fingers"], in_play=["Pressure Valve"], hand=["Antidote"])
    game.player(P3, hand=["Copycat"]).pot(5).start()
    game.play(P1, "Boarding Party", on=P2)
    assert [sum(event.tokens.values()) for event in game.happened(e.TokensGained)] == [5]
    assert [sum(event.tokens.values()) for event in game.happened(e.TokensLost)] == [5]
    assert game.on_card("Pressure Valve") == 1
    game.play(P2, "Antidote")
    assert game.tokens(P2) == 7
    game.pass_(P3)
    game.play(P3, "Copycat")
    assert game.tokens(P3) == 12


@pytest.mark.rule("EX-12", "C4-351", "C4-355", "C4-443")
def test_a_give_with_an_increase(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Round of Drinks"]).player(P2, in_play=["Lucky Penny"]).pot(4).start()
    game.play(P1, "Round of Drinks", on=P2)
    assert (game.tokens(P1), game.tokens(P2), game.tokens(P3), game.in_pot()) == (9, 12, 10, 3)
    assert [sum(event.tokens.values()) for event in game.happened(e.TokensGained)] == [2]
    assert [sum(event.tokens.values()) for event in game.happened(e.TokensGiven)] == [1]
    assert len(game.hand(P1)) == 3


@pytest.mark.rule("EX-12", "C4-354", "C4-381", "C4-383", "C4-443", "C4-R21")
def test_a_give_to_who_cannot_gain(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Round of Drinks"]).player(P2, in_play=["Gelatinous Guard"]).pot(4).start()
    game.play(P1, "Round of Drinks", on=P2)
    assert (game.tokens(P1), game.tokens(P2), game.in_pot()) == (10, 10, 4)
    assert [event.seat for event in game.happened(e.EventPrevented)] == [P2]
    assert len(game.hand(P1)) == 3


@pytest.mark.rule("C4-350", "C4-R19")
@pytest.mark.parametrize(("supply", "given"), [({"coin": 3}, 2), ({"coin": 1}, 1), ({}, 0)])
def test_a_give_is_capped_by_the_givers_supply(table: MakeTable, supply: dict[str, int], given: int) -> None:
    game = table(2).player(P1, hand=["Elevator Pitch"]).player(P2, tokens=supply, kind="coin").start()
    game.play(P1, "Elevator Pitch", on=P2)
    game.option(P2, "give")
    assert (game.tokens(P1), game.tokens(P2)) == (10 + given, sum(supply.values()) - given)
    assert len(game.happened(e.TokensGiven)) == (1 if given else 0)


@pytest.mark.rule("C4-350", "C4-355", "C4-R19", "C4-R21")
def test_the_giver_chooses_what_is_given_and_the_receiver_what_the_pot_adds(table: MakeTable) -> None:
    game = table(2).player(P1, tokens={"coin": 5, "gem": 1}, hand=["Round of Drinks"])
    game.player(P2, in_play=["Lucky Penny"]).pot({"coin": 2, "bead": 2}).start()
    game.play(P1, "Round of Drinks", on=P2)
    game.choose(P1, gem=1)
    assert game.asked() == [(P2, "choose_tokens")]
    game.choose(P2, coin=1)
    assert game.supply(P2) == {"bead": 10, "gem": 1, "coin": 1}
    assert game.board.pot == {"coin": 1, "bead": 2}


@pytest.mark.rule("C4-351")
def test_a_give_is_no_loss(table: MakeTable) -> None:
    mine = ["Hole in the Pocket", "Pressure Valve", "Ballast"]
    game = table(2).player(P1, hand=["Round of Drinks", "Thick Skin", "Antidote"], in_play=mine).start()
    game.play(P1, "Round of Drinks", on=P2)
    assert (game.tokens(P1), game.tokens(P2)) == (9, 11)
    assert game.happened(e.TokensLost) == []
    assert game.controlled(P1) == mine


@pytest.mark.rule("C4-351")
def test_who_cannot_lose_can_give(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Round of Drinks"], in_play=["Gelatinous Guard"]).start()
    game.play(P1, "Round of Drinks", on=P2)
    assert (game.tokens(P1), game.tokens(P2)) == (9, 11)


@pytest.mark.rule("C4-355", "C4-R21")
@pytest.mark.parametrize(("pot", "added"), [(3, 2), (1, 1), (0, 0)])
def test_an_increase_of_a_give_comes_from_the_pot_as_far_as_it_goes(table: MakeTable, pot: int, added: int) -> None:
    game = table(2).player(P1, hand=["Round of Drinks"]).player(P2, in_play=["Lucky Penny"] * 2).pot(pot).start()
    game.play(P1, "Round of Drinks", on=P2)
    assert (game.tokens(P1), game.tokens(P2), game.in_pot()) == (9, 11 + added, pot - added)


@pytest.mark.rule("C4-R65", "C4-355")
def test_a_giver_with_nothing_makes_no_event(table: MakeTable) -> None:
    game = table(2).player(P1, tokens=0, hand=["Round of Drinks"]).player(P2, in_play=["Lucky Penny"]).pot(4).start()
    game.play(P1, "Round of Drinks", on=P2)
    assert (game.tokens(P2), game.in_pot()) == (10, 4)
    assert [*game.happened(e.TokensGiven), *game.happened(e.TokensGained)] == []


@pytest.mark.rule("C4-355", "C4-R21")
@pytest.mark.parametrize(("cards", "given"), [(1, 1), (2, 0), (3, 0)])
def test_a_decrease_leaves_tokens_with_the_giver(table: MakeTable, cards: int, given: int) -> None:
    game = table(2).player(P1, hand=["Elevator Pitch"])
    game.player(P2, in_play=["Budget Cut"] * cards).pot(4).start()
    game.play(P1, "Elevator Pitch", on=P2)
    game.option(P2, "give")
    assert (game.tokens(P1), game.tokens(P2), game.in_pot()) == (10 + given, 10 - given, 4)


@pytest.mark.rule("C4-355")
def test_increases_and_decreases_of_a_give_are_added_up_first(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Elevator Pitch"], in_play=["Lucky Penny"])
    game.player(P2, in_play=["Budget Cut"]).pot(4).start()
    game.play(P1, "Elevator Pitch", on=P2)
    game.option(P2, "give")
    assert (game.tokens(P1), game.tokens(P2), game.in_pot()) == (12, 8, 4)


@pytest.mark.rule("C4-352", "C4-R19")
def test_the_payer_chooses_the_tokens(table: MakeTable) -> None:
    game = table(2).player(P1, tokens={"coin": 2, "gem": 2}, hand=["Long Line"]).pot(0).start()
    game.play(P1, "Long Line", on=P2)
    game.choose(P1, coin=1, gem=1)
    assert game.board.pot == {"coin": 1, "gem": 1}


@pytest.mark.rule("C4-352", "C4-384")
def test_nothing_about_losses_touches_a_payment(table: MakeTable) -> None:
    mine = ["Gelatinous Guard", "Ballast", "Rain Poncho", "Hole in the Pocket", "Pressure Valve"]
    game = table(2).player(P1, hand=["Long Line", "Thick Skin", "Antidote", "Padded Vest"], in_play=mine).pot(0).start()
    game.play(P1, "Long Line", on=P2)
    assert (game.tokens(P1), game.in_pot()) == (8, 2)
    assert game.controlled(P1) == mine


@pytest.mark.rule("C4-353", "C4-R20")
@pytest.mark.parametrize("tokens", [1, 0])
def test_an_effect_makes_one_pay_what_one_has(table: MakeTable, tokens: int) -> None:
    game = table(3).player(P1, tokens=tokens, hand=["Badge Check"]).player(P2, in_play=["Troll Toll"]).pot(0).start()
    game.play(P1, "Badge Check", on=P2)
    assert (game.tokens(P1), game.in_pot()) == (0, tokens)
    assert len(game.happened(e.TokensPaid)) == tokens


@pytest.mark.rule("C4-353", "C4-R20")
def test_who_has_nothing_to_pay_with_has_not_paid(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Last Call"]).player(P2, tokens=0).start()
    game.play(P1, "Last Call")
    game.option(P1, "yes")
    assert (game.tokens(P1), len(game.hand(P1))) == (9, 2)
    game.option(P2, "yes")
    assert game.hand(P2) == []


@pytest.mark.rule("C4-350", "C4-346")
def test_nobody_gives_to_themself(table: MakeTable) -> None:
    game = table(3)
    hat = add_card(game, "Hat Goes Round", play="each(all, give(they, you, 1))")
    game.player(P1, hand=[hat]).start()
    game.play(P1, hat)
    assert [event.giver for event in game.happened(e.TokensGiven)] == [P2, P3]
    assert [game.tokens(seat) for seat in (P1, P2, P3)] == [12, 9, 9]
