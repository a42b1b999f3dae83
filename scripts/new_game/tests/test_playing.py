"""Playing cards (3xx), and the worked example."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scripts.new_game.game import actions as a
from scripts.new_game.game import events as e
from scripts.new_game.tests.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("BON-301")
def test_only_the_active_player_plays_and_only_own_cards(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["pine_log"]).player(P2, hand=["rain"]).start()
    assert game.refused(P2, a.PlayCard(game.held(P2, "rain"))).rule == "BON-301"
    refusal = game.refused(P1, a.PlayCard(game.held(P2, "rain")))
    assert (refusal.rule, refusal.path) == ("BON-301", ("card",))
    assert game.legal(P1, "play_card") == [{"type": "play_card", "card": game.held(P1, "pine_log")}]


@pytest.mark.rule("BON-302", "BON-R01")
@pytest.mark.parametrize("cid", ["oak_log", "hearth"])
def test_the_wood_on_top_is_refused_whatever_the_kind(table: MakeTable, cid: str) -> None:
    game = table(2).player(P1, hand=[cid, "resin"]).pile("pine_log", "rain").start()
    refusal = game.refused(P1, a.PlayCard(game.held(P1, cid)))
    assert (refusal.rule, refusal.message) == (
        "BON-302",
        "oak lies on top of the pile: play another wood, or pass",
    )
    game.play(P1, "resin")
    assert game.points() == [1, 0]


@pytest.mark.rule("BON-302")
def test_who_has_nothing_that_fits_can_still_pass(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["oak_log"]).pile("rain").start()
    assert game.legal(P1) == [{"type": "pass"}]
    game.let_pass(P1)


@pytest.mark.rule("BON-303")
def test_a_log_goes_on_the_pile_and_a_stone_stays(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["hearth"]).player(P2, hand=["resin"]).pile("dry_twig").start()
    game.play(P1, "hearth")
    assert (game.in_play(P1), game.burnt()) == (["hearth"], ["dry_twig"])
    game.play(P2, "resin")
    assert (game.in_play(P2), game.burnt()) == ([], ["dry_twig", "resin"])


@pytest.mark.rule("BON-304")
def test_a_card_scores_before_its_text_happens(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["rain"]).player(P2, points=3).player(P3, points=2).start()
    game.play(P1, "rain")
    assert [(event.seat, event.by) for event in game.happened(e.PointsChanged)] == [(P1, 1), (P2, -2), (P3, -2)]


@pytest.mark.rule("BON-E01", "BON-302", "BON-304", "BON-403")
def test_the_worked_example(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["resin", "oak_log"], in_play=["hearth"]).pile("pine_log").start()
    assert game.refused(P1, a.PlayCard(game.held(P1, "resin"))).rule == "BON-302"
    game.play(P1, "oak_log")
    assert game.points() == [5, 0]
    assert [event.cause for event in game.happened(e.CardDrawn)] == ["oak_log", "turn"]
