"""Illegal things that a player would try, in each mode: each is refused with its rule and without a trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.games.scp import actions as a
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]
Given = Callable[[Table], object]
Try = Callable[[Table], tuple[int, Any]]
Case = tuple[str, Given, Try, str]


def laid(table: MakeTable, seats: int) -> Table:
    """A table with something in every zone: P1's turn; others, if there are any, have SCPs and cards of their own."""
    game = table(seats)
    game.player(P1, pool=3, hand=["E03", "E07", "E20", "C04", "M02", "M08", "P17"])
    game.player(P1, play=["F02", "R06"], queue=[("P19", 1), ("G16", 4), "E03"])
    for cid in ("P22", "P18", "P16", "P29"):
        game.asset(P1, cid)
    game.asset(P1, "P20", tapped=True)
    game.asset(P1, "P23", wounds=2)
    game.asset(P1, "G01", host=game.id("P22"))
    game.scp("S18", counters=1)
    game.scp("S08", P1, counters=3)
    game.scp("S01", P1, status="contained", counters=2)
    game.scp("S14", P1, status="contained", counters=4)
    for seat in range(1, seats):
        game.player(seat, hand=["C04", "C18", "E05", "E06"], play=["P17", "F03"], queue=["P18"])
        game.scp(("S17", "S23")[seat - 1], seat, counters=1)
    return game


def refused(game: Table, seat: int, action: Any) -> str:
    """The rule of the refusal; not a byte of the state has changed, nor what anybody is shown or asked."""
    seen = [f"seat:{other}" for other in range(len(game.board.players))] + ["spectator"]
    before = [game.game.view(game.state, viewer) for viewer in seen], game.state.copy(), game.asked()
    rule = game.refused(seat, action).rule
    assert rule is not None
    assert ([game.game.view(game.state, viewer) for viewer in seen], game.state, game.asked()) == before
    return rule


def drawing(game: Table) -> None:
    game.start("draw")


def resupplying(game: Table) -> None:
    game.start("resupply")


def planning(game: Table) -> None:
    game.start("mission")


def assigning(game: Table) -> None:
    game.start("assignment")


def retrieving(game: Table) -> None:
    """P22 is there to secure S18."""
    game.assigned("secure", "S18", game.id("P22"))
    game.start("retrieval")


def securing(game: Table) -> None:
    """The attempt on S18 has begun; the others have passed."""
    retrieving(game)
    game.attempt("S18")
    game.all_pass()


def researching(game: Table) -> None:
    """P16 is there to research, P29 to destroy S14, and the last step has begun."""
    game.assigned("research", None, game.id("P16"))
    game.assigned("contain", "S08", game.id("P18"))
    game.assigned("destroy", "S14", game.id("P29"))
    game.start("research")
    game.attempt("S14", "destroy")
    game.compare()


def maintaining(game: Table) -> None:
    game.start("maintenance")


def revealed(game: Table) -> None:
    maintaining(game)
    game.reveal(P1, "E03")


