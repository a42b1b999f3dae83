"""Attempts: how they begin, what the group counts for, their steps and their end (401 to 411, 424, 425, 445, 446)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Job, Phase
from domain.games.scp.definitions import Status
from tests.games.scp import custom
from tests.games.scp.groups import COVERT, due, group, outcomes
from tests.games.scp.table import P1, P2, P3, P4, Table

MakeTable = Callable[..., Table]


# Beginning


@pytest.mark.rule("SCP-401")
@pytest.mark.parametrize(
    ("job", "phase", "owner", "status", "kind"),
    [
        ("secure", "retrieval", None, "unsecured", "secure"),
        ("secure", "retrieval", P2, "secured", "raid"),
        ("secure", "retrieval", P2, "contained", "raid"),
        ("contain", "research", P1, "secured", "contain"),
        ("destroy", "research", P1, "contained", "destroy"),
    ],
)
def test_the_four_kinds(table: MakeTable, job: Job, phase: Phase, owner: int | None, status: Status, kind: str) -> None:
    game = table()
    scp = game.scp("S03", owner, status=status)
    group(game, job, scp, "P17")
    game.start(phase)
    game.attempt(scp, job)
    assert [one.kind for one in game.happened(e.AttemptBegun)] == [kind]


@pytest.mark.rule("SCP-401")
@pytest.mark.parametrize(("job", "phase"), [("secure", "research"), ("contain", "retrieval"), ("destroy", "retrieval")])
def test_each_kind_has_its_phase(table: MakeTable, job: Job, phase: Phase) -> None:
    game = table()
    contained = game.scp("S14", P1, status="contained")
    scps = {"secure": game.scp("S03"), "contain": game.scp("S08", P1), "destroy": contained}
    group(game, job, scps[job], "P29")
    game.start(phase)
    assert game.refused(P1, a.BeginAttempt(scps[job], job)).rule == "SCP-401"
    assert not game.legal(P1, "begin_attempt")


@pytest.mark.rule("SCP-401")
def test_the_kind_is_fixed_when_the_attempt_begins(table: MakeTable) -> None:
    """P3 leaves, and the SCP of the raid is Unsecured: it does not become an attempt to secure."""
    game = table(3).player(P2, hand=[COVERT])
    game.scp("S03", P3)
    group(game, "secure", "S03", "P19", "P19")
    game.start("retrieval")
    game.attempt("S03")
    game.concede(P3)
    assert (game.board.attempt, game.status("S03")) == (None, ("unsecured", None))
    assert not game.ever(e.AttemptCompared)
    assert len(game.ever(e.AttemptVoid)) == 1
    assert game.asked() == [(P1, "retrieval_phase")]


@pytest.mark.rule("SCP-402", "SCP-407")
def test_all_untapped_assigned_to_it_are_the_group(table: MakeTable) -> None:
    game = table()
    for scp in ("S03", "S08"):
        game.scp(scp)
    first, second = group(game, "secure", "S03", "P19", "P16")
    elsewhere = group(game, "secure", "S08", "P19")
    otherwise = group(game, "contain", "S03", "P20")
    game.start("retrieval")
    game.attempt("S03")
    assert game.happened(e.AttemptBegun)[0].members == (first, second)
    assert [game.card(iid).tapped for iid in (first, second)] == [True, True]
    assert [game.card(iid).tapped for iid in (*elsewhere, *otherwise)] == [False, False]


@pytest.mark.rule("SCP-402")
def test_without_a_group_nothing_begins(table: MakeTable) -> None:
    game = table()
    game.scp("S03")
    game.scp("S08", P1)
    game.asset(P1, "P19")
    group(game, "secure", "S08", "P19")
    game.start("retrieval")
    assert game.refused(P1, a.BeginAttempt(game.id("S03"), "secure")).rule == "SCP-402"
    assert game.refused(P1, a.BeginAttempt(game.id("S08"), "secure")).rule == "SCP-402"
    assert game.refused(P1, a.BeginAttempt("nothing", "secure")).rule == "SCP-402"
    assert not game.legal(P1, "begin_attempt")


# What the group counts for


@pytest.mark.rule("SCP-403", "SCP-R31")
def test_every_member_counts_whatever_its_skills(table: MakeTable) -> None:
    game = table()
    game.scp("S03")
    group(game, "secure", "S03", "P16", "P17", "P15")
    game.start("retrieval")
    game.attempt("S03")
    assert game.totals() == (1 + 2 + 1, 4)


@pytest.mark.rule("SCP-403")
def test_what_changes_the_attempt_counts_in_its_controllers_attempts_alone(table: MakeTable) -> None:
    game = table()
    game.asset(P2, "P17")
    game.asset(P2, "R11")
    game.scp("S03")
    group(game, "secure", "S03", "P17")
    game.start("retrieval")
    game.attempt("S03")
    assert game.totals()[0] == 2

    own = table()
    own.asset(P1, "R11")
    own.scp("S03")
    group(own, "secure", "S03", "P17")
    own.start("retrieval")
    own.attempt("S03")
    assert own.totals()[0] == 3


@pytest.mark.rule("SCP-404", "SCP-R32")
@pytest.mark.parametrize(
    ("scp", "cids", "total"),
    [
        ("S10", ["P19"], 3 + 1),
        ("S10", ["P19", "P19"], 3 + 1 + 3 + 1),
        ("S10", ["P16", "P16"], 1 + 1),
        ("S18", ["P19"], 3),
        ("S05", ["P05"], 5 + 2),
        ("S40", ["P05", "P24"], 5 + 2 + 3 + 1),
    ],
)
def test_copies_of_a_required_skill_beyond_the_first(table: MakeTable, scp: str, cids: list[str], total: int) -> None:
    """P19 has Science twice, P05 Covert three times, P24 Occult twice; S40 requires Occult and Covert."""
    game = table()
    game.scp(scp)
    group(game, "secure", scp, *cids)
    game.start("retrieval")
    game.attempt(scp)
    assert game.totals()[0] == total


@pytest.mark.rule("SCP-404", "SCP-507", "SCP-R32")
def test_a_granted_copy_counts_too(table: MakeTable) -> None:
    game = table()
    game.scp("S05")
    (agent,) = group(game, "secure", "S05", "P18")
    game.asset(P1, "G04", host=agent)
    game.start("retrieval")
    game.attempt("S05")
    assert (game.skills(agent), game.totals()[0]) == ({"covert": 2}, 3 + 1)


@pytest.mark.rule("SCP-405")
def test_no_value_falls_below_zero(table: MakeTable) -> None:
    """C19 takes 3 of a Junior Researcher's 1: the other member keeps its own value."""
    game = table().player(P2, hand=["C19"])
    game.scp("S03", P1)
    weak, _ = group(game, "contain", "S03", "P16", "P20")
    game.start("research")
    game.attempt("S03", "contain")
    game.complicate(P2, "C19", weak)
    assert game.skill_value(weak) == 0
    assert game.totals()[0] == 3


