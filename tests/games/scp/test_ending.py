"""How a match ends and who has won (SCP-701 to SCP-707, SCP-711)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.games.scp import events as e
from domain.games.scp.board import Destroyed
from domain.games.scp.definitions import Status
from domain.kernel.result import Result
from tests.games.scp.custom import card
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]


def ended(game: Table) -> Result | None:
    """What came of the turn's Outcome Phase."""
    game.start("maintenance")
    game.end_phase()
    result: Result | None = game.state.result
    return result


def destroyed(game: Table, cid: str, by: int | None) -> None:
    """An SCP that somebody destroyed."""
    game.board.scp_discard.append(Destroyed(f"gone-{cid}", cid, by))


@pytest.mark.rule("SCP-701", "SCP-704")
def test_the_most_contained_scps_win(table: MakeTable) -> None:
    game = table(3).scps()
    for cid, seat in (("S08", P1), ("S14", P3), ("S17", P3), ("S03", P2)):
        game.scp(cid, seat, status="contained")
    result = ended(game)
    assert result is not None
    # P1 and P2 have one of Skill 1 each and decks of one size
    assert (result.kind, result.placings, result.decided_by) == ("win", ((P3,), (P1, P2)), None)


@pytest.mark.rule("SCP-711", "SCP-701")
def test_secured_and_destroyed_scps_do_not_score(table: MakeTable) -> None:
    game = table().scps()
    game.scp("S08", P1, status="contained")
    for cid in ("S36", "S40", "S43"):
        game.scp(cid, P2)
    destroyed(game, "S38", P2)
    result = ended(game)
    assert result is not None
    assert (result.placings, result.decided_by) == (((P1,), (P2,)), None)
    assert [one.contained for one in game.ever(e.MatchScored)[0].scores] == [1, 0]


@pytest.mark.rule("SCP-704")
@pytest.mark.parametrize(("icons", "bonus"), [(["P17"], 2), (["P16"], 0)])
def test_bonuses_of_cards_count(table: MakeTable, icons: list[str], bonus: int) -> None:
    # R07 counts what its player destroyed, while its Required Icons are in play
    game = table().scps().player(P2, play=["R07", *icons])
    game.scp("S08", P1, status="contained")
    destroyed(game, "S14", P2)
    destroyed(game, "S17", P2)
    destroyed(game, "S20", P1)
    destroyed(game, "S21", None)
    result = ended(game)
    assert result is not None
    assert game.ever(e.MatchScored)[0].scores[1].bonus == bonus
    assert result.placings[0] == ((P2,) if bonus else (P1,))


@pytest.mark.rule("SCP-702", "SCP-707", "SCP-R21")
@pytest.mark.parametrize(
    ("deck", "centre", "ends"), [(0, None, True), (1, None, False), (0, "S03", False), (1, "S03", False)]
)
def test_it_ends_when_no_scp_is_left_to_come_or_to_secure(
    table: MakeTable, deck: int, centre: str | None, ends: bool
) -> None:
    game = table().scps(*["S20"] * deck)
    game.scp("S08", P1)
    if centre is not None:
        game.scp(centre)
    result = ended(game)
    assert (result is not None) == ends
    assert result is None or (result.rule, result.reason) == ("SCP-702", "nothing_unsecured")


@pytest.mark.rule("SCP-702", "SCP-707", "SCP-239", "SCP-R21")
@pytest.mark.parametrize("seat", [P1, P2])
def test_an_empty_deck_ends_the_match_in_step_e_and_loses_nothing(table: MakeTable, seat: int) -> None:
    game = table().player(seat, deck=0)
    game.scp("S08", seat, status="contained")
    game.start("draw")
    # the turn is played on
    game.to("maintenance")
    assert game.state.result is None
    game.end_phase()
    result = game.state.result
    assert result is not None
    assert (result.kind, result.placings[0], result.rule) == ("win", (seat,), "SCP-702")
    # phases 12 and 13 are not played
    assert "end" not in [one.phase for one in game.ever(e.PhaseStarted)]


@pytest.mark.rule("SCP-702", "SCP-708")
def test_the_deck_of_who_has_left_ends_nothing(table: MakeTable) -> None:
    game = table(3)
    game.start("draw")
    game.concede(P3)
    assert game.deck_size(P3) == 0
    game.end_turn()
    assert game.state.result is None


