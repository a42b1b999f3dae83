"""Who chooses tokens, how, and what is taken when nobody does (C4-390, C4-391)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from tests.games.c4.custom import add_card
from tests.games.c4.table import P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("C4-390", "C4-R26")
@pytest.mark.parametrize("pot", [{"coin": 5}, {"bead": 5}, {"coin": 1, "bead": 1}, {"bead": 1}])
def test_no_prompt_without_a_choice(table: MakeTable, pot: dict[str, int]) -> None:
    game = table(2).player(P1, hand=["Early Bird"]).pot(pot).start()
    game.play(P1, "Early Bird")
    assert game.tokens(P1) == 10 + min(2, sum(pot.values()))


@pytest.mark.rule("C4-390", "C4-R26")
def test_no_prompt_if_only_one_allowed_kind_is_there(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Souvenir Hunter"]).pot({"coin": 5, "gem": 5}).start()
    game.play(P1, "Souvenir Hunter")
    assert game.supply(P1) == {"coin": 10, "gem": 2}


@pytest.mark.rule("C4-390")
@pytest.mark.parametrize(
    "tokens",
    [{"coin": 1}, {"coin": 3}, {"coin": 2, "gem": 0}, {"bead": 2}, {"gem": 2}, {"coin": 3, "gem": -1}, {}],
)
def test_an_answer_names_exactly_so_many_of_what_is_there(table: MakeTable, tokens: dict[str, int]) -> None:
    game = table(2).player(P1, hand=["Early Bird"]).pot({"coin": 4, "gem": 1}).start()
    game.play(P1, "Early Bird")
    assert game.refused(P1, a.ChooseTokens(tokens)).rule == "C4-390"
    assert game.refused(P2, a.ChooseTokens({"coin": 2})).rule == "C4-390"
    game.choose(P1, coin=1, gem=1)
    assert game.supply(P1) == {"coin": 11, "gem": 1}


@pytest.mark.rule("C4-391", "C4-R26")
@pytest.mark.parametrize(
    ("pot", "gained"),
    [
        ({"coin": 9, "bead": 1, "gem": 2}, {"bead": 1, "gem": 1}),
        ({"coin": 9, "bead": 2, "gem": 2, "die": 1}, {"bead": 1, "gem": 1}),
        ({"coin": 9, "gem": 1}, {"coin": 1, "gem": 1}),
        ({"coin": 9, "gem": 4, "die": 2}, {"gem": 2}),
    ],
)
def test_the_default_of_a_gain(table: MakeTable, pot: dict[str, int], gained: dict[str, int]) -> None:
    game = table(2).player(P1, tokens=0, hand=["Early Bird"]).pot(pot).start()
    game.play(P1, "Early Bird")
    game.time_out(P1)
    assert game.supply(P1) == gained


@pytest.mark.rule("C4-391")
@pytest.mark.parametrize(
    ("supply", "lost"),
    [
        ({"coin": 2, "gem": 9}, {"coin": 2}),
        ({"coin": 1, "gem": 3, "die": 2}, {"coin": 1, "gem": 1}),
        ({"gem": 2, "die": 2}, {"die": 1, "gem": 1}),
    ],
)
def test_the_default_of_a_loss_and_of_a_payment(table: MakeTable, supply: dict[str, int], lost: dict[str, int]) -> None:
    losing = table(2).player(P1, tokens=supply, hand=["Fire Drill"]).player(P2, tokens=0).pot(0).start()
    losing.play(P1, "Fire Drill")
    paying = table(2).player(P1, tokens=supply, hand=["Long Line"]).pot(0).start()
    paying.play(P1, "Long Line", on=P2)
    for game in (losing, paying):
        game.time_out(P1)
        assert game.board.pot == lost


@pytest.mark.rule("C4-391")
def test_the_default_of_a_take_is_that_of_a_gain(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Boarding Party"], deck=["Early Bird"])
    game.player(P2, tokens={"coin": 5, "bead": 1, "gem": 4}, deck=["Light Fingers"]).start()
    game.play(P1, "Boarding Party", on=P2)
    game.time_out(P1)
    assert [event.tokens for event in game.ever(e.TokensTaken)] == [{"gem": 4, "bead": 1}]


@pytest.mark.rule("C4-391")
def test_the_default_of_a_give_and_of_putting_is_the_matching_kind(table: MakeTable) -> None:
    giving = table(2).player(P1, tokens={"coin": 1, "gem": 9}, hand=["Round of Drinks"]).start()
    giving.play(P1, "Round of Drinks", on=P2)
    giving.time_out(P1)
    assert giving.supply(P1) == {"gem": 9}
    putting = table(2).player(P1, tokens={"coin": 1, "gem": 9}, in_play=["Piggy Bank"]).start()
    putting.use(P1, "Piggy Bank", 1, x=1)
    putting.time_out(P1)
    assert putting.supply(P1) == {"gem": 9}


@pytest.mark.rule("C4-391", "C4-R76")
def test_the_default_of_spilling_is_that_of_a_payment(table: MakeTable) -> None:
    game = table(2).player(P1, in_play=[("Pressure Valve", {"coin": 3, "gem": 9})]).player(P2, tokens=0).pot(0).start()
    game.use(P1, "Pressure Valve")
    game.time_out(P1)
    assert game.board.pot == {"coin": 3}


@pytest.mark.rule("C4-R76")
def test_the_default_of_putting_from_the_pot_is_that_of_putting(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Mimic Crate"]).pot({"coin": 2, "gem": 9}).start()
    game.play(P1, "Mimic Crate")
    game.time_out(P1)
    assert game.board.pot == {"gem": 9}


@pytest.mark.rule("C4-R76", "C4-356")
def test_the_default_of_collecting_is_that_of_a_gain(table: MakeTable) -> None:
    game = table(2)
    box = add_card(game, "Shoe Box", "stay_in_play", act='[{ do = "collect(you, 1)" }]')
    game.player(P1, in_play=[(box, {"coin": 9, "gem": 1})]).start()
    game.use(P1, box)
    game.time_out(P1)
    assert (game.supply(P1), game.on_card(box)) == ({"coin": 10, "gem": 1}, 9)