@pytest.mark.rule("SCP-405")
def test_nor_does_the_total(table: MakeTable) -> None:
    game = table().player(P2, hand=["C16"])
    game.scp("S03", P1)
    (weak,) = group(game, "contain", "S03", "P16")
    game.start("research")
    game.attempt("S03", "contain")
    game.complicate(P2, "C16", weak)
    assert game.totals() == (0, 3)
    game.compare()
    assert game.ever(e.AttemptCompared)[0].group_total == 0


@pytest.mark.rule("SCP-406", "SCP-R31")
@pytest.mark.parametrize(
    ("cids", "met"),
    [(["P05", "P24", "P25"], True), (["P05", "P25", "P23"], False), (["P24", "P24", "P03"], False), (["P24"], False)],
)
def test_one_member_has_each_required_skill(table: MakeTable, cids: list[str], met: bool) -> None:
    """S40 requires Occult and Covert; they may be of different members."""
    game = table()
    game.scp("S40")
    group(game, "secure", "S40", *cids)
    game.start("retrieval")
    assert game.whole_attempt("S40").skills_met == met


@pytest.mark.rule("SCP-406", "SCP-424")
def test_without_the_skill_no_total_is_enough(table: MakeTable) -> None:
    game = table()
    game.scp("S03")
    group(game, "secure", "S03", "P22", "P22", "P22")
    game.start("retrieval")
    compared = game.whole_attempt("S03")
    assert (compared.group_total, compared.requirement, compared.outcome) == (9, 4, "failure")