@pytest.mark.rule("SCP-702", "SCP-706", "SCP-R55")
@pytest.mark.parametrize(
    ("number", "active", "player1", "ends"),
    [
        (30, P2, P1, True),
        (30, P1, P1, False),
        (29, P2, P1, False),
        (30, P1, P2, True),
        (30, P2, P2, False),
    ],
)
def test_after_the_last_turn_of_the_last_round_it_is_scored(
    table: MakeTable, number: int, active: int, player1: int, ends: bool
) -> None:
    game = table().turn(active, number=number, player1=player1).start("draw")
    game.end_turn(active)
    result = game.state.result
    assert (result is not None) == ends
    assert result is None or (result.rule, result.reason) == ("SCP-706", "round_limit")


@pytest.mark.rule("SCP-706", "SCP-807", "SCP-R55")
@pytest.mark.parametrize("limit", [5, 100])
def test_the_round_limit_is_an_option(table: MakeTable, limit: int) -> None:
    for number, ends in ((limit - 1, False), (limit, True)):
        game = table(round_limit=limit).turn(P2, number=number).start("draw")
        game.end_turn(P2)
        assert (game.state.result is not None) == ends


@pytest.mark.rule("SCP-703", "SCP-R60")
def test_all_lose_before_anything_is_scored(table: MakeTable) -> None:
    game = table().turn(P2, number=30).player(P1, deck=0)
    game.scp("S08", P1, status="contained")
    for cid in ("S06", "S14", "S09"):
        game.scp(cid, counters=10)
    game.start("maintenance")
    game.end_phase(P2)
    result = game.state.result
    assert result is not None
    assert (result.kind, result.placings, result.rule) == ("all_lose", ((P1, P2),), "SCP-703")
    assert not game.ever(e.MatchScored)


@pytest.mark.rule("SCP-705", "SCP-R54")
@pytest.mark.parametrize(
    ("first", "second", "gone", "winner"),
    [
        # total Skill of SCPs under control, Secured ones too
        ([("S08", "contained"), ("S28", "secured")], [("S14", "contained")], [], P1),
        ([("S08", "contained")], [("S14", "contained"), ("S28", "secured")], [], P2),
        # and of those destroyed
        ([("S08", "contained")], [("S14", "contained")], [("S28", P1)], P1),
        ([("S08", "contained")], [("S14", "contained")], [("S28", P2), ("S20", P1)], P2),
        # not of those that nobody destroyed
        ([("S08", "contained")], [("S14", "contained")], [("S28", None), ("S20", P1)], P1),
    ],
)
def test_ties_go_by_skill(
    table: MakeTable,
    first: list[tuple[str, Status]],
    second: list[tuple[str, Status]],
    gone: list[tuple[str, int | None]],
    winner: int,
) -> None:
    # the deck of the loser is larger: that comes after Skill
    game = table().scps().player(1 - winner, deck=30)
    for seat, held in enumerate((first, second)):
        for cid, status in held:
            game.scp(cid, seat, status=status)
    for cid, by in gone:
        destroyed(game, cid, by)
    result = ended(game)
    assert result is not None
    assert (result.kind, result.placings, result.decided_by) == ("win", ((winner,), (1 - winner,)), "SCP-705")


@pytest.mark.rule("SCP-705", "SCP-R54")
@pytest.mark.parametrize(("decks", "placings"), [((9, 8), ((P1,), (P2,))), ((8, 9), ((P2,), (P1,))), ((8, 8), None)])
def test_then_by_cards_in_the_deck_else_it_is_a_draw(
    table: MakeTable, decks: tuple[int, int], placings: tuple[tuple[int, ...], ...] | None
) -> None:
    game = table().scps().player(P1, deck=decks[0]).player(P2, deck=decks[1])
    result = ended(game)
    assert result is not None
    if placings is None:
        assert (result.kind, result.placings) == ("draw", ((P1, P2),))
    else:
        assert (result.kind, result.placings) == ("win", placings)


@pytest.mark.rule("SCP-705")
def test_two_of_three_draw_before_the_third(table: MakeTable) -> None:
    game = table(3).scps()
    for cid, seat in (("S08", P2), ("S14", P3)):
        game.scp(cid, seat, status="contained")
    result = ended(game)
    assert result is not None
    assert (result.kind, result.placings) == ("draw", ((P2, P3), (P1,)))


@pytest.mark.rule("SCP-R79", "SCP-705")
def test_an_scp_that_an_effect_destroys_is_of_the_cards_player(table: MakeTable) -> None:
    game = table()
    erase = card(game, "event", 'when = "event", window = "own_turn", target = "any[scp]", do = "destroy(tgt)"')
    game.scps().player(P1, hand=[erase, erase])
    game.scp("S28", P2, status="contained")
    game.scp("S01")
    game.start("draw")
    game.event(P1, erase, "S28")
    assert [(one.cid, one.by) for one in game.board.scp_discard] == [("S28", P1)]
    # one that is Indestructible stays
    game.event(P1, erase, "S01")
    assert game.centre() == ["S01"]
