"""Attacks and the cards flipped for them."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.c4.board import Board, Flip
from domain.kernel.facts import Notice, OfSeat
from domain.kernel.zones import Card


class AttackDeclared(Notice[Board], frozen=True):
    type = "attack_declared"
    attacker: int
    defender: int
    source: str


class AttackRedirected(Notice[Board], frozen=True):
    type = "attack_redirected"
    old_defender: int
    new_defender: int


class AttackCancelled(Notice[Board], frozen=True):
    type = "attack_cancelled"
    source: str


class CardFlipped(OfSeat[Board], frozen=True):
    type = "card_flipped"
    card: str
    iid: str
    symbol: str

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.deck.take()
        player.flipped = Flip(Card(self.iid, self.card, self.seat), self.symbol)


class WhenFlippedResolved(OfSeat[Board], Notice[Board], frozen=True):
    type = "when_flipped_resolved"
    card: str


class SymbolChanged(OfSeat[Board], frozen=True):
    type = "symbol_changed"
    card: str
    symbol: str

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        if player.flipped is not None:
            player.flipped = replace(player.flipped, symbol=self.symbol)


class AttackDecided(Notice[Board], frozen=True):
    type = "attack_decided"
    attacker: int
    defender: int
    attacker_symbol: str | None
    defender_symbol: str | None
    won: bool


class FlippedCardTaken(OfSeat[Board], frozen=True):
    """The flipped card goes to its owner's hand under a new instance id."""

    type = "flipped_card_taken"
    card: str
    iid: str | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.flipped = None
        player.hand.add(self.iid, self.card)
