"""What the others may and may not conclude."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.scp import GAME
from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.frames import Discard
from domain.games.scp.rules import effect_prompts, piles
from domain.kernel import decide
from domain.kernel.audience import FULL, SPECTATOR, seat
from domain.kernel.batch import Batch
from domain.kernel.facts import Event, Fact, as_seen
from domain.kernel.match import State
from tests.games.scp.custom import card
from tests.games.scp.table import P1, P2, P3, Table
from tests.kit.play import accepted, opening, server_seed

MakeTable = Callable[..., Table]


def running(seed: int, seats: int = 2) -> State:
    """A match whose bidding is over: everybody passes."""
    state = list(opening(GAME, seed, seats))[-1].state
    while state.board.turn == 0:
        (prompt,) = state.prompts.values()
        state = accepted(decide.act(GAME, state, prompt.seat, a.Pass(), state.at, server_seed(seed))).state
    return state


def batch_of(state: State) -> Batch:
    """Something happens in it."""
    return decide._batch(GAME, state, server_seed(1), state.at)


def told(game: Table, kind: type[Event]) -> Fact:
    """The one fact of this kind in the last step."""
    (found,) = (fact for fact in game.facts if isinstance(fact.event, kind))
    return found


@pytest.mark.rule("SCP-413", "SCP-426", "SCP-429")
@pytest.mark.parametrize("cid", ["P15", "F02", "C04", "C11", "E05", "E03", "M01"])
def test_whoever_holds_cards_is_asked_in_windows_whatever_they_are(table: MakeTable, cid: str) -> None:
    game = table(3).player(P1, hand=[cid]).player(P2, hand=[cid]).player(P3, hand=["C04"])
    raider, scp = game.asset(P1, "P22"), game.scp("S08", P2)
    game.assigned("secure", scp, raider).start("retrieval")
    game.attempt(scp)
    asked = game.asked()
    game.let_pass(P2)
    asked += game.asked()
    game.complicate(P3, "C04", raider)
    asked += game.asked()
    game.let_pass(P1)
    asked += game.asked()
    game.do(P1, a.Compare())
    asked += game.asked()
    windows = [(P2, "complication_window"), (P3, "complication_window"), (P1, "response"), (P1, "attempt_window")]
    assert asked == [*windows, (P2, "defender_reply")]


@pytest.mark.rule("SCP-413", "SCP-426")
def test_whoever_holds_no_card_is_not_asked(table: MakeTable) -> None:
    game = table()
    raider, scp = game.asset(P1, "P22"), game.scp("S08", P2)
    game.assigned("secure", scp, raider).start("retrieval")
    game.attempt(scp)
    assert game.asked() == [(P1, "attempt_window")]
    game.do(P1, a.Compare())
    assert not game.asks(P2, "defender_reply")


@pytest.mark.rule("SCP-222", "SCP-223")
def test_a_card_is_placed_face_down_under_an_id_that_nobody_knows(table: MakeTable) -> None:
    game = table().player(P1, hand=["P22", "E05"]).start("assignment")
    held = game.held(P1, "P22")
    game.do(P1, a.PlaceBuild(held))
    fact = told(game, e.CardPlacedFaceDown)
    placed = fact.event
    assert isinstance(placed, e.CardPlacedFaceDown)
    assert placed.iid != held
    for viewer in (seat(P2), SPECTATOR):
        assert as_seen(fact, viewer) == replace(placed, card=None, old=None)
    assert as_seen(fact, seat(P1)) == placed
    game.do(P1, a.FundBuild(placed.iid, 2))
    shown = {viewer: GAME.view(game.state, viewer).players[P1] for viewer in (seat(P1), seat(P2), SPECTATOR, FULL)}
    assert [view.build_queue[0].card for view in shown.values()] == ["P22", None, None, "P22"]
    assert {(view.build_queue[0].iid, view.build_queue[0].resources) for view in shown.values()} == {(placed.iid, 2)}
    assert {view.hand_size for view in shown.values()} == {1}


@pytest.mark.rule("SCP-319")
def test_a_card_discarded_at_random_does_not_show_its_place() -> None:
    batch = batch_of(running(1))
    piles.discard_at_random(batch, P2, 1, "S31")
    (gone,) = (fact for fact in batch.facts if isinstance(fact.event, e.CardDiscarded))
    assert gone.event.draws
    for viewer in (seat(P1), SPECTATOR):
        assert as_seen(gone, viewer) == replace(gone.event, draws=())


@pytest.mark.rule("SCP-319")
def test_a_hand_of_which_nothing_stays_goes_in_no_order_of_arrival() -> None:
    batch = batch_of(running(1))
    held = list(batch.board.players[P2].hand.known)
    assert held != sorted(held)
    effect_prompts.step_discard(batch, Discard(P2, P2, len(held), "S10"))
    gone = [fact.event.iid for fact in batch.facts if isinstance(fact.event, e.CardDiscarded)]
    assert gone == sorted(held)
    assert not any(prompt.kind == "discard_choice" for prompt in batch.state.prompts.values())


@pytest.mark.rule("SCP-808")
def test_what_the_clock_discards_of_the_own_hand_is_the_oldest_of_anothers_the_lowest_id() -> None:
    batch = batch_of(running(1))
    known = batch.board.players[P2].hand.known
    own = effect_prompts.discard_options(batch.board, Discard(P2, P2, 1, "S10"))
    piles.reveal_hand(batch, P2, (P1,), "M05")
    others = effect_prompts.discard_options(batch.board, Discard(P2, P1, 1, "M05"))
    assert own[0] == next(iter(known))
    assert others == tuple(sorted(set(known.values())))


@pytest.mark.rule("SCP-523")
def test_a_hand_is_shown_to_those_who_are_named_in_no_order_of_arrival() -> None:
    batch = batch_of(running(1, 3))
    held = list(batch.board.players[P1].hand.known.values())
    assert held != sorted(held)
    piles.reveal_hand(batch, P1, (P2,), "E11")
    (fact,) = (fact for fact in batch.facts if isinstance(fact.event, e.HandRevealed))
    event = e.HandRevealed(seat=P1, viewers=(P2,), cause="E11", cards=tuple(sorted(held)))
    assert as_seen(fact, seat(P1)) == as_seen(fact, seat(P2)) == event
    assert as_seen(fact, seat(P3)) == as_seen(fact, SPECTATOR) == replace(event, cards=None)


@pytest.mark.rule("SCP-523")
def test_that_a_face_down_card_is_looked_at_is_seen_and_what_it_is_is_not(table: MakeTable) -> None:
    game = table(3).player(P1, play=["P10"]).player(P2, queue=["P22"]).start("draw")
    game.use(P1, "P10", "P22")
    fact = told(game, e.BuildPeeked)
    assert as_seen(fact, seat(P1)) == as_seen(fact, seat(P2)) == fact.event
    assert as_seen(fact, seat(P3)) == as_seen(fact, SPECTATOR) == replace(fact.event, card=None)
    assert GAME.view(game.state, seat(P1)).players[P2].build_queue[0].card is None


@pytest.mark.rule("SCP-524")
def test_how_many_scps_are_looked_at_and_put_under_is_seen_and_which_are_not(table: MakeTable) -> None:
    game = table().scps("S08", "S14", "S03")
    game.scp("S15", P1, status="contained")
    game.start("draw")
    game.use(P1, "S15")
    fact = told(game, e.ScpPeeked)
    assert as_seen(fact, seat(P2)) == e.ScpPeeked(seat=P1, n=2, cause="S15")
    looking = {viewer: GAME.view(game.state, viewer).players[P1].looking for viewer in (seat(P1), seat(P2), SPECTATOR)}
    assert [card.card for card in looking[seat(P1)] or ()] == ["S08", "S14"]
    assert looking[seat(P2)] is looking[SPECTATOR] is None
    game.do(P1, a.PutUnder((2,)))
    fact = told(game, e.ScpPutOnBottom)
    assert as_seen(fact, seat(P1)) == e.ScpPutOnBottom(seat=P1, n=1, places=(1,))
    assert as_seen(fact, seat(P2)) == as_seen(fact, SPECTATOR) == e.ScpPutOnBottom(seat=P1, n=1)
    assert game.board.scp_deck.cards == ["S08", "S03", "S14"]


@pytest.mark.rule("SCP-104", "SCP-105")
def test_the_order_of_the_scp_deck_is_nobodys_and_what_was_brought_is_its_owners() -> None:
    facts: list[Any] = [fact for step in opening(GAME, 3, 2) for fact in step.facts]
    (made,) = (fact for fact in facts if isinstance(fact.event, e.ScpDeckMade))
    shuffled = [fact for fact in facts if isinstance(fact.event, e.DeckShuffled)]
    assert [fact.event.seat for fact in shuffled] == [None, P1, P2]
    for viewer in (seat(P1), seat(P2), SPECTATOR):
        assert as_seen(made, viewer) == e.ScpDeckMade(size=20)
        assert [as_seen(fact, viewer) for fact in shuffled] == [e.DeckShuffled(seat=one) for one in (None, P1, P2)]
    brought = [fact for fact in facts if isinstance(fact.event, e.PlayerSetUp)]
    told_to_first: list[Any] = [as_seen(fact, seat(P1)) for fact in brought]
    assert [event.deck is None for event in told_to_first] == [False, True]


@pytest.mark.rule("SCP-708")
def test_what_one_who_leaves_held_is_shown_to_nobody() -> None:
    state = running(2, 3)
    gone = state.board.players[P2]
    held = set(gone.hand.known.values()) - {card.cid for card in (*gone.discard, *gone.removed)}
    step = accepted(decide.concede(GAME, state, P2, state.at, server_seed(2)))
    shown = GAME.view(step.state, SPECTATOR).players[P2]
    assert (shown.hand_size, shown.deck_size, shown.build_queue, shown.in_match) == (0, 0, (), False)
    assert held
    assert not held & {card.card for card in (*shown.removed, *shown.discard)}


@pytest.mark.rule("SCP-523", "SCP-R101")
def test_who_chooses_from_anothers_hand_has_seen_it_and_all_know(table: MakeTable) -> None:
    game = table(2)
    cid = card(game, "event", 'when = "event", window = "own_turn", do = "discard_hand(each_other, 2, you)"')
    game.player(P1, hand=[cid]).player(P2, hand=["P16", "P22", "P16", "E05"]).start("draw")
    game.event(P1, cid)
    fact = told(game, e.HandRevealed)
    shown = e.HandRevealed(seat=P2, viewers=(P1,), cause=cid, cards=("E05", "P16", "P16", "P22"))
    assert as_seen(fact, seat(P1)) == shown
    assert as_seen(fact, SPECTATOR) == replace(shown, cards=None)
    assert {option["card"] for option in game.legal(P1)} == {"E05", "P16", "P22"}
    game.do(P1, a.DiscardCard("P16"))
    assert [one.cards for one in game.happened(e.HandRevealed)] == [("E05", "P16", "P22")]
    game.do(P1, a.DiscardCard("E05"))
    assert sorted(game.board.players[P2].hand.known.values()) == ["P16", "P22"]


@pytest.mark.rule("SCP-R101")
@pytest.mark.parametrize(("rules", "times"), [("1.0", 1), ("1.1", 2)])
def test_who_has_just_seen_a_hand_is_shown_it_all_the_same(table: MakeTable, rules: str, times: int) -> None:
    do = "reveal_hand(each_other), discard_hand(each_other, 1, you)"
    game = table(2).goes_by(rules)
    cid = card(game, "event", f'when = "event", window = "own_turn", do = "{do}"')
    game.player(P1, hand=[cid]).player(P2, hand=["P16", "P22"]).start("draw")
    game.event(P1, cid)
    assert len(game.ever(e.HandRevealed)) == times
