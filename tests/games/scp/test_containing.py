"""Attempts to contain (420, 421)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.definitions import Status
from tests.games.scp.groups import due, group, outcomes
from tests.games.scp.table import P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("SCP-420")
@pytest.mark.parametrize(
    ("owner", "status", "legal"),
    [
        (P1, "secured", True),
        (P1, "contained", False),
        (P2, "secured", False),
        (P2, "contained", False),
        (None, "unsecured", False),
    ],
)
def test_what_can_be_contained(table: MakeTable, owner: int | None, status: Status, legal: bool) -> None:
    game = table()
    game.scp("S03", owner, status=status)
    group(game, "contain", "S03", "P20")
    game.start("research")
    action = a.BeginAttempt(game.id("S03"), "contain")
    if legal:
        game.do(P1, action)
    else:
        assert game.refused(P1, action).rule == "SCP-420"
        assert not game.legal(P1, "begin_attempt")


@pytest.mark.rule("SCP-420", "SCP-427")
def test_complications_are_on_members_and_their_gear_alone(table: MakeTable) -> None:
    game = table().player(P2, hand=["C05", "C16"])
    game.scp("S03", P1)
    (member,) = group(game, "contain", "S03", "P19")
    bystander = game.asset(P1, "P20")
    worn, elsewhere = game.asset(P1, "G01", host=member), game.asset(P1, "G01", host=bystander)
    alone = game.asset(P1, "G05")
    game.start("research")
    game.attempt("S03", "contain")
    for gear in (elsewhere, alone):
        assert game.refused(P2, game.complicating(P2, "C05", gear)).rule == "SCP-420"
    offered = {(one["card"], one["target"]) for one in game.legal(P2, "play_complication")}
    assert offered == {(game.held(P2, "C05"), worn), (game.held(P2, "C16"), member)}
    game.complicate(P2, "C05", worn)
    assert game.totals() == (3 + 2, 2)


@pytest.mark.rule("SCP-421", "SCP-504", "SCP-R35")
@pytest.mark.parametrize(("counters", "outcome"), [(0, "success"), (1, "success"), (2, "failure")])
def test_containing(table: MakeTable, counters: int, outcome: str) -> None:
    """P20 has Technical and 3, S03 asks for 2 and Technical."""
    game = table().player(P1, play=["F03"])
    game.scp("S03", P1, counters=counters)
    group(game, "contain", "S03", "P20")
    game.start("research")
    compared = game.whole_attempt("S03", "contain")
    assert (compared.requirement, compared.outcome) == (2 + counters, outcome)
    assert game.status("S03") == ("contained" if outcome == "success" else "secured", P1)
    assert game.counters("S03") == counters
    assert (due(game), game.ever(e.EscalationChanged)) == ([], [])
    assert game.in_play(P1) == ["F03", "P20"]


@pytest.mark.rule("SCP-421", "SCP-406")
@pytest.mark.parametrize(("cid", "outcome"), [("P19", "failure"), ("P20", "success")])
def test_the_contain_skills_are_required(table: MakeTable, cid: str, outcome: str) -> None:
    """S03: Science to secure, Technical to contain."""
    game = table()
    game.scp("S03", P1)
    group(game, "contain", "S03", cid)
    game.start("research")
    assert game.whole_attempt("S03", "contain").outcome == outcome


@pytest.mark.rule("SCP-421", "SCP-410")
def test_failing_costs_nothing_but_the_time(table: MakeTable) -> None:
    game = table().player(P1, play=["F04"])
    game.scp("S18", P1, counters=5)
    members = group(game, "contain", "S18", "P15")
    game.start("research")
    game.attempt("S18", "contain")
    game.compare()
    assert outcomes(game) == ["failure"]
    assert (game.status("S18"), game.counters("S18")) == (("secured", P1), 5)
    assert (game.card(members[0]).wounds, game.card(members[0]).tapped) == (0, True)
    assert (due(game), game.asks(P1, "research_phase")) == ([], True)
