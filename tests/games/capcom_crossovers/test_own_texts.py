"""Texts that no character of the core set has, and that players may write."""

from __future__ import annotations

import pytest

from domain.games.capcom_crossovers import actions as a
from tests.games.capcom_crossovers.custom import fighter, part
from tests.games.capcom_crossovers.table import P1, P2, MakeTable, Table


def drawing(table: MakeTable, who: str, hp: int = 50) -> Table:
    """P1 has used an ability by which these players draw a card."""
    one = fighter(table, part("any_time", f"draw({who}, 1)", limit="turn"))
    game = table(one, "ryu").player(P1, hand="JC").player(P2, hand="QC").character(P1, hp=hp).start()
    game.do(P1, a.UseAbility(f"{one}a", ()))
    return game


@pytest.mark.rule("CAP-R105")
@pytest.mark.parametrize(("hp", "drawn"), [(10, 1), (11, 0)])
def test_a_condition_behind_a_player_is_about_the_character_of_the_text(table: MakeTable, hp: int, drawn: int) -> None:
    game = drawing(table, "opponent[hp_at_most(10)]", hp)
    assert (game.board.players[P1].hand.size, game.board.players[P2].hand.size) == (1, 1 + drawn)


@pytest.mark.rule("CAP-R105")
def test_players_that_are_added_are_each_there_once(table: MakeTable) -> None:
    game = drawing(table, "self + opponent + self")
    assert (game.board.players[P1].hand.size, game.board.players[P2].hand.size) == (2, 2)