# The order of an attempt


@pytest.mark.rule("SCP-407", "SCP-R61")
def test_the_steps_of_a_raid_in_their_order(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["E03"]).player(P2, hand=["E06"]).player(P3, hand=["C18"])
    game.scp("S18", P2)
    group(game, "secure", "S18", "P22")
    game.start("retrieval")
    game.attempt("S18")
    assert game.asked() == [(P2, "complication_window")]
    assert game.refused(P1, game.playing(P1, "E03")).rule == "SCP-311"
    assert game.refused(P2, game.playing(P2, "E06")).rule == "SCP-311"
    game.let_pass(P2)
    assert game.asked() == [(P3, "complication_window")]
    game.let_pass(P3)
    assert game.asked() == [(P1, "attempt_window")]
    game.event(P1, "E03")
    assert game.asked() == [(P1, "attempt_window")]
    game.do(P1, a.Compare())
    assert game.asked() == [(P2, "defender_reply")]
    game.event(P2, "E06")
    kinds: list[object] = [type(fact.event) for fact in game.history]
    order = [e.AttemptBegun, e.EventPlayed, e.AttemptCompared, e.CardDestroyed, e.AttemptEnded]
    assert [kinds.index(kind) for kind in order] == sorted(kinds.index(kind) for kind in order)
    assert game.ever(e.AttemptCompared)[0].group_total == 3 + 3 - 4


@pytest.mark.rule("SCP-407", "SCP-R61")
@pytest.mark.parametrize(("job", "asked"), [("contain", True), ("destroy", False)])
def test_others_are_asked_when_an_scp_is_contained_not_when_it_is_destroyed(
    table: MakeTable, job: Job, asked: bool
) -> None:
    game = table().player(P2, hand=[COVERT])
    game.scp("S08", P1, status="secured" if job == "contain" else "contained")
    group(game, job, "S08", "P29")
    game.start("research")
    game.attempt("S08", job)
    assert game.asks(P2, "complication_window") == asked
    assert game.asks(P1, "attempt_window") == (not asked)


@pytest.mark.rule("SCP-407")
def test_comparing_is_the_active_players_own(table: MakeTable) -> None:
    game = table().player(P2, hand=[COVERT])
    game.scp("S03")
    group(game, "secure", "S03", "P19")
    game.start("retrieval")
    assert game.refused(P1, a.Compare()).rule == "SCP-407"
    game.attempt("S03")
    assert game.refused(P1, a.Compare()).rule == "SCP-407"
    game.let_pass(P2)
    assert game.refused(P2, a.Compare()).rule == "SCP-407"
    game.do(P1, a.Compare())
    assert outcomes(game) == ["success"]


@pytest.mark.rule("SCP-407", "SCP-520")
def test_consequences_come_before_what_they_trigger(table: MakeTable) -> None:
    """F09 gets its token when the Attrition has been paid."""
    game = table()
    game.scp("S03", counters=1)
    finance = game.asset(P1, "F09")
    group(game, "secure", "S03", "P19", "P16")
    game.start("retrieval")
    game.attempt("S03")
    game.compare()
    assert game.asks(P1, "attrition")
    assert (game.status("S03"), game.card(finance).tokens) == (("secured", P1), 0)
    game.choose(P1, "P16")
    assert game.card(finance).tokens == 1
    kinds = [type(fact.event) for fact in game.history]
    assert kinds.index(e.AttritionDone) < kinds.index(e.TextResolved) < kinds.index(e.AttemptEnded)


