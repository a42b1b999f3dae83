"""Events as sentences: what a viewer can't see is not told."""

from __future__ import annotations

import pytest

from domain.kernel.facts import Event
from tests.toy_game import GAME
from tests.toy_game import events as ev


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (ev.CardDrawn(seat=0, card="envoy-07"), "P1 draws Envoy 7 [TOY-102]"),
        (ev.CardDrawn(seat=0), "P1 draws a card [TOY-102]"),
        (ev.EnvoysRevealed(cards=("envoy-07", None)), "The cards are Envoy 7 and nothing [TOY-204]"),
        (ev.TokensPaid(seat=1, tokens={"blue": 2, "red": 0}), "P2 pays 2 blue [TOY-206]"),
    ],
)
def test_an_event_is_told_with_its_rule(event: Event, told: str) -> None:
    assert GAME.describe(event, GAME.core().cards) == told
