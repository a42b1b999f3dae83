"""Decks, hands and discards: drawing, flipping, revealing, the Visa Rule (C4-203, C4-216 to C4-220)."""

from __future__ import annotations

from functools import partial
from typing import Literal

from domain.games.c4 import events as e
from domain.games.c4.match import Batch
from domain.kernel import piles

IDS = piles.Ids("c")


def shuffle(batch: Batch, owner: int, cause: Literal["setup", "visa", "setup_return"]) -> None:
    """C4-109 C4-216 C4-R04 The order is a recorded random fact that nobody sees."""
    player = batch.board.players[owner]
    count = len(player.discard) if cause == "visa" else player.deck.size
    piles.shuffle(batch, str(owner), count, partial(e.DeckShuffled, seat=owner, cause=cause))


def top_card(batch: Batch, owner: int, wanted: Literal["draw", "reveal", "look", "flip"]) -> str | None:
    """C4-217 C4-218 C4-219 C4-R13 The card id on top, after the Visa Rule if it is needed now; None with `draw_failed`.

    Only what lies in the discard is shuffled; cards being played, flipped or in play stay where they are.
    """
    player = batch.board.players[owner]
    if not player.deck.size and player.discard:
        shuffle(batch, owner, "visa")
    if not player.deck.size:
        batch.emit(e.DrawFailed(seat=owner, wanted=wanted))
        return None
    return str(player.deck.cards[0])


def draw(batch: Batch, owner: int, n: int, cause: Literal["turn", "effect", "opening"]) -> None:
    """C4-215 C4-220 C4-R12 Draw n cards one by one, with no limit to the hand."""
    for _ in range(n):
        cid = top_card(batch, owner, "draw")
        if cid is None:
            return
        IDS.into_hand(batch, owner, partial(e.CardDrawn, seat=owner, cause=cause, card=cid), "card")


def flip(batch: Batch, owner: int) -> str | None:
    """C4-405 C4-609 Turn the top card over for an attack, whatever its kind; its card id, or None (C4-409)."""
    cid = top_card(batch, owner, "flip")
    if cid is not None:
        iid, source = IDS.new(batch, "table")
        event = e.CardFlipped(seat=owner, card=cid, iid=iid, symbol=batch.board.cards[cid].symbol, draws=(source,))
        batch.emit(event)
    return cid


def reveal_top(batch: Batch, owner: int) -> str | None:
    """C4-R55 C4-R66 Turn the top card up and put it into the discard; it is no flip."""
    cid = top_card(batch, owner, "reveal")
    if cid is not None:
        batch.emit(e.TopCardRevealed(seat=owner, card=cid))
        iid, source = IDS.new(batch, "table")
        batch.emit(e.CardDiscarded(seat=owner, card=cid, iid=iid, from_zone="deck", cause="revealed", draws=(source,)))
    return cid


def discard_from_hand(batch: Batch, owner: int, iid: str, cause: str) -> None:
    """C4-610 A card goes from the hand to its owner's discard and is public from then on."""
    cid = batch.board.players[owner].hand.known[iid]
    batch.emit(e.CardDiscarded(seat=owner, card=cid, iid=iid, from_zone="hand", cause=cause))


def discard_at_random(batch: Batch, owner: int, cause: str) -> None:
    """One card of the hand by a recorded draw."""
    held = batch.board.players[owner].hand.named
    piles.at_random(batch, owner, held, partial(e.CardDiscarded, seat=owner, from_zone="hand", cause=cause))


def recover(batch: Batch, owner: int, iid: str) -> None:
    """A card of the own discard goes back to the hand, under a new instance id."""
    card = next(card for card in batch.board.players[owner].discard if card.iid == iid)
    IDS.into_hand(batch, owner, partial(e.CardRecovered, seat=owner, card=card.cid, old=iid))
