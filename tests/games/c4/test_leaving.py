"""Players who leave (C4-713 to C4-717)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from domain.kernel.match import MatchEnded
from tests.games.c4.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


def placings(game: Table) -> tuple[tuple[int, ...], ...]:
    assert game.state.result is not None, "the match goes on"
    return game.state.result.placings


@pytest.mark.rule("C4-713", "C4-R51")
def test_the_only_one_left_wins_at_once(table: MakeTable) -> None:
    game = table(3).player(P3, tokens=0).start()
    game.concede(P1)
    assert game.state.status == "running"
    game.concede(P2)
    assert placings(game) == ((P3,), (P2,), (P1,))
    assert [event.result.rule for event in game.happened(MatchEnded)] == ["C4-713"]


@pytest.mark.rule("C4-714", "C4-R51", "C4-R03")
def test_what_becomes_of_tokens_and_cards(table: MakeTable) -> None:
    game = table(3).player(P2, hand=["Early Bird"], discard=["Nap Time"], in_play=[("Piggy Bank", {"bead": 2})])
    game.in_play("Hot Potato", P2, owner=P3).in_play("Cursed Invoice", P1, owner=P2).in_play("Mimic Crate", P2)
    game.in_play("Tip Jar", P3).pot(4).start()
    game.concede(P2)
    assert game.in_pot() == 6
    assert (game.controlled(P1), game.controlled(P2), game.controlled(P3)) == ([], [], ["Tip Jar"])
    assert (game.discard(P1), game.discard(P2), game.discard(P3)) == ([], [], ["Hot Potato"])
    assert (game.hand(P2), game.deck(P2), game.board.players[P2].deck.size) == ([], [], 0)
    moved = (e.TokensGained, e.TokensLost, e.TokensPaid)
    assert [fact for fact in game.facts if isinstance(fact.event, moved)] == [], "Mimic Crate has no on_leave here"
    assert (game.tokens(P1), game.tokens(P3)) == (10, 10)


@pytest.mark.rule("C4-R93", "C4-714", "C4-107")
@pytest.mark.parametrize(("rules", "pot"), [("4.22.2", 14), ("4.23", 5)])
def test_the_supply_leaves_with_its_player(table: MakeTable, rules: str, pot: int) -> None:
    game = table(3).goes_by(rules).player(P1, tokens={"coin": 8, "bead": 1}).pot(5).start()
    game.concede(P1)
    assert (game.in_pot(), game.tokens(P1), game.tokens(P2), game.tokens(P3)) == (pot, 0, 10, 10)
    assert sum(game.board.along.values()) == 14 - pot


@pytest.mark.rule("C4-R94", "C4-712")
@pytest.mark.parametrize(
    ("rules", "cap", "turn", "then"), [("4.22.2", 90, 10, 90), ("4.23", 90, 10, 64), ("4.23", 90, 90, 90)]
)
def test_the_turn_cap_falls_by_the_turns_of_who_leaves(
    table: MakeTable, rules: str, cap: int, turn: int, then: int
) -> None:
    game = table(3).goes_by(rules).turn(P2, turn=turn, turn_cap=cap).start()
    game.concede(P1)
    assert game.board.turn_cap == then
    assert game.state.result is None


@pytest.mark.rule("C4-R94")
def test_what_the_others_have_left_is_theirs(table: MakeTable) -> None:
    """Nobody ends the match by leaving."""
    game = table(3).turn(P2, turn=88, turn_cap=90).start()
    game.concede(P1)
    game.end_turn(P2)
    assert (game.board.turn_cap, game.board.active, game.state.result) == (90, P3, None)


@pytest.mark.rule("C4-714", "C4-R51")
def test_one_leaves_when_nothing_is_resolving_and_is_not_waited_for(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Scapegoat"]).start()
    game.play(P1, "Scapegoat")
    game.concede(P2)
    assert game.board.players[P2].in_match, "the vote is still going on"
    assert game.asked() == [(P1, "vote_card"), (P3, "vote_card")]
    game.do(P1, a.VoteCard(P2))
    game.do(P3, a.VoteCard(P2))
    assert [sum(event.tokens.values()) for event in game.happened(e.TokensLost)] == [2]
    assert [sum(event.along.values()) for event in game.happened(e.PlayerConceded)] == [8]
    assert not game.board.players[P2].in_match
    assert game.is_idle()


@pytest.mark.rule("C4-715", "C4-R51")
def test_the_turn_of_one_who_leaves_stops(table: MakeTable) -> None:
    game = table(3).player(P1, in_play=["Night Owl"]).player(P3, tokens=0).pot(4).start()
    game.concede(P1)
    assert [event.seat for event in game.happened(e.TurnStopped)] == [P1]
    assert game.happened(e.TurnEnded) == []
    assert game.state.result is None, "P3 has no tokens, but there is no check"
    assert game.board.active == P2
    game.end_turn(P2)
    assert placings(game) == ((P2,), (P3,), (P1,))


@pytest.mark.rule("C4-715", "C4-514")
def test_what_holds_for_a_turn_ends_with_it_when_its_player_leaves(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Fog Bank", "Panel Crash"]).pot(4).start()
    game.play(P1, "Fog Bank")
    until_the_next_turn = list(game.board.effects)
    assert until_the_next_turn
    game.end_turn(P1)
    game.play(P1, "Panel Crash")
    assert len(game.board.effects) == len(until_the_next_turn) + 1
    game.concede(P2)
    assert game.board.effects == until_the_next_turn


@pytest.mark.rule("C4-714", "C4-R51")
def test_two_leave_in_a_turn_of_another_each_at_once(table: MakeTable) -> None:
    game = table(4).start()
    for seat in (P3, P4):
        game.concede(seat)
        assert not game.board.players[seat].in_match
    game.end_turn(P1)
    assert game.board.active == P2


@pytest.mark.rule("C4-715", "C4-714")
def test_to_leave_in_the_window_of_ones_own_turns_end(table: MakeTable) -> None:
    game = table(3).player(P1, tokens=0, hand=["Parachute"]).player(P2, tokens=0).player(P3).pot(4).start()
    game.end_turn(P1)
    game.concede(P1)
    assert game.state.result is None
    assert (game.board.active, game.hand(P1)) == (P2, [])


@pytest.mark.rule("C4-716", "C4-207", "C4-213")
def test_one_who_left_is_skipped_and_no_longer_counts(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["Rigged Compass", "Fire Drill"]).turn(P1, free_actions=2).pot(9).start()
    game.play(P1, "Rigged Compass", on=P2)
    game.concede(P2)
    assert game.board.overrides == ()
    assert game.board.turn_order() == (P1, P3, P4)
    game.play(P1, "Fire Drill")
    assert [event.seat for event in game.happened(e.TokensLost)] == [P1, P3, P4]
    game.end_turn(P1)
    assert game.board.active == P3


@pytest.mark.rule("C4-716")
def test_one_who_left_can_neither_win_nor_vote(table: MakeTable) -> None:
    game = table(4).player(P1, tokens=5).player(P2, tokens=5).player(P3, tokens=0).player(P4, tokens=12).start()
    game.concede(P4)
    game.end_turn(P1)
    assert game.asked() == [(P3, "vote_winner")]
    game.time_out(P3)
    assert placings(game) == ((P1, P2), (P3,), (P4,))


@pytest.mark.rule("C4-R68", "C4-713", "C4-717")
def test_when_all_leave_the_last_one_wins(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["Scapegoat"]).start()
    game.play(P1, "Scapegoat")
    for seat in (P2, P1, P3):
        game.concede(seat)
    assert placings(game) == ((P3,), (P1,), (P2,))


@pytest.mark.rule("C4-R69", "C4-716", "C4-717")
def test_a_tied_player_who_leaves_during_the_vote_cannot_win(table: MakeTable) -> None:
    game = table(4).player(P3, tokens=0).player(P4, tokens=1).start()
    game.end_turn(P1)
    game.do(P3, a.VoteWinner(P1))
    game.concede(P1)
    assert placings(game) == ((P2,), (P4,), (P3,), (P1,)), "one of the tied is left: the vote is closed"


@pytest.mark.rule("C4-R69", "C4-707", "C4-716")
def test_the_vote_goes_on_between_those_who_stay(table: MakeTable) -> None:
    game = table(5).player(P4, tokens=0).player(4, tokens=1).start()
    game.end_turn(P1)
    game.do(P4, a.VoteWinner(P1))
    game.concede(P1)
    assert [action["player"] for action in game.legal(4)] == [P2, P3]
    assert game.refused(4, a.VoteWinner(P1)).rule == "C4-707"
    game.do(4, a.VoteWinner(P3))
    assert placings(game) == ((P3,), (P2,), (4,), (P4,), (P1,))


@pytest.mark.rule("C4-R69", "C4-708", "C4-716")
def test_a_voter_who_leaves_casts_no_ballot(table: MakeTable) -> None:
    game = table(4).player(P3, tokens=0).player(P4, tokens=1).start()
    game.end_turn(P1)
    game.concede(P3)
    game.do(P4, a.VoteWinner(P2))
    assert placings(game) == ((P2,), (P1,), (P4,), (P3,))


@pytest.mark.rule("C4-R69", "C4-707")
def test_a_ballot_cast_before_leaving_counts(table: MakeTable) -> None:
    game = table(4).player(P3, tokens=0).player(P4, tokens=1).start()
    game.end_turn(P1)
    game.do(P3, a.VoteWinner(P2))
    game.concede(P3)
    game.time_out(P4)
    assert placings(game) == ((P2,), (P1,), (P4,), (P3,))
