"""The Research Phase: revealing an SCP, then attempts to contain, then to destroy (SCP-227 to SCP-229)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Phase
from tests.games.scp.table import P1, P2, Table

MakeTable = Callable[..., Table]


def with_jobs(game: Table) -> Table:
    """Somebody to research, to contain, to destroy."""
    game.scp("S08", P1)
    game.scp("S14", P1, status="contained")
    game.assigned("research", None, game.asset(P1, "P16"))
    game.assigned("contain", "S08", game.asset(P1, "P19"))
    game.assigned("destroy", "S14", game.asset(P1, "P29"))
    return game.scps("S20", "S21").start("research")


@pytest.mark.rule("SCP-227")
def test_three_steps_in_their_order(table: MakeTable) -> None:
    game = with_jobs(table())
    game.do(P1, a.DoResearch())
    game.whole_attempt("S08", "contain")
    game.whole_attempt("S14", "destroy")
    assert game.asked() == [(P1, "research_phase")]


@pytest.mark.rule("SCP-227")
def test_containing_closes_research(table: MakeTable) -> None:
    game = with_jobs(table())
    assert {"type": "do_research"} in game.legal(P1)
    game.whole_attempt("S08", "contain")
    assert {"type": "do_research"} not in game.legal(P1)
    assert game.refused(P1, a.DoResearch()).rule == "SCP-227"
    assert game.centre() == []


@pytest.mark.rule("SCP-227")
def test_destroying_closes_both(table: MakeTable) -> None:
    game = with_jobs(table())
    game.whole_attempt("S14", "destroy")
    assert game.refused(P1, a.DoResearch()).rule == "SCP-227"
    assert game.refused(P1, a.BeginAttempt(game.id("S08"), "contain")).rule == "SCP-227"
    assert {one["type"] for one in game.legal(P1)} == {"end_phase", "end_turn"}


@pytest.mark.rule("SCP-228", "SCP-R63")
@pytest.mark.parametrize("researchers", [1, 3])
def test_one_scp_is_revealed_whoever_researches(table: MakeTable, researchers: int) -> None:
    game = table().scps("S20", "S21", "S23")
    people = [game.asset(P1, "P16") for _ in range(researchers)]
    game.assigned("research", None, *people)
    game.start("research")
    game.do(P1, a.DoResearch())
    assert (game.centre(), game.counters("S20"), game.board.scp_deck.cards) == (["S20"], 0, ["S21", "S23"])
    assert game.status("S20") == ("unsecured", None)
    assert game.refused(P1, a.DoResearch()).rule == "SCP-228"
    game.end_turn()
    game.end_turn(P2)
    game.to("assignment")
    game.do(P1, a.Assign(people[0], "research"))
    game.to("research")
    game.do(P1, a.DoResearch())
    assert game.centre() == ["S20", "S21"]


@pytest.mark.rule("SCP-228")
@pytest.mark.parametrize("lacking", ["researcher", "scp", "ready", "own"])
def test_what_research_needs(table: MakeTable, lacking: str) -> None:
    game = table().scps(*([] if lacking == "scp" else ["S20"]))
    game.scp("S03")
    if lacking == "researcher":
        game.assigned("secure", "S03", game.asset(P1, "P16"))
    elif lacking == "ready":
        game.asset(P1, "P16")
    else:
        game.assigned("research", None, game.asset(P2 if lacking == "own" else P1, "P16"))
    game.start("research")
    assert {"type": "do_research"} not in game.legal(P1)
    assert game.refused(P1, a.DoResearch()).rule == "SCP-228"


@pytest.mark.rule("SCP-228")
@pytest.mark.parametrize("phase", ["assignment", "retrieval", "maintenance"])
def test_research_is_for_the_research_phase(table: MakeTable, phase: Phase) -> None:
    game = table()
    game.assigned("research", None, game.asset(P1, "P16"))
    game.start(phase)
    assert game.refused(P1, a.DoResearch()).rule == "SCP-228"


@pytest.mark.rule("SCP-229", "SCP-R15")
def test_all_who_are_assigned_become_tapped(table: MakeTable) -> None:
    game = table().player(P1, play=["P16", "P27", "P19"])
    game.assigned("research", None, game.id("P16"), game.id("P27"))
    game.start("research")
    game.do(P1, a.DoResearch())
    assert [game.card(cid).tapped for cid in ("P16", "P27", "P19")] == [True, True, False]


@pytest.mark.rule("SCP-228", "SCP-229")
def test_who_has_lost_the_skill_cannot_research_but_is_tapped_with_the_others(table: MakeTable) -> None:
    game = table()
    guard = game.asset(P1, "P17")
    game.assigned("research", None, guard)
    game.start("research")
    assert game.refused(P1, a.DoResearch()).rule == "SCP-228"

    both = table()
    guard, scholar = both.asset(P1, "P17"), both.asset(P1, "P16")
    both.assigned("research", None, guard, scholar)
    both.start("research")
    both.do(P1, a.DoResearch())
    assert both.card(guard).tapped
    assert both.card(scholar).tapped


@pytest.mark.rule("SCP-R15", "SCP-402", "SCP-425")
def test_who_contains_or_destroys_becomes_tapped_too(table: MakeTable) -> None:
    game = with_jobs(table())
    game.whole_attempt("S08", "contain")
    game.whole_attempt("S14", "destroy")
    assert [game.card(cid).tapped for cid in ("P16", "P19", "P29")] == [False, True, True]


@pytest.mark.rule("SCP-228")
def test_what_a_revealed_scp_sets_off_happens_then(table: MakeTable) -> None:
    game = table().scps("S31").player(P1, hand=["P17"]).player(P2, hand=["P18"])
    game.assigned("research", None, game.asset(P1, "P16"))
    game.start("research")
    game.do(P1, a.DoResearch())
    assert (game.hand(P1), game.hand(P2)) == ([], [])
    assert [one.card for one in game.happened(e.TextResolved)] == ["S31"]
