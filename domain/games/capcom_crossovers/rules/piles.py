"""Draw piles, hands, discard piles, block cards, and the action zone."""

from __future__ import annotations

from functools import partial

from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Board
from domain.games.capcom_crossovers.match import Batch
from domain.kernel import piles
from domain.kernel.audience import seat as seat_audience


def shuffle(batch: Batch, owner: int, cause: str) -> None:
    """CAP-105 CAP-108 CAP-112 CAP-314 The order is a recorded random fact that nobody sees, its owner included."""
    event = partial(e.DeckShuffled, seat=owner, cause=cause)
    piles.shuffle(batch, str(owner), batch.board.players[owner].deck.size, event)


def top(board: Board, owner: int, n: int) -> tuple[str, ...]:
    """The top cards of a draw pile, as many as there are."""
    return tuple(board.players[owner].deck.cards[:n])


def draw(batch: Batch, owner: int, n: int, cause: str) -> None:
    """CAP-511 CAP-R76 Cards into the hand, as many as there are."""
    cards = top(batch.board, owner, n)
    if cards:
        piles.looked_at(batch, e.CardsDrawn(seat=owner, n=len(cards), cause=cause, cards=cards), owner)


def discard(batch: Batch, owner: int, faces: tuple[str, ...], cause: str) -> None:
    """Cards of the hand go to their owner's discard pile, for all to see."""
    if faces:
        batch.emit(e.CardsDiscarded(seat=owner, cards=faces, source="hand", cause=cause))


def discard_at_random(batch: Batch, owner: int, n: int, cause: str) -> None:
    """CAP-511 CAP-R90 By recorded draws, which are opened with the seed: a place in a hidden hand would tell."""
    for _ in range(n):
        hand = batch.board.players[owner].held
        if not hand:
            return
        held = [{"card": face} for face in hand]
        piles.at_random(batch, owner, held, partial(e.CardDiscardedAtRandom, seat=owner, cause=cause))


def clear_zone(batch: Batch, attack: int, cause: str) -> None:
    """CAP-318 The cards of an attack that is done with go to their owners' discard piles."""
    for owner, player in enumerate(batch.board.players):
        for zone in player.zone:
            if zone.attack == attack:
                event = e.CardsDiscarded(seat=owner, cards=zone.cards, source="zone", cause=cause, attack=attack)
                batch.emit(event)


def clear_zones(batch: Batch, cause: str) -> None:
    """CAP-318 The combo is over: all cards that it showed go."""
    for attack in sorted({zone.attack for player in batch.board.players for zone in player.zone}):
        clear_zone(batch, attack, cause)


def return_block(batch: Batch, owner: int, *, seen: bool) -> None:
    """CAP-424 CAP-430 CAP-907 CAP-R78 A block card goes back to its owner's hand, hidden if it was not turned up."""
    block = batch.board.players[owner].block
    if block is not None:
        event = e.BlockReturned(seat=owner, seen=seen, card=block.card)
        batch.emit(event, None if seen else {seat_audience(owner): ("card",)})


def discard_block(batch: Batch, owner: int) -> None:
    """CAP-424 CAP-427 CAP-428 CAP-432 A block card is discarded, and public from then on."""
    block = batch.board.players[owner].block
    if block is not None and block.card is not None:
        batch.emit(e.BlockDiscarded(seat=owner, card=block.card))