# Securing


@pytest.mark.rule("SCP-408")
@pytest.mark.parametrize(("counters", "outcome"), [(0, "success"), (1, "success"), (2, "failure")])
def test_equal_is_enough_and_counters_add(table: MakeTable, counters: int, outcome: str) -> None:
    """P19 and P16 are 5 against 4 and the counters."""
    game = table()
    game.scp("S03", counters=counters)
    group(game, "secure", "S03", "P19", "P16")
    game.start("retrieval")
    compared = game.whole_attempt("S03")
    assert (compared.group_total, compared.requirement) == (4 + 1, 4 + counters)
    assert compared.outcome == outcome


@pytest.mark.rule("SCP-408")
def test_modifiers_of_the_requirement(table: MakeTable) -> None:
    """S09 asks for 1 more for each other Unsecured SCP."""
    game = table()
    for scp in ("S09", "S03", "S08"):
        game.scp(scp)
    game.scp("S14", P2)
    group(game, "secure", "S09", "P24")
    game.start("retrieval")
    game.attempt("S09")
    assert game.totals()[1] == 6 + 2


@pytest.mark.rule("SCP-409", "SCP-504")
@pytest.mark.parametrize("counters", [0, 1])
def test_secured_with_its_counters_then_attrition(table: MakeTable, counters: int) -> None:
    game = table()
    game.scp("S03", counters=counters)
    group(game, "secure", "S03", "P19", "P16")
    game.start("retrieval")
    game.attempt("S03")
    game.compare()
    assert (game.status("S03"), game.counters("S03")) == (("secured", P1), counters)
    assert due(game) == ([(P1, counters)] if counters else [])
    assert game.asks(P1, "attrition") == bool(counters)


@pytest.mark.rule("SCP-410")
def test_failure_costs_the_ev_then_the_scp_gains_a_counter(table: MakeTable) -> None:
    game = table().player(P1, play=["F03", "F04"])
    game.scp("S03", counters=1)
    group(game, "secure", "S03", "P16")
    game.start("retrieval")
    game.attempt("S03")
    game.compare()
    assert due(game) == [(P1, 8)]
    assert game.counters("S03") == 1
    game.choose(P1, "F03")
    game.choose(P1, "F04")
    assert (game.status("S03"), game.counters("S03")) == (("unsecured", None), 2)


@pytest.mark.rule("SCP-411")
def test_judged_on_the_values_of_the_comparison(table: MakeTable) -> None:
    """C17 puts a counter on the SCP and takes 1: 5 against 4 becomes 4 against 5; E04 makes it 7."""
    for helped, outcome in ((False, "failure"), (True, "success")):
        game = table().player(P1, hand=["E04"]).player(P2, hand=["C17"])
        game.scp("S03")
        first, _ = group(game, "secure", "S03", "P19", "P16")
        game.start("retrieval")
        game.attempt("S03")
        assert game.totals() == (5, 4)
        game.complicate(P2, "C17", first)
        game.all_pass()
        if helped:
            game.event(P1, "E04")
        game.do(P1, a.Compare())
        compared = game.ever(e.AttemptCompared)[0]
        assert (compared.group_total, compared.requirement) == (7 if helped else 4, 5)
        assert compared.outcome == outcome


# How it ends


@pytest.mark.rule("SCP-424", "SCP-R37")
def test_an_empty_group_fails(table: MakeTable) -> None:
    game = table().player(P2, hand=["C06"])
    game.scp("S03")
    (alone,) = group(game, "secure", "S03", "P20")
    game.start("retrieval")
    game.attempt("S03")
    game.complicate(P2, "C06", alone)
    game.compare()
    assert outcomes(game) == ["failure"]
    assert due(game) == [(P1, 8)]


