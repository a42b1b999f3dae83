"""What can happen in a game of Envoys, and how the board changes by it."""

from __future__ import annotations

from domain.kernel.facts import GameEvent
from tests.toy_game.board import CARDS, ToyBoard


class DeckShuffled(GameEvent[ToyBoard], frozen=True):
    """TOY-101: the common deck in a new order; the draw is nobody's to see."""

    type = "deck_shuffled"

    def fold(self, board: ToyBoard) -> None:
        order = self.draws[0].value if self.draws else None
        board.deck.renew(CARDS, order if isinstance(order, tuple) else None)


class CardDrawn(GameEvent[ToyBoard], frozen=True):
    """TOY-102: the top card goes to a hand."""

    type = "card_drawn"
    seat: int
    card: str | None = None

    def fold(self, board: ToyBoard) -> None:
        board.deck.take()
        place = board.places[self.seat]
        place.held += 1
        if self.card is not None:
            place.hand.append(self.card)


class RoundStarted(GameEvent[ToyBoard], frozen=True):
    """TOY-201."""

    type = "round_started"
    number: int

    def fold(self, board: ToyBoard) -> None:
        board.round = self.number
        board.banned = ()


class TopSunk(GameEvent[ToyBoard], frozen=True):
    """TOY-202: an owl has put the top card at the bottom; sealed for that seat."""

    type = "top_sunk"
    seat: int

    def fold(self, board: ToyBoard) -> None:
        board.deck.sink()


class EnvoySent(GameEvent[ToyBoard], frozen=True):
    """TOY-203: a seat has chosen a card, face down."""

    type = "envoy_sent"
    seat: int
    card: str | None = None

    def fold(self, board: ToyBoard) -> None:
        place = board.places[self.seat]
        place.held -= 1
        place.sent = self.card or "?"
        if self.card is not None:
            place.hand.remove(self.card)


class EnvoysRevealed(GameEvent[ToyBoard], frozen=True):
    """TOY-204: all chosen cards at once, by seat; None where a seat has left."""

    type = "envoys_revealed"
    cards: tuple[str | None, ...]

    def fold(self, board: ToyBoard) -> None:
        board.revealed = self.cards
        for place in board.places:
            place.sent = None


class PointScored(GameEvent[ToyBoard], frozen=True):
    """TOY-205."""

    type = "point_scored"
    seat: int

    def fold(self, board: ToyBoard) -> None:
        board.places[self.seat].points += 1


class TokensPaid(GameEvent[ToyBoard], frozen=True):
    """TOY-206: tokens go back to the box, by colour."""

    type = "tokens_paid"
    seat: int
    tokens: dict[str, int]

    def fold(self, board: ToyBoard) -> None:
        tokens = board.places[self.seat].tokens
        for colour, number in self.tokens.items():
            tokens[colour] -= number


class CardBanned(GameEvent[ToyBoard], frozen=True):
    """TOY-207: nobody may choose this card in this round who has another."""

    type = "card_banned"
    seat: int
    card: str

    def fold(self, board: ToyBoard) -> None:
        board.places[self.seat].has_banned = True
        board.banned += (self.card,)


class BansLifted(GameEvent[ToyBoard], frozen=True):
    """TOY-303: time is up, and every card may be chosen again."""

    type = "bans_lifted"

    def fold(self, board: ToyBoard) -> None:
        board.banned = ()


class HandDropped(GameEvent[ToyBoard], frozen=True):
    """TOY-301: who leaves puts the hand away, unseen."""

    type = "hand_dropped"
    seat: int

    def fold(self, board: ToyBoard) -> None:
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
