"""Players who concede: what stays, whose turn it is, who has won (SCP-708, SCP-709)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Job, Phase
from domain.games.scp.rules.turns import PLAYED
from tests.games.scp import custom
from tests.games.scp.seating import set_up
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("SCP-708", "SCP-R56")
@pytest.mark.parametrize("seat", [P1, P2, P3])
@pytest.mark.parametrize("phase", PLAYED)
def test_anybody_may_leave_at_any_time(table: MakeTable, seat: int, phase: Phase) -> None:
    game = table(3).start(phase)
    asked = game.asked()
    game.concede(seat)
    assert game.state.result is None
    assert game.asked() == ([(P2, "draw_phase")] if seat == P1 else asked)


@pytest.mark.rule("SCP-708", "SCP-R56", "SCP-504")
def test_scps_go_back_to_the_centre_with_their_counters(table: MakeTable) -> None:
    game = table(3)
    game.scp("S03")
    game.scp("S08", P2, status="contained", counters=3)
    game.scp("S14", P2, counters=2)
    game.scp("S17", P3, counters=1)
    game.start("draw")
    game.concede(P2)
    assert game.centre() == ["S03", "S08", "S14"]
    assert [game.status(cid) for cid in ("S08", "S14", "S17")] == [("unsecured", None)] * 2 + [("secured", P3)]
    assert [game.counters(cid) for cid in ("S08", "S14", "S17")] == [3, 2, 1]


@pytest.mark.rule("SCP-708", "SCP-R56")
def test_all_other_cards_of_the_player_are_gone(table: MakeTable) -> None:
    game = table(3).player(P2, hand=["P17"], discard=["P18"], play=["P19", "F02"], queue=[("P20", 2)])
    game.mission(P2, "M08")
    game.start("draw")
    game.concede(P2)
    player = game.board.players[P2]
    assert (player.play, player.queue, player.discard, player.mission, player.pool) == ([], [], [], None, 0)
    assert (player.hand.size, player.deck.size, player.left) == (0, 0, True)


@pytest.mark.rule("SCP-708", "SCP-R56")
@pytest.mark.parametrize("seat", [P1, P2])
def test_attempts_by_them_or_on_their_scps_end_without_result(table: MakeTable, seat: int) -> None:
    game = table(3).player(P3, hand=["C04"])
    game.scp("S08", P2, counters=1)
    raider = game.asset(P1, "P01")
    game.assigned("secure", "S08", raider)
    game.start("retrieval")
    game.attempt("S08")
    assert game.asks(P3, "complication_window")
    game.concede(seat)
    assert [type(one) for one in game.ever(e.AttemptVoid)] == [e.AttemptVoid]
    assert not game.ever(e.AttemptCompared)
    assert not game.ever(e.AttritionDue)
    assert game.board.attempt is None
    if seat == P1:
        # the SCP stays with its controller, and the next player's turn has started
        assert game.status("S08") == ("secured", P2)
        assert game.asked() == [(P2, "draw_phase")]
    else:
        assert (game.status("S08"), game.counters("S08")) == (("unsecured", None), 1)
        assert game.asked() == [(P1, "retrieval_phase")]
        assert game.card(raider).tapped


@pytest.mark.rule("SCP-708")
def test_another_attempt_goes_on_without_the_one_who_left(table: MakeTable) -> None:
    game = table(3).player(P2, hand=["C04"]).player(P3, hand=["C04"])
    game.scp("S03")
    game.assigned("secure", "S03", game.asset(P1, "P01"))
    game.start("retrieval")
    game.attempt("S03")
    assert game.asked() == [(P2, "complication_window")]
    game.concede(P2)
    assert game.asked() == [(P3, "complication_window")]
    game.let_pass(P3)
    game.compare()
    assert game.status("S03") == ("secured", P1)


@pytest.mark.rule("SCP-708")
def test_prompts_to_who_has_left_are_dropped(table: MakeTable) -> None:
    # S41 breaks out: each player wounds one of their Personnel, P1 first
    game = table(3).player(P1, play=["P17", "P18"]).player(P2, play=["P17", "P18"]).player(P3, play=["P17", "P18"])
    game.scp("S41", counters=4)
    game.start("maintenance")
    game.end_phase()
    game.choose(P1, game.id("P17", P1))
    assert game.asked() == [(P2, "choose")]
    game.concede(P2)
    assert game.asked() == [(P3, "choose")]
    game.choose(P3, game.id("P18", P3))
    assert (game.card("P17", P1).wounds, game.card("P18", P3).wounds) == (1, 1)
    assert game.asked() == [(P3, "draw_phase")]


@pytest.mark.rule("SCP-708", "SCP-515", "SCP-R103")
def test_what_their_cards_left_behind_is_over(table: MakeTable) -> None:
    game = table(3).turn(P2).player(P2, hand=["E01"])
    game.start("draw")
    game.event(P2, "E01")
    assert game.board.lasting
    game.end_turn(P2)
    assert game.board.lasting
    game.concede(P2)
    assert game.board.lasting == []


@pytest.mark.rule("SCP-708", "SCP-102")
def test_the_turn_passes_to_the_next_who_is_there(table: MakeTable) -> None:
    game = table(4).turn(P2, number=3).start("research")
    game.concede(P3)
    game.concede(P2)
    assert (game.board.active, game.board.round, game.asked()) == (3, 3, [(3, "draw_phase")])
    game.end_turn(3)
    assert (game.board.active, game.board.round) == (P1, 4)


@pytest.mark.rule("SCP-708", "SCP-706")
@pytest.mark.parametrize(("number", "scored"), [(30, True), (29, False)])
def test_if_no_turn_is_left_the_match_is_scored(table: MakeTable, number: int, scored: bool) -> None:
    game = table(3).turn(P3, number=number)
    game.scp("S08", P2, status="contained")
    game.scp("S14", P3, status="contained")
    game.start("draw")
    game.concede(P3)
    result = game.state.result
    assert (result is not None) == scored
    if result is not None:
        assert (result.kind, result.placings, result.rule) == ("win", ((P2,), (P1,), (P3,)), "SCP-706")


@pytest.mark.rule("SCP-708")
def test_in_the_middle_of_the_last_round_it_goes_on(table: MakeTable) -> None:
    game = table(3).turn(P2, number=30).start("draw")
    game.concede(P2)
    assert (game.state.result, game.asked()) == (None, [(P3, "draw_phase")])


@pytest.mark.rule("SCP-709", "SCP-R56")
@pytest.mark.parametrize("active", [P1, P2])
def test_the_last_one_left_has_won(table: MakeTable, active: int) -> None:
    game = table(3).turn(active).start("draw")
    game.concede(P3)
    assert game.state.result is None
    game.concede(P1)
    result = game.state.result
    assert result is not None
    assert (result.kind, result.placings, result.rule) == ("win", ((P2,), (P1, P3)), "SCP-709")
    assert game.asked() == []


@pytest.mark.rule("SCP-709", "SCP-108")
def test_leaving_during_the_auction() -> None:
    two = set_up(2)
    seat = two.asked()[0][0]
    two.concede(seat)
    assert two.state.result is not None
    assert two.state.result.placings == ((1 - seat,), (seat,))

    three = set_up(3)
    first = three.asked()[0][0]
    three.concede(first)
    following = (first + 1) % 3
    assert three.asked() == [(following, "bid")]
    three.let_pass(following)
    assert three.board.player1 == (first + 2) % 3


@pytest.mark.rule("SCP-708", "SCP-108")
@pytest.mark.parametrize("seat", [P1, P2, P3])
def test_the_auction_goes_on_without_who_has_left(seat: int) -> None:
    game = set_up(3)
    game.concede(seat)
    assert [kind for _, kind in game.asked()] == ["bid"]
    assert game.asked()[0][0] != seat
    assert (game.board.turn, game.state.result) == (0, None)


@pytest.mark.rule("SCP-708", "SCP-R56")
def test_alone_it_is_lost(table: MakeTable) -> None:
    game = table(1)
    for cid in ("S08", "S14", "S17"):
        game.scp(cid, P1, status="contained")
    game.start("draw")
    game.concede(P1)
    result = game.state.result
    assert result is not None
    assert (result.kind, result.rule) == ("all_lose", "SCP-708")


@pytest.mark.rule("SCP-708")
@pytest.mark.parametrize("job", ["contain", "destroy"])
def test_who_has_left_attempts_nothing_more(table: MakeTable, job: Job) -> None:
    game = table(3)
    game.scp("S08", P1, status="secured" if job == "contain" else "contained")
    game.assigned(job, "S08", game.asset(P1, "P29"))
    game.start("research")
    game.attempt("S08", job)
    game.concede(P1)
    assert game.status("S08") == ("unsecured", None)
    assert game.board.scp_discard == []
    assert game.refused(P1, a.Compare()).rule == "SCP-407"
    assert game.asked() == [(P2, "draw_phase")]


@pytest.mark.rule("SCP-708", "SCP-301", "SCP-R103")
@pytest.mark.parametrize("cost", ["destroy(one(mine[gear]))", "discard_hand(1), destroy(one(mine[gear]))"])
def test_who_leaves_while_a_cost_is_chosen_pays_nothing(table: MakeTable, cost: str) -> None:
    """P2 may pay at the end of P1's turn, and leaves when asked with what: P3's text follows, P2's is over."""
    game = table(3)
    dear = custom.card(game, "personnel", f'when = "each_end", may = true, cost = "{cost}", do = "mill(each, 1)"')
    after = custom.card(game, "personnel", 'when = "each_end", may = true, do = "draw(you, 1)"')
    game.player(P2, hand=["P35", "P35"], play=[dear, "G05", "G09"]).player(P3, play=[after])
    game.start("maintenance")
    game.end_phase()
    game.trigger(P2, dear)
    game.concede(P2)
    assert game.asked() == [(P3, "optional_trigger")]
    assert not game.ever(e.CardDestroyed)
    game.trigger(P3, after)
    assert [game.deck_size(seat) for seat in (P1, P2, P3)] == [20, 0, 19]
