"""What can happen in a game of Envoys."""

from __future__ import annotations

from domain.kernel.facts import Event


class DeckShuffled(Event, frozen=True):
    """TOY-101: the common deck in a new order; the draw is nobody's to see."""

    type = "deck_shuffled"


class CardDrawn(Event, frozen=True):
    """TOY-102: the top card goes to a hand."""

    type = "card_drawn"
    seat: int
    card: str | None = None


class RoundStarted(Event, frozen=True):
    """TOY-201."""

    type = "round_started"
    number: int


class TopSunk(Event, frozen=True):
    """TOY-202: an owl has put the top card at the bottom; sealed for that seat."""

    type = "top_sunk"
    seat: int


class EnvoySent(Event, frozen=True):
    """TOY-203: a seat has chosen a card, face down."""

    type = "envoy_sent"
    seat: int
    card: str | None = None


class EnvoysRevealed(Event, frozen=True):
    """TOY-204: all chosen cards at once, by seat; None where a seat has left."""

    type = "envoys_revealed"
    cards: tuple[str | None, ...]


class PointScored(Event, frozen=True):
    """TOY-205."""

    type = "point_scored"
    seat: int


class TokensPaid(Event, frozen=True):
    """TOY-206: tokens go back to the box, by colour."""

    type = "tokens_paid"
    seat: int
    tokens: dict[str, int]


class CardBanned(Event, frozen=True):
    """TOY-207: nobody may choose this card in this round who has another."""

    type = "card_banned"
    seat: int
    card: str


class BansLifted(Event, frozen=True):
    """TOY-303: time is up, and every card may be chosen again."""

    type = "bans_lifted"


class HandDropped(Event, frozen=True):
    """TOY-301: who leaves puts the hand away, unseen."""

    type = "hand_dropped"
    seat: int


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
