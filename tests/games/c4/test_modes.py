"""Free-for-all with 2 to 8 players; left and right (C4-901 to C4-904), and whose tokens match (EX-16)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import GAME
from tests.games.c4.table import P1, P2, P3, P4, P8, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("C4-901", "C4-101")
def test_each_for_themself_with_two_to_eight(table: MakeTable) -> None:
    assert (GAME.min_seats, GAME.max_seats) == (2, 8)
    game = table(8).player(P1, hand=["Kobold Collection"]).player(P8, tokens=11).pot(9).start()
    game.play(P1, "Kobold Collection")
    assert game.tokens(P1) == 11, "nobody else is on P1's side, and only P8 has more"


@pytest.mark.rule("C4-902", "C4-904", "C4-R09")
@pytest.mark.parametrize("direction", [1, -1])
def test_with_two_players_left_is_the_rival(table: MakeTable, direction: int) -> None:
    game = table(2).in_play("Hot Potato", P1, owner=P2).turn(P1, direction=direction).start()
    game.end_turn(P1)
    assert game.controlled(P2) == ["Hot Potato"]


@pytest.mark.rule("C4-903", "C4-R27")
def test_another_player_may_be_any_other_who_remains(table: MakeTable) -> None:
    game = table(4).player(P2, hand=["Shared Cab"]).turn(P2).start()
    assert {action["player"] for action in game.legal(P2, "play_card")} == {P1, P3, P4}
    assert game.refused(P2, game.playing(P2, "Shared Cab", on=P2)).rule == "C4-441"
    game.concede(P3)
    assert {action["player"] for action in game.legal(P2, "play_card")} == {P1, P4}


@pytest.mark.rule("C4-904", "C4-R09")
@pytest.mark.parametrize("direction", [1, -1])
def test_left_is_the_next_higher_seat_whatever_the_direction(table: MakeTable, direction: int) -> None:
    game = table(4).in_play("Hot Potato", P4, owner=P2).turn(P4, direction=direction).start()
    game.end_turn(P4)
    assert game.controlled(P1) == ["Hot Potato"]
    assert game.board.active == (P1 if direction == 1 else P3)


@pytest.mark.rule("C4-904")
def test_left_passes_over_who_has_left(table: MakeTable) -> None:
    game = table(4).in_play("Hot Potato", P1, owner=P3).start()
    game.concede(P2)
    game.end_turn(P1)
    assert game.controlled(P3) == ["Hot Potato"]


@pytest.mark.rule("EX-16", "C4-358", "C4-359")
def test_non_matching(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Souvenir Hunter"]).player(P3, kind="coin").pot({"coin": 3, "bead": 1}).start()
    game.play(P1, "Souvenir Hunter")
    assert game.supply(P1) == {"coin": 10, "bead": 1}
    assert game.board.pot == {"coin": 3}
