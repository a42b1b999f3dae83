"""A player who is attacked concedes in the middle of an assault (TRF-R94)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.trf import actions as a
from domain.games.trf import events as e
from tests.games.trf.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def assault(table: MakeTable) -> Table:
    """P1 attacks P2 with two units, which nobody blocks; only P1 has cards in hand."""
    game = table(3).player(P1, hand=["O30"], characters=["C01", "C03"]).player(P2, planets=["P20"]).start()
    game.attack(P1, "C01", "C03", defender=P2)
    game.let_pass(P1)
    return game


@pytest.mark.rule("TRF-218", "TRF-455", "TRF-R94")
def test_who_was_attacked_concedes_and_no_window_is_opened_about_nothing(table: MakeTable) -> None:
    game = assault(table)
    game.do(P1, a.AssignAssault(game.seen(P1, "C01"), game.seen(P2, "P20")))
    assert game.asked() == [(P1, "prompt_assault")]
    game.concede(P2)
    assert game.asked() == [(P1, "prompt_post")]
    assert game.ever(e.PlanetCaptureChecked) == []


@pytest.mark.rule("TRF-218", "TRF-R94")
def test_the_window_that_is_open_closes_with_who_was_attacked(table: MakeTable) -> None:
    game = assault(table)
    game.assault(P1, ("C01", "P20"), ("C03", "P20"))
    assert (game.asked(), game.window()) == ([(P1, "prompt_window")], "assault")
    game.concede(P2)
    assert game.asked() == [(P1, "prompt_post")]


@pytest.mark.rule("TRF-455", "TRF-R94")
def test_the_window_stays_when_somebody_else_concedes(table: MakeTable) -> None:
    game = assault(table)
    game.assault(P1, ("C01", "P20"), ("C03", "P20"))
    game.concede(P3)
    assert (game.asked(), game.window()) == ([(P1, "prompt_window")], "assault")
    game.let_pass(P1)
    assert [one.captured for one in game.happened(e.PlanetCaptureChecked)] == [True]
