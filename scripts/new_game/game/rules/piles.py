"""Decks and hands: shuffling, drawing, discarding."""

from __future__ import annotations

from functools import partial

from domain.kernel import piles
from scripts.new_game.game import events as e
from scripts.new_game.game.match import Batch

IDS = piles.Ids("c")


def shuffle(batch: Batch, seat: int) -> None:
    """BON-102 The order is a recorded random fact that nobody sees."""
    piles.shuffle(batch, str(seat), batch.board.players[seat].deck.size, partial(e.DeckShuffled, seat=seat))


def draw(batch: Batch, seat: int, n: int, cause: str) -> None:
    """BON-202 The top cards, as many as there are; each is for its player alone."""
    deck = batch.board.players[seat].deck
    for _ in range(min(n, deck.size)):
        IDS.into_hand(batch, seat, partial(e.CardDrawn, seat=seat, cause=cause, card=deck.cards[0]), "card")


def discard(batch: Batch, seat: int, iid: str) -> None:
    """BON-402 A card of the hand goes under the pile, face up."""
    cid = batch.board.players[seat].hand.known[iid]
    batch.emit(e.CardDiscarded(seat=seat, card=cid, iid=iid))