@pytest.mark.rule("SCP-424", "SCP-R37")
def test_an_scp_that_has_left_play_ends_the_attempt_without_result(table: MakeTable) -> None:
    game = table()
    gone = custom.card(game, "event", 'when = "event", window = "attempt", do = "destroy(all(scp))"')
    game.player(P1, hand=[gone], play=["F04"])
    game.scp("S03")
    (member,) = group(game, "secure", "S03", "P16")
    game.start("retrieval")
    game.attempt("S03")
    game.event(P1, gone)
    game.do(P1, a.Compare())
    assert (outcomes(game), due(game)) == ([], [])
    assert len(game.ever(e.AttemptVoid)) == 1
    assert game.card(member).tapped
    assert game.asks(P1, "retrieval_phase")


@pytest.mark.rule("SCP-424", "SCP-R37")
@pytest.mark.parametrize(
    ("job", "owner", "before", "after", "void"),
    [
        ("secure", None, "unsecured", "secured", True),
        ("secure", None, "unsecured", "contained", True),
        ("secure", P2, "contained", "secured", False),
        ("secure", P2, "secured", "unsecured", True),
        ("contain", P1, "secured", "contained", True),
        ("contain", P1, "secured", "unsecured", True),
        ("destroy", P1, "contained", "secured", True),
    ],
)
def test_an_scp_whose_status_no_longer_fits(
    table: MakeTable,
    job: Job,
    owner: int | None,
    before: Status,
    after: Status,
    void: bool,
) -> None:
    change = f'when = "event", window = "attempt", do = "set_status(all(scp), {after})"'
    game = table()
    event = custom.card(game, "event", change)
    game.player(P1, hand=[event])
    game.scp("S08", owner, status=before)
    group(game, job, "S08", "P29")
    game.start("retrieval" if job == "secure" else "research")
    game.attempt("S08", job)
    game.event(P1, event)
    game.do(P1, a.Compare())
    assert bool(game.ever(e.AttemptVoid)) == void
    assert len(outcomes(game)) == (0 if void else 1)
    assert game.status("S08")[0] == after


@pytest.mark.rule("SCP-425")
@pytest.mark.parametrize(("cids", "outcome"), [(["P19"], "success"), (["P16"], "failure")])
def test_members_stay_tapped_and_have_no_job_any_more(table: MakeTable, cids: list[str], outcome: str) -> None:
    game = table().player(P1, play=["F04", "F04"])
    game.scp("S03")
    members = group(game, "secure", "S03", *cids)
    game.start("retrieval")
    game.attempt("S03")
    game.compare()
    while game.asks(P1, "attrition"):
        game.choose(P1, "F04")
    assert outcomes(game) == [outcome]
    assert [(game.card(iid).tapped, game.card(iid).assignment) for iid in members] == [(True, None)]
    assert game.refused(P1, a.BeginAttempt(game.id("S03"), "secure")).rule == "SCP-402"


@pytest.mark.rule("SCP-445", "SCP-R37")
@pytest.mark.parametrize("how", ["E14", "G12"])
def test_called_off_nothing_is_compared(table: MakeTable, how: str) -> None:
    game = table().player(P1, hand=["E14"]).player(P2, hand=["C17"])
    game.asset(P1, "G12")
    game.scp("S03")
    (member,) = group(game, "secure", "S03", "P16")
    game.start("retrieval")
    game.attempt("S03")
    game.complicate(P2, "C17", member)
    game.all_pass()
    if how == "E14":
        game.event(P1, "E14")
    else:
        game.use(P1, "G12")
    assert (outcomes(game), due(game)) == ([], [])
    assert (game.status("S03"), game.counters("S03")) == (("unsecured", None), 1)
    assert game.card(member).tapped
    assert [one.card for one in game.ever(e.AttemptCalledOff)] == ["S03"]
    assert (game.board.lasting, game.asks(P1, "retrieval_phase")) == ([], True)


