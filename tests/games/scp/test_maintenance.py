"""The Maintenance Phase: counters, Finance Tokens, then a reveal (SCP-230, SCP-231)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp.definitions import Status
from tests.games.scp.table import P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("SCP-230", "SCP-R62")
@pytest.mark.parametrize(
    ("status", "counters", "most"),
    [("secured", 0, 0), ("secured", 3, 1), ("contained", 0, 0), ("contained", 1, 1), ("contained", 3, 2)],
)
def test_counters_are_removed_from_own_scps(table: MakeTable, status: Status, counters: int, most: int) -> None:
    game = table()
    game.scp("S08", P1, status=status, counters=counters)
    game.start("maintenance")
    iid = game.id("S08")
    assert [one["n"] for one in game.legal(P1, "remove_escalation")] == list(range(1, most + 1))
    for n in (-1, 0, most + 1):
        assert game.refused(P1, a.RemoveEscalation(iid, n)).rule == "SCP-230"
    if most:
        game.do(P1, a.RemoveEscalation(iid, 1))
        assert game.counters("S08") == counters - 1
        # once for each SCP, even if more would have been possible
        assert game.refused(P1, a.RemoveEscalation(iid, 1)).rule == "SCP-230"


@pytest.mark.rule("SCP-230")
def test_each_own_scp_may_be_calmed_and_no_other(table: MakeTable) -> None:
    game = table()
    for cid, seat in (("S08", P1), ("S14", P1), ("S17", P2), ("S03", None)):
        game.scp(cid, seat, counters=2)
    game.start("maintenance")
    for cid in ("S17", "S03", "nothing"):
        assert game.refused(P1, a.RemoveEscalation(game.id(cid), 1)).rule == "SCP-230"
    game.do(P1, a.RemoveEscalation(game.id("S14"), 1))
    game.do(P1, a.RemoveEscalation(game.id("S08"), 1))
    assert [game.counters(cid) for cid in ("S08", "S14", "S17", "S03")] == [1, 1, 2, 2]


def ready(game: Table) -> Table:
    """Something for each step."""
    game.player(P1, play=["F02"], queue=["R16", "R16"])
    game.scp("S08", P1, counters=2)
    return game.start("maintenance")


@pytest.mark.rule("SCP-230")
def test_the_steps_in_their_order(table: MakeTable) -> None:
    game = ready(table())
    game.do(P1, a.RemoveEscalation(game.id("S08"), 1))
    game.do(P1, a.Produce(game.id("F02")))
    game.reveal(P1, "R16")
    assert (game.counters("S08"), game.card("F02").tokens, game.in_play(P1)) == (1, 1, ["F02", "R16"])


@pytest.mark.rule("SCP-230")
def test_a_later_step_closes_the_earlier_ones(table: MakeTable) -> None:
    game = ready(table())
    game.do(P1, a.Produce(game.id("F02")))
    assert game.refused(P1, a.RemoveEscalation(game.id("S08"), 1)).rule == "SCP-230"
    assert game.legal(P1, "remove_escalation") == []

    other = ready(table())
    other.reveal(P1, "R16")
    assert other.refused(P1, a.RemoveEscalation(other.id("S08"), 1)).rule == "SCP-230"
    assert other.refused(P1, a.Produce(other.id("F02"))).rule == "SCP-230"
    assert {one["type"] for one in other.legal(P1)} == {"end_phase", "end_turn"}


@pytest.mark.rule("SCP-230", "SCP-311")
def test_an_event_closes_no_step(table: MakeTable) -> None:
    game = table().player(P1, hand=["E20"])
    ready(game)
    game.event(P1, "E20")
    game.do(P1, a.RemoveEscalation(game.id("S08"), 1))


@pytest.mark.rule("SCP-231")
def test_each_finance_produces_once(table: MakeTable) -> None:
    game = table().player(P1, play=["F02", "F04", "P17"]).player(P2, play=["F02"])
    game.start("maintenance")
    for iid in (game.id("F02", P2), game.id("P17"), "nothing"):
        assert game.refused(P1, a.Produce(iid)).rule == "SCP-231"
    for cid in ("F02", "F04"):
        game.do(P1, a.Produce(game.id(cid, P1)))
        assert game.refused(P1, a.Produce(game.id(cid, P1))).rule == "SCP-231"
    assert [game.card(cid, P1).tokens for cid in ("F02", "F04")] == [1, 3]
    game.end_turn()
    game.end_turn(P2)
    game.to("maintenance")
    game.do(P1, a.Produce(game.id("F02", P1)))
    assert game.card("F02", P1).tokens == 2


@pytest.mark.rule("SCP-231")
@pytest.mark.parametrize(("play", "n"), [([], 1), (["P12"], 2), (["P17", "P22"], 2), (["P12", "P17", "P22"], 3)])
def test_the_production_value_counts_with_what_changes_it(table: MakeTable, play: list[str], n: int) -> None:
    game = table().player(P1, play=["F08", *play]).player(P2, play=["P12"]).start("maintenance")
    game.do(P1, a.Produce(game.id("F08")))
    assert game.card("F08").tokens == n
