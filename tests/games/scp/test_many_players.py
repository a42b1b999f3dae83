"""Three to six players: who is each other player, and what a round is (SCP-901 to SCP-904)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import GAME
from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.loadouts import Options
from domain.kernel.sides import each_alone
from tests.games.scp.custom import card
from tests.games.scp.seating import set_up
from tests.games.scp.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("SCP-901")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_match_of_many_begins_and_goes_round(seats: int) -> None:
    game = set_up(seats)
    while game.asked()[0][1] == "bid":
        game.let_pass(game.asked()[0][0])
    first = game.board.player1
    assert [player.hand.size for player in game.board.players] == [6] * seats
    for place in range(seats):
        assert game.board.active == (first + place) % seats
        assert game.board.round == 1
        game.end_turn(game.board.active)
    assert (game.board.active, game.board.round) == (first, 2)


@pytest.mark.rule("SCP-901")
def test_each_player_means_all_still_in_the_match(table: MakeTable) -> None:
    game = table(4)
    rain = card(
        game,
        "event",
        'when = "event", window = "own_turn", do = "lose_resources(each_other, 1), gain_resources(each, 3)"',
    )
    game.turn(P2).player(P2, hand=[rain]).start("draw")
    game.concede(P4)
    game.event(P2, rain)
    assert [game.pool(seat) for seat in (P1, P2, P3, P4)] == [7, 8, 7, 0]
    changed = [one.seat for one in game.happened(e.ResourcesChanged)]
    assert P4 not in changed


@pytest.mark.rule("SCP-901", "SCP-426")
def test_each_other_player_is_asked_clockwise(table: MakeTable) -> None:
    game = table(4).turn(P2)
    for seat in (P1, P3, P4):
        game.player(seat, hand=["C04"])
    game.scp("S03")
    game.assigned("secure", "S03", game.asset(P2, "P01"))
    game.start("retrieval")
    game.attempt("S03", seat=P2)
    asked = []
    while game.asked()[0][1] == "complication_window":
        asked.append(game.asked()[0][0])
        game.let_pass(asked[-1])
    assert asked == [P3, P4, P1]


@pytest.mark.rule("SCP-901", "SCP-316")
def test_another_player_is_chosen_if_there_are_several(table: MakeTable) -> None:
    game = table(4).player(P1, hand=["E11"]).player(P3, hand=["P17"]).start("draw")
    game.concede(P2)
    game.event(P1, "E11")
    assert game.asked() == [(P1, "choose")]
    assert [one["player"] for one in game.legal(P1, "choose_player")] == [P3, P4]
    for seat in (P1, P2):
        assert game.refused(P1, a.ChoosePlayer(seat)).rule == "SCP-316"
    game.do(P1, a.ChoosePlayer(P3))
    assert [(one.seat, one.viewers) for one in game.happened(e.HandRevealed)] == [(P3, (P1,))]


@pytest.mark.rule("SCP-902", "SCP-503")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_round_adds_two_counters_for_each_player(table: MakeTable, seats: int) -> None:
    game = table(seats)
    # EV 9 and 8 are not reached before the round is over
    game.scp("S02")
    game.scp("S08", P2)
    game.start("draw")
    for seat in range(seats):
        game.end_turn(seat)
    assert (game.counters("S02"), game.counters("S08")) == (2 * seats, seats)
    assert game.board.round == 3


@pytest.mark.rule("SCP-902")
def test_up_to_the_escalation_value(table: MakeTable) -> None:
    game = table(3)
    game.scp("S33")
    game.start("draw")
    for seat in range(2):
        game.end_turn(seat)
    assert game.counters("S33") == 4
    game.end_turn(P3)
    assert [one.card for one in game.ever(e.Outbreak)] == ["S33"]


def raid(table: MakeTable) -> Table:
    """P1 raids P2, who has a defender; P3 holds Complications."""
    game = table(3).player(P3, hand=["C04", "C02", "C09", "C10"], play=["F02", "P18"])
    game.scp("S08", P2)
    game.assigned("secure", "S08", game.asset(P1, "P22"))
    game.assigned("defend", "S08", game.asset(P2, "P17"))
    game.asset(P1, "F02", tokens=2)
    game.asset(P2, "F03", tokens=2)
    game.start("retrieval")
    game.attempt("S08")
    return game


@pytest.mark.rule("SCP-903", "SCP-412")
@pytest.mark.parametrize(("cid", "target", "seat"), [("C09", "F02", P1), ("C09", "F03", P2), ("C02", "P17", P2)])
def test_onlookers_choose_whose_cards_they_trouble(table: MakeTable, cid: str, target: str, seat: int) -> None:
    game = raid(table)
    assert game.asked() == [(P3, "complication_window")]
    iid = game.id(target, seat)
    assert iid in {one["target"] for one in game.legal(P3, "play_complication")}
    game.complicate(P3, cid, iid)
    game.compare()
    game.to("retrieval")


@pytest.mark.rule("SCP-903", "SCP-412")
def test_but_not_those_of_players_who_take_no_part(table: MakeTable) -> None:
    game = raid(table)
    own = game.id("F02", P3)
    assert game.refused(P3, game.complicating(P3, "C09", own)).rule == "SCP-412"
    game.let_pass(P3)


@pytest.mark.rule("SCP-903")
def test_a_raid_is_made_on_the_scp_of_any_other_player(table: MakeTable) -> None:
    game = table(4).turn(P2).player(P2, play=["P17", "P22", "P18"])
    for cid, seat in (("S08", P1), ("S14", P3), ("S17", P4)):
        game.scp(cid, seat)
    game.start("assignment")
    for cid, about in (("P17", "S08"), ("P22", "S14"), ("P18", "S17")):
        game.assign(P2, cid, "secure", about)
    game.end_phase(P2)
    for about, defender in (("S08", P1), ("S14", P3), ("S17", P4)):
        game.attempt(about, seat=P2)
        assert game.ever(e.AttemptBegun)[-1].defender == defender
        game.compare(P2)
        game.to("retrieval")


@pytest.mark.rule("SCP-904", "SCP-R01")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_there_are_no_teams(seats: int) -> None:
    assert GAME.sides(Options(), seats) == each_alone(Options(), seats)
