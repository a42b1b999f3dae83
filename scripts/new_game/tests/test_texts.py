"""Texts (4xx)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scripts.new_game.game import GAME
from scripts.new_game.game import actions as a
from scripts.new_game.game import events as e
from scripts.new_game.game.cardfiles import READER
from scripts.new_game.tests.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def written(game: Table, play: str) -> str:
    """The id of a log that this table has beside the core set; it says this."""
    card = f'[[card]]\nid = "test"\nname = "Test"\nkind = "log"\nwood = "pine"\nplay = "{play}"'
    made = READER.read_own(GAME.core(), f'set = "test"\nname = "Test"\n{card}')
    game.cards |= made.cards
    (cid,) = made.cards
    return cid


@pytest.mark.rule("BON-401")
def test_parts_happen_in_written_order_each_as_far_as_it_can(table: MakeTable) -> None:
    game = table(2)
    both = written(game, "draw(you, 3), score(you, 2)")
    game.player(P1, hand=[both], deck=["rain"]).start()
    game.play(P1, both)
    kinds = [type(fact.event) for fact in game.facts if isinstance(fact.event, e.CardDrawn | e.PointsChanged)]
    assert kinds == [e.CardDrawn, e.PointsChanged, e.CardDrawn], "the last is P2's, whose turn starts"
    assert (game.hand(P1), game.points()) == (["rain"], [2, 0])


@pytest.mark.rule("BON-402")
def test_who_discards_chooses_and_the_card_goes_under_the_pile(table: MakeTable) -> None:
    game = (
        table(2).player(P1, hand=["wind"]).player(P2, hand=["rain", "resin", "hearth", "rain"]).pile("oak_log").start()
    )
    game.play(P1, "wind")
    assert game.asked() == [(P2, "choose_discard")]
    assert game.refused(P1, a.DiscardCard("given1")).rule == "BON-402"
    assert game.refused(P2, a.DiscardCard("given1")).rule == "BON-402"
    game.discard(P2, "hearth")
    assert game.burnt() == ["hearth", "oak_log", "wind"]


@pytest.mark.rule("BON-402")
def test_an_only_card_goes_without_asking_and_an_empty_hand_loses_none(table: MakeTable) -> None:
    game = table(3)
    storm = written(game, "discard(others, 1)")
    game.player(P1, hand=[storm]).player(P3, hand=["rain"]).start()
    game.play(P1, storm)
    assert [(event.seat, event.card) for event in game.happened(e.CardDiscarded)] == [(P3, "rain")]


@pytest.mark.rule("BON-403")
def test_what_stones_say_adds_up_and_never_makes_a_log_score_below_0(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["pine_log", "dry_twig"], in_play=["hearth"])
    game.player(P2, in_play=["damp_ground"] * 3).start()
    game.play(P1, "pine_log")
    assert game.points() == [1, 0]
    game.let_pass(P2)
    game.play(P1, "dry_twig")
    assert game.points() == [1, 0]


@pytest.mark.rule("BON-404")
def test_nobody_loses_points_that_are_not_there(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["rain"]).player(P2, points=1).start()
    game.play(P1, "rain")
    assert game.points() == [1, 0, 0]
    assert [(event.seat, event.by) for event in game.happened(e.PointsChanged)] == [(P1, 1), (P2, -1)]
