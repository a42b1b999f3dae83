"""Decks, hands and discard piles: instance ids, shuffles, draws, mills."""

from __future__ import annotations

from functools import partial
from typing import Literal

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import Board
from domain.games.cape_and_cowl.match import Batch
from domain.games.cape_and_cowl.rules.continuous import HAND_LIMIT
from domain.kernel import piles

IDS = piles.Ids("c")


def shuffle(batch: Batch, owner: int, cause: str) -> None:
    """CNC-110 CNC-533 The order is a recorded random fact that nobody sees."""
    event = partial(e.DeckShuffled, seat=owner, cause=cause)
    piles.shuffle(batch, str(owner), batch.board.players[owner].deck.size, event)


def draw(batch: Batch, owner: int, n: int, cause: str) -> None:
    """CNC-306 CNC-307 CNC-330 CNC-712 CNC-R10 Draw one by one; a full hand or an empty deck stops it without harm."""
    board = batch.board
    for drawn in range(n):
        player = board.players[owner]
        if not player.deck.size or len(player.hand) >= HAND_LIMIT:
            reason: Literal["hand_full", "deck_empty"] = "hand_full" if player.deck.size else "deck_empty"
            batch.emit(e.DrawStopped(seat=owner, undrawn=n - drawn, reason=reason))
            return
        hand, deck, cid = len(player.hand) + 1, player.deck.size - 1, player.deck.cards[0]
        event = partial(e.CardDrawn, seat=owner, cause=cause, hand_count=hand, deck_count=deck, card=cid)
        IDS.into_hand(batch, owner, event, "card")


def mill(batch: Batch, owner: int, n: int, cause: str) -> None:
    """CNC-527 CNC-R38 The top cards, as many as there are, go to the discard pile together."""
    cards, draws = IDS.turned_up(batch, batch.board.players[owner].deck.cards[:n])
    if cards:
        batch.emit(e.CardsMilled(seat=owner, cause=cause, cards=cards, draws=draws))


def position(board: Board, owner: int, iid: str) -> int:
    """CNC-R25 The place of a card in the hand, from 1."""
    return next(place for place, card in enumerate(board.players[owner].hand, 1) if card.iid == iid)


def discard_from_hand(batch: Batch, owner: int, iid: str, cause: str) -> None:
    """CNC-322 CNC-613 A card goes from the hand to its owner's discard pile, and is public from then on."""
    place = position(batch.board, owner, iid)
    _discard_at(batch, owner, place, cause)


def _discard_at(batch: Batch, owner: int, place: int, cause: str) -> None:
    player = batch.board.players[owner]
    card = player.hand[place - 1]
    event = e.CardDiscarded(
        seat=owner,
        iid=str(card.iid),
        card=str(card.cid),
        from_zone="hand",
        cause=cause,
        discard_count=len(player.discard) + 1,
        position=place,
    )
    batch.emit(event)


def discard_at_random(batch: Batch, owner: int, n: int, cause: str) -> None:
    """Cards of the hand by recorded draws, each of those that are still there."""
    for _ in range(min(n, len(batch.board.players[owner].hand))):
        hand = enumerate(batch.board.players[owner].hand, 1)
        held = [{"position": place, "card": str(card.cid)} for place, card in hand]
        event = partial(e.RandomCardPicked, seat=owner, cause=cause)
        place = piles.at_random(batch, owner, held, event, told=None)
        _discard_at(batch, owner, place + 1, cause)


def reveal(batch: Batch, owner: int, positions: tuple[int, ...]) -> None:
    """CNC-434 CNC-526 Cards of a hand become known to both until they leave it."""
    for place in positions:
        card = batch.board.players[owner].hand[place - 1]
        batch.emit(e.HandCardRevealed(seat=owner, position=place, iid=str(card.iid), card=str(card.cid)))


def take_from_deck(batch: Batch, owner: int, cid: str | None, cause: str) -> None:
    """CNC-533 CNC-R40 A searched card goes to the hand unseen; whether one was taken is public."""
    if cid is None:
        batch.emit(e.DeckSearched(seat=owner, found=False, cause=cause))
        return
    IDS.into_hand(batch, owner, partial(e.DeckSearched, seat=owner, found=True, cause=cause, card=cid), "card")


def recover(batch: Batch, owner: int, iids: tuple[str, ...], to: str, cause: str) -> None:
    """CNC-330 CNC-534 Cards of the own discard pile go to the hand, while it holds fewer than 10, or under the deck."""
    player = batch.board.players[owner]
    if to == "hand":
        iids = iids[: max(0, HAND_LIMIT - len(player.hand))]
    known = {card.iid: card.cid for card in player.discard}
    cards = tuple((iid, known[iid]) for iid in iids if iid in known)
    if not cards:
        return
    if to == "bottom":
        batch.emit(e.CardsRecovered(seat=owner, cards=cards, to="bottom", cause=cause))
        return
    event = partial(e.CardsRecovered, seat=owner, cards=cards, to="hand", cause=cause)
    IDS.all_into_hand(batch, owner, len(cards), event)
