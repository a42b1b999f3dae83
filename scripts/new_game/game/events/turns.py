"""Turns."""

from __future__ import annotations

from domain.kernel.facts import OfSeat, Told
from scripts.new_game.game.board import Board


class TurnStarted(OfSeat[Board], frozen=True):
    type = "turn_started"
    turn: int

    def fold(self, board: Board) -> None:
        board.turn = self.turn
        board.active = self.seat


class TurnPassed(Told[Board], frozen=True):
    type = "turn_passed"
    seat: int
