"""How often players may say in which windows they pass, and what the others learn of it (TRF-R93)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from domain.games.trf import actions as a
from domain.games.trf.definitions import Window
from domain.games.trf.rules.windows import SILENT
from domain.kernel.facts import as_seen
from domain.kernel.match import ActionTaken
from tests.games.trf.table import P1, P2, Table

MakeTable = Callable[..., Table]


def windows_offered(game: Table, seat: int) -> list[set[str]]:
    """The sets of windows that a player may pass in from now on."""
    return [set(one["windows"]) for one in game.legal(seat, "set_standing_pass")]


@pytest.mark.rule("TRF-225", "TRF-R93")
@pytest.mark.parametrize("before", [(), ("attack",), ("attack", "dice"), SILENT])
def test_a_standing_pass_that_changes_nothing_is_refused(table: MakeTable, before: tuple[Window, ...]) -> None:
    game = table().start("draw")
    if before:
        game.do(P2, a.SetStandingPass(before))
    assert game.refused(P2, a.SetStandingPass(before[::-1])).rule == "TRF-R93"
    offered = windows_offered(game, P2)
    every = [set(some) for n in range(7) for some in combinations(SILENT, n)]
    assert all((some in offered) == (some != set(before)) for some in every)


@pytest.mark.rule("TRF-R93")
def test_a_standing_pass_is_changed_at_most_so_often_in_a_turn(table: MakeTable) -> None:
    game = table().start("draw")
    for _ in range(10):
        game.do(P2, a.SetStandingPass(("attack",)))
        game.do(P2, a.SetStandingPass(()))
    assert game.refused(P2, a.SetStandingPass(("attack",))).rule == "TRF-R93"
    assert windows_offered(game, P2) == []
    game.do(P1, a.SetStandingPass(("attack",)))
    game.next_turn(P1)
    game.do(P2, a.SetStandingPass(("attack",)))


@pytest.mark.rule("TRF-225", "TRF-R93")
def test_the_end_of_a_turn_tells_nobody_what_was_passed_beforehand(table: MakeTable) -> None:
    """Nor that nothing was, once it was taken back."""
    seen = []
    for last in (("dice",), ("attack", "dice"), ()):
        game = table().start("draw")
        game.do(P2, a.SetStandingPass(("attack",)))
        game.do(P2, a.SetStandingPass(last))
        game.next_turn(P1)
        seen.append([as_seen(fact, "seat:0") for fact in game.history if not isinstance(fact.event, ActionTaken)])
    assert seen[0] == seen[1] == seen[2]