@pytest.mark.rule("SCP-445", "SCP-417")
def test_a_raid_that_is_called_off_destroys_nobody_and_asks_for_no_reply(table: MakeTable) -> None:
    game = table().player(P1, hand=["E14"]).player(P2, hand=["E06"])
    game.scp("S18", P2)
    (member,) = group(game, "secure", "S18", "P17")
    game.start("retrieval")
    game.attempt("S18")
    game.all_pass()
    game.event(P1, "E14")
    assert game.card(member).tapped
    assert (game.counters("S18"), game.hand(P2)) == (0, ["E06"])
    assert game.asks(P1, "retrieval_phase")


@pytest.mark.rule("SCP-445", "SCP-R86")
def test_called_off_in_a_response_the_complication_has_no_effect(table: MakeTable) -> None:
    game = table(3)
    retreat = custom.card(game, "event", 'when = "event", window = "response", do = "cancel_attempt"')
    game.player(P1, hand=[retreat]).player(P2, hand=["C17"]).player(P3, hand=["C17"])
    game.scp("S03")
    (member,) = group(game, "secure", "S03", "P16")
    game.start("retrieval")
    game.attempt("S03")
    game.complicate(P2, "C17", member)
    game.event(P1, retreat)
    assert game.counters("S03") == 0
    assert game.discards(P2) == ["C17"]
    assert not game.ever(e.ComplicationResolved)
    assert game.asked() == [(P1, "retrieval_phase")]


@pytest.mark.rule("SCP-446", "SCP-R34")
def test_who_is_removed_counts_no_more_and_is_not_involved(table: MakeTable) -> None:
    """E19 takes P22 out of the raid: it stays tapped in play, P17 alone is destroyed and paid for."""
    game = table().player(P2, hand=["E19"], play=["F04"])
    game.scp("S18", P2)
    out, lost = group(game, "secure", "S18", "P22", "P17")
    game.start("retrieval")
    game.attempt("S18")
    game.all_pass()
    game.do(P1, a.Compare())
    game.event(P2, "E19", out)
    compared = game.ever(e.AttemptCompared)[0]
    assert (compared.group_total, compared.members) == (2, (lost,))
    assert [card.iid for card in game.board.players[P1].play] == [out]
    assert (game.card(out).tapped, game.card(out).wounds, game.card(out).assignment) == (True, 0, None)
    assert due(game) == [(P2, 1)]


@pytest.mark.rule("SCP-446", "SCP-406")
def test_with_it_goes_its_skill(table: MakeTable) -> None:
    game = table().player(P2, hand=["C06"])
    game.scp("S03")
    science, _, _ = group(game, "secure", "S03", "P31", "P22", "P22")
    game.start("retrieval")
    game.attempt("S03")
    game.complicate(P2, "C06", science)
    assert [card.cid for card in game.board.members()] == ["P22", "P22"]
    game.compare()
    assert outcomes(game) == ["failure"]


# Players who leave


@pytest.mark.rule("SCP-708", "SCP-424")
def test_the_attempt_of_a_player_who_leaves_is_over(table: MakeTable) -> None:
    game = table(3).player(P2, hand=["C17"])
    game.scp("S03")
    (member,) = group(game, "secure", "S03", "P16")
    game.start("retrieval")
    game.attempt("S03")
    game.complicate(P2, "C17", member)
    assert len(game.board.lasting) == 1
    game.concede(P1)
    assert (game.board.active, game.board.attempt, game.board.lasting) == (P2, None, [])
    assert not game.ever(e.AttemptCompared)
    assert game.counters("S03") == 1


