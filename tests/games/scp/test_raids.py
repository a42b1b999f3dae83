"""Raids: Complications on both sides, the defender's reply, defenders, success and failure (412 to 419)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.definitions import Status
from tests.games.scp import custom
from tests.games.scp.groups import defence, due, group, outcomes
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("SCP-412", "SCP-903")
@pytest.mark.parametrize("who", [P2, P3])
@pytest.mark.parametrize("whose", [P1, P2])
def test_complications_may_target_cards_of_both_sides(table: MakeTable, who: int, whose: int) -> None:
    game = table(3).player(who, hand=["C03"])
    bystander = game.asset(P3, "G12")
    gear = game.asset(whose, "G05")
    game.scp("S18", P2)
    group(game, "secure", "S18", "P22")
    game.start("retrieval")
    game.attempt("S18")
    assert game.refused(who, game.complicating(who, "C03", bystander)).rule == "SCP-412"
    game.complicate(who, "C03", gear)
    assert game.hand(whose) == ["G05"]


@pytest.mark.rule("SCP-412", "SCP-447", "SCP-430")
def test_a_defender_is_a_target_too(table: MakeTable) -> None:
    """C11 on the defender P22: wounded, with -1."""
    game = table(3).player(P3, hand=["C11"])
    game.scp("S18", P2)
    group(game, "secure", "S18", "P22", "P22", "P22")
    (defender,) = defence(game, "S18", "P22")
    game.start("retrieval")
    game.attempt("S18")
    assert game.totals() == (9, 6 + 3)
    game.complicate(P3, "C11", defender)
    assert game.card(defender).wounds == 1
    assert game.totals() == (9, 6 + 2 + 1)


@pytest.mark.rule("SCP-413", "SCP-R65")
def test_one_reply_after_a_complication_in_the_common_window(table: MakeTable) -> None:
    game = table().player(P2, hand=["C04", "C04", "C04"])
    game.scp("S18", P2)
    member, _ = group(game, "secure", "S18", "P22", "P22")
    game.start("retrieval")
    game.attempt("S18")
    game.complicate(P2, "C04", member)
    assert game.asked() == [(P1, "attempt_window")]
    game.do(P1, a.Compare())
    game.complicate(P2, "C04", member)
    assert game.hand(P2) == ["C04"]
    assert game.ever(e.AttemptCompared)[0].group_total == 4


@pytest.mark.rule("SCP-413")
def test_a_complication_in_reply_is_on_a_card_of_the_attacker(table: MakeTable) -> None:
    game = table().player(P2, hand=["C03", "C12", "E03", "P35"])
    own, theirs = game.asset(P2, "G12"), game.asset(P1, "G12")
    game.scp("S18", P2)
    (member,) = group(game, "secure", "S18", "P22")
    game.start("retrieval")
    game.attempt("S18")
    game.let_pass(P2)
    game.do(P1, a.Compare())
    assert game.refused(P2, game.complicating(P2, "C03", own)).rule == "SCP-413"
    assert game.refused(P2, game.complicating(P2, "C12", member)).rule == "SCP-427"
    assert game.refused(P2, game.playing(P2, "E03")).rule == "SCP-311"
    assert game.refused(P2, game.playing(P2, "P35")).rule == "SCP-310"
    assert [one["type"] for one in game.legal(P2)] == ["play_complication", "pass"]
    game.complicate(P2, "C03", theirs)
    assert game.hand(P1) == ["G12"]


@pytest.mark.rule("SCP-413", "SCP-429")
def test_the_attacker_may_respond_to_a_complication_in_reply(table: MakeTable) -> None:
    game = table().player(P1, hand=["E05"]).player(P2, hand=["C18"])
    game.scp("S18", P2)
    (member,) = group(game, "secure", "S18", "P22")
    game.start("retrieval")
    game.attempt("S18")
    game.let_pass(P2)
    game.do(P1, a.Compare())
    game.complicate(P2, "C18", member)
    assert game.asked() == [(P1, "response")]
    game.event(P1, "E05")
    assert game.ever(e.AttemptCompared)[0].group_total == 3


@pytest.mark.rule("SCP-413")
def test_a_reply_is_for_raids_and_for_the_defender(table: MakeTable) -> None:
    game = table(3).player(P2, hand=["P35"]).player(P3, hand=["E06"])
    game.scp("S03")
    game.scp("S18", P2)
    group(game, "secure", "S03", "P19")
    group(game, "secure", "S18", "P22")
    game.start("retrieval")
    game.attempt("S03")
    game.all_pass()
    game.do(P1, a.Compare())
    assert outcomes(game) == ["success"]
    game.attempt("S18")
    game.all_pass()
    game.do(P1, a.Compare())
    assert game.asked() == [(P2, "defender_reply")]


@pytest.mark.rule("SCP-414", "SCP-R33", "SCP-415")
@pytest.mark.parametrize(("status", "needed"), [("secured", 6 + 2), ("contained", 6 + 2 + 4)])
def test_what_a_raid_needs(table: MakeTable, status: Status, needed: int) -> None:
    """S18: Secure Requirement 6, Contain Requirement 4, 2 counters; P17 has the Soldier Skill, P21 and P18 not."""
    game = table()
    game.scp("S18", P2, status=status, counters=2)
    group(game, "secure", "S18", "P22")
    defence(game, "S18", "P21", "P17", "P18")
    game.start("retrieval")
    game.attempt("S18")
    assert game.totals()[1] == needed + 2


@pytest.mark.rule("SCP-414", "SCP-506")
def test_the_soldier_skill_of_a_defender_may_be_granted_or_lost(table: MakeTable) -> None:
    game = table(3)
    badge = custom.card(game, "gear", 'when = "static", do = "grant_icon(host, soldier)"', mode="attached")
    game.player(P3, hand=["C01"])
    game.scp("S18", P2)
    group(game, "secure", "S18", "P22")
    medic, guard = defence(game, "S18", "P21", "P17")
    game.asset(P2, badge, host=medic)
    game.start("retrieval")
    game.attempt("S18")
    assert game.totals()[1] == 6 + 2 + 2
    game.complicate(P3, "C01", guard)
    assert game.totals()[1] == 6 + 2 + 1


@pytest.mark.rule("SCP-414")
def test_modifiers_of_raids(table: MakeTable) -> None:
    """R02 asks 3 more; it is about raids alone, and about its controller's SCPs."""
    game = table(3)
    game.asset(P2, "P17")
    game.asset(P2, "R02")
    for scp, seat in (("S18", P2), ("S12", P3)):
        game.scp(scp, seat)
        group(game, "secure", scp, "P32")
    game.start("retrieval")
    game.attempt("S18")
    assert game.totals()[1] == 6 + 3
    game.compare()
    game.choose(P2, "P17")
    game.attempt("S12")
    assert game.totals()[1] == 5


