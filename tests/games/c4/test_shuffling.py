"""Shuffles are recorded chance that nobody sees (C4-109)."""

from __future__ import annotations

import pytest

from domain.games.c4 import events as e
from domain.kernel.audience import FULL
from domain.kernel.facts import as_seen
from tests.games.c4.seating import set_up
from tests.games.c4.table import P1


@pytest.mark.rule("C4-109", "C4-R04")
@pytest.mark.parametrize("viewer", ["seat:0", "seat:1", "spectator"])
def test_the_order_of_a_deck_is_recorded_and_seen_by_nobody(viewer: str) -> None:
    game = set_up(["Early Bird", "Nap Time", "Fire Drill", "Long Line"], [])
    shuffled = [fact for fact in game.history if isinstance(fact.event, e.DeckShuffled)]
    whole, seen = as_seen(shuffled[P1], FULL), as_seen(shuffled[P1], viewer)
    assert isinstance(whole, e.DeckShuffled)
    assert isinstance(seen, e.DeckShuffled)
    assert sorted(whole.order or ()) == list(range(13))
    assert whole.order != tuple(range(13))
    assert [draw.purpose for draw in whole.draws] == ["shuffle:0"]
    assert (seen.order, seen.draws) == (None, ())
