"""Set-up (1xx)."""

from __future__ import annotations

import pytest

from domain.kernel.audience import NOBODY
from domain.kernel.decide import Decision
from scripts.new_game.game import events as e
from scripts.new_game.tests.seating import create, ready, set_up
from scripts.new_game.tests.table import P1, P2, P3


@pytest.mark.rule("BON-101")
@pytest.mark.parametrize(("seats", "legal"), [(1, False), (2, True), (4, True), (5, False)])
def test_two_to_four_players(seats: int, legal: bool) -> None:
    assert isinstance(create(seats), Decision) == legal


@pytest.mark.rule("BON-102")
def test_each_deck_is_shuffled_and_nobody_is_shown_its_order() -> None:
    match = set_up([ready("big_fire"), ready("wet_wood")])
    shuffles = [fact for fact in match.history if isinstance(fact.event, e.DeckShuffled)]
    assert [fact.event.seat for fact in shuffles if isinstance(fact.event, e.DeckShuffled)] == [P1, P2]
    assert all(fact.secret == {NOBODY: ("order", "draws")} for fact in shuffles)


@pytest.mark.rule("BON-103", "BON-104")
def test_each_draws_five_cards_and_p1_begins() -> None:
    match = set_up([ready()] * 3)
    drawn = [event.seat for event in match.ever(e.CardDrawn) if event.cause == "setup"]
    assert drawn == [P1] * 5 + [P2] * 5 + [P3] * 5
    assert match.asked() == [(P1, "main")]
