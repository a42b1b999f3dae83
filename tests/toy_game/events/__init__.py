"""What can happen, what of it can be hidden, and how the board changes by it."""

from __future__ import annotations

from domain.kernel.facts import GameEvent
from tests.toy_game.board import Board


class DeckShuffled(GameEvent[Board], frozen=True):
    """TOY-101 The common deck in a new order; the draw is nobody's to see."""

    type = "deck_shuffled"

    def fold(self, board: Board) -> None:
        order = self.draws[0].value if self.draws else None
        board.deck.renew(tuple(board.cards), order if isinstance(order, tuple) else None)


class CardDrawn(GameEvent[Board], frozen=True):
    """TOY-102 TOY-208 The top card goes to a hand."""

    type = "card_drawn"
    seat: int
    card: str | None = None

    def fold(self, board: Board) -> None:
        board.deck.take()
        place = board.places[self.seat]
        place.held += 1
        if self.card is not None:
            place.hand.append(self.card)


class RoundStarted(GameEvent[Board], frozen=True):
    """TOY-201 A round starts; what was banned may be chosen again."""

    type = "round_started"
    number: int

    def fold(self, board: Board) -> None:
        board.round = self.number
        board.banned = ()


class TopSunk(GameEvent[Board], frozen=True):
    """TOY-202 An owl has put the top card at the bottom; sealed for that seat."""

    type = "top_sunk"
    seat: int

    def fold(self, board: Board) -> None:
        board.deck.sink()


class EnvoySent(GameEvent[Board], frozen=True):
    """TOY-203 A seat has chosen a card, face down."""

    type = "envoy_sent"
    seat: int
    card: str | None = None

    def fold(self, board: Board) -> None:
        place = board.places[self.seat]
        place.held -= 1
        place.sent = self.card or "?"
        if self.card is not None:
            place.hand.remove(self.card)


class EnvoysRevealed(GameEvent[Board], frozen=True):
    """TOY-204 All chosen cards at once, by seat; None where a seat has left."""

    type = "envoys_revealed"
    cards: tuple[str | None, ...]

    def fold(self, board: Board) -> None:
        board.revealed = self.cards
        for place in board.places:
            place.sent = None


class PointScored(GameEvent[Board], frozen=True):
    """TOY-205 A seat scores."""

    type = "point_scored"
    seat: int

    def fold(self, board: Board) -> None:
        board.places[self.seat].points += 1


class TokensPaid(GameEvent[Board], frozen=True):
    """TOY-206 Tokens go back to the box, by colour."""

    type = "tokens_paid"
    seat: int
    tokens: dict[str, int]

    def fold(self, board: Board) -> None:
        tokens = board.places[self.seat].tokens
        for colour, number in self.tokens.items():
            tokens[colour] -= number


class CardBanned(GameEvent[Board], frozen=True):
    """TOY-207 Nobody may choose this card in this round who has another."""

    type = "card_banned"
    seat: int
    card: str

    def fold(self, board: Board) -> None:
        board.places[self.seat].has_banned = True
        board.banned += (self.card,)


class BansLifted(GameEvent[Board], frozen=True):
    """TOY-303 Time is up, and every card may be chosen again."""

    type = "bans_lifted"

    def fold(self, board: Board) -> None:
        board.banned = ()


class HandDropped(GameEvent[Board], frozen=True):
    """TOY-301 Who leaves puts the hand away, unseen."""

    type = "hand_dropped"
    seat: int

    def fold(self, board: Board) -> None:
        place = board.places[self.seat]
        place.hand, place.held, place.sent, place.out = [], 0, None, True


EVENTS = (
    DeckShuffled,
    CardDrawn,
    RoundStarted,
    TopSunk,
    EnvoySent,
    EnvoysRevealed,
    PointScored,
    TokensPaid,
    CardBanned,
    BansLifted,
    HandDropped,
)
