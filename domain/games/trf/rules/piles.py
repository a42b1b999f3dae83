"""Decks, hands and dice: instance ids, shuffles, draws, random discards (TRF-111, TRF-646)."""

from __future__ import annotations

from functools import partial

from domain.games.trf import events as e
from domain.games.trf.board import Board, Side
from domain.games.trf.definitions import Definition, Kind
from domain.games.trf.events.setup import Purpose
from domain.games.trf.match import Batch
from domain.kernel import piles
from domain.kernel.refusal import Refusal, illegal

IDS = piles.Ids("t")


def shuffle(batch: Batch, seat: int) -> None:
    """TRF-107 TRF-114 The order is a recorded random fact that nobody sees."""
    piles.shuffle(batch, str(seat), batch.board.players[seat].deck.size, partial(e.DeckShuffled, seat=seat))


def roll(batch: Batch, seat: int, purpose: Purpose, fight: str | None = None, side: Side | None = None) -> int:
    """TRF-111 TRF-114 TRF-643 TRF-R01 A fair die, 1 to 6."""
    die = batch.draws.below(f"{purpose}:{seat}", 6)
    value = die.value + 1
    batch.emit(e.DieRolled(seat=seat, purpose=purpose, value=value, fight=fight, side=side, draws=(die.draw,)))
    return value


def draw(batch: Batch, seat: int, n: int, cause: str) -> None:
    """TRF-207 TRF-222 TRF-646 TRF-703 TRF-R10 The top cards, as many as there are; there is no largest hand."""
    for _ in range(n):
        player = batch.board.players[seat]
        if not player.deck.size:
            return
        hand, deck, cid = player.hand.size + 1, player.deck.size - 1, player.deck.cards[0]
        event = partial(e.CardDrawn, seat=seat, cause=cause, hand_count=hand, deck_count=deck, card=cid)
        IDS.into_hand(batch, seat, event, "card")


def held(board: Board, seat: int, iid: str, kind: Kind, rule: str) -> Definition | Refusal:
    """TRF-601 The card of a hand, if it is one and of this kind; else why it can't be played by this rule."""
    cid = board.players[seat].hand.known.get(iid)
    if cid is None:
        return illegal(rule, "there is no such card in your hand", "card")
    card = board.cards[cid]
    wanted = "OOC card" if kind == "ooc" else kind
    return card if card.kind == kind else illegal("TRF-601", f"{card.name} is no {wanted}", "card")


def discard(batch: Batch, seat: int, iid: str, cause: str) -> None:
    """TRF-626 A card goes from the hand to its owner's discard pile, face up."""
    cid = batch.board.players[seat].hand.known[iid]
    batch.emit(e.CardDiscarded(seat=seat, iid=iid, card=cid, from_zone="hand", cause=cause))


def discard_at_random(batch: Batch, seat: int, n: int, cause: str) -> None:
    """TRF-646 Cards of the hand by recorded draws; of an empty hand none."""
    board = batch.board
    for _ in range(min(n, board.players[seat].hand.size)):
        held = board.players[seat].hand.named
        place = piles.at_random(batch, seat, held, partial(e.RandomCardPicked, seat=seat, cause=cause))
        discard(batch, seat, held[place]["iid"], cause)


def to_hand(batch: Batch, iid: str, cause: str) -> None:
    """TRF-335 A card of a discard pile goes to its owner's hand, as another instance."""
    card = batch.board.discarded(iid)
    assert card is not None
    event = partial(e.CardReturnedToHand, seat=card.owner, old=iid, card=card.cid, cause=cause)
    IDS.into_hand(batch, card.owner, event)


def look_at_top(batch: Batch, seat: int, n: int) -> int:
    """TRF-646 The player sees the top cards of the own deck, as many as there are; how many that is."""
    board = batch.board
    deck = board.players[seat].deck
    count = min(n, deck.size)
    if count:
        event = e.CardsLookedAt(seat=seat, owner=seat, zone="deck", count=count, cards=tuple(deck.cards[:count]))
        piles.looked_at(batch, event, seat)
    return count


def look_at_hand(batch: Batch, seat: int, owner: int) -> None:
    """The player sees the hand of another one now."""
    hand = batch.board.players[owner].hand
    cards = tuple(sorted(hand.known.values()))
    piles.looked_at(batch, e.CardsLookedAt(seat=seat, owner=owner, zone="hand", count=hand.size, cards=cards), seat)


def take(batch: Batch, seat: int, places: tuple[int, ...]) -> None:
    """The cards at these places, from 0, of those that are looked at go to the hand, the rest under the deck."""
    for place in sorted(places, reverse=True):
        card = batch.board.players[seat].looking[place]
        IDS.into_hand(batch, seat, partial(e.CardTaken, seat=seat, card=card, place=place), "card", "place")
    rest = batch.board.players[seat].looking
    if rest:
        piles.looked_at(batch, e.CardsBottomed(seat=seat, count=len(rest), cards=tuple(rest)), seat)
