"""Cards that are drawn, played and discarded, and the points that they score."""

from __future__ import annotations

from domain.kernel.facts import OfCard, OfSeat
from domain.kernel.zones import Card
from scripts.new_game.game.board import Board


class CardDrawn(OfSeat[Board], frozen=True):
    """`cause` is `setup`, `turn`, or the card whose text says so."""

    type = "card_drawn"
    cause: str
    card: str | None = None
    iid: str | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.deck.take()
        player.hand.add(self.iid, self.card)


class CardPlayed(OfCard[Board], frozen=True):
    """`stays`: in front of its player, and not on the pile."""

    type = "card_played"
    stays: bool

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.hand.remove(self.iid)
        zone = player.in_play if self.stays else board.pile
        zone.append(Card(self.iid, self.card, self.seat))


class PointsChanged(OfSeat[Board], frozen=True):
    """`points` are those after it, `card` is the cause."""

    type = "points_changed"
    by: int
    points: int
    card: str

    def fold(self, board: Board) -> None:
        board.players[self.seat].points = self.points


class CardDiscarded(OfCard[Board], frozen=True):
    type = "card_discarded"

    def fold(self, board: Board) -> None:
        board.players[self.seat].hand.remove(self.iid)
        board.pile.insert(0, Card(self.iid, self.card, self.seat))
