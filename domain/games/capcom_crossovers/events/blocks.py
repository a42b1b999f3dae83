"""Block cards."""

from __future__ import annotations

from domain.games.capcom_crossovers.board import Block, Board
from domain.kernel.facts import GameEvent, OfSeat


class BlockReturned(OfSeat[Board], frozen=True):
    """`seen`: it was turned up."""

    type = "block_returned"
    seen: bool
    card: str | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.block = None
        player.hand.add(self.card, self.card)


class BlockSet(OfSeat[Board], frozen=True):
    type = "block_set"
    card: str | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.hand.remove(self.card)
        player.block = Block(self.card)


class BlockRevealed(OfSeat[Board], frozen=True):
    type = "block_revealed"
    card: str
    defense_total: int

    def fold(self, board: Board) -> None:
        board.players[self.seat].block = Block(self.card, seen=True)
        board.change_combat(answer="block", stage="answered")


class BlockDiscarded(OfSeat[Board], frozen=True):
    type = "block_discarded"
    card: str

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.block = None
        player.discard.append(self.card)
        board.change_combat(answer="block", stage="answered")


class AttackBlocked(GameEvent[Board], frozen=True):
    type = "attack_blocked"
    attack: int
    damage_through: int

    def fold(self, board: Board) -> None:
        board.change_attack(self.attack, outcome="blocked")
