"""Events as sentences: what a viewer can't see is not told."""

from __future__ import annotations

import pytest

from domain.kernel.facts import Event
from scripts.new_game.game import GAME
from scripts.new_game.game import events as e


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (e.CardDrawn(seat=0, cause="turn", card="rain"), "P1 draws Rain [BON-202]"),
        (e.CardDrawn(seat=0, cause="turn"), "P1 draws a card [BON-202]"),
        (e.CardDrawn(seat=1, cause="oak_log"), "P2 draws a card [BON-401]"),
        (e.PointsChanged(seat=0, by=1, points=4, card="rain"), "P1 scores 1 point with Rain and has 4 [BON-304]"),
        (e.PointsChanged(seat=1, by=-2, points=0, card="rain"), "P2 loses 2 points with Rain and has 0 [BON-304]"),
    ],
)
def test_an_event_is_told_with_its_rule(event: Event, told: str) -> None:
    assert GAME.describe(event, GAME.core().cards) == told
