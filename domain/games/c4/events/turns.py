"""Turns: their order, their actions, what is skipped."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.c4.board import Board
from domain.kernel.facts import GameEvent, OfSeat


class TurnStarted(GameEvent[Board], frozen=True):
    type = "turn_started"
    turn: int
    seat: int

    def fold(self, board: Board) -> None:
        board.turn = self.turn
        board.active = self.seat
        board.free_actions = 1
        board.actions_taken = 0
        board.paid_actions = 0
        board.claimed = ()
        board.in_play = [replace(card, used=()) if card.used else card for card in board.in_play]


class TurnSkipped(OfSeat[Board], frozen=True):
    type = "turn_skipped"
    left_to_skip: int

    def fold(self, board: Board) -> None:
        board.players[self.seat].skip_turns = self.left_to_skip
        board.active = self.seat


class SkipAdded(OfSeat[Board], frozen=True):
    type = "skip_added"
    turns: int

    def fold(self, board: Board) -> None:
        board.players[self.seat].skip_turns += self.turns


class TurnOverrideAdded(OfSeat[Board], frozen=True):
    type = "turn_override_added"
    source: str

    def fold(self, board: Board) -> None:
        board.overrides = (*board.overrides, self.seat)


class TurnOverrideUsed(OfSeat[Board], frozen=True):
    type = "turn_override_used"

    def fold(self, board: Board) -> None:
        board.overrides = board.overrides[:-1]


class DirectionReversed(GameEvent[Board], frozen=True):
    type = "direction_reversed"
    direction: Literal["left", "right"]

    def fold(self, board: Board) -> None:
        board.direction = 1 if self.direction == "left" else -1


class ExtraActions(OfSeat[Board], frozen=True):
    type = "extra_actions_added"
    n: int

    def fold(self, board: Board) -> None:
        board.free_actions += self.n
