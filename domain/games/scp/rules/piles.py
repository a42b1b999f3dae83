"""Decks, hands and pools: instance ids, shuffles, draws, mills, discards, looks (SCP-319, SCP-523)."""

from __future__ import annotations

from functools import partial

from domain.games.scp import events as e
from domain.games.scp.match import Batch
from domain.kernel import piles
from domain.kernel.audience import seat as seat_audience
from domain.kernel.facts import Draw
from domain.kernel.zones import Card

IDS = piles.Ids("s")


def shuffle(batch: Batch, seat: int | None) -> None:
    """SCP-104 SCP-105 The order is a recorded random fact that nobody sees; without a seat, the SCP deck."""
    board = batch.board
    deck = board.scp_deck if seat is None else board.players[seat].deck
    piles.shuffle(batch, "scp" if seat is None else str(seat), deck.size, partial(e.DeckShuffled, seat=seat))


def draw(batch: Batch, seat: int, n: int, cause: str) -> None:
    """SCP-318 SCP-319 SCP-R30 The top cards, as many as there are; there is no largest hand."""
    for _ in range(n):
        player = batch.board.players[seat]
        if not player.deck.size:
            return
        hand, deck, cid = player.hand.size + 1, player.deck.size - 1, player.deck.cards[0]
        event = partial(e.CardDrawn, seat=seat, cause=cause, hand_count=hand, deck_count=deck, card=cid)
        IDS.into_hand(batch, seat, event, "card")


def _from_top(batch: Batch, seat: int, n: int) -> tuple[tuple[Card, ...], tuple[Draw, ...]]:
    """The top cards of a deck with their new ids, as many as there are."""
    cards, draws = IDS.turned_up(batch, batch.board.players[seat].deck.cards[:n])
    return tuple(Card(iid, cid, seat) for iid, cid in cards), draws


def mill(batch: Batch, seat: int, n: int, cause: str) -> None:
    """SCP-237 SCP-319 Cards from the top of the deck to the discard pile, as many as there are."""
    cards, draws = _from_top(batch, seat, n)
    if cards:
        batch.emit(e.CardsMilled(seat=seat, cards=cards, cause=cause, draws=draws))


def remove_by_bid(batch: Batch, seat: int, n: int) -> None:
    """SCP-110 Cards from the top of the deck, face up, out of the game."""
    cards, draws = _from_top(batch, seat, n)
    if cards:
        batch.emit(e.CardsRemovedByBid(seat=seat, cards=cards, draws=draws))


def discard(batch: Batch, seat: int, iid: str, cause: str) -> None:
    """A card goes from the hand to its owner's discard pile."""
    cid = batch.board.players[seat].hand.known[iid]
    batch.emit(e.CardDiscarded(seat=seat, iid=iid, card=cid, from_zone="hand", cause=cause))


def discard_at_random(batch: Batch, seat: int, n: int, cause: str) -> None:
    """SCP-319 Cards of the hand by recorded draws, as many as there are; the place in the hand is its owner's."""
    for _ in range(min(n, batch.board.players[seat].hand.size)):
        event = partial(e.CardDiscarded, seat=seat, from_zone="hand", cause=cause)
        piles.at_random(batch, seat, batch.board.players[seat].hand.named, event, told=seat_audience(seat))


def reveal_hand(batch: Batch, seat: int, viewers: tuple[int, ...], cause: str) -> None:
    """SCP-523 SCP-R52 The viewers see the hand as it is now; in no order that would tell when a card came."""
    hand = batch.board.players[seat].hand
    shown = tuple(viewer for viewer in viewers if viewer != seat)
    if shown and hand.size:
        event = e.HandRevealed(seat=seat, viewers=shown, cause=cause, cards=tuple(sorted(hand.known.values())))
        piles.looked_at(batch, event, *shown, seat)


def change_pool(batch: Batch, seat: int, delta: int, cause: str) -> None:
    """SCP-318 SCP-319 Resources of the pool: any number more, or as many less as there are."""
    pool = batch.board.players[seat].pool
    now = max(0, pool + delta)
    if now != pool:
        batch.emit(e.ResourcesChanged(seat=seat, delta=now - pool, pool=now, cause=cause))


def change_tokens(batch: Batch, iid: str | None, delta: int, cause: str) -> None:
    """SCP-318 SCP-319 Finance Tokens on a Finance: any number more, or as many less as there are."""
    card = batch.board.asset(iid)
    change = 0 if card is None else max(-card.tokens, delta)
    if card is not None and change:
        batch.emit(e.FinanceTokenChanged(seat=card.owner, iid=card.iid, card=card.cid, delta=change, cause=cause))


def change_build(batch: Batch, iid: str, delta: int, cause: str) -> None:
    """SCP-319 Resources of the supply on a face-down card, or from it, as many as there are."""
    found = batch.board.face_down(iid)
    if found is None:
        return
    seat, card = found
    change = max(-card.resources, delta)
    if change:
        batch.emit(e.BuildChanged(seat=seat, iid=iid, delta=change, cause=cause))


def peek(batch: Batch, seat: int, n: int, cause: str) -> bool:
    """SCP-524 SCP-R52 Show the player the top cards of the SCP deck; False without any."""
    deck = batch.board.scp_deck
    there = min(n, deck.size)
    if there:
        piles.looked_at(batch, e.ScpPeeked(seat=seat, n=there, cause=cause, cards=tuple(deck.cards[:there])), seat)
    return bool(there)


def put_under(batch: Batch, seat: int, places: tuple[int, ...]) -> None:
    """SCP-524 These of the cards that were seen go to the bottom, in the order seen."""
    event = e.ScpPutOnBottom(seat=seat, n=len(places), places=tuple(sorted(places)))
    batch.emit(event, {seat_audience(seat): ("places",)})


def peek_build(batch: Batch, seat: int, iid: str, cause: str) -> None:
    """SCP-523 The player sees a face-down card as it is now."""
    found = batch.board.face_down(iid)
    if found is not None:
        owner, card = found
        event = e.BuildPeeked(seat=seat, owner=owner, iid=iid, cause=cause, card=card.cid)
        piles.looked_at(batch, event, seat, owner, shown="card")
