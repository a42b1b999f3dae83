"""The game for one (SCP-920 to SCP-923)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Destroyed
from tests.games.scp.custom import card
from tests.games.scp.seating import set_up
from tests.games.scp.table import FILLER, P1, Table

MakeTable = Callable[..., Table]


@pytest.mark.rule("SCP-920", "SCP-R59")
def test_forty_cards_ten_scps_and_no_auction() -> None:
    game = set_up(1)
    player = game.board.players[P1]
    assert (player.hand.size, player.deck.size, player.removed) == (6, 34, [])
    assert game.board.scp_deck.size + len(game.board.scps) == 10
    assert not game.ever(e.FirstBidderDrawn)
    assert (game.board.player1, game.asked()) == (P1, [(P1, "draw_phase")])


@pytest.mark.rule("SCP-921", "SCP-R59", "SCP-R05")
@pytest.mark.parametrize(
    ("centre", "held", "deck", "after"),
    [
        (None, None, ["S20", "S21"], ["S20"]),
        (None, "S08", ["S20", "S21"], ["S20"]),
        ("S03", None, ["S20", "S21"], ["S03"]),
        (None, None, [], []),
    ],
)
def test_an_scp_comes_if_none_is_unsecured(
    table: MakeTable, centre: str | None, held: str | None, deck: list[str], after: list[str]
) -> None:
    game = table(1).scps(*deck)
    if centre is not None:
        game.scp(centre, counters=1)
    if held is not None:
        game.scp(held, P1)
    game.start("start")
    assert game.centre() == after
    if after == ["S20"]:
        assert (game.counters("S20"), game.board.scp_deck.size) == (0, 1)


@pytest.mark.rule("SCP-921")
def test_it_comes_before_other_effects(table: MakeTable) -> None:
    game = table(1).scps("S31").player(P1, hand=["P17"], play=["P36"])
    game.start("maintenance")
    game.end_phase()
    kinds = [fact.event for fact in game.history if isinstance(fact.event, e.ScpRevealed | e.TextResolved)]
    assert [one.card for one in kinds] == ["S31", "S31", "P36"]


@pytest.mark.rule("SCP-921")
def test_with_others_no_scp_comes_by_itself(table: MakeTable) -> None:
    game = table(2).start("start")
    assert game.centre() == []


@pytest.mark.rule("SCP-922", "SCP-R59")
def test_complications_are_exchanged_for_cards(table: MakeTable) -> None:
    game = table(1).player(P1, pool=2, hand=["C04", "P17", "C14", "E16"], deck=["P18", "P19", "P20"])
    game.start("draw")
    person = game.held(P1, "P17")
    assert game.refused(P1, a.CycleComplication(person)).rule == "SCP-922"
    assert game.refused(P1, a.CycleComplication("elsewhere")).rule == "SCP-922"
    game.do(P1, a.CycleComplication(game.held(P1, "C04")))
    game.do(P1, a.CycleComplication(game.held(P1, "C14")))
    # E16 is a Complication too
    game.do(P1, a.CycleComplication(game.held(P1, "E16")))
    assert (game.pool(P1), game.hand(P1)) == (2, ["P17", "P18", "P19", "P20"])
    assert game.discards(P1) == ["C04", "C14", "E16"]


@pytest.mark.rule("SCP-922")
def test_exchanging_is_for_the_draw_phase_of_solitaire(table: MakeTable) -> None:
    alone = table(1).player(P1, hand=["C04"]).start("resupply")
    assert alone.refused(P1, a.CycleComplication(alone.held(P1, "C04"))).rule == "SCP-922"
    game = table(2).player(P1, hand=["C04"]).start("draw")
    assert game.refused(P1, a.CycleComplication(game.held(P1, "C04"))).rule == "SCP-922"
    assert game.legal(P1, "cycle_complication") == []


@pytest.mark.rule("SCP-922", "SCP-319")
def test_an_exchange_with_an_empty_deck_only_discards(table: MakeTable) -> None:
    game = table(1).player(P1, hand=["C04"], deck=0).start("draw")
    game.do(P1, a.CycleComplication(game.held(P1, "C04")))
    assert (game.hand(P1), game.discards(P1)) == ([], ["C04"])


@pytest.mark.rule("SCP-922", "SCP-R59")
def test_nobody_plays_complications(table: MakeTable) -> None:
    game = table(1).player(P1, hand=["C04"])
    game.scp("S03")
    game.assigned("secure", "S03", game.asset(P1, "P01"))
    game.start("retrieval")
    game.attempt("S03")
    assert game.asked() == [(P1, "attempt_window")]
    assert game.refused(P1, game.complicating(P1, "C04", "P01")).rule == "SCP-428"
    game.compare()


@pytest.mark.rule("SCP-923", "SCP-R59")
@pytest.mark.parametrize("number", [9, 10])
def test_it_ends_after_the_tenth_turn(table: MakeTable, number: int) -> None:
    game = table(1).turn(number=number).start("draw")
    game.board.turn = number
    game.end_turn()
    result = game.state.result
    assert (result is not None) == (number == 10)
    if result is None:
        assert (game.board.round, game.asked()) == (10, [(P1, "draw_phase")])
    else:
        assert result.rule == "SCP-923"


@pytest.mark.rule("SCP-923")
@pytest.mark.parametrize(
    ("cids", "target", "won"),
    [
        (["S08", "S14"], 2, True),
        (["S08"], 2, False),
        (["S44"], 2, True),
        (["S08", "S14"], 3, False),
        (["S08"], 1, True),
    ],
)
def test_the_target_decides(table: MakeTable, cids: list[str], target: int, won: bool) -> None:
    game = table(1, solitaire_target=target).turn(number=10)
    for cid in cids:
        game.scp(cid, P1, status="contained")
    # Secured and destroyed ones do not count
    game.scp("S17", P1)
    game.board.scp_discard.append(Destroyed("gone", "S28", P1))
    game.start("maintenance")
    game.end_phase()
    result = game.state.result
    assert result is not None
    assert (result.kind, result.rule, result.decided_by) == ("win" if won else "all_lose", "SCP-923", "SCP-923")


@pytest.mark.rule("SCP-923", "SCP-702")
@pytest.mark.parametrize("cause", ["nothing_unsecured", "empty_deck"])
def test_it_may_end_earlier(table: MakeTable, cause: str) -> None:
    game = table(1).turn(number=4)
    game.scp("S08", P1, status="contained")
    game.scp("S14", P1, status="contained")
    if cause == "empty_deck":
        game.player(P1, deck=0)
    else:
        game.scps()
    game.start("maintenance")
    game.end_phase()
    result = game.state.result
    assert result is not None
    assert (result.kind, result.rule, result.reason) == ("win", "SCP-702", cause)


@pytest.mark.rule("SCP-923", "SCP-703")
def test_thirty_counters_lose(table: MakeTable) -> None:
    game = table(1).turn(number=10)
    for cid in ("S08", "S17", "S44", "S37"):
        game.scp(cid, P1, status="contained")
    for cid in ("S06", "S14", "S09"):
        game.scp(cid, counters=9)
    game.start("maintenance")
    game.end_phase()
    result = game.state.result
    assert result is not None
    assert (result.kind, result.rule) == ("all_lose", "SCP-703")


@pytest.mark.rule("SCP-710")
def test_alone_a_card_can_win_too(table: MakeTable) -> None:
    game = table(1)
    crown = card(game, "event", 'when = "event", window = "own_turn", do = "win_match"')
    game.player(P1, hand=[crown]).start("draw")
    assert game.deck_size(P1) == 20
    assert game.board.players[P1].deck.cards[0] == FILLER
    game.event(P1, crown)
    result = game.state.result
    assert result is not None
    assert (result.kind, result.placings, result.rule) == ("win", ((P1,),), "SCP-710")