@pytest.mark.rule("SCP-414", "SCP-R33", "SCP-406")
@pytest.mark.parametrize(("cid", "met"), [("P17", True), ("P18", False)])
def test_raiding_a_contained_scp_requires_the_secure_skills_alone(table: MakeTable, cid: str, met: bool) -> None:
    """S29: Combat to secure, Covert to contain."""
    game = table()
    game.scp("S29", P2, status="contained")
    group(game, "secure", "S29", cid)
    game.start("retrieval")
    assert game.whole_attempt("S29").skills_met == met


@pytest.mark.rule("SCP-415", "SCP-R12")
def test_defenders_are_untapped_and_defend_this_scp(table: MakeTable) -> None:
    game = table()
    game.scp("S18", P2)
    game.scp("S03", P2)
    group(game, "secure", "S18", "P22")
    (here,) = defence(game, "S18", "P21")
    defence(game, "S03", "P17")
    game.asset(P2, "P17")
    game.start("retrieval")
    game.attempt("S18")
    assert game.happened(e.AttemptBegun)[0].defenders == (here,)
    game.compare()
    assert game.ever(e.AttemptCompared)[0].defenders == (here,)


@pytest.mark.rule("SCP-415", "SCP-419", "SCP-R12")
@pytest.mark.parametrize("loss", ["tap(tgt)", "wound(tgt, 2)", "destroy(tgt)", "return_to_hand(tgt)"])
def test_a_defender_that_is_tapped_dying_or_gone_in_mid_raid_defends_no_more(table: MakeTable, loss: str) -> None:
    game = table(3)
    hit = custom.card(
        game, "complication", f'when = "complication", target = "involved", do = "{loss}"', windows=["raid"]
    )
    game.player(P1, play=["P15"]).player(P3, hand=[hit]).player(P2, play=["F04", "F04", "F04"])
    game.scp("S18", P2)
    group(game, "secure", "S18", "P22", "P22")
    gone, _ = defence(game, "S18", "P17", "P21")
    game.start("retrieval")
    game.attempt("S18")
    assert game.totals() == (6, 8)
    game.complicate(P3, hit, gone)
    assert game.totals() == (6, 6)
    game.compare()
    game.all_pass()
    assert due(game) == [(P1, 1)]
    game.choose(P1, "P15")
    assert due(game)[1:] == [(P2, 6 + 2)]


