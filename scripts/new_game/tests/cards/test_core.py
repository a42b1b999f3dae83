"""The cards of the core set: a row for what each is, a scenario for what its text does."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from scripts.new_game.tests.table import P1, P2, P3, Table
from tests.kit.rows import cases

MakeTable = Callable[..., Table]
TOPS = {"birch": "dry_twig", "oak": "oak_log", "pine": "pine_log"}
"""A card of each wood."""


class PrintedRow(NamedTuple):
    """What is printed on a card."""

    card: str
    wood: str
    points: int
    stays: bool = False


PRINTED = [
    PrintedRow("dry_twig", "birch", 1),
    PrintedRow("pine_log", "pine", 3),
    PrintedRow("oak_log", "oak", 4),
    PrintedRow("resin", "pine", 1),
    PrintedRow("wind", "birch", 2),
    PrintedRow("rain", "oak", 1),
    PrintedRow("hearth", "oak", 0, stays=True),
    PrintedRow("damp_ground", "birch", 0, stays=True),
]


@cases(PRINTED)
def test_a_card_is_what_is_printed_on_it(table: MakeTable, row: PrintedRow) -> None:
    for wood, top in TOPS.items():
        game = table(2).player(P1, hand=[row.card]).pile(top).start()
        assert bool(game.legal(P1, "play_card")) == (wood != row.wood)
        if wood != row.wood:
            game.play(P1, row.card)
            assert game.points() == [row.points, 0]
            assert game.in_play(P1) == [row.card] * row.stays


@pytest.mark.card("oak_log")
def test_oak_log_lets_the_others_draw(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["oak_log"]).start()
    game.play(P1, "oak_log")
    assert game.hands() == [0, 1 + 1, 1], "P2's turn has started too"


@pytest.mark.card("resin")
def test_resin_draws(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["resin"]).start()
    game.play(P1, "resin")
    assert game.hands() == [1, 1, 0], "P2's turn has started too"


@pytest.mark.card("wind")
def test_wind_takes_a_card_of_those_who_hold_more_than_three(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["wind", *["rain"] * 5]).player(P2, hand=["rain"] * 3)
    game.player(P3, hand=["resin"] * 4).start()
    game.play(P1, "wind")
    game.discard(P3, "resin")
    assert game.hands() == [5, 3 + 1, 3], "P2's turn has started too"
    assert game.burnt() == ["resin", "wind"]


@pytest.mark.card("rain")
def test_rain_takes_points_of_the_others(table: MakeTable) -> None:
    game = table(3).player(P1, points=5, hand=["rain"]).player(P2, points=5).player(P3, points=1).start()
    game.play(P1, "rain")
    assert game.points() == [6, 3, 0]


@pytest.mark.card("hearth")
def test_hearth_makes_own_logs_score_more(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["pine_log"], in_play=["hearth"]).player(P2, hand=["dry_twig"]).start()
    game.play(P1, "pine_log")
    game.play(P2, "dry_twig")
    assert game.points() == [4, 1]


@pytest.mark.card("damp_ground")
def test_damp_ground_makes_logs_of_the_others_score_less(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["pine_log"], in_play=["damp_ground"]).player(P2, hand=["wind"]).start()
    game.play(P1, "pine_log")
    game.play(P2, "wind")
    assert game.points() == [3, 1]
