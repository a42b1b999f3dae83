"""The worked examples of the catalogue, one test each."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from tests.games.c4.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("EX-03", "C4-302", "C4-303", "C4-308")
def test_ladder(table: MakeTable) -> None:
    game = (
        table(2)
        .player(P1, tokens=5, hand=["Early Bird", "Snack Break", "Rummage Table", "Cold Storage", "Fire Drill"])
        .player(P2, in_play=["Tip Jar"])
        .pot(4)
        .start()
    )
    game.play(P1, "Early Bird")
    assert game.tokens(P1) == 7
    game.play(P1, "Snack Break")
    assert game.tokens(P1) == 6
    game.play(P1, "Rummage Table")
    assert game.tokens(P1) == 4
    game.play(P1, "Cold Storage", target="Tip Jar")
    assert game.tokens(P1) == 1
    assert game.refused(P1, game.playing(P1, "Fire Drill")).rule == "C4-308"
    assert game.tokens(P1) == 1


@pytest.mark.rule("EX-08", "C4-405", "C4-408", "C4-411", "C4-412")
def test_won_attack(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Badge Check"], deck=["Early Bird"]).player(P2, deck=["Light Fingers"]).start()
    game.play(P1, "Badge Check", on=P2)
    assert game.tokens(P2) == 6
    assert game.hand(P1) == ["Early Bird"]
    assert game.hand(P2) == ["Light Fingers"]
    assert [event.won for event in game.happened(e.AttackDecided)] == [True]


@pytest.mark.rule("EX-13", "C4-310", "C4-448", "C4-454", "C4-456", "C4-472")
def test_nested_reactions(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Early Bird", "Brain Freeze"]).player(P2, hand=["Not So Fast"]).pot(4).start()
    game.play(P1, "Early Bird")
    game.pass_(P1)
    game.play(P2, "Not So Fast")
    game.play(P1, "Brain Freeze", target="Not So Fast")
    assert game.tokens(P1) == 10
    assert game.in_pot() == 4
    assert game.board.actions_taken == 1
    assert game.discard(P2) == ["Not So Fast"]


@pytest.mark.rule("EX-18", "C4-707", "C4-708", "C4-709", "C4-710")
@pytest.mark.parametrize(("ballots", "winner"), [((P1, P1), P1), ((P1, P2), P2), ((None, None), P2)])
def test_vote_and_tie_3(table: MakeTable, ballots: tuple[int | None, int | None], winner: int) -> None:
    game = (
        table(4)
        .player(P1, tokens={"coin": 11, "gem": 2, "shell": 2})
        .player(P2, tokens={"bead": 11, "gem": 3, "coin": 1})
        .player(P3, tokens=0)
        .player(P4, tokens=10)
        .pot(8)
        .start()
    )
    game.end_turn(P1)
    for seat, ballot in zip((P3, P4), ballots, strict=True):
        if ballot is None:
            game.time_out(seat)
        else:
            game.do(seat, a.VoteWinner(ballot))
    assert game.state.result is not None
    assert game.state.result.placings[0] == (winner,)


@pytest.mark.rule("EX-24", "C4-341", "C4-390", "C4-391")
def test_one_answer(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Nap Time"]).pot({"bead": 3, "gem": 2}).start()
    game.play(P1, "Nap Time")
    assert [action["tokens"] for action in game.legal(P1, "choose_tokens")] == [
        {"bead": 2, "gem": 2},
        {"bead": 3, "gem": 1},
    ]
    game.time_out(P1)
    assert game.supply(P1) == {"coin": 10, "bead": 3, "gem": 1}
