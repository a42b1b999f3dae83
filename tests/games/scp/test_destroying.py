"""Attempts to destroy (422, 423)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from tests.games.scp import custom
from tests.games.scp.groups import group, outcomes
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def destroying(game: Table, scp: str, *cids: str, counters: int = 0) -> list[str]:
    """An attempt to destroy has begun; the members."""
    game.scp(scp, P1, status="contained", counters=counters)
    members = group(game, "destroy", scp, *cids)
    game.start("research")
    game.attempt(scp, "destroy")
    return members


@pytest.mark.rule("SCP-422", "SCP-R64")
def test_nobody_is_asked_for_a_complication_but_events_are_played(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["E10"]).player(P2, hand=["C04"]).player(P3, hand=["C16"])
    destroying(game, "S08", "P29", "P29")
    assert game.asked() == [(P1, "attempt_window")]
    game.event(P1, "E10")
    assert game.totals() == (8 + 4, 9)
    game.do(P1, a.Compare())
    assert outcomes(game) == ["success"]


@pytest.mark.rule("SCP-422", "SCP-404", "SCP-403")
def test_members_without_terminate_do_not_count(table: MakeTable) -> None:
    """P09 has Terminate twice, P29 once, P22 not at all."""
    game = table()
    destroying(game, "S08", "P09", "P29", "P22")
    assert game.totals() == (6 + 1 + 4, 8 + 1)


@pytest.mark.rule("SCP-422")
def test_counters_do_not_count_and_modifiers_do(table: MakeTable) -> None:
    game = table()
    tough = custom.card(game, "scp", 'when = "static", do = "mod_req(self, destroy, 2)"', skill=3)
    destroying(game, tough, "P29", counters=7)
    assert game.totals() == (4, 8 + 3 + 2)


@pytest.mark.rule("SCP-422", "SCP-321")
def test_a_lost_terminate_does_not_count(table: MakeTable) -> None:
    """G11 gave the only Terminate and is destroyed for 3 more: no member counts."""
    game = table()
    game.scp("S08", P1, status="contained")
    (member,) = group(game, "destroy", "S08", "P22")
    charge = game.asset(P1, "G11", host=member)
    game.start("research")
    game.attempt("S08", "destroy")
    assert game.totals()[0] == 3
    game.use(P1, charge)
    assert game.totals()[0] == 3
    game.do(P1, a.Compare())
    assert (outcomes(game), game.card(member).wounds) == (["failure"], 1)


@pytest.mark.rule("SCP-423", "SCP-R36")
@pytest.mark.parametrize(("cids", "outcome"), [(["P29", "P08"], "equal"), (["P29", "P09"], "success")])
def test_more_is_needed_than_equal(table: MakeTable, cids: list[str], outcome: str) -> None:
    """9 against 9, or 11."""
    game = table()
    members = destroying(game, "S08", *cids, counters=2)
    assert game.totals()[1] == 9
    game.compare()
    assert outcomes(game) == [outcome]
    assert [(card.cid, card.by) for card in game.board.scp_discard] == ([("S08", P1)] if outcome == "success" else [])
    if outcome == "equal":
        assert (game.status("S08"), game.counters("S08")) == (("contained", P1), 2)
    assert [game.card(iid).wounds for iid in members] == [0, 0]


@pytest.mark.rule("SCP-423", "SCP-442")
def test_lower_wounds_every_member_and_adds_a_counter(table: MakeTable) -> None:
    game = table()
    bystander = game.asset(P1, "P22")
    members = destroying(game, "S08", "P29", "P22")
    game.compare()
    assert outcomes(game) == ["failure"]
    assert [game.card(iid).wounds for iid in (*members, bystander)] == [1, 1, 0]
    assert (game.status("S08"), game.counters("S08")) == (("contained", P1), 1)


@pytest.mark.rule("SCP-423", "SCP-418", "SCP-503")
def test_the_counter_makes_no_breach_at_once(table: MakeTable) -> None:
    game = table()
    destroying(game, "S08", "P29", counters=7)
    game.compare()
    assert (game.status("S08"), game.counters("S08")) == (("contained", P1), 8)


@pytest.mark.rule("SCP-423", "SCP-424")
@pytest.mark.parametrize("cids", [["P22", "P22", "P22", "P22"], ["P16"]])
def test_a_group_without_terminate_is_lower_whatever_its_total(table: MakeTable, cids: list[str]) -> None:
    game = table().player(P1, hand=["E10", "E10", "E10"])
    members = destroying(game, "S08", *cids)
    for _ in range(3):
        game.event(P1, "E10")
    assert game.totals() == (12, 9)
    game.compare()
    assert outcomes(game) == ["failure"]
    assert [game.card(iid).wounds for iid in members] == [1] * len(members)


@pytest.mark.rule("SCP-423")
def test_an_empty_group_is_lower(table: MakeTable) -> None:
    game = table()
    out = custom.card(
        game,
        "event",
        'when = "event", window = "attempt", do = "remove_from_attempt(all(members)), mod_group(20)"',
    )
    game.player(P1, hand=[out])
    (member,) = destroying(game, "S08", "P29")
    game.event(P1, out)
    game.do(P1, a.Compare())
    assert (outcomes(game), game.counters("S08"), game.card(member).wounds) == (["failure"], 1, 0)


@pytest.mark.rule("SCP-511", "SCP-423")
def test_an_indestructible_scp_is_no_object(table: MakeTable) -> None:
    game = table()
    game.scp("S01", P1, status="contained")
    group(game, "destroy", "S01", "P29")
    game.start("research")
    assert game.refused(P1, a.BeginAttempt(game.id("S01"), "destroy")).rule == "SCP-218"


@pytest.mark.rule("SCP-442", "SCP-423")
def test_a_member_may_die_of_it(table: MakeTable) -> None:
    game = table()
    game.scp("S08", P1, status="contained")
    hurt = game.asset(P1, "P29", wounds=1)
    machine = game.asset(P1, "P33", wounds=1)
    game.assigned("destroy", "S08", hurt, machine)
    game.start("research")
    game.attempt("S08", "destroy")
    game.compare()
    assert game.in_play(P1) == ["P29"]
    assert [one.card for one in game.ever(e.CardDestroyed)] == ["P33"]


@pytest.mark.rule("SCP-R79", "SCP-423")
@pytest.mark.parametrize(("seat", "met"), [(P1, True), (P2, False)])
def test_destroyed_by_a_text_it_is_credited_to_its_player(table: MakeTable, seat: int, met: bool) -> None:
    """M12 asks that its player destroyed the target: a text of P2 does not help."""
    game = table()
    bomb = custom.card(game, "finance", 'when = "escalation", do = "destroy(all(any[scp and contained]))"')
    game.player(P1, play=["F04"])
    game.asset(seat, bomb)
    game.scp("S08", P1, status="contained")
    game.mission(P1, "M12", "S08")
    game.start("maintenance")
    game.end_phase()
    assert [card.by for card in game.board.scp_discard] == [seat]
    assert game.asks(P1, "mission_success") == met
    if not met:
        assert game.asks(P1, "attrition")