@pytest.mark.rule("SCP-708", "SCP-426", "SCP-407")
def test_who_is_asked_for_a_complication_stays_asked_when_another_leaves(table: MakeTable) -> None:
    for gone in (P2, P4):
        game = table(4)
        for seat in (P2, P3, P4):
            game.player(seat, hand=["C04"])
        game.scp("S03")
        (member,) = group(game, "secure", "S03", "P19")
        game.start("retrieval")
        game.attempt("S03")
        game.let_pass(P2)
        assert game.asked() == [(P3, "complication_window")]
        game.concede(gone)
        assert game.asked() == [(P3, "complication_window")]
        game.complicate(P3, "C04", member)
        assert game.totals()[0] == 3
        assert game.asked() == [(P1, "attempt_window") if gone == P4 else (P4, "complication_window")]


@pytest.mark.rule("SCP-708", "SCP-426")
def test_when_the_one_who_is_asked_leaves_the_next_is_asked(table: MakeTable) -> None:
    game = table(3).player(P2, hand=["C04"]).player(P3, hand=["C04"])
    game.scp("S03")
    group(game, "secure", "S03", "P19")
    game.start("retrieval")
    game.attempt("S03")
    game.concede(P2)
    assert game.asked() == [(P3, "complication_window")]


@pytest.mark.rule("SCP-708", "SCP-413")
def test_the_defender_keeps_the_reply_when_another_leaves(table: MakeTable) -> None:
    game = table(3).player(P2, hand=["E06"])
    game.scp("S18", P2)
    group(game, "secure", "S18", "P22", "P22", "P22")
    game.start("retrieval")
    game.attempt("S18")
    game.all_pass()
    game.do(P1, a.Compare())
    game.concede(P3)
    assert game.asked() == [(P2, "defender_reply")]
    game.event(P2, "E06")
    assert game.ever(e.AttemptCompared)[0].group_total == 5


@pytest.mark.rule("SCP-708", "SCP-R87")
def test_when_the_defender_leaves_after_the_comparison_the_attacker_still_pays(table: MakeTable) -> None:
    game = table(3).player(P1, play=["F03"]).player(P2, play=["F03"])
    game.scp("S18", P2, counters=1)
    group(game, "secure", "S18", "P22", "P22", "P22")
    game.start("retrieval")
    game.attempt("S18")
    game.compare()
    assert game.asks(P1, "attrition")
    game.concede(P2)
    assert game.asked() == [(P1, "attrition")]
    game.choose(P1, "F03")
    assert (due(game), game.status("S18")) == ([(P1, 1)], ("secured", P1))
    assert game.asked() == [(P1, "retrieval_phase")]


@pytest.mark.rule("SCP-708", "SCP-R87")
def test_a_failed_raid_on_one_who_leaves_goes_on(table: MakeTable) -> None:
    """P2 leaves while asked for Attrition: the SCP is in the centre then, and gains its counter."""
    game = table(3).player(P2, play=["F03", "F04"])
    game.scp("S18", P2, counters=2)
    group(game, "secure", "S18", "P17")
    game.start("retrieval")
    game.attempt("S18")
    game.compare()
    assert game.asks(P2, "attrition")
    game.concede(P2)
    assert (game.status("S18"), game.counters("S18")) == (("unsecured", None), 3)
    assert game.asked() == [(P1, "retrieval_phase")]
    assert game.board.attempt is None


@pytest.mark.rule("SCP-708")
def test_a_bystander_who_leaves_changes_nothing_for_who_pays(table: MakeTable) -> None:
    game = table(3).player(P1, play=["F03", "F04"])
    game.scp("S03")
    group(game, "secure", "S03", "P16")
    game.start("retrieval")
    game.attempt("S03")
    game.compare()
    game.concede(P3)
    assert game.asked() == [(P1, "attrition")]
    game.choose(P1, "F04")
    game.choose(P1, "F03")
    assert game.counters("S03") == 1
