"""The time of the match: its option, and what its end does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl.loadouts import Options
from domain.kernel.match import TimeUp
from tests.games.cape_and_cowl.table import P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("CNC-715", "CNC-808")
def test_the_option_limits_the_time_of_a_match() -> None:
    assert GAME.time_limit(Options()) is None
    assert GAME.time_limit(Options(time_limit_s=60)) == 60_000


@pytest.mark.rule("CNC-715", "CNC-716", "CNC-218", "CNC-R47")
def test_the_turn_in_which_the_time_is_up_is_the_last(table: MakeTable) -> None:
    game = table(time_limit_s=60).player(P1, cp=90).player(P2, cp=110)
    game.state.ends_at = game.state.at + 60_000
    game.start()
    asked = game.asked()
    game.time_up()
    assert game.happened(TimeUp) == [TimeUp()]
    assert game.asked() == asked
    assert GAME.view(game.state, "seat:1").time_up
    game.do(P1, a.DrawCard())
    assert game.state.result is None
    game.do(P1, a.EndTurn())
    result = game.state.result
    assert result is not None
    assert (result.rule, result.decided_by, result.placings) == ("CNC-715", "CNC-716", ((P2,), (P1,)))
