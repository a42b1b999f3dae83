"""Escalation and Outcome: counters, thirty of them, outbreaks, breaches (SCP-233, SCP-236 to SCP-239)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import events as e
from domain.games.scp.definitions import Status
from tests.games.scp.custom import card
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def outcome(game: Table) -> Table:
    """Phases 10 and 11, as far as nobody is asked."""
    game.start("maintenance")
    game.end_phase()
    return game


@pytest.mark.rule("SCP-233", "SCP-R17", "SCP-902")
def test_unsecured_scps_gain_two_and_secured_ones_one(table: MakeTable) -> None:
    game = table(3)
    scps: tuple[tuple[str, int | None, Status], ...] = (
        ("S03", None, "unsecured"),
        ("S08", P1, "secured"),
        ("S14", P2, "secured"),
        ("S17", P3, "contained"),
    )
    for cid, seat, status in scps:
        game.scp(cid, seat, status=status, counters=1)
    outcome(game)
    assert [game.counters(cid) for cid in ("S03", "S08", "S14", "S17")] == [3, 2, 2, 1]


@pytest.mark.rule("SCP-233", "SCP-503", "SCP-R19")
@pytest.mark.parametrize(("before", "gained"), [(4, 2), (5, 1), (6, 0)])
def test_counters_stop_at_the_escalation_value(table: MakeTable, before: int, gained: int) -> None:
    game = table()
    game.scp("S20", counters=before)
    outcome(game)
    assert sum(one.delta for one in game.ever(e.EscalationChanged)) == gained
    # at its EV, it breaks out, whether or not it was there before
    assert [one.card for one in game.ever(e.Outbreak)] == ["S20"]


@pytest.mark.rule("SCP-236", "SCP-703", "SCP-R60")
@pytest.mark.parametrize(("held", "lost"), [(0, True), (1, False)])
def test_thirty_counters_in_the_centre_and_all_lose(table: MakeTable, held: int, lost: bool) -> None:
    """With one of the four SCPs in a player's hands only 22 lie in the centre."""
    game = table(3)
    game.scp("S06", counters=8)
    game.scp("S14", counters=6)
    game.scp("S09", counters=2)
    game.scp("S03", P2 if held else None, counters=6)
    outcome(game)
    result = game.state.result
    if lost:
        assert result is not None
        assert (result.kind, result.placings, result.rule) == ("all_lose", ((P1, P2, P3),), "SCP-703")
        assert not game.ever(e.MatchScored)
        assert not game.ever(e.Outbreak)
    else:
        assert result is None


@pytest.mark.rule("SCP-236", "SCP-703", "SCP-R60")
def test_thirty_counters_are_looked_for_in_step_b_alone(table: MakeTable) -> None:
    game = table().player(P1, hand=["E20"])
    for cid in ("S06", "S14", "S09", "S03"):
        game.scp(cid, counters=8)
    game.start("draw")
    # 32 already lie there, and the turn goes on
    game.event(P1, "E20")
    game.to("maintenance")
    assert game.state.result is None
    game.end_phase()
    assert game.state.result is not None


@pytest.mark.rule("SCP-237")
def test_outbreaks_in_the_order_of_the_centre(table: MakeTable) -> None:
    game = table(3).player(P1, deck=20).player(P2, deck=4).player(P3, deck=20, hand=["P17"])
    game.scp("S28", counters=8)
    game.scp("S39", counters=4)
    game.scp("S20", counters=3)
    # S39 came into the centre first
    game.board.scps = [game.board.scps[1], game.board.scps[2], game.board.scps[0]]
    game.board.scps = [
        type(one)(one.iid, one.cid, one.entered, number, one.status, one.controller, one.counters)
        for number, one in enumerate(game.board.scps)
    ]
    outcome(game)
    broken = [(one.card, one.skill) for one in game.ever(e.Outbreak)]
    assert broken == [("S39", 2), ("S28", 2)]
    assert [game.counters(cid) for cid in ("S39", "S28", "S20")] == [0, 0, 5]
    # 2 + 2 cards each; P2 has 4, and the match is scored for it
    assert [game.deck_size(seat) for seat in (P1, P2, P3)] == [16, 0, 16]
    assert [len(game.discards(seat)) for seat in (P1, P2, P3)] == [4, 4, 5]
    kinds = [fact.event for fact in game.history if isinstance(fact.event, e.Outbreak | e.TextResolved | e.CardsMilled)]
    named = [(type(one).__name__, getattr(one, "card", None)) for one in kinds]
    assert named == [
        ("Outbreak", "S39"),
        *[("CardsMilled", None)] * 3,
        ("TextResolved", "S39"),
        ("Outbreak", "S28"),
        *[("CardsMilled", None)] * 3,
        ("TextResolved", "S28"),
    ]
    assert [game.pool(seat) for seat in (P1, P2, P3)] == [3, 3, 3]