ANY_MODE: list[Case] = [
    ("draw on credit", drawing, lambda t: (P1, a.DrawCards(4)), "SCP-210"),
    ("draw for nothing", drawing, lambda t: (P1, a.DrawCards(0)), "SCP-210"),
    ("draw later", resupplying, lambda t: (P1, a.DrawCards(1)), "SCP-210"),
    ("cash tokens that are not there", resupplying, lambda t: (P1, a.CashFinance(t.id("F02", P1), 1)), "SCP-213"),
    ("a Mission too early", drawing, lambda t: (P1, a.PlayMission(t.held(P1, "M08"))), "SCP-215"),
    ("a Personnel as Mission", planning, lambda t: (P1, a.PlayMission(t.held(P1, "P17"))), "SCP-215"),
    ("an attempt's Event outside", drawing, lambda t: (P1, t.playing(P1, "E03")), "SCP-311"),
    ("assign who is tapped", assigning, lambda t: (P1, a.Assign(t.id("P20"), "secure", t.id("S18"))), "SCP-217"),
    ("assign who is Dying", assigning, lambda t: (P1, a.Assign(t.id("P23"), "secure", t.id("S18"))), "SCP-442"),
    ("secure what is one's own", assigning, lambda t: (P1, a.Assign(t.id("P22"), "secure", t.id("S08"))), "SCP-218"),
    ("research without the Skill", assigning, lambda t: (P1, a.Assign(t.id("P22"), "research")), "SCP-218"),
    ("destroy the reptile", assigning, lambda t: (P1, a.Assign(t.id("P29"), "destroy", t.id("S01"))), "SCP-511"),
    ("take Resources back", assigning, lambda t: (P1, a.FundBuild(t.queued(P1, "P19"), -1)), "SCP-307"),
    ("fund on credit", assigning, lambda t: (P1, a.FundBuild(t.queued(P1, "P19"), 4)), "SCP-223"),
    ("reveal too early", assigning, lambda t: (P1, a.RevealBuild(t.queued(P1, "P19"))), "SCP-232"),
    ("begin with nobody", retrieving, lambda t: (P1, a.BeginAttempt(t.id("S08"), "secure")), "SCP-402"),
    ("contain in Retrieval", retrieving, lambda t: (P1, a.BeginAttempt(t.id("S08"), "contain")), "SCP-401"),
    ("an Event in Retrieval", retrieving, lambda t: (P1, t.playing(P1, "E20")), "SCP-311"),
    ("assign in Retrieval", retrieving, lambda t: (P1, a.Assign(t.id("P18"), "secure", t.id("S18"))), "SCP-217"),
    ("walk away from an attempt", securing, lambda t: (P1, a.EndPhase()), "SCP-204"),
    ("an Event of the own turn", securing, lambda t: (P1, t.playing(P1, "E20")), "SCP-311"),
    ("two attempts at once", securing, lambda t: (P1, a.BeginAttempt(t.id("S18"), "secure")), "SCP-401"),
    ("trouble oneself", securing, lambda t: (P1, t.complicating(P1, "C04", "P22")), "SCP-428"),
    ("research after destroying", researching, lambda t: (P1, a.DoResearch()), "SCP-227"),
    ("contain after destroying", researching, lambda t: (P1, a.BeginAttempt(t.id("S08"), "contain")), "SCP-227"),
    ("destroy it twice", researching, lambda t: (P1, a.BeginAttempt(t.id("S14"), "destroy")), "SCP-402"),
    ("calm it too much", maintaining, lambda t: (P1, a.RemoveEscalation(t.id("S08"), 2)), "SCP-230"),
    ("calm what nobody has", maintaining, lambda t: (P1, a.RemoveEscalation(t.id("S18"), 1)), "SCP-230"),
    ("a second Suit", maintaining, lambda t: (P1, a.RevealBuild(t.queued(P1, "G16"), t.id("P22"))), "SCP-308"),
    ("a Suit for nobody", maintaining, lambda t: (P1, a.RevealBuild(t.queued(P1, "G16"))), "SCP-308"),
    ("produce after a reveal", revealed, lambda t: (P1, a.Produce(t.id("F02", P1))), "SCP-230"),
    ("a second reveal", revealed, lambda t: (P1, a.RevealBuild(t.queued(P1, "P19"))), "SCP-232"),
    ("use an answer unasked", drawing, lambda t: (P1, t.using(P1, "R06")), "SCP-311"),
    ("pass instead of ending", drawing, lambda t: (P1, a.Pass()), "SCP-205"),
    ("bid in the match", drawing, lambda t: (P1, a.Bid(1)), "SCP-108"),
]


@pytest.mark.rule(*sorted({rule for *_, rule in ANY_MODE}))
@pytest.mark.parametrize("seats", [1, 2, 3], ids=["solitaire", "two", "three"])
@pytest.mark.parametrize(("given", "what", "rule"), [pytest.param(*one[1:], id=one[0]) for one in ANY_MODE])
def test_what_a_player_would_try(table: MakeTable, seats: int, given: Given, what: Try, rule: str) -> None:
    game = laid(table, seats)
    given(game)
    assert refused(game, *what(game)) == rule
    game.to("maintenance")


def raiding(game: Table) -> None:
    """P1 raids S17 of P2 with P22; P17 defends; P2 is asked for a Complication."""
    game.assigned("secure", "S17", game.id("P22"))
    game.assigned("defend", "S17", game.id("P17", P2))
    game.start("retrieval")
    game.attempt("S17")


def replying(game: Table) -> None:
    """The raid is about to be compared; the defender replies."""
    raiding(game)
    game.all_pass()
    game.do(P1, a.Compare())


def after_a_raid(game: Table) -> None:
    """P18 could still secure S18, if it were not too late."""
    game.assigned("secure", "S18", game.id("P18"))
    replying(game)
    game.all_pass()
    game.to("retrieval")


