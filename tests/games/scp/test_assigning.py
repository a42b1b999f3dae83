"""Jobs of Personnel: who gets which, on what, and when they end (SCP-217 to SCP-221, SCP-226)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Assignment, Job, Phase
from domain.games.scp.definitions import Status
from tests.games.scp.custom import card
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("SCP-217", "SCP-442")
def test_who_can_be_assigned(table: MakeTable) -> None:
    game = table()
    game.scp("S03")
    fit, hurt = game.asset(P1, "P17"), game.asset(P1, "P18", wounds=1)
    machine = game.asset(P1, "P33", wounds=1)
    tapped, dying = game.asset(P1, "P20", tapped=True), game.asset(P1, "P21", wounds=2)
    gear, theirs = game.asset(P1, "G05"), game.asset(P2, "P17")
    game.start("assignment")
    refusals = {tapped: "SCP-217", dying: "SCP-442", gear: "SCP-217", theirs: "SCP-217", "nobody": "SCP-217"}
    for iid, rule in refusals.items():
        assert game.refused(P1, a.Assign(iid, "secure", game.id("S03"))).rule == rule
    offered = {one["personnel"] for one in game.legal(P1, "assign")}
    assert offered == {fit, hurt, machine}
    for iid in offered:
        game.assign(P1, iid, "secure", "S03")


@pytest.mark.rule("SCP-217")
@pytest.mark.parametrize("phase", ["draw", "resupply", "mission", "retrieval", "research", "maintenance"])
def test_assigning_is_for_the_assignment_phase(table: MakeTable, phase: Phase) -> None:
    game = table().player(P1, play=["P17"])
    game.scp("S03")
    game.start(phase)
    assert game.refused(P1, a.Assign(game.id("P17"), "secure", game.id("S03"))).rule == "SCP-217"


@pytest.mark.rule("SCP-217", "SCP-219", "SCP-R11")
def test_one_job_each_and_a_new_one_replaces_it(table: MakeTable) -> None:
    game = table().player(P1, play=["P17", "P22"])
    game.scp("S03")
    game.scp("S08", P1)
    game.start("assignment")
    game.assign(P1, "P17", "secure", "S03")
    assert game.refused(P1, a.Assign(game.id("P17"), "secure", game.id("S03"))).rule == "SCP-219"
    game.assign(P1, "P17", "defend", "S08")
    assert game.card("P17").assignment == Assignment("defend", game.id("S08"))
    # none need be assigned
    game.end_phase()
    assert game.card("P22").assignment is None
    assert game.refused(P1, a.BeginAttempt(game.id("S03"), "secure")).rule == "SCP-402"


@pytest.mark.rule("SCP-219", "SCP-R11")
def test_jobs_are_public_and_can_be_taken_back_until_the_phase_ends(table: MakeTable) -> None:
    game = table().player(P1, play=["P17", "P22"]).player(P2, play=["P17"])
    game.scp("S03")
    game.scp("S08", P2)
    game.assigned("defend", "S08", game.id("P17", P2))
    game.start("assignment")
    assert game.refused(P1, a.Unassign(game.id("P17", P1))).rule == "SCP-219"
    game.assign(P1, "P17", "secure", "S03")
    for viewer in ("seat:1", "spectator"):
        view = game.game.view(game.state, viewer)
        assert view is not None
        shown = view.players[P1].play[0]
        assert (shown.job, shown.scp) == ("secure", game.id("S03"))
    assert game.refused(P1, a.Unassign(game.id("P17", P2))).rule == "SCP-219"
    assert game.refused(P1, a.Unassign("nobody")).rule == "SCP-219"
    game.do(P1, a.Unassign(game.id("P17", P1)))
    assert game.card("P17", P1).assignment is None
    game.assign(P1, "P22", "secure", "S03")
    game.end_phase()
    assert game.refused(P1, a.Unassign(game.id("P22"))).rule == "SCP-219"


JOBS: tuple[tuple[Job, str, str | None], ...] = (
    ("secure", "unsecured", None),
    ("secure", "theirs secured", None),
    ("secure", "theirs contained", None),
    ("secure", "mine secured", "SCP-218"),
    ("secure", "mine contained", "SCP-218"),
    ("contain", "mine secured", None),
    ("contain", "mine contained", "SCP-218"),
    ("contain", "unsecured", "SCP-218"),
    ("contain", "theirs secured", "SCP-218"),
    ("destroy", "mine contained", None),
    ("destroy", "mine secured", "SCP-218"),
    ("destroy", "unsecured", "SCP-218"),
    ("destroy", "theirs contained", "SCP-218"),
    ("defend", "mine secured", None),
    ("defend", "mine contained", None),
    ("defend", "unsecured", "SCP-218"),
    ("defend", "theirs secured", "SCP-218"),
    ("research", "unsecured", "SCP-218"),
)
SCPS: dict[str, tuple[str, int | None, Status]] = {
    "unsecured": ("S03", None, "unsecured"),
    "mine secured": ("S08", P1, "secured"),
    "mine contained": ("S14", P1, "contained"),
    "theirs secured": ("S17", P2, "secured"),
    "theirs contained": ("S23", P2, "contained"),
}


def with_all(game: Table) -> Table:
    """An SCP in every status of every player."""
    for cid, seat, status in SCPS.values():
        game.scp(cid, seat, status=status)
    return game


@pytest.mark.rule("SCP-218", "SCP-R10")
@pytest.mark.parametrize(("job", "about", "rule"), JOBS)
def test_the_objects_of_each_job(table: MakeTable, job: Job, about: str, rule: str | None) -> None:
    game = with_all(table().player(P1, play=["P16"])).start("assignment")
    iid = game.id(SCPS[about][0])
    offered = [one.get("scp") for one in game.legal(P1, "assign") if one["job"] == job]
    assert (iid in offered) == (rule is None)
    action = a.Assign(game.id("P16"), job, iid)
    if rule is None:
        game.do(P1, action)
        assert game.card("P16").assignment == Assignment(job, iid)
    else:
        assert game.refused(P1, action).rule == rule
        assert game.refused(P1, a.Assign(game.id("P16"), "secure")).rule == "SCP-218"


@pytest.mark.rule("SCP-218", "SCP-511")
def test_who_is_indestructible_is_not_to_be_destroyed(table: MakeTable) -> None:
    game = table().player(P1, play=["P29"])
    game.scp("S01", P1, status="contained")
    game.start("assignment")
    assert game.refused(P1, a.Assign(game.id("P29"), "destroy", game.id("S01"))).rule == "SCP-511"


@pytest.mark.rule("SCP-218", "SCP-517")
def test_a_text_may_keep_a_personnel_from_a_job(table: MakeTable) -> None:
    game = table().player(P1, play=["P14", "P29"])
    game.scp("S14", P1, status="contained")
    game.start("assignment")
    assert game.refused(P1, a.Assign(game.id("P14"), "destroy", game.id("S14"))).rule == "SCP-517"
    able = {one["personnel"] for one in game.legal(P1, "assign") if one["job"] == "destroy"}
    assert able == {game.id("P29")}
    game.assign(P1, "P14", "defend", "S14")


@pytest.mark.rule("SCP-218")
@pytest.mark.parametrize("gear", [None, "G17"])
def test_research_needs_the_skill_and_has_no_target(table: MakeTable, gear: str | None) -> None:
    game = table().player(P1, play=["P17", "P16"])
    if gear is not None:
        game.asset(P1, gear, host=game.id("P17"))
    game.start("assignment")
    game.do(P1, a.Assign(game.id("P16"), "research"))
    if gear is None:
        assert game.refused(P1, a.Assign(game.id("P17"), "research")).rule == "SCP-218"
    else:
        game.do(P1, a.Assign(game.id("P17"), "research"))


@pytest.mark.rule("SCP-218", "SCP-R10")
@pytest.mark.parametrize("whose", [None, P2])
def test_what_is_being_secured_can_be_contained_in_the_same_turn(table: MakeTable, whose: int | None) -> None:
    game = table().player(P1, play=["P22", "P18"])
    game.scp("S03", whose)
    game.start("assignment")
    contain = a.Assign(game.id("P18"), "contain", game.id("S03"))
    assert game.refused(P1, contain).rule == "SCP-218"
    game.assign(P1, "P22", "secure", "S03")
    game.do(P1, contain)


@pytest.mark.rule("SCP-220", "SCP-R12")
def test_jobs_end_with_the_turn_but_defenders_stay_until_their_next_assignment_phase(table: MakeTable) -> None:
    game = with_all(table().player(P1, play=["P16", "P17", "P18", "P29", "P22"])).start("assignment")
    given: tuple[tuple[str, Job, str | None], ...] = (
        ("P16", "research", None),
        ("P17", "secure", "S03"),
        ("P18", "contain", "S08"),
        ("P29", "destroy", "S14"),
        ("P22", "defend", "S08"),
    )
    for cid, job, about in given:
        game.assign(P1, cid, job, about)
    game.end_turn()
    jobs = {one.cid: one.assignment for one in game.board.players[P1].play}
    assert jobs == {**dict.fromkeys(("P16", "P17", "P18", "P29")), "P22": Assignment("defend", game.id("S08"))}
    game.end_turn(P2)
    game.to("mission")
    assert game.card("P22").assignment is not None
    game.end_phase()
    assert game.card("P22").assignment is None


@pytest.mark.rule("SCP-220", "SCP-221", "SCP-R12", "SCP-R13")
def test_a_defender_that_is_tapped_dying_or_without_its_scp_defends_no_more(table: MakeTable) -> None:
    game = table().player(P1, play=["P21", "P22", "P18"])
    game.scp("S08", P1)
    game.scp("S33", P1, counters=5)
    game.assigned("defend", "S08", game.id("P21"), game.id("P22"))
    game.assigned("defend", "S33", game.id("P18"))
    game._change(game.id("P22"), wounds=1)
    game.start("draw")
    game.use(P1, "P21", "P22")
    assert game.card("P21").assignment is None
    assert game.card("P22").assignment is not None
    game.end_turn()
    # S33 broke out of its player's hands
    assert game.status("S33") == ("unsecured", None)
    assert game.card("P18").assignment is None
    reasons = [(one.card, one.reason) for one in game.ever(e.AssignmentEnded)]
    assert ("P21", "tapped") in reasons


@pytest.mark.rule("SCP-221", "SCP-R13")
def test_who_is_tapped_before_the_attempt_takes_no_part(table: MakeTable) -> None:
    game = table().player(P1, play=["P21"])
    game.asset(P1, "P22", wounds=1)
    game.scp("S18")
    game.start("assignment")
    game.assign(P1, "P21", "secure", "S18")
    game.assign(P1, "P22", "secure", "S18")
    game.use(P1, "P21", "P22")
    assert game.card("P21").assignment is None
    assert game.refused(P1, a.Assign(game.id("P21"), "secure", game.id("S18"))).rule == "SCP-217"
    game.end_phase()
    game.attempt("S18")
    assert game.ever(e.AttemptBegun)[0].members == (game.id("P22"),)
    game.compare()


@pytest.mark.rule("SCP-226", "SCP-203")
def test_an_attempt_may_be_left_out(table: MakeTable) -> None:
    game = table().player(P1, play=["P22", "P18", "P29"])
    game.scp("S03")
    game.scp("S08", P1)
    game.scp("S14", P1, status="contained")
    jobs: tuple[tuple[str, Job, str], ...] = (
        ("P22", "secure", "S03"),
        ("P18", "contain", "S08"),
        ("P29", "destroy", "S14"),
    )
    for cid, job, about in jobs:
        game.assigned(job, about, game.id(cid))
    game.start("retrieval")
    game.end_phase()
    assert game.refused(P1, a.BeginAttempt(game.id("S03"), "secure")).rule == "SCP-401"
    game.end_phase()
    assert not any(one.tapped for one in game.board.players[P1].play)
    assert (game.status("S03"), game.status("S08"), game.status("S14")) == (
        ("unsecured", None),
        ("secured", P1),
        ("contained", P1),
    )
    assert not game.ever(e.AttemptBegun)


@pytest.mark.rule("SCP-R82", "SCP-402")
def test_a_job_is_done_once(table: MakeTable) -> None:
    game = table()
    rest = card(game, "event", 'when = "event", window = "attempt", do = "untap(all(members))"')
    game.player(P1, hand=[rest])
    game.scp("S03", P1)
    game.assigned("contain", "S03", game.asset(P1, "P18"))
    game.start("research")
    game.attempt("S03", "contain")
    game.event(P1, rest)
    assert not game.card("P18").tapped
    game.compare()
    assert game.ever(e.AttemptCompared)[0].outcome == "failure"
    assert game.card("P18").assignment is None
    assert game.refused(P1, a.BeginAttempt(game.id("S03"), "contain")).rule == "SCP-402"


@pytest.mark.rule("SCP-225", "SCP-R14")
def test_attempts_on_unsecured_scps_come_before_raids(table: MakeTable) -> None:
    game = table(3)
    game.scp("S03")
    game.scp("S08")
    game.scp("S14", P2)
    game.scp("S17", P3)
    for about, cid in (("S03", "P19"), ("S08", "P31"), ("S14", "P21"), ("S17", "P06")):
        game.assigned("secure", about, game.asset(P1, cid))
    game.start("retrieval")
    # within the sets the order is free
    begin = {one["scp"] for one in game.legal(P1, "begin_attempt")}
    assert begin == {game.id(cid) for cid in ("S03", "S08", "S14", "S17")}
    game.attempt("S03")
    # each is finished before the next begins
    assert game.refused(P1, a.BeginAttempt(game.id("S14"), "secure")).rule == "SCP-401"
    game.compare()
    game.to("retrieval")
    game.attempt("S17")
    game.compare()
    game.to("retrieval")
    assert game.refused(P1, a.BeginAttempt(game.id("S08"), "secure")).rule == "SCP-225"
    offered = {one["scp"] for one in game.legal(P1, "begin_attempt")}
    assert game.id("S08") not in offered
    assert offered == {game.id("S14")}
