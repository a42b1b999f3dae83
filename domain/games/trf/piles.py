"""Decks, hands and dice: instance ids, shuffles, draws, random discards (TRF-111, TRF-646)."""

from __future__ import annotations

from domain.games.trf import events as e
from domain.games.trf.board import Side
from domain.games.trf.match import Batch
from domain.kernel.audience import NOBODY
from domain.kernel.audience import seat as seat_audience
from domain.kernel.facts import Draw

IDS = 1 << 40


def new_iid(batch: Batch, purpose: str) -> tuple[str, Draw]:
    """A new instance id, drawn so that it tells nothing about where the card was before."""
    draw = batch.draws.below(f"iid:{purpose}", IDS)
    return f"t{draw.value:010x}", draw


def shuffle(batch: Batch, seat: int) -> None:
    """TRF-107 TRF-114 The order is a recorded random fact that nobody sees."""
    draw = batch.draws.shuffle(f"shuffle:{seat}", batch.board.players[seat].deck.size)
    order = draw.value if isinstance(draw.value, tuple) else (draw.value,)
    batch.emit(e.DeckShuffled(seat=seat, order=order, draws=(draw,)), {NOBODY: ("order", "draws")})


def roll(batch: Batch, seat: int, purpose: e.Purpose, fight: str | None = None, side: Side | None = None) -> int:
    """TRF-111 TRF-114 TRF-643 TRF-R01 A fair die, 1 to 6."""
    draw = batch.draws.below(f"{purpose}:{seat}", 6)
    value = (draw.value if isinstance(draw.value, int) else 0) + 1
    batch.emit(e.DieRolled(seat=seat, purpose=purpose, value=value, fight=fight, side=side, draws=(draw,)))
    return value


def draw(batch: Batch, seat: int, n: int, cause: str) -> None:
    """TRF-207 TRF-222 TRF-646 TRF-703 TRF-R10 The top cards, as many as there are; there is no largest hand."""
    for _ in range(n):
        player = batch.board.players[seat]
        if not player.deck.size:
            return
        iid, source = new_iid(batch, str(seat))
        event = e.CardDrawn(
            seat=seat,
            cause=cause,
            hand_count=player.hand.size + 1,
            deck_count=player.deck.size - 1,
            card=player.deck.cards[0],
            iid=iid,
            draws=(source,),
        )
        batch.emit(event, {seat_audience(seat): ("card", "iid", "draws")})


def discard(batch: Batch, seat: int, iid: str, cause: str) -> None:
    """TRF-626 A card goes from the hand to its owner's discard pile, face up."""
    cid = batch.board.players[seat].hand.known[iid]
    batch.emit(e.CardDiscarded(seat=seat, iid=iid, card=cid, from_zone="hand", cause=cause))


def discard_at_random(batch: Batch, seat: int, n: int, cause: str) -> None:
    """TRF-646 Cards of the hand by recorded draws; of an empty hand none."""
    board = batch.board
    for _ in range(min(n, board.players[seat].hand.size)):
        held = list(board.players[seat].hand.known)
        source = batch.draws.below(f"discard:{seat}", len(held))
        iid = held[source.value if isinstance(source.value, int) else 0]
        cid = board.players[seat].hand.known[iid]
        event = e.RandomCardPicked(seat=seat, iid=iid, card=cid, cause=cause, draws=(source,))
        # the place in the hand would tell when the card came
        batch.emit(event, {NOBODY: ("draws",)})
        discard(batch, seat, iid, cause)


def to_hand(batch: Batch, iid: str, cause: str) -> None:
    """TRF-335 A card of a discard pile goes to its owner's hand, as another instance."""
    card = batch.board.discarded(iid)
    assert card is not None
    new, source = new_iid(batch, str(card.owner))
    event = e.CardReturnedToHand(seat=card.owner, old=iid, card=card.cid, cause=cause, iid=new, draws=(source,))
    batch.emit(event, {seat_audience(card.owner): ("iid", "draws")})


def look_at_top(batch: Batch, seat: int, n: int) -> int:
    """TRF-646 The player sees the top cards of the own deck, as many as there are; how many that is."""
    board = batch.board
    deck = board.players[seat].deck
    count = min(n, deck.size)
    if count:
        event = e.CardsLookedAt(seat=seat, owner=seat, zone="deck", count=count, cards=tuple(deck.cards[:count]))
        batch.emit(event, {seat_audience(seat): ("cards",)})
    return count


def look_at_hand(batch: Batch, seat: int, owner: int) -> None:
    """The player sees the hand of another one now."""
    hand = batch.board.players[owner].hand
    cards = tuple(sorted(hand.known.values()))
    event = e.CardsLookedAt(seat=seat, owner=owner, zone="hand", count=hand.size, cards=cards)
    batch.emit(event, {seat_audience(seat): ("cards",)})


def take(batch: Batch, seat: int, places: tuple[int, ...]) -> None:
    """The cards at these places, from 0, of those that are looked at go to the hand, the rest under the deck."""
    for place in sorted(places, reverse=True):
        iid, source = new_iid(batch, str(seat))
        card = batch.board.players[seat].looking[place]
        event = e.CardTaken(seat=seat, card=card, iid=iid, place=place, draws=(source,))
        batch.emit(event, {seat_audience(seat): ("card", "iid", "place", "draws")})
    rest = batch.board.players[seat].looking
    if rest:
        event_rest = e.CardsBottomed(seat=seat, count=len(rest), cards=tuple(rest))
        batch.emit(event_rest, {seat_audience(seat): ("cards",)})