AGAINST_OTHERS: list[Case] = [
    ("act in another's turn", drawing, lambda t: (P2, a.DrawCards(1)), "SCP-210"),
    ("end another's turn", drawing, lambda t: (P2, a.EndTurn()), "SCP-242"),
    (
        "assign another's Personnel",
        assigning,
        lambda t: (P1, a.Assign(t.id("P17", P2), "defend", t.id("S08"))),
        "SCP-217",
    ),
    ("defend another's SCP", assigning, lambda t: (P1, a.Assign(t.id("P22"), "defend", t.id("S17"))), "SCP-218"),
    ("contain another's SCP", assigning, lambda t: (P1, a.Assign(t.id("P18"), "contain", t.id("S17"))), "SCP-218"),
    ("fund another's card", assigning, lambda t: (P1, a.FundBuild(t.queued(P2, "P18"), 1)), "SCP-223"),
    ("cash another's tokens", resupplying, lambda t: (P1, a.CashFinance(t.id("F03", P2), 1)), "SCP-213"),
    ("secure after a raid", after_a_raid, lambda t: (P1, a.BeginAttempt(t.id("S18"), "secure")), "SCP-225"),
    ("a Complication outside", drawing, lambda t: (P2, t.complicating(P2, "C04", "P22")), "SCP-426"),
    ("trouble who takes no part", raiding, lambda t: (P2, t.complicating(P2, "C04", "P18")), "SCP-427"),
    ("negate without being asked", raiding, lambda t: (P2, t.playing(P2, "E05")), "SCP-311"),
    ("the reply too early", raiding, lambda t: (P2, t.playing(P2, "E06")), "SCP-311"),
    ("compare before the others", raiding, lambda t: (P1, a.Compare()), "SCP-407"),
    ("answer in the reply", replying, lambda t: (P2, t.playing(P2, "E05")), "SCP-311"),
    ("calm another's SCP", maintaining, lambda t: (P1, a.RemoveEscalation(t.id("S17"), 1)), "SCP-230"),
    ("a Mission on the wrong SCP", planning, lambda t: (P1, a.PlayMission(t.held(P1, "M02"), t.id("S08"))), "SCP-316"),
]


@pytest.mark.rule(*sorted({rule for *_, rule in AGAINST_OTHERS}), "SCP-205")
@pytest.mark.parametrize("seats", [2, 3], ids=["two", "three"])
@pytest.mark.parametrize(("given", "what", "rule"), [pytest.param(*one[1:], id=one[0]) for one in AGAINST_OTHERS])
def test_what_a_player_would_try_with_others(table: MakeTable, seats: int, given: Given, what: Try, rule: str) -> None:
    game = laid(table, seats)
    given(game)
    assert refused(game, *what(game)) == rule
    game.to("maintenance")


def announced(game: Table) -> None:
    """P2 has passed; P3 has troubled P22, and P1 may answer."""
    raiding(game)
    game.let_pass(P2)
    game.complicate(P3, "C04", "P22")


ONLOOKER: list[Case] = [
    ("out of turn in a window", raiding, lambda t: (P3, t.complicating(P3, "C04", "P22")), "SCP-426"),
    ("pass out of turn", raiding, lambda t: (P3, a.Pass()), "SCP-205"),
    ("reply for the defender", replying, lambda t: (P3, t.playing(P3, "E06")), "SCP-311"),
    ("compare a foreign attempt", replying, lambda t: (P3, a.Compare()), "SCP-407"),
    ("a second Complication", announced, lambda t: (P3, t.complicating(P3, "C18", "P22")), "SCP-426"),
    ("answer for another", announced, lambda t: (P2, t.playing(P2, "E05")), "SCP-311"),
    ("secure for another", raiding, lambda t: (P3, a.Assign(t.id("P17", P3), "defend", t.id("S17"))), "SCP-217"),
    ("raid in a foreign turn", retrieving, lambda t: (P3, a.BeginAttempt(t.id("S17"), "secure")), "SCP-401"),
    ("end a foreign phase", drawing, lambda t: (P3, a.EndPhase()), "SCP-204"),
    ("a Mission in a foreign turn", planning, lambda t: (P3, a.PlayMission(t.held(P1, "M08"))), "SCP-215"),
    ("use a foreign card", drawing, lambda t: (P3, t.using(P1, "R06")), "SCP-311"),
]


@pytest.mark.rule(*sorted({rule for *_, rule in ONLOOKER}), "SCP-903")
@pytest.mark.parametrize(("given", "what", "rule"), [pytest.param(*one[1:], id=one[0]) for one in ONLOOKER])
def test_what_a_third_player_would_try(table: MakeTable, given: Given, what: Try, rule: str) -> None:
    game = laid(table, 3)
    given(game)
    assert refused(game, *what(game)) == rule
    game.to("maintenance")


ALONE: list[Case] = [
    ("exchange a Personnel", drawing, lambda t: (P1, a.CycleComplication(t.held(P1, "P17"))), "SCP-922"),
    ("exchange later", resupplying, lambda t: (P1, a.CycleComplication(t.held(P1, "C04"))), "SCP-922"),
    ("a Mission against nobody", planning, lambda t: (P1, a.PlayMission(t.held(P1, "M02"), t.id("S08"))), "SCP-316"),
    ("trouble in an attempt", securing, lambda t: (P1, t.complicating(P1, "C04", "P22")), "SCP-428"),
]


@pytest.mark.rule(*sorted({rule for *_, rule in ALONE}))
@pytest.mark.parametrize(("given", "what", "rule"), [pytest.param(*one[1:], id=one[0]) for one in ALONE])
def test_what_a_player_alone_would_try(table: MakeTable, given: Given, what: Try, rule: str) -> None:
    game = laid(table, 1)
    given(game)
    assert refused(game, *what(game)) == rule
    game.to("maintenance")
