"""The worked examples of RULES.md, under their numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Lasting
from domain.games.scp.cardfiles import core
from domain.games.scp.definitions import Status
from domain.kernel.draws import Draws, Roll
from tests.games.scp.seating import set_up
from tests.games.scp.table import P1, P2, P3, Table
from tests.kit.scenario import rolled_as

MakeTable = Callable[..., Table]


@pytest.mark.rule("SCP-X01")
def test_x01(table: MakeTable) -> None:
    game = table().player(P1, pool=3, deck=30).start("draw")
    game.do(P1, a.DrawCards(3))
    assert (game.pool(P1), game.deck_size(P1), len(game.hand(P1))) == (0, 27, 3)
    game.end_phase()
    assert game.pool(P1) == 5


@pytest.mark.rule("SCP-X02")
def test_x02(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Draws.below

    def second(draws: Draws, purpose: str, size: int) -> Roll:
        return rolled_as(purpose, size, 1) if purpose == "first_bidder" else draw(draws, purpose, size)

    monkeypatch.setattr(Draws, "below", second)
    game = set_up(3)
    game.do(P2, a.Bid(2))
    game.let_pass(P3)
    assert game.refused(P1, a.Bid(2)).rule == "SCP-109"
    game.do(P1, a.Bid(3))
    game.let_pass(P2)
    players = game.board.players
    assert (game.board.player1, game.board.active) == (P1, P1)
    assert len(players[P1].removed) == 3
    assert [player.deck.size for player in players] == [41, 44, 44]
    assert [player.hand.size for player in players] == [6, 6, 6]


@pytest.mark.rule("SCP-X03")
def test_x03(table: MakeTable) -> None:
    game = table().player(P1, pool=7)
    finance = game.asset(P1, "F03", tokens=2)
    game.start("resupply")
    assert not game.happened(e.PoolRefilled)
    game.do(P1, a.CashFinance(finance, 2))
    assert game.pool(P1) == 9


def _secured(game: Table) -> None:
    """P22, P23 and P17 on S18 with 2 counters."""
    game.scp("S18", counters=2)
    group = [game.asset(P1, cid) for cid in ("P22", "P23", "P17")]
    game.assigned("secure", "S18", *group)


@pytest.mark.rule("SCP-X04")
def test_x04(table: MakeTable) -> None:
    game = table().player(P1, play=["P15"]).player(P2, hand=["P35"])
    _secured(game)
    game.start("retrieval")
    game.attempt("S18")
    game.let_pass(P2)
    assert game.totals() == (9, 8)
    game.compare()
    assert game.status("S18") == ("secured", P1)
    assert game.counters("S18") == 2
    game.choose(P1, "P15")
    assert game.in_play(P1) == ["P22", "P23", "P17"]
    assert game.asks(P1, "retrieval_phase")


@pytest.mark.rule("SCP-X05")
def test_x05(table: MakeTable) -> None:
    game = table().player(P1, play=["F02"]).player(P2, hand=["C04"])
    game.scp("S03")
    game.assigned("secure", "S03", game.asset(P1, "P19"))
    game.start("retrieval")
    game.attempt("S03")
    assert game.totals() == (4, 4)
    game.complicate(P2, "C04", "P19")
    game.compare()
    assert game.in_play(P1) == []
    assert game.ever(e.AttritionDone)[-1] == e.AttritionDone(seat=P1, total=6, lost=2)
    assert (game.status("S03"), game.counters("S03")) == (("unsecured", None), 1)


@pytest.mark.rule("SCP-X06")
@pytest.mark.parametrize(("more", "counters", "contained"), [([], 3, False), (["P16"], 1, True)])
def test_x06(table: MakeTable, more: list[str], counters: int, contained: bool) -> None:
    game = table().player(P2, hand=["C14"])
    game.scp("S11", P1, counters=1)
    group = [game.asset(P1, cid) for cid in ["P20", "P17", *more]]
    game.assigned("contain", "S11", *group)
    game.start("research")
    game.attempt("S11", "contain")
    game.complicate(P2, "C14", "P20")
    assert bool(game.happened(e.ComplicationOvercome)) == contained
    assert game.counters("S11") == counters
    game.compare()
    compared = game.ever(e.AttemptCompared)[-1]
    assert (compared.group_total, compared.requirement) == ((6, 4) if contained else (4, 6))
    assert game.status("S11") == ("contained" if contained else "secured", P1)
    assert game.counters("S11") == counters


@pytest.mark.rule("SCP-X07")
def test_x07(table: MakeTable) -> None:
    game = table().player(P2, hand=["C14", "C16"])
    game.scp("S39", P1, counters=3)
    game.assigned("contain", "S39", game.asset(P1, "P18"))
    game.start("research")
    game.attempt("S39", "contain")
    assert game.refused(P2, game.complicating(P2, "C14", "P18")).rule == "SCP-431"
    assert [one["card"] for one in game.legal(P2, "play_complication")] == [game.held(P2, "C16")]
    game.complicate(P2, "C16", "P18")
    game.compare()


def _raid(game: Table) -> list[str]:
    """P03, P23 and P22 raid S29, Contained by P2 with 1 counter and defended by P22 and P21."""
    game.scp("S29", P2, status="contained", counters=1)
    group = [game.asset(P1, cid) for cid in ("P03", "P23", "P22")]
    game.assigned("defend", "S29", *[game.asset(P2, cid) for cid in ("P22", "P21")])
    game.assigned("secure", "S29", *group)
    return group


@pytest.mark.rule("SCP-X08")
def test_x08(table: MakeTable) -> None:
    game = table().player(P1, hand=["E03"], play=["P15", "P15"]).player(P2, play=["F04", "F04"])
    _raid(game)
    game.start("retrieval")
    game.attempt("S29")
    assert game.totals() == (16, 17)
    game.event(P1, "E03")
    assert game.totals() == (19, 17)
    game.compare()
    assert (game.status("S29"), game.counters("S29")) == (("secured", P1), 1)
    due = [(one.seat, one.n) for one in game.ever(e.AttritionDue)]
    assert due == [(P1, 3)]
    game.choose(P1, "P15")
    game.choose(P1, "P15")
    assert [(one.seat, one.n) for one in game.ever(e.AttritionDue)] == [(P1, 3), (P2, 11)]
    while game.asks(P2, "attrition"):
        game.do(P2, game.game.default(game.state, game.prompt(P2)))


@pytest.mark.rule("SCP-X09")
def test_x09(table: MakeTable) -> None:
    game = table().player(P2, play=["F03"])
    group = _raid(game)
    gear = game.asset(P1, "G04", host=group[0])
    game.start("retrieval")
    game.attempt("S29")
    game.compare()
    assert game.in_play(P1) == []
    assert gear in [card.iid for card in game.board.players[P1].discard]
    assert [(one.seat, one.n) for one in game.ever(e.AttritionDue)] == [(P2, 3)]
    game.choose(P2, "F03")
    assert (game.status("S29"), game.counters("S29")) == (("contained", P2), 2)


@pytest.mark.rule("SCP-X10")
@pytest.mark.parametrize(("before", "after"), [("contained", ("secured", P2)), ("secured", ("unsecured", None))])
def test_x10(table: MakeTable, before: Status, after: tuple[str, int | None]) -> None:
    game = table()
    game.scp("S18", P2, status=before, counters=5)
    game.assigned("secure", "S18", game.asset(P1, "P17"))
    game.start("retrieval")
    game.whole_attempt("S18")
    assert (game.status("S18"), game.counters("S18")) == (after, 0)


@pytest.mark.rule("SCP-X11")
@pytest.mark.parametrize("change", [0, -1, -2])
def test_x11(table: MakeTable, change: int) -> None:
    game = table().player(P1, deck=5)
    game.scp("S08", P1, status="contained")
    group = [game.asset(P1, cid) for cid in ("P09", "P28", "P15")]
    game.assigned("destroy", "S08", *group)
    game.start("research")
    game.attempt("S08", "destroy")
    if change:
        game.board.lasting.append(_weaker(change))
    assert game.totals() == (10 + change, 9)
    game.compare()
    destroyed = [card.by for card in game.board.scp_discard]
    assert destroyed == ([P1] if not change else [])
    assert (game.pool(P1), len(game.hand(P1))) == ((7, 1) if not change else (5, 0))
    if change == -2:
        assert game.counters("S08") == 1
    wounds = 1 if change == -2 else 0
    assert [card.wounds for card in game.board.players[P1].play] == [wounds] * 3


def _weaker(n: int) -> Lasting:
    """The text of C14 (-1) or of E16 (-2) as it lasts."""
    cid = {-1: "C14", -2: "E16"}[n]
    ability = core().cards[cid].play("complication")
    assert ability is not None
    return Lasting(99, P2, cid, ability.block, 0, "this_attempt")


@pytest.mark.rule("SCP-X12")
def test_x12(table: MakeTable) -> None:
    game = table().player(P1, deck=20).player(P2, deck=1)
    game.scp("S20", counters=5)
    game.start("maintenance")
    game.end_phase()
    assert game.ever(e.EscalationChanged)[0].delta == 1
    assert [one.skill for one in game.ever(e.Outbreak)] == [1]
    assert (game.deck_size(P1), game.deck_size(P2)) == (19, 0)
    assert game.counters("S20") == 0
    assert game.state.result is not None
    assert game.state.result.rule == "SCP-702"


@pytest.mark.rule("SCP-X13")
@pytest.mark.parametrize(("last", "lost"), [(5, True), (4, False)])
def test_x13(table: MakeTable, last: int, lost: bool) -> None:
    game = table()
    for cid, n in zip(("S09", "S03", "S04", "S37"), (9, 8, 8, last), strict=True):
        game.scp(cid, counters=n - 2)
    game.start("maintenance")
    game.end_phase()
    result = game.state.result
    assert (result is not None and (result.kind, result.rule) == ("all_lose", "SCP-703")) == lost
    assert [one.card for one in game.ever(e.Outbreak)] == ([] if lost else ["S03", "S04"])


@pytest.mark.rule("SCP-X14")
def test_x14(table: MakeTable) -> None:
    game = table()
    game.scp("S33", P2, counters=5)
    game.start("maintenance")
    game.end_phase()
    assert (game.status("S33"), game.counters("S33")) == (("unsecured", None), 0)


@pytest.mark.rule("SCP-X15")
def test_x15(table: MakeTable) -> None:
    def reveal(cid: str) -> Table:
        game = table().player(P1, queue=[("P19", 5), "R01", ("E03", 2)]).start("maintenance")
        game.reveal(P1, cid)
        return game

    game = reveal("P19")
    assert (game.in_play(P1), game.card("P19").tapped) == (["P19"], False)
    assert game.refused(P1, a.RevealBuild(game.queued(P1, "R01"))).rule == "SCP-232"
    for cid, rule in (("R01", "SCP-309"), ("E03", "SCP-306")):
        other = reveal(cid)
        assert (other.in_play(P1), other.discards(P1)) == ([], [cid])
        assert other.happened(e.BuildDiscarded)[0].rule == rule


@pytest.mark.rule("SCP-X16")
def test_x16(table: MakeTable) -> None:
    def play() -> Table:
        game = table().player(P1, hand=["M01"])
        game.scp("S14", counters=4)
        for cid in ("P21", "P22", "P23", "F04", "P16"):
            game.asset(P1, cid)
        game.start("mission")
        game.play_mission(P1, "M01", "S14")
        game.end_phase()
        assert game.refused(P1, a.Assign(game.id("P16"), "research")).rule == "SCP-216"
        return game

    game = play()
    for cid in ("P21", "P22", "P23"):
        game.assign(P1, cid, "secure", "S14")
    game.end_phase()
    assert game.whole_attempt("S14").group_total == 9
    game.choose(P1, "F04")
    game.do(P1, a.EndTurn())
    game.do(P1, a.Accept())
    assert (game.status("S14"), game.counters("S14")) == (("contained", P1), 0)

    failed = play()
    failed.do(P1, a.EndTurn())
    assert [(one.seat, one.n) for one in failed.ever(e.AttritionDue)] == [(P1, 4)]
    failed.choose(P1, "F04")
    gained = [(one.delta, one.cause) for one in failed.ever(e.EscalationChanged)]
    assert gained == [(2, "SCP-233"), (2, "M01")]


@pytest.mark.rule("SCP-X17")
def test_x17(table: MakeTable) -> None:
    game = table(3).player(P2, play=["P15"])
    game.scp("S01", P3, status="contained")
    game.scp("S25", P2)
    game.start("maintenance")
    game.end_phase()
    assert [one.card for one in game.ever(e.TextResolved)] == ["S25", "S01"]


@pytest.mark.rule("SCP-X18")
def test_x18(table: MakeTable) -> None:
    game = table().scps()
    game.scp("S44", P1, status="contained")
    game.scp("S03", P1)
    game.scp("S10", P2, status="contained")
    game.scp("S20", P2, status="contained")
    game.start("maintenance")
    game.end_phase()
    scores = game.ever(e.MatchScored)[0].scores
    assert [(one.contained + one.bonus, one.skill) for one in scores] == [(2, 3), (2, 2)]
    result = game.state.result
    assert result is not None
    assert (result.kind, result.placings, result.decided_by) == ("win", ((P1,), (P2,)), "SCP-705")


@pytest.mark.rule("SCP-X19")
def test_x19(table: MakeTable) -> None:
    game = table()
    game.scp("S04", P1, status="contained")
    tapped = game.asset(P1, "P22", tapped=True)
    defending = game.asset(P1, "P23")
    game.assigned("defend", "S04", defending)
    game.start("resupply")
    game.end_phase()
    assert not game.card(tapped).tapped
    assert game.status("S04") == ("contained", P1)
    assert game.card(defending).assignment is not None
    game.to("assignment")
    assert game.card(defending).assignment is None


@pytest.mark.rule("SCP-X20")
def test_x20(table: MakeTable) -> None:
    game = table(1).turn(number=1).scps("S03", "S04")
    game.board.turn = 1
    game.start("start")
    assert (game.centre(), game.counters("S03")) == (["S03"], 0)
    game.end_turn()
    assert game.counters("S03") == 2

    last = table(1).turn(number=10)
    for cid in ("S10", "S20"):
        last.scp(cid, P1, status="contained")
    last.start("maintenance")
    last.end_phase()
    result = last.state.result
    assert result is not None
    assert (result.kind, result.rule) == ("win", "SCP-923")


@pytest.mark.rule("SCP-X21")
@pytest.mark.parametrize("secured", [True, False])
def test_x21(table: MakeTable, secured: bool) -> None:
    game = table()
    game.scp("S34", counters=0 if secured else 8)
    for cid in ("P22", "P23", "P18", "P25"):
        game.asset(P1, cid)
    game.start("assignment")
    for cid in ("P22", "P23"):
        game.assign(P1, cid, "secure", "S34")
    for cid in ("P18", "P25"):
        game.assign(P1, cid, "contain", "S34")
    game.end_phase()
    compared = game.whole_attempt("S34")
    assert (compared.group_total, compared.outcome) == (7, "success" if secured else "failure")
    if secured:
        game.choose(P1, "P22")
        assert game.hand(P1) == ["P22"]
        game.end_phase()
        assert game.whole_attempt("S34", "contain").group_total == 8
        assert game.status("S34") == ("contained", P1)
    else:
        game.to("research")
        assert game.refused(P1, a.BeginAttempt(game.id("S34"), "contain")).rule == "SCP-420"
        assert not any(game.card(cid).tapped for cid in ("P18", "P25") if cid in game.in_play(P1))
