"""Cards of hands, decks and discard piles, and those that come into play."""

from __future__ import annotations

from typing import Literal

from domain.games.trf.board import Board, Discarded, Planet
from domain.games.trf.events.common import act, bought, enter, leave_discard, leave_stack, to_discard
from domain.kernel.facts import Notice, OfCard, OfSeat


class CardDrawn(OfSeat[Board], frozen=True):
    type = "card_drawn"
    cause: str
    hand_count: int
    deck_count: int
    card: str | None = None
    iid: str | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.deck.take()
        player.hand.add(self.iid, self.card)
        board.busy = True


class DrawDeclined(OfSeat[Board], Notice[Board], frozen=True):
    type = "draw_declined"


class PlanetPlayed(OfCard[Board], frozen=True):
    """From the hand in the planet step: pools and caps rise by its meters and words."""

    type = "planet_played"
    meters: int
    words: int

    def fold(self, board: Board) -> None:
        """TRF-211."""
        player = board.players[self.seat]
        player.hand.remove(self.iid)
        player.planets.append(
            Planet(self.iid, self.card, self.seat, enter(board), gave_m=self.meters, gave_w=self.words)
        )
        player.pool_m, player.max_m = player.pool_m + self.meters, player.max_m + self.meters
        player.pool_w, player.max_w = player.pool_w + self.words, player.max_w + self.words
        board.busy = True


class PlanetEntered(OfCard[Board], frozen=True):
    """From the discard pile, by an effect."""

    type = "planet_entered"
    cause: str

    def fold(self, board: Board) -> None:
        """TRF-212 TRF-R92."""
        act(board, self.seat)
        leave_discard(board, self.iid)
        planet = Planet(self.iid, self.card, self.seat, enter(board), exhausted=True)
        board.players[self.seat].planets.append(planet)


class CharacterPlayed(OfCard[Board], frozen=True):
    type = "character_played"
    cost: int

    def fold(self, board: Board) -> None:
        board.players[self.seat].hand.remove(self.iid)
        bought(board, self, self.cost)
        act(board, self.seat)


class CharacterRevived(OfCard[Board], frozen=True):
    type = "character_revived"
    cost: int

    def fold(self, board: Board) -> None:
        """TRF-337 Its payment from the hand stays."""
        card = leave_discard(board, self.iid)
        bought(board, self, (card.meters_paid if card is not None else None) or 0)
        act(board, self.seat)


class CharacterEntered(OfCard[Board], frozen=True):
    """From the discard pile, by an effect."""

    type = "character_entered"
    meters_paid: int
    cause: str

    def fold(self, board: Board) -> None:
        """TRF-708 It was revived, at whatever price."""
        leave_discard(board, self.iid)
        bought(board, self, self.meters_paid)
        act(board, self.seat)


class CardDiscarded(OfCard[Board], frozen=True):
    type = "card_discarded"
    from_zone: Literal["hand", "stack"]
    cause: str

    def fold(self, board: Board) -> None:
        if self.from_zone == "hand":
            board.players[self.seat].hand.remove(self.iid)
        else:
            leave_stack(board, self.iid)
        to_discard(board, Discarded(self.iid, self.card, self.seat))


class CardReturnedToHand(OfSeat[Board], frozen=True):
    """From the discard pile; in the hand it is the new instance `iid`."""

    type = "card_returned_to_hand"
    old: str
    card: str
    cause: str
    iid: str | None = None

    def fold(self, board: Board) -> None:
        leave_discard(board, self.old)
        board.players[self.seat].hand.add(self.iid, None if self.iid is None else self.card)


class CardsLookedAt(OfSeat[Board], frozen=True):
    """`seat` sees the hand of `owner`, or the top of the own deck."""

    type = "cards_looked_at"
    owner: int
    zone: Literal["hand", "deck"]
    count: int
    cards: tuple[str, ...] | None = None

    def fold(self, board: Board) -> None:
        if self.zone == "deck":
            board.players[self.seat].looking = self.cards or ()


class CardTaken(OfSeat[Board], frozen=True):
    """A card of those that are looked at goes to the hand; `place` is where it lies among them, from 0."""

    type = "card_taken"
    card: str | None = None
    iid: str | None = None
    place: int | None = None

    def fold(self, board: Board) -> None:
        """TRF-708 TRF-R92 It came out of the deck into the hand, as a drawn one does."""
        board.busy = True
        player = board.players[self.seat]
        if self.place is not None:
            player.looking = (*player.looking[: self.place], *player.looking[self.place + 1 :])
            player.deck.cards = [card for at, card in enumerate(player.deck.cards) if at != self.place]
        player.deck.size -= 1
        player.hand.add(self.iid, self.card)


class CardsBottomed(OfSeat[Board], frozen=True):
    """The rest of the cards that are looked at goes under the deck, in the order seen."""

    type = "cards_bottomed"
    count: int
    cards: tuple[str, ...] | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        for _ in range(self.count):
            player.deck.sink()
        player.looking = ()
