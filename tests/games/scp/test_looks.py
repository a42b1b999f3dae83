"""Looking, revealing, and what lies on top of the SCP deck (523, 524)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.kernel.audience import SPECTATOR, seat
from domain.kernel.facts import Event, as_seen
from tests.games.scp import custom
from tests.games.scp.table import P1, P2, P3, Table

MakeTable = Callable[..., Table]
E = TypeVar("E", bound=Event)


def seen(game: Table, kind: type[E], viewer: str) -> list[E]:
    """The events of a kind since the given, as a viewer sees them."""
    shown = [as_seen(fact, viewer) for fact in game.history]
    return [event for event in shown if isinstance(event, kind)]


@pytest.mark.rule("SCP-523", "SCP-R52")
def test_looking_at_a_face_down_card_is_private(table: MakeTable) -> None:
    """P10 looks at one of P2's; P3 and the rest see that, not what it is."""
    game = table(3).player(P1, play=["P10"]).player(P2, queue=["P19", "E03"]).start("draw")
    game.use(P1, "P10", game.queued(P2, "E03"))
    for viewer, card in ((seat(P1), "E03"), (seat(P2), "E03"), (seat(P3), None), (SPECTATOR, None)):
        assert [one.card for one in seen(game, e.BuildPeeked, viewer)] == [card]
    assert game.queue(P2) == [("P19", 0), ("E03", 0)]


@pytest.mark.rule("SCP-523", "SCP-R52")
def test_a_revealed_hand_is_shown_to_the_named_player_as_it_is(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["E11"]).player(P2, hand=["P19", "C04"]).player(P3, hand=["E03"]).start("draw")
    game.event(P1, "E11")
    game.do(P1, a.ChoosePlayer(P2))
    for viewer, cards in ((seat(P1), ("C04", "P19")), (seat(P3), None), (SPECTATOR, None)):
        assert [one.cards for one in seen(game, e.HandRevealed, viewer)] == [cards]
    assert [one.viewers for one in game.ever(e.HandRevealed)] == [(P1,)]


@pytest.mark.rule("SCP-523", "SCP-R52")
def test_a_hand_revealed_to_each_other_player(table: MakeTable) -> None:
    """M04 fails: P1's hand is shown to all others, not to spectators."""
    game = table(3).player(P1, hand=["P19", "C04"])
    game.scp("S03")
    game.mission(P1, "M04", "S03")
    game.start("maintenance")
    game.end_phase()
    (event,) = game.ever(e.HandRevealed)
    assert event.viewers == (P2, P3)
    for viewer, cards in ((seat(P2), ("C04", "P19")), (seat(P3), ("C04", "P19")), (SPECTATOR, None)):
        assert [one.cards for one in seen(game, e.HandRevealed, viewer)] == [cards]


@pytest.mark.rule("SCP-523")
def test_an_empty_hand_shows_nothing(table: MakeTable) -> None:
    game = table(3).player(P1, hand=["E11"]).player(P2, hand=["P19"]).start("draw")
    game.event(P1, "E11")
    game.do(P1, a.ChoosePlayer(P3))
    assert not game.ever(e.HandRevealed)


def looking(game: Table, *deck: str) -> Table:
    """P1 looks with S15 at the top two SCPs."""
    game.scps(*deck)
    game.scp("S15", P1, status="contained")
    game.start("draw")
    game.use(P1, "S15")
    return game


@pytest.mark.rule("SCP-524", "SCP-523", "SCP-R52")
@pytest.mark.parametrize(
    ("places", "deck"),
    [
        ((), ["S03", "S08", "S14", "S17"]),
        ((1,), ["S08", "S14", "S17", "S03"]),
        ((2,), ["S03", "S14", "S17", "S08"]),
        ((1, 2), ["S14", "S17", "S03", "S08"]),
        ((2, 1), ["S14", "S17", "S03", "S08"]),
    ],
)
def test_any_of_them_go_to_the_bottom_in_the_order_seen(
    table: MakeTable, places: tuple[int, ...], deck: list[str]
) -> None:
    game = looking(table(), "S03", "S08", "S14", "S17")
    assert game.asked() == [(P1, "peek_choice")]
    game.do(P1, a.PutUnder(places))
    assert game.board.scp_deck.cards == deck
    assert game.asked() == [(P1, "draw_phase")]


@pytest.mark.rule("SCP-524", "SCP-523")
def test_only_the_one_who_looks_sees_them(table: MakeTable) -> None:
    game = looking(table(3), "S03", "S08", "S14")
    assert game.board.players[P1].looking == ("S03", "S08")
    game.do(P1, a.PutUnder((1,)))
    assert game.board.players[P1].looking == ()
    for viewer, cards, places in ((seat(P1), ("S03", "S08"), (0,)), (seat(P2), None, None), (SPECTATOR, None, None)):
        assert [one.cards for one in seen(game, e.ScpPeeked, viewer)] == [cards]
        assert [(one.n, one.places) for one in seen(game, e.ScpPutOnBottom, viewer)] == [(1, places)]


@pytest.mark.rule("SCP-524")
@pytest.mark.parametrize("places", [(0,), (3,), (1, 1)])
def test_places_that_are_not_there(table: MakeTable, places: tuple[int, ...]) -> None:
    game = looking(table(), "S03", "S08", "S14")
    assert game.refused(P1, a.PutUnder(places)).rule == "SCP-524"
    assert game.refused(P2, a.PutUnder(())).rule == "SCP-524"
    game.do(P1, a.PutUnder(()))
    assert game.refused(P1, a.PutUnder(())).rule == "SCP-524"


@pytest.mark.rule("SCP-524", "SCP-319")
def test_as_many_as_there_are(table: MakeTable) -> None:
    game = looking(table(), "S03")
    assert game.asks(P1, "peek_choice")
    assert game.refused(P1, a.PutUnder((2,))).rule == "SCP-524"
    game.do(P1, a.PutUnder((1,)))
    assert game.board.scp_deck.cards == ["S03"]


@pytest.mark.rule("SCP-524", "SCP-319")
def test_where_there_are_none_nothing_is_asked(table: MakeTable) -> None:
    game = table().scps()
    look = custom.card(game, "event", 'when = "event", window = "own_turn", do = "peek_scp(2)"')
    game.player(P1, hand=[look]).start("draw")
    game.event(P1, look)
    assert game.asked() == [(P1, "draw_phase")]


@pytest.mark.rule("SCP-524", "SCP-708")
def test_a_look_goes_on_when_another_leaves_and_ends_with_the_one_who_looks(table: MakeTable) -> None:
    game = looking(table(3), "S03", "S08", "S14")
    game.concede(P3)
    assert game.asked() == [(P1, "peek_choice")]
    game.do(P1, a.PutUnder((1,)))
    assert game.board.scp_deck.cards == ["S08", "S14", "S03"]

    other = looking(table(3), "S03", "S08", "S14")
    other.concede(P1)
    assert (other.board.scp_deck.cards, other.board.active) == (["S03", "S08", "S14"], P2)
