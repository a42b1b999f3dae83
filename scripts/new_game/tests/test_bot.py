"""The greedy bot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from scripts.new_game.game import GAME
from scripts.new_game.game import actions as a
from scripts.new_game.tests.table import P1, P2, Table

T = TypeVar("T")


def first(equals: Sequence[T], /) -> T:
    """The first of equals."""
    return equals[0]


def test_it_plays_what_scores_most_and_gives_away_what_scores_least(table: Callable[..., Table]) -> None:
    game = table(2).player(P1, hand=["wind", "dry_twig"]).player(P2, hand=["rain", "pine_log", "dry_twig", "wind"])
    game.start()
    assert GAME.greedy(game.state, game.prompt(P1), first) == a.PlayCard(game.held(P1, "wind"))
    game.play(P1, "wind")
    assert GAME.greedy(game.state, game.prompt(P2), first) == a.DiscardCard(game.held(P2, "dry_twig"))
    game.discard(P2, "dry_twig")


def test_it_passes_where_nothing_fits(table: Callable[..., Table]) -> None:
    game = table(2).player(P1, hand=["rain"]).pile("oak_log").start()
    assert GAME.greedy(game.state, game.prompt(P1), first) is None
