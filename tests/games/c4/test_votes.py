"""Votes that cards ask for (C4-560, C4-561)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from domain.kernel.facts import as_seen
from tests.games.c4.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("C4-560", "C4-R61")
def test_all_vote_at_once_nobody_for_themself_ballots_hidden(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Scapegoat"]).start()
    game.play(P1, "Scapegoat")
    assert game.asked() == [(P1, "vote_card"), (P2, "vote_card"), (P3, "vote_card")]
    assert [action["player"] for action in game.legal(P2)] == [P1, P3]
    assert game.refused(P2, a.VoteCard(P2)).rule == "C4-560"
    game.do(P2, a.VoteCard(P3))
    cast = next(fact for fact in game.facts if isinstance(fact.event, e.BallotCast))
    assert [getattr(as_seen(cast, viewer), "choice", None) for viewer in ("seat:1", "seat:0")] == [P3, None]
    assert game.happened(e.VoteClosed) == []
    game.do(P3, a.VoteCard(P1))
    game.do(P1, a.VoteCard(P3))
    assert [event.ballots for event in game.happened(e.VoteClosed)] == [((P1, P3), (P2, P3), (P3, P1))]


@pytest.mark.rule("C4-561", "C4-R61")
def test_the_effect_happens_to_the_one_on_top(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Popularity Contest"]).pot(9).start()
    game.play(P1, "Popularity Contest")
    for voter, choice in ((P1, P2), (P2, P3), (P3, P2)):
        game.do(voter, a.VoteCard(choice))
    assert [game.tokens(seat) for seat in (P1, P2, P3)] == [10, 13, 10]


@pytest.mark.rule("C4-561", "C4-R61")
@pytest.mark.parametrize("choices", [(P2, P1, P4, P3), (P2, P3, P2, P3), (None, None, None, None)])
def test_a_tie_or_silence_does_nothing(table: MakeTable, choices: tuple[int | None, ...]) -> None:
    game = table(4).player(P1, hand=["Scapegoat"]).start()
    game.play(P1, "Scapegoat")
    for voter, choice in enumerate(choices):
        if choice is None:
            game.time_out(voter)
        else:
            game.do(voter, a.VoteCard(choice))
    assert [game.tokens(seat) for seat in range(4)] == [10] * 4
    assert game.ever(e.TokensLost) == []
    assert game.discard(P1) == ["Scapegoat"]


@pytest.mark.rule("C4-561", "C4-R61")
def test_two_players_name_each_other_and_nothing_happens(table: MakeTable) -> None:
    game = table(2).player(P1, hand=["Scapegoat"]).start()
    game.play(P1, "Scapegoat")
    game.do(P1, a.VoteCard(P2))
    game.do(P2, a.VoteCard(P1))
    assert (game.tokens(P1), game.tokens(P2)) == (10, 10)


@pytest.mark.rule("C4-561", "C4-708")
def test_one_ballot_is_enough(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Scapegoat"]).start()
    game.play(P1, "Scapegoat")
    game.time_out(P1)
    game.do(P2, a.VoteCard(P1))
    game.time_out(P3)
    assert [game.tokens(seat) for seat in (P1, P2, P3)] == [8, 10, 10]
