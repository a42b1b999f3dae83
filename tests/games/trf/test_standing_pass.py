"""How often players may say in which windows they pass (TRF-R93)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.definitions import Window
from tests.games.trf.table import P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("TRF-225", "TRF-R93")
@pytest.mark.parametrize("named", [[("attack",), ()], [("attack",)]])
def test_a_standing_pass_is_set_at_most_so_often_in_a_turn(
    table: MakeTable, named: Sequence[tuple[Window, ...]]
) -> None:
    """Whether it changes something or says the same again."""
    game = table().start("draw")
    for number in range(20):
        game.do(P2, a.SetStandingPass(named[number % len(named)]))
    assert game.refused(P2, a.SetStandingPass(("dice",))).rule == "TRF-R93"
    assert game.legal(P2, "set_standing_pass") == []
    assert len(game.ever(e.StandingPassSet)) == 20
    game.do(P1, a.SetStandingPass(("attack",)))
    game.next_turn(P1)
    game.do(P2, a.SetStandingPass(("attack",)))
