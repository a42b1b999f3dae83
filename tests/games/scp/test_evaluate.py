"""The worth of a table to a seat, by which bots look ahead."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import GAME
from tests.games.scp.table import P1, P2, Table

MakeTable = Callable[..., Table]


def worth(game: Table, seat: int = P1) -> float:
    return GAME.evaluate(game.start().board, seat)


def decks(make: MakeTable, left: int) -> Table:
    """Two players with so many cards left in their decks."""
    return make(2).player(P1, deck=left).player(P2, deck=left)


def contained(game: Table, cid: str, seat: int) -> Table:
    game.scp(cid, seat, status="contained")
    return game


def test_a_contained_scp_counts_for_more_when_the_decks_run_out(table: MakeTable) -> None:
    few, many = (contained(decks(table, left), "S02", P1) for left in (2, 30))
    assert worth(few) > worth(many) > 0 > worth(many, P2)


@pytest.mark.rule("SCP-705")
def test_near_the_end_skill_breaks_a_tie(table: MakeTable) -> None:
    few, many = (contained(contained(decks(table, left), "S38", P1), "S02", P2) for left in (2, 30))
    assert worth(few) > 2 * worth(many) > 0


def test_a_secured_scp_that_breaks_out_before_the_next_turn_is_worth_little(table: MakeTable) -> None:
    held, lost = decks(table, 30), decks(table, 30)
    held.scp("S02", P1, counters=6)
    lost.scp("S02", P1, counters=7)
    assert worth(held) > worth(lost) > 0