@pytest.mark.rule("SCP-416", "SCP-504", "SCP-419")
@pytest.mark.parametrize("status", ["secured", "contained"])
def test_success(table: MakeTable, status: Status) -> None:
    game = table().player(P1, play=["F03"]).player(P2, play=["F04", "F04"])
    game.scp("S18", P2, status=status, counters=1)
    group(game, "secure", "S18", *["P22"] * 5)
    first, second = defence(game, "S18", "P21", "P21")
    game.start("retrieval")
    game.attempt("S18")
    game.compare()
    assert (game.status("S18"), game.counters("S18")) == (("secured", P1), 1)
    assert due(game) == [(P1, 2 + 1)]
    game.choose(P1, "F03")
    assert due(game) == [(P1, 3), (P2, 6 + 5)]
    assert game.asks(P2, "attrition")
    assert [game.card(iid).assignment for iid in (first, second)] == [None, None]
    for cid in ("F04", "F04", "P21"):
        game.choose(P2, cid)
    assert game.asks(P1, "retrieval_phase")


@pytest.mark.rule("SCP-416")
def test_equal_is_enough_in_a_raid(table: MakeTable) -> None:
    for counters, outcome in ((0, "success"), (1, "failure")):
        game = table()
        game.scp("S18", P2, counters=counters)
        group(game, "secure", "S18", "P22", "P22")
        game.start("retrieval")
        assert game.whole_attempt("S18").outcome == outcome


@pytest.mark.rule("SCP-417", "SCP-R34", "SCP-512", "SCP-511", "SCP-440")
def test_failure_destroys_members_and_their_gear(table: MakeTable) -> None:
    """P11 is Attrition Immune, the other is Indestructible; prevention helps nobody against it."""
    game = table()
    solid = custom.card(game, "personnel", keywords=["indestructible"], skill_value=1)
    game.player(P2, play=["F03"])
    game.asset(P1, "G10")
    game.scp("S01", P2)
    lost, immune, hard = group(game, "secure", "S01", "P17", "P11", solid)
    game.asset(P1, "G04", host=lost)
    game.asset(P1, "G08", host=immune)
    game.asset(P1, "P22")
    game.start("retrieval")
    game.attempt("S01")
    game.compare()
    assert game.in_play(P1) == ["G10", "P11", solid, "P22"]
    assert game.card(hard).tapped
    assert due(game) == [(P2, 3)]
    game.choose(P2, "F03")
    assert (game.status("S01"), game.counters("S01")) == (("secured", P2), 1)


