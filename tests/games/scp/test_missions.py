"""Missions: played for a turn, checked in its Outcome Phase (SCP-215, SCP-216, SCP-235)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Phase
from tests.games.scp.custom import card
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("SCP-215")
def test_one_mission_a_turn_free_of_cost(table: MakeTable) -> None:
    game = table().player(P1, pool=0, hand=["M08", "M06", "P17"]).start("mission")
    assert game.refused(P1, a.PlayMission(game.held(P1, "P17"))).rule == "SCP-215"
    assert game.refused(P1, a.PlayMission("elsewhere")).rule == "SCP-215"
    game.play_mission(P1, "M08")
    assert game.pool(P1) == 0
    assert game.legal(P1, "play_mission") == []
    assert game.refused(P1, a.PlayMission(game.held(P1, "M06"))).rule == "SCP-215"
    game.end_turn()
    game.end_turn(P2)
    game.to("mission")
    game.play_mission(P1, "M06")


@pytest.mark.rule("SCP-215")
@pytest.mark.parametrize("phase", ["draw", "resupply", "assignment", "retrieval", "research", "maintenance"])
def test_a_mission_is_played_in_the_mission_phase_alone(table: MakeTable, phase: Phase) -> None:
    game = table().player(P1, hand=["M08"]).start(phase)
    assert game.refused(P1, a.PlayMission(game.held(P1, "M08"))).rule == "SCP-215"


@pytest.mark.rule("SCP-215")
def test_a_mission_is_played_in_the_own_turn_alone(table: MakeTable) -> None:
    game = table().player(P2, hand=["M08"]).start("mission")
    assert game.refused(P2, a.PlayMission(game.held(P2, "M08"))).rule == "SCP-215"


@pytest.mark.rule("SCP-216", "SCP-316")
def test_its_target_is_named_when_it_is_played(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["M01", "M10", "M05"])
    game.scp("S03")
    game.scp("S08", P2)
    game.start("mission")
    # no Contained SCP of another player: M10 can't be played at all
    held = {cid: game.held(P1, cid) for cid in ("M01", "M10", "M05")}
    assert {one["card"] for one in game.legal(P1, "play_mission")} == {held["M01"], held["M05"]}
    for cid, target, player in (
        ("M10", None, None),
        ("M10", "S08", None),
        ("M01", None, None),
        ("M01", "S08", None),
        ("M01", "S03", P2),
        ("M05", None, P1),
        ("M05", None, None),
    ):
        action = a.PlayMission(held[cid], None if target is None else game.id(target), player)
        assert game.refused(P1, action).rule == "SCP-316"
    game.play_mission(P1, "M05", player=P3)
    assert game.board.players[P1].mission.player == P3


@pytest.mark.rule("SCP-216")
def test_it_stays_face_up_until_the_outcome_phase(table: MakeTable) -> None:
    game = table().player(P1, hand=["M08"]).start("mission")
    game.play_mission(P1, "M08")
    game.to("maintenance")
    for viewer in ("seat:1", "spectator"):
        view = game.game.view(game.state, viewer)
        assert view is not None
        assert view.players[P1].mission.card == "M08"
    assert game.discards(P1) == []
    game.end_turn()
    assert game.discards(P1) == ["M08"]
    assert game.board.players[P1].mission is None


@pytest.mark.rule("SCP-216", "SCP-517")
def test_its_restrictions_hold_from_then_on(table: MakeTable) -> None:
    game = table().player(P1, hand=["M03"])
    game.scp("S03", P2)
    game.asset(P1, "P17")
    game.start("mission")
    game.play_mission(P1, "M03")
    game.end_phase()
    game.assign(P1, "P17", "secure", "S03")
    game.end_phase()
    assert game.refused(P1, a.BeginAttempt(game.id("S03"), "secure")).rule == "SCP-517"
    game.end_turn()
    game.end_turn(P2)
    # the next turn is free of it
    game.to("assignment")
    game.assign(P1, "P17", "secure", "S03")
    game.end_phase()
    game.attempt("S03")
    game.compare()


@pytest.mark.rule("SCP-216")
def test_a_mission_may_leave_only_its_target_to_secure(table: MakeTable) -> None:
    game = table().player(P1, hand=["M02"])
    game.scp("S03", P2)
    game.scp("S08", P2)
    game.asset(P1, "P17")
    game.start("mission")
    game.play_mission(P1, "M02", "S03")
    game.end_phase()
    action = a.Assign(game.id("P17"), "secure", game.id("S08"))
    assert game.refused(P1, action).rule == "SCP-216"
    assert [one["scp"] for one in game.legal(P1, "assign")] == [game.id("S03")]
    game.assign(P1, "P17", "secure", "S03")


@pytest.mark.rule("SCP-216", "SCP-310")
@pytest.mark.parametrize("counters", [9, 10])
def test_a_mission_may_ask_for_something_before(table: MakeTable, counters: int) -> None:
    game = table().player(P1, hand=["M09"])
    game.scp("S06", counters=counters)
    game.start("mission")
    if counters < 10:
        action = a.PlayMission(game.held(P1, "M09"), game.id("S06"))
        assert game.refused(P1, action).rule == "SCP-216"
    else:
        game.play_mission(P1, "M09", "S06")


def held(game: Table, cid: str, target: str | None = None) -> Table:
    """The Mission is played and nothing more is done."""
    game.start("mission")
    game.play_mission(P1, cid, target)
    game.do(P1, a.EndTurn())
    return game


@pytest.mark.rule("SCP-235", "SCP-203")
@pytest.mark.parametrize("accepted", [True, False])
def test_the_success_text_may_be_resolved(table: MakeTable, accepted: bool) -> None:
    game = held(table().player(P1, hand=["M06"], play=["F02", "F03"]), "M06")
    assert game.asked() == [(P1, "mission_success")]
    assert game.refused(P1, a.Pass()).rule == "SCP-205"
    assert game.refused(P2, a.Accept()).rule == "SCP-235"
    game.do(P1, a.Accept() if accepted else a.Decline())
    assert [game.card(cid).tokens for cid in ("F02", "F03")] == [int(accepted)] * 2
    assert game.discards(P1) == ["M06"]
    assert game.ever(e.MissionResolved)[0].accepted == accepted


@pytest.mark.rule("SCP-235")
def test_the_failure_text_must_be_resolved(table: MakeTable) -> None:
    game = table()
    game.player(P1, hand=["M06"])
    finance = game.asset(P1, "F02", tokens=2)
    held(game, "M06")
    assert (game.card(finance).tokens, game.discards(P1), game.board.active) == (1, ["M06"], P2)


@pytest.mark.rule("SCP-235", "SCP-R18", "SCP-503")
@pytest.mark.parametrize(("before", "after"), [(0, 3), (3, 6), (5, 6)])
def test_a_failed_mission_puts_its_counters_on_its_target(table: MakeTable, before: int, after: int) -> None:
    game = table().player(P1, hand=["M07"])
    game.scp("S33", P1, counters=before)
    held(game, "M07", "S33")
    # 1 in the Escalation Phase; then the text makes it Unsecured, then 2 more as far as there is room
    gained = [(one.delta, one.cause) for one in game.ever(e.EscalationChanged)]
    assert sum(n for n, _ in gained) == after - before
    assert gained[0] == (1, "SCP-233")
    kinds = [type(fact.event) for fact in game.history]
    if before < 5:
        assert gained[1][1] == "M07"
        assert kinds.index(e.ScpUnsecured) < len(kinds) - 1 - kinds[::-1].index(e.EscalationChanged)
    assert kinds.index(e.ScpUnsecured) < kinds.index(e.MissionDiscarded)


@pytest.mark.rule("SCP-235", "SCP-R18")
def test_a_target_that_has_left_gains_nothing(table: MakeTable) -> None:
    game = table()
    hopeless = card(
        game,
        "mission",
        'when = "mission", target = "mine[scp and contained]", requires = "pool(you) >= 99"',
        'when = "success", do = "draw(you, 1)"',
        'when = "failure", do = "mill(you, 1)"',
        escalation=2,
    )
    game.player(P1, hand=[hopeless], play=["P09"])
    game.scp("S08", P1, status="contained")
    game.assigned("destroy", "S08", game.id("P09"), game.asset(P1, "P29"))
    game.start("mission")
    game.play_mission(P1, hopeless, "S08")
    game.to("assignment")
    game.end_phase()
    game.to("research")
    game.whole_attempt("S08", "destroy")
    game.end_turn()
    assert not game.ever(e.EscalationChanged)
    assert hopeless in game.discards(P1)


@pytest.mark.rule("SCP-235")
def test_no_mission_no_check(table: MakeTable) -> None:
    game = table().start("maintenance")
    game.end_phase()
    assert not game.ever(e.MissionResolved)


@pytest.mark.rule("SCP-235", "SCP-448")
@pytest.mark.parametrize("won", [True, False])
def test_what_is_required_is_asked_of_this_turn(table: MakeTable, won: bool) -> None:
    game = table().player(P1, hand=["M02"], play=["F02"])
    game.scp("S03", P2)
    game.assigned("secure", "S03", game.asset(P1, "P19"), *([game.asset(P1, "P01")] if won else []))
    game.player(P2, play=["P36"]).assigned("defend", "S03", game.id("P36", P2))
    game.start("mission")
    game.play_mission(P1, "M02", "S03")
    game.to("retrieval")
    assert game.whole_attempt("S03").outcome == ("success" if won else "failure")
    game.to("retrieval")
    game.end_turn()
    assert game.ever(e.MissionResolved)[0].success is won


@pytest.mark.rule("SCP-316", "SCP-R29", "SCP-R102")
@pytest.mark.parametrize(
    ("rules", "left", "status"),
    [
        ("1.1", False, ("secured", P2)),
        ("1.1", True, ("unsecured", None)),
        ("1.0", True, ("secured", P1)),
    ],
    ids=["legal", "illegal", "illegal before 1.1"],
)
def test_its_target_is_asked_for_again_when_it_resolves(
    table: MakeTable, rules: str, left: bool, status: tuple[str, int | None]
) -> None:
    """P2, whose Contained SCP M10 names, leaves before P1 accepts: it is no SCP of another player any more."""
    game = table(3).goes_by(rules).player(P1, hand=["M10"], play=["P05", "P25"])
    game.scp("S08", P2, status="contained")
    held(game, "M10", "S08")
    assert game.asked() == [(P1, "mission_success")]
    if left:
        game.concede(P2)
    game.do(P1, a.Accept())
    assert (game.status("S08"), game.discards(P1)) == (status, ["M10"])


@pytest.mark.rule("SCP-235", "SCP-R102")
def test_what_its_requirement_made_of_its_target_is_legal(table: MakeTable) -> None:
    """M01 names an Unsecured SCP; Secured as required, it becomes Contained."""
    game = table().player(P1, hand=["M01"], play=["P22", "P23"])
    game.scp("S18")
    game.assigned("secure", "S18", game.id("P22"), game.id("P23"))
    game.start("mission")
    game.play_mission(P1, "M01", "S18")
    game.to("retrieval")
    assert game.whole_attempt("S18").outcome == "success"
    game.do(P1, a.EndTurn())
    game.do(P1, a.Accept())
    assert game.status("S18") == ("contained", P1)
