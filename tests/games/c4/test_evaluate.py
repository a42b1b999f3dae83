"""The worth of a table to a seat, by which bots look ahead."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.c4 import GAME
from tests.games.c4.table import FILLER, P1, P2, Table

MakeTable = Callable[..., Table]


def worth(game: Table, seat: int) -> float:
    return GAME.evaluate(game.start().board, seat)


def test_a_card_in_front_of_another_player_counts_for_who_played_it(table: MakeTable) -> None:
    game = table(2).in_play("Hole in the Pocket", P2, owner=P1)
    assert worth(game, P1) > 0 > worth(game, P2)


def test_a_token_is_worth_more_than_a_card_more_in_a_full_hand(table: MakeTable) -> None:
    rich = table(2).player(P1, tokens=11, hand=[FILLER] * 5)
    full = table(2).player(P1, tokens=10, hand=[FILLER] * 6)
    few = table(2).player(P1, tokens=10, hand=[FILLER] * 2)
    none = table(2).player(P1, tokens=10)
    assert worth(rich, P1) > worth(full, P1) > worth(few, P1) > worth(none, P1) == 0
