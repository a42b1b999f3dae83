"""What is done for a player whose time is up (SCP-808)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import GAME
from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Phase
from domain.games.scp.loadouts import Options
from domain.games.scp.rules.turns import PLAYED
from tests.games.scp.custom import card
from tests.games.scp.seating import set_up
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("SCP-808", "SCP-807", "SCP-R58")
@pytest.mark.parametrize(("seconds", "ms"), [(0, None), (5, 5_000), (90, 90_000)])
def test_the_time_is_an_option(seconds: int, ms: int | None) -> None:
    assert GAME.default_clock(Options(prompt_timeout=seconds)) == (ms, None)


@pytest.mark.rule("SCP-808", "SCP-R58")
@pytest.mark.parametrize("phase", PLAYED)
def test_the_phase_of_a_silent_player_is_ended(table: MakeTable, phase: Phase) -> None:
    game = table().start(phase)
    following = "escalation" if phase == "maintenance" else PLAYED[PLAYED.index(phase) + 1]
    game.time_out(P1)
    assert following in [one.phase for one in game.happened(e.PhaseStarted)]


@pytest.mark.rule("SCP-808", "SCP-R58")
def test_the_attempt_of_a_silent_player_is_compared(table: MakeTable) -> None:
    game = table().player(P2, hand=["C04", "E05"])
    game.scp("S03")
    game.assigned("secure", "S03", game.asset(P1, "P01"))
    game.start("retrieval")
    game.attempt("S03")
    game.time_out(P2)
    assert (game.discards(P2), game.asked()) == ([], [(P1, "attempt_window")])
    game.time_out(P1)
    assert game.ever(e.AttemptCompared)
    assert game.asks(P1, "retrieval_phase")


@pytest.mark.rule("SCP-808", "SCP-R58")
def test_windows_are_passed(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["E05"]).player(P2, hand=["C04", "E06"]).player(P3, hand=["C04"])
    game.scp("S08", P2)
    game.assigned("secure", "S08", game.asset(P1, "P01"))
    game.start("retrieval")
    game.attempt("S08")
    game.time_out(P2)
    game.complicate(P3, "C04", "P01")
    assert game.asks(P1, "response")
    game.time_out(P1)
    game.do(P1, a.Compare())
    assert game.asks(P2, "defender_reply")
    game.time_out(P2)
    windows = [(one.seat, one.window) for one in game.ever(e.WindowPassed)]
    assert windows == [(P2, "complication"), (P1, "response"), (P2, "reply")]
    assert (game.hand(P1), game.hand(P2)) == (["E05"], ["C04", "E06"])


@pytest.mark.rule("SCP-808", "SCP-108")
def test_a_silent_bidder_passes() -> None:
    game = set_up(2)
    seat = game.asked()[0][0]
    assert game.game.default(game.state, game.prompt(seat)) == a.Pass()


@pytest.mark.rule("SCP-808", "SCP-R58")
def test_the_oldest_text_first_and_none_that_may_be_left(table: MakeTable) -> None:
    game = table()
    must = card(game, "finance", 'when = "start", do = "gain_resources(you, 1)"')
    other = card(game, "finance", 'when = "start", do = "draw(you, 1)"')
    game.player(P1, play=["F02", other, must, "P26"]).start("start")
    assert game.asks(P1, "choose_trigger")
    game.time_out(P1)
    assert [one.card for one in game.ever(e.TextResolved)] == [other, must]
    assert game.asks(P1, "optional_trigger")
    game.time_out(P1)
    assert (game.pool(P1), game.asked()) == (6, [(P1, "draw_phase")])


@pytest.mark.rule("SCP-808", "SCP-439")
def test_attrition_takes_the_lowest_value_then_the_oldest(table: MakeTable) -> None:
    # P15 has Cost 1 and counts as 2; G12 as 3
    game = table().player(P1, play=["F04", "P15", "P17", "G12", "P08"])
    game.scp("S03", counters=0)
    game.assigned("secure", "S03", game.id("P08"))
    game.start("retrieval")
    game.attempt("S03")
    game.do(P1, a.Compare())
    assert game.asks(P1, "attrition")
    while game.asks(P1, "attrition"):
        game.time_out(P1)
    paid = [(one.card, one.value) for one in game.ever(e.AttritionPaid)]
    assert paid == [("P15", 2), ("P17", 2), ("G12", 3), ("F04", 5)]


@pytest.mark.rule("SCP-808", "SCP-R58")
def test_choices_take_the_oldest_card_and_the_lowest_seat(table: MakeTable) -> None:
    game = table(3).turn(P2).player(P2, hand=["E11"], play=["P18", "P17"]).player(P1, hand=["P16"])
    game.scp("S25", P2)
    game.start("draw")
    game.event(P2, "E11")
    game.time_out(P2)
    assert [one.seat for one in game.happened(e.HandRevealed)] == [P1]
    game.do(P2, a.EndTurn())
    assert game.asks(P2, "choose")
    game.time_out(P2)
    assert (game.card("P18").wounds, game.card("P17").wounds) == (1, 0)


@pytest.mark.rule("SCP-808", "SCP-319")
def test_the_card_longest_in_hand_is_discarded(table: MakeTable) -> None:
    game = table().player(P1, hand=["E02", "P22", "P17"]).start("draw")
    game.event(P1, "E02")
    assert game.asks(P1, "discard_choice")
    game.time_out(P1)
    assert game.discards(P1) == ["P22", "E02"]


@pytest.mark.rule("SCP-R83", "SCP-808")
def test_of_another_hand_the_first_by_card_id(table: MakeTable) -> None:
    game = table().player(P1, hand=["M05"], play=["P25", "P18"]).player(P2, hand=["P22", "C04", "P17"])
    game.start("mission")
    game.play_mission(P1, "M05", player=P2)
    game.do(P1, a.EndTurn())
    game.time_out(P1)
    assert game.asks(P1, "discard_choice")
    game.time_out(P1)
    assert (game.discards(P2), game.hand(P2)) == (["C04"], ["P22", "P17"])


@pytest.mark.rule("SCP-808", "SCP-235", "SCP-524")
def test_success_is_accepted_and_what_was_seen_stays_on_top(table: MakeTable) -> None:
    game = table().player(P1, hand=["M06"], play=["F02", "F03"]).scps("S20", "S21", "S23")
    game.scp("S15", P1, status="contained")
    game.start("mission")
    game.use(P1, "S15")
    assert game.asks(P1, "peek_choice")
    game.time_out(P1)
    assert game.board.scp_deck.cards == ["S20", "S21", "S23"]
    game.play_mission(P1, "M06")
    game.do(P1, a.EndTurn())
    assert game.asks(P1, "mission_success")
    game.time_out(P1)
    assert (game.card("F02").tokens, game.card("F03").tokens) == (1, 1)