@pytest.mark.rule("SCP-237", "SCP-R19")
@pytest.mark.parametrize("counters", [3, 4])
def test_an_scp_below_its_escalation_value_stays_quiet(table: MakeTable, counters: int) -> None:
    game = table()
    game.scp("S20", counters=counters)
    outcome(game)
    assert bool(game.ever(e.Outbreak)) == (counters == 4)
    assert game.counters("S20") == (0 if counters == 4 else 5)


@pytest.mark.rule("SCP-R80", "SCP-237")
@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("remove_escalation(all(any[unsecured and other]), 1)", 1),
        ("add_escalation(all(any[unsecured and other]), 1)", 2),
    ],
)
def test_who_breaks_out_is_settled_when_the_step_starts(table: MakeTable, text: str, broken: int) -> None:
    game = table()
    loud = card(game, "scp", f'when = "outbreak", do = "{text}"', escalation=2)
    game.scp(loud, counters=2)
    game.scp("S20", counters=6)
    game.scp("S33", counters=3)
    outcome(game)
    assert [one.card for one in game.ever(e.Outbreak)] == [loud, "S20"][:broken]
    # S20 keeps what it has if it was calmed; S33 waits for the next time if it is full only now
    assert (game.counters("S20"), game.counters("S33")) == ((5, 4) if broken == 1 else (0, 6))


@pytest.mark.rule("SCP-238", "SCP-R20", "SCP-504")
@pytest.mark.parametrize(
    ("status", "before", "after"),
    [
        ("secured", 4, ("secured", P2, 5)),
        ("secured", 5, ("unsecured", None, 0)),
        ("contained", 5, ("contained", P2, 5)),
        ("contained", 6, ("secured", P2, 0)),
    ],
)
def test_breaches(table: MakeTable, status: Status, before: int, after: tuple[str, int | None, int]) -> None:
    game = table()
    game.scp("S33", P2, status=status, counters=before)
    outcome(game)
    assert (*game.status("S33"), game.counters("S33")) == after
    # one step at most, and no outbreak of what became Unsecured in this phase
    assert len(game.ever(e.ScpUnsecured)) + len(game.ever(e.ScpUncontained)) == (after[2] == 0)
    assert not game.ever(e.Outbreak)


@pytest.mark.rule("SCP-238", "SCP-237")
def test_breaches_come_after_outbreaks(table: MakeTable) -> None:
    game = table()
    game.scp("S33", P1, counters=5)
    game.scp("S20", counters=6)
    outcome(game)
    kinds = [type(fact.event) for fact in game.history]
    assert kinds.index(e.Outbreak) < kinds.index(e.ScpUnsecured)
    assert game.centre() == ["S20", "S33"]


@pytest.mark.rule("SCP-239", "SCP-702")
def test_the_end_is_checked_after_outbreaks_and_breaches(table: MakeTable) -> None:
    # nothing Unsecured and no SCP deck: but the breach brings one back before step e
    game = table().scps()
    game.scp("S33", P1, counters=5)
    outcome(game)
    assert game.state.result is None
    assert game.centre() == ["S33"]

    other = table().scps()
    other.scp("S33", P1, counters=4)
    outcome(other)
    assert other.state.result is not None


@pytest.mark.rule("SCP-710", "SCP-R49")
def test_a_card_may_state_another_way_to_win(table: MakeTable) -> None:
    game = table(3)
    crown = card(game, "finance", 'when = "end", only_if = "pool(you) >= 6", do = "win_match"')
    game.player(P1, play=[crown]).player(P2, play=[crown], pool=6)
    outcome(game)
    assert game.state.result is None
    game.concede(P3)
    game.board.players[P2].pool = 6
    game.end_turn(P2)
    result = game.state.result
    assert result is not None
    assert (result.kind, result.placings, result.rule) == ("win", ((P2,), (P1,), (P3,)), "SCP-710")
    assert not game.ever(e.MatchScored)
