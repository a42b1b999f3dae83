"""Playing cards that are drawn, discarded, placed and recovered."""

from __future__ import annotations

from typing import Literal

from domain.games.capcom_crossovers.board import Board
from domain.kernel.facts import OfSeat

Pile = Literal["draw", "discard"]


class CardsDrawn(OfSeat[Board], frozen=True):
    type = "cards_drawn"
    n: int
    cause: str
    cards: tuple[str, ...] | None = None

    def fold(self, board: Board) -> None:
        board.players[self.seat].draw(self.n, self.cards)


class CardsDiscarded(OfSeat[Board], frozen=True):
    """`source`: where they came from; of the action zone those of `attack`."""

    type = "cards_discarded"
    cards: tuple[str, ...]
    source: Literal["hand", "zone"]
    cause: str
    attack: int | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        if self.source == "hand":
            player.play(self.cards)
        else:
            player.zone = [zone for zone in player.zone if zone.attack != self.attack]
        player.discard += self.cards
        if self.cause == "recover_hp":
            player.hp_recovered = True


class CardDiscardedAtRandom(OfSeat[Board], frozen=True):
    type = "card_discarded_at_random"
    card: str
    cause: str

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.hand.remove(self.card)
        player.discard.append(self.card)


class CardPlacedInMeter(OfSeat[Board], frozen=True):
    type = "card_placed_in_meter"
    card: str
    total: int

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.hand.remove(self.card)
        player.meter.append(self.card)
        player.meter_placed = True


class AceRecovered(OfSeat[Board], frozen=True):
    type = "ace_recovered"
    paid: tuple[str, ...]
    pile: Pile
    ace: str

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.ace_recovered = True
        player.spend(self.paid)
        if self.pile == "discard":
            player.discard.remove(self.ace)
        else:
            player.deck.size -= 1
            player.deck.cards = [face for face in player.deck.cards if face != self.ace]
        player.hand.add(self.ace, self.ace)


class JokerRecovered(OfSeat[Board], frozen=True):
    type = "joker_recovered"
    paid: tuple[str, ...]
    joker: str

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.spend(self.paid)
        player.discard.remove(self.joker)
        player.deck.put_under(self.joker)


class DeckCut(OfSeat[Board], frozen=True):
    type = "deck_cut"
    by: int
    k: int

    def fold(self, board: Board) -> None:
        for _ in range(self.k):
            board.players[self.seat].deck.sink()
