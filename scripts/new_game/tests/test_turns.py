"""Turns (2xx)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scripts.new_game.game import actions as a
from scripts.new_game.game import events as e
from scripts.new_game.tests.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("BON-201")
def test_the_turn_goes_round_and_leaves_out_who_has_left(table: MakeTable) -> None:
    game = table(3).start()
    game.let_pass(P1)
    game.concede(P3)
    game.let_pass(P2)
    assert [(event.turn, event.seat) for event in game.ever(e.TurnStarted)] == [(2, P2), (3, P1)]


@pytest.mark.rule("BON-202")
def test_a_turn_starts_with_a_card_and_an_empty_deck_gives_none(table: MakeTable) -> None:
    game = table(2).player(P1, deck=[]).player(P2, deck=["resin", "rain"]).start()
    game.let_pass(P1)
    assert game.hand(P2) == ["resin"]
    game.let_pass(P2)
    assert game.hands() == [0, 1]


@pytest.mark.rule("BON-203")
def test_the_turn_ends_with_one_card_or_a_pass(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["pine_log", "dry_twig"]).player(P2, hand=["oak_log"]).start()
    game.play(P1, "pine_log")
    assert game.asked() == [(P2, "main")]
    assert game.refused(P1, a.Pass()).rule == "BON-203"
    game.let_pass(P2)
    assert game.asked() == [(P1, "main")]
    assert game.points() == [3, 0]


@pytest.mark.rule("BON-204")
def test_when_the_time_is_up_the_player_passes(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["pine_log"]).start()
    game.time_out(P1)
    assert (game.hand(P1), game.points()) == (["pine_log"], [0, 0])
    assert game.asked() == [(P2, "main")]


@pytest.mark.rule("BON-204")
def test_when_the_time_is_up_the_card_held_longest_is_discarded(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["wind"]).player(P2, hand=["rain", "resin", "hearth", "pine_log"]).start()
    game.play(P1, "wind")
    game.time_out(P2)
    assert game.burnt() == ["rain", "wind"]
