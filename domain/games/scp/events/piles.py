"""Events of hands, decks and discard piles."""

from __future__ import annotations

from typing import Literal

from domain.games.scp.board import Board
from domain.kernel.facts import OfCard, OfSeat
from domain.kernel.zones import Card


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


class CardDiscarded(OfCard[Board], frozen=True):
    """A card of a hand, or one that was played, goes to its owner's discard pile."""

    type = "card_discarded"
    from_zone: Literal["hand", "resolving"]
    cause: str

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        if self.from_zone == "hand":
            player.hand.remove(self.iid)
        else:
            board.resolving = [card for card in board.resolving if card.iid != self.iid]
        player.discard.append(Card(self.iid, self.card, self.seat))


class CardsMilled(OfSeat[Board], frozen=True):
    """From the top of the deck to the discard pile."""

    type = "cards_milled"
    cards: tuple[Card, ...]
    cause: str

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        for card in self.cards:
            player.deck.take()
            player.discard.append(card)


class HandRevealed(OfSeat[Board], frozen=True):
    """SCP-523 The viewers see the hand as it is."""

    type = "hand_revealed"
    viewers: tuple[int, ...]
    cause: str
    cards: tuple[str, ...] | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.shown, player.shown_to = self.cards or (), self.viewers


class CardRecovered(OfSeat[Board], frozen=True):
    """A card of the discard pile goes to its owner's hand, under another id."""

    type = "card_recovered"
    old: str
    card: str
    cause: str
    iid: str | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.discard = [card for card in player.discard if card.iid != self.old]
        player.hand.add(self.iid, self.card)
