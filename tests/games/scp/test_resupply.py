"""The Draw and the Resupply Phase: cards for Resources, the refill, Finance Tokens, untapping (SCP-210 to SCP-214)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from tests.games.scp.table import P1, P2, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("SCP-210")
@pytest.mark.parametrize(("pool", "deck"), [(5, 20), (3, 2), (0, 4), (4, 0)])
def test_cards_are_drawn_for_resources_one_for_one(table: MakeTable, pool: int, deck: int) -> None:
    most = min(pool, deck)
    game = table().player(P1, pool=pool, deck=deck).start("draw")
    assert [one["n"] for one in game.legal(P1, "draw_cards")] == list(range(1, most + 1))
    for n in (-1, 0, most + 1):
        assert game.refused(P1, a.DrawCards(n)).rule == "SCP-210"
    if most:
        game.do(P1, a.DrawCards(most))
        assert (game.pool(P1), game.deck_size(P1), len(game.hand(P1))) == (pool - most, deck - most, most)
    game.end_phase()


@pytest.mark.rule("SCP-210")
def test_drawing_may_be_repeated_and_takes_the_top(table: MakeTable) -> None:
    game = table().player(P1, pool=4, deck=["P17", "P18", "P19", "P20", "P21"]).start("draw")
    game.do(P1, a.DrawCards(1))
    game.do(P1, a.DrawCards(2))
    assert (game.pool(P1), game.hand(P1)) == (1, ["P17", "P18", "P19"])
    assert game.board.players[P1].deck.cards == ["P20", "P21"]


@pytest.mark.rule("SCP-211")
def test_the_refill_is_too_late_to_pay_for_cards(table: MakeTable) -> None:
    game = table().player(P1, pool=1)
    finance = game.asset(P1, "F02", tokens=3)
    game.start("draw")
    assert game.refused(P1, a.DrawCards(2)).rule == "SCP-210"
    assert game.refused(P1, a.CashFinance(finance, 1)).rule == "SCP-213"
    game.end_phase()
    assert game.pool(P1) == 5
    assert game.refused(P1, a.DrawCards(1)).rule == "SCP-210"


@pytest.mark.rule("SCP-212", "SCP-R08")
@pytest.mark.parametrize(("pool", "refilled"), [(0, 5), (4, 5), (5, 5), (6, 6)])
@pytest.mark.parametrize("more", [0, 1, 2])
def test_the_pool_is_refilled_to_the_mark(table: MakeTable, pool: int, refilled: int, more: int) -> None:
    game = table().player(P1, pool=pool, play=["F06"] * more).player(P2, pool=1, play=["F06"])
    game.start("draw")
    game.end_phase()
    assert game.pool(P1) == max(refilled, 5 + more)
    assert len(game.ever(e.PoolRefilled)) == (pool < 5 + more)
    assert game.pool(P2) == 1


@pytest.mark.rule("SCP-213")
def test_finance_tokens_become_resources_above_the_mark_too(table: MakeTable) -> None:
    game = table()
    mine, theirs = game.asset(P1, "F02", tokens=3), game.asset(P2, "F02", tokens=3)
    person = game.asset(P1, "P17")
    game.start("resupply")
    for card, n in ((mine, 0), (mine, 4), (mine, -1), (theirs, 1), (person, 1), ("nothing", 1)):
        assert game.refused(P1, a.CashFinance(card, n)).rule == "SCP-213"
    game.do(P1, a.CashFinance(mine, 1))
    game.do(P1, a.CashFinance(mine, 2))
    assert (game.pool(P1), game.card(mine).tokens, game.card(theirs).tokens) == (8, 0, 3)
    assert game.refused(P1, a.CashFinance(mine, 1)).rule == "SCP-213"


@pytest.mark.rule("SCP-213")
def test_the_tokens_come_after_the_refill(table: MakeTable) -> None:
    game = table().player(P1, pool=4)
    finance = game.asset(P1, "F02", tokens=2)
    game.start("draw")
    game.end_phase()
    game.do(P1, a.CashFinance(finance, 2))
    assert game.pool(P1) == 7


@pytest.mark.rule("SCP-214", "SCP-R09")
def test_at_the_end_of_resupply_all_cards_untap_except_scps(table: MakeTable) -> None:
    game = table()
    mine = [game.asset(P1, cid, tapped=True) for cid in ("P17", "G05", "F02", "R16")]
    theirs = game.asset(P2, "P17", tapped=True)
    game.scp("S08", P1, status="contained")
    game.start("resupply")
    assert all(game.card(iid).tapped for iid in mine)
    game.end_phase()
    assert not any(game.card(iid).tapped for iid in mine)
    assert game.card(theirs).tapped
    assert game.status("S08") == ("contained", P1)
    assert not [one for one in game.ever(e.CardsUntapped) if game.id("S08") in one.cards]
