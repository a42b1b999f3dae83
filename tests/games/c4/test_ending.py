"""The end of the game and who has won (C4-701 to C4-712, C4-717)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from domain.games.c4.board import Tokens
from domain.kernel.result import Result
from tests.games.c4.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


def result(game: Table) -> Result:
    assert game.state.result is not None, "the match goes on"
    return game.state.result


def with_supplies(game: Table, *supplies: int | Tokens) -> Table:
    for seat, supply in enumerate(supplies):
        game.player(seat, tokens=supply)
    return game


@pytest.mark.rule("EX-17", "C4-701", "C4-705", "C4-706", "C4-R48")
def test_end_and_tie_1(table: MakeTable) -> None:
    game = with_supplies(table(3), {"coin": 10, "bead": 2}, 0, {"gem": 9, "coin": 2, "bead": 1}).pot(12).turn(P2)
    game.start().end_turn(P2)
    assert result(game).placings == ((P3,), (P1,), (P2,))
    assert (result(game).kind, result(game).rule, result(game).decided_by) == ("win", "C4-701", "C4-706")
    assert game.asked() == []


@pytest.mark.rule("C4-706", "C4-358", "C4-R48")
def test_tokens_of_others_with_your_own_kind_are_not_someone_elses(table: MakeTable) -> None:
    game = table(3).player(P1, tokens={"coin": 8, "gem": 4}).player(P2, kind="coin", tokens={"coin": 7, "gem": 5})
    game.player(P3, tokens=0).start().end_turn(P1)
    assert result(game).placings[0] == (P2,)


@pytest.mark.rule("C4-R95", "C4-701")
def test_nobody_is_out_before_each_player_has_had_a_turn(table: MakeTable) -> None:
    game = table(4).player(P1, tokens=11).player(P3, tokens=0).turn(P1, turn=1).start()
    for active in (P1, P2, P3):
        game.end_turn(active)
        assert game.state.result is None
    game.end_turn(P4)
    assert result(game).rule == "C4-701"


@pytest.mark.rule("C4-R95")
def test_a_match_of_earlier_rules_ends_with_its_first_turn(table: MakeTable) -> None:
    game = table(4).goes_by("4.22.2").player(P1, tokens=11).player(P3, tokens=0).turn(P1, turn=1).start()
    game.end_turn(P1)
    assert result(game).rule == "C4-701"


@pytest.mark.rule("C4-701", "C4-705")
def test_the_most_tokens_win_of_whatever_kind(table: MakeTable) -> None:
    game = with_supplies(table(3), 11, {"bead": 1, "gem": 5, "coin": 4}, 0).start()
    game.end_turn(P1)
    assert result(game).placings == ((P1,), (P2,), (P3,))
    assert result(game).decided_by == "C4-705"


@pytest.mark.rule("C4-702", "C4-703", "C4-R47")
def test_without_tokens_during_a_turn_one_plays_on(table: MakeTable) -> None:
    game = table(3).player(P1, tokens=0, hand=["Early Bird"]).player(P2, tokens=0, hand=["Copycat"]).pot(9).start()
    assert game.state.result is None
    game.play(P1, "Early Bird")
    game.play(P2, "Copycat")
    game.end_turn(P1)
    assert game.state.result is None
    assert game.board.active == P2


@pytest.mark.rule("C4-702", "C4-701")
@pytest.mark.parametrize("empty", [P1, P2, P3])
def test_every_player_is_checked(table: MakeTable, empty: int) -> None:
    game = table(3).player((empty + 1) % 3, tokens=11).player(empty, tokens=0).start()
    game.end_turn(P1)
    assert result(game).rule == "C4-701"
    assert result(game).placings[-1] == (empty,)


@pytest.mark.rule("C4-704", "C4-360", "C4-R22")
def test_tokens_on_cards_and_in_the_pot_save_nobody(table: MakeTable) -> None:
    game = table(2).player(P2, tokens=0, in_play=[("Piggy Bank", {"bead": 12})]).pot(9).start()
    game.end_turn(P1)
    assert result(game).placings == ((P1,), (P2,))


@pytest.mark.rule("C4-707", "C4-711", "C4-R49")
def test_all_losing_players_vote_secretly_between_the_tied(table: MakeTable) -> None:
    game = with_supplies(table(4), 10, 10, 0, 5).in_play("Swear Jar", P1).start()
    game.end_turn(P1)
    assert game.asked() == [(P3, "vote_winner"), (P4, "vote_winner")]
    assert game.game.phase(game.state) == "voting"
    assert [action["player"] for action in game.legal(P3)] == [P1, P2]
    assert game.refused(P3, a.VoteWinner(P4)).rule == "C4-707"
    assert game.refused(P1, a.VoteWinner(P1)).rule == "C4-707"
    assert game.refused(P1, a.MakeClaim("swore", P2)).rule == "C4-551"
    game.do(P3, a.VoteWinner(P2))
    assert game.happened(e.VoteClosed) == []
    game.do(P4, a.VoteWinner(P2))
    assert result(game).placings == ((P2,), (P1,), (P4,), (P3,))
    assert result(game).decided_by == "C4-707"


@pytest.mark.rule("C4-708", "C4-R49")
def test_who_lets_the_time_run_out_casts_no_ballot(table: MakeTable) -> None:
    game = with_supplies(table(4), 10, 10, 0, 5).start()
    game.end_turn(P1)
    game.time_out(P3)
    game.do(P4, a.VoteWinner(P2))
    assert result(game).placings[0] == (P2,)
    assert [event.ballots for event in game.happened(e.VoteClosed)] == [((P4, P2),)]


@pytest.mark.rule("C4-709", "C4-710", "C4-R49")
def test_a_vote_tied_at_the_top_leaves_those_with_the_most_ballots(table: MakeTable) -> None:
    """P1, P2 and P3 tie; P1 and P2 get one ballot each, so P3 is out though P3 holds the most of one foreign kind."""
    game = (
        table(5).player(P1, tokens={"coin": 8, "bead": 2, "gem": 2}).player(P2, tokens={"bead": 8, "coin": 3, "gem": 1})
    )
    game.player(P3, tokens={"gem": 8, "coin": 4}).player(P4, tokens=0).player(4, tokens=1).start()
    game.end_turn(P1)
    game.do(P4, a.VoteWinner(P1))
    game.do(4, a.VoteWinner(P2))
    assert result(game).placings[0] == (P2,)
    assert result(game).decided_by == "C4-710"


@pytest.mark.rule("C4-709", "C4-710", "C4-R49")
def test_without_losing_players_the_largest_foreign_kind_decides(table: MakeTable) -> None:
    game = with_supplies(table(2), {"coin": 6, "bead": 4}, {"bead": 6, "coin": 3, "gem": 1}).turn(P1, turn_cap=1)
    game.start().end_turn(P1)
    assert result(game).placings == ((P1,), (P2,))
    assert (result(game).rule, result(game).decided_by) == ("C4-712", "C4-710")


@pytest.mark.rule("C4-710", "C4-R49")
def test_if_that_is_equal_too_they_win_together(table: MakeTable) -> None:
    game = with_supplies(table(3), 10, 10, 10).turn(P1, turn_cap=1).start()
    game.end_turn(P1)
    assert result(game).kind == "shared"
    assert result(game).placings == ((P1, P2, P3),)


@pytest.mark.rule("C4-712", "C4-R50")
def test_the_turn_cap_ends_the_game_whatever_the_supplies(table: MakeTable) -> None:
    game = with_supplies(table(2), 9, 11).turn(P1, turn=4, turn_cap=5).start()
    game.end_turn(P1)
    assert game.state.result is None
    game.end_turn(P2)
    assert result(game).rule == "C4-712"
    assert result(game).placings == ((P2,), (P1,))


@pytest.mark.rule("C4-711", "C4-R08")
def test_after_the_effects_of_the_turn_ended_nothing_can_be_answered(table: MakeTable) -> None:
    """Parachute is refused once the check is made: there is no window after `turn_ending`."""
    game = table(2).player(P1, hand=["Parachute"]).player(P2, tokens=0, hand=["Parachute"]).pot(4).start()
    game.end_turn(P1)
    assert game.asked() == [(P2, "react")]
    game.pass_(P2)
    assert result(game).rule == "C4-701"
    ended = [type(fact.event).__name__ for fact in game.facts]
    assert ended.index("TurnEnded") < ended.index("MatchEnded")


@pytest.mark.rule("C4-717", "C4-R49")
def test_final_standings(table: MakeTable) -> None:
    """Tokens, then foreign ones, then the largest foreign kind; equal ranks; then who left, the last first."""
    game = (
        table(8).player(P1, tokens=20).player(P2, tokens={"bead": 5, "gem": 4}).player(P3, tokens={"gem": 6, "coin": 3})
    )
    game.player(P4, tokens={"shell": 6, "coin": 2, "gem": 1}).player(4, tokens=0).player(5, tokens=0).start()
    game.concede(6)
    game.concede(7)
    game.end_turn(P1)
    assert result(game).placings == ((P1,), (P2,), (P3,), (P4,), (4, 5), (7,), (6,))