@pytest.mark.rule("SCP-417")
def test_the_counter_comes_after_the_defenders_attrition(table: MakeTable) -> None:
    game = table().player(P2, play=["F02", "F03"])
    game.scp("S18", P2)
    group(game, "secure", "S18", "P17")
    game.start("retrieval")
    game.attempt("S18")
    game.compare()
    assert (game.in_play(P1), game.counters("S18")) == ([], 0)
    game.choose(P2, "F02")
    assert game.counters("S18") == 1


@pytest.mark.rule("SCP-418", "SCP-504", "SCP-R20")
@pytest.mark.parametrize(
    ("status", "counters", "after", "left"),
    [
        ("contained", 5, ("secured", P2), 0),
        ("contained", 6, ("secured", P2), 0),
        ("contained", 4, ("contained", P2), 5),
        ("secured", 5, ("unsecured", None), 0),
        ("secured", 4, ("secured", P2), 5),
    ],
)
def test_at_its_ev_after_a_failed_raid_it_breaks_out_at_once(
    table: MakeTable, status: Status, counters: int, after: tuple[str, int | None], left: int
) -> None:
    game = table()
    game.scp("S18", P2, status=status, counters=counters)
    group(game, "secure", "S18", "P17")
    game.start("retrieval")
    game.whole_attempt("S18")
    assert (game.status("S18"), game.counters("S18")) == (after, left)
    game.to("maintenance")
    assert game.status("S18") == after


@pytest.mark.rule("SCP-418")
def test_not_after_a_raid_that_succeeded(table: MakeTable) -> None:
    game = table()
    game.scp("S18", P2, status="secured", counters=6)
    group(game, "secure", "S18", *["P22"] * 4)
    game.start("retrieval")
    game.attempt("S18")
    game.compare()
    while game.asks(P1, "attrition"):
        game.choose(P1, "P22")
    assert (game.status("S18"), game.counters("S18")) == (("secured", P1), 6)


@pytest.mark.rule("SCP-419", "SCP-R34")
def test_members_are_counted_at_the_comparison(table: MakeTable) -> None:
    """C13 kills the Wounded member before, E19 removes one."""
    game = table(3).player(P2, hand=["E19"], play=["F04", "F04"]).player(P3, hand=["C13"])
    game.scp("S18", P2)
    dead = game.asset(P1, "P17", wounds=1)
    game.assigned("secure", "S18", dead)
    out, _ = group(game, "secure", "S18", "P22", "P22")
    game.start("retrieval")
    game.attempt("S18")
    game.let_pass(P2)
    game.complicate(P3, "C13", dead)
    game.do(P1, a.Compare())
    game.event(P2, "E19", out)
    assert due(game) == [(P2, 1)]
    assert game.in_play(P1) == ["P22"]


@pytest.mark.rule("SCP-R94", "SCP-417", "SCP-520")
def test_gear_first_then_members_by_age(table: MakeTable) -> None:
    """Both members draw for each card that is destroyed: the first for two Gear, the second for its comrade too."""
    game = table()
    mourner = custom.card(game, "personnel", 'when = "destroyed", which = "personnel or gear", do = "draw(you, 1)"')
    game.scp("S03", P2)
    first, second = group(game, "secure", "S03", mourner, mourner)
    for host, gear in ((second, "G04"), (first, "G02")):
        game.asset(P1, gear, host=host)
    game.start("retrieval")
    game.attempt("S03")
    game.compare()
    assert [one.iid for one in game.ever(e.CardDestroyed)][2:] == [first, second]
    assert [one.card for one in game.ever(e.CardDestroyed)][:2] == ["G02", "G04"]
    assert [one.iid for one in game.ever(e.TextResolved)].count(first) == 2
    assert [one.iid for one in game.ever(e.TextResolved)].count(second) == 3
