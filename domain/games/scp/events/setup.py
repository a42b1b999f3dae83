"""Events of the set-up: piles, and the auction for the first turn."""

from __future__ import annotations

from domain.games.scp.board import Board
from domain.kernel.facts import GameEvent, Notice, OfSeat
from domain.kernel.zones import Card


class PlayerSetUp(OfSeat[Board], frozen=True):
    """SCP-103 SCP-105 SCP-106 The deck that a player brought, and the pool to start with."""

    type = "player_set_up"
    deck_size: int
    scps: int
    pool: int
    deck: tuple[str, ...] | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.pool, player.deck_list = self.pool, self.deck
        player.deck.renew(self.deck or ("",) * self.deck_size, None if self.deck is None else range(self.deck_size))
        board.scps_brought += self.scps


class ScpDeckMade(GameEvent[Board], frozen=True):
    """SCP-104 All SCP decks together, in order of seats; nobody may look at it."""

    type = "scp_deck_made"
    size: int
    cards: tuple[str, ...] | None = None

    def fold(self, board: Board) -> None:
        board.scp_deck.renew(self.cards or ("",) * self.size, None if self.cards is None else range(self.size))


class DeckShuffled(GameEvent[Board], frozen=True):
    """SCP-104 SCP-105 `order` lists places of the deck as it stood; without a seat it is the SCP deck."""

    type = "deck_shuffled"
    seat: int | None = None
    order: tuple[int, ...] | None = None

    def fold(self, board: Board) -> None:
        deck = board.scp_deck if self.seat is None else board.players[self.seat].deck
        deck.shuffle(self.order)


class FirstBidderDrawn(OfSeat[Board], Notice[Board], frozen=True):
    type = "first_bidder_drawn"


class BidMade(OfSeat[Board], frozen=True):
    type = "bid_made"
    n: int

    def fold(self, board: Board) -> None:
        board.bids[self.seat] = self.n


class BidPassed(OfSeat[Board], frozen=True):
    type = "bid_passed"

    def fold(self, board: Board) -> None:
        board.bids_passed = (*board.bids_passed, self.seat)


class BidWon(OfSeat[Board], Notice[Board], frozen=True):
    type = "bid_won"
    n: int


class CardsRemovedByBid(OfSeat[Board], frozen=True):
    """SCP-110 From the top of the deck, face up."""

    type = "cards_removed_by_bid"
    cards: tuple[Card, ...]

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        for card in self.cards:
            player.deck.take()
            player.removed.append(card)


class PlayerOneSet(OfSeat[Board], frozen=True):
    """SCP-110 SCP-920 Who takes the first turn."""

    type = "player_one_set"

    def fold(self, board: Board) -> None:
        board.player1 = self.seat
