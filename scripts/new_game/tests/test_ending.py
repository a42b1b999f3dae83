"""The end (6xx)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.kernel.result import Result
from scripts.new_game.game import events as e
from scripts.new_game.tests.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("BON-601")
def test_who_reaches_the_goal_wins_before_the_text_happens(table: MakeTable) -> None:
    game = table(2, goal=5).player(P1, points=4, hand=["rain"]).player(P2, points=3).start()
    game.play(P1, "rain")
    assert game.state.result == Result("win", ((P1,), (P2,)), "BON-601", reason="goal")
    assert game.points() == [5, 3]


@pytest.mark.rule("BON-601")
def test_one_point_less_is_not_enough(table: MakeTable) -> None:
    game = table(2, goal=5).player(P1, points=3, hand=["dry_twig"]).start()
    game.play(P1, "dry_twig")
    assert game.state.result is None


@pytest.mark.rule("BON-602")
def test_the_match_ends_after_the_turn_of_the_cap(table: MakeTable) -> None:
    game = table(2, turn_cap=2).player(P2, points=2).start()
    game.let_pass(P1)
    assert game.state.result is None
    game.let_pass(P2)
    assert game.state.result == Result("win", ((P2,), (P1,)), "BON-602", reason="turn_cap")


@pytest.mark.rule("BON-602")
def test_the_match_ends_when_nobody_has_a_card(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["dry_twig"], deck=[]).player(P2, deck=[]).start()
    game.play(P1, "dry_twig")
    assert game.state.result == Result("win", ((P1,), (P2,)), "BON-602", reason="no_cards")


@pytest.mark.rule("BON-603")
def test_who_concedes_leaves_with_hand_deck_and_stones(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["rain"], in_play=["hearth"]).pile("resin").start()
    game.concede(P1)
    player = game.board.players[P1]
    assert (player.in_match, player.hand.size, player.deck.size, player.in_play) == (False, 0, 0, [])
    assert (game.burnt(), game.asked()) == (["resin"], [(P2, "main")])


@pytest.mark.rule("BON-603")
def test_a_text_goes_on_without_who_has_left(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["wind"]).player(P2, hand=["rain"] * 4).player(P3, hand=["resin"] * 4).start()
    game.play(P1, "wind")
    game.concede(P2)
    assert game.asked() == [(P3, "choose_discard")]
    game.discard(P3, "resin")
    assert game.burnt() == ["resin", "wind"]


@pytest.mark.rule("BON-603")
def test_the_last_one_left_wins(table: MakeTable) -> None:
    game = table(2).player(P1, points=9).start()
    game.concede(P1)
    assert game.state.result == Result("win", ((P2,), (P1,)), "BON-603", reason="concede")
    assert [event.seat for event in game.happened(e.PlayerLeft)] == [P1]


@pytest.mark.rule("BON-604")
def test_equal_points_share_a_place_and_who_left_later_ranks_before(table: MakeTable) -> None:
    game = table(4, turn_cap=2).player(P1, points=1).player(P2, points=1).player(P3, points=9).start()
    game.concede(P3)
    game.concede(P4)
    game.let_pass(P1)
    game.let_pass(P2)
    assert game.state.result == Result("shared", ((P1, P2), (P4,), (P3,)), "BON-602", reason="turn_cap")
