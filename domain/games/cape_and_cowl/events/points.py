"""Action Points and City Points."""

from __future__ import annotations

from domain.games.cape_and_cowl.board import Board
from domain.kernel.facts import OfSeat


class ApReceived(OfSeat[Board], frozen=True):
    type = "ap_received"
    porter: int
    extra: int
    shortage: int
    amount: int
    ap_after: int

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.ap, player.shortage = self.ap_after, 0


class ApChanged(OfSeat[Board], frozen=True):
    """Action Points come or go."""

    n: int
    cause: str
    ap_after: int

    def fold(self, board: Board) -> None:
        board.players[self.seat].ap = self.ap_after


class ApSpent(ApChanged, frozen=True):
    type = "ap_spent"


class ApGained(ApChanged, frozen=True):
    type = "ap_gained"


class ApLost(ApChanged, frozen=True):
    type = "ap_lost"


class ApRefunded(ApChanged, frozen=True):
    type = "ap_refunded"


class ShortageAdded(OfSeat[Board], frozen=True):
    type = "shortage_added"
    n: int
    cause: str

    def fold(self, board: Board) -> None:
        board.players[self.seat].shortage += self.n


class OverdriveOn(OfSeat[Board], frozen=True):
    type = "overdrive_on"
    cp: int

    def fold(self, board: Board) -> None:
        board.players[self.seat].overdrive = True


class OverdriveOff(OfSeat[Board], frozen=True):
    type = "overdrive_off"
    cp: int

    def fold(self, board: Board) -> None:
        board.players[self.seat].overdrive = False


class CpChanged(OfSeat[Board], frozen=True):
    type = "cp_changed"
    delta: int
    cp_after: int
    cause: str

    def fold(self, board: Board) -> None:
        board.players[self.seat].cp = self.cp_after
