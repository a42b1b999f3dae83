"""Turns and their phases, from the first one to the end of the match."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.capcom_crossovers.board import Board, Phase
from domain.kernel.facts import Notice, OfSeat


class TurnStarted(OfSeat[Board], frozen=True):
    type = "turn_started"
    turn: int

    def fold(self, board: Board) -> None:
        """CAP-202 Combo points and limits of a turn are as at first."""
        board.turn, board.turn_player, board.phase = self.turn, self.seat, "start"
        board.combat = board.fought = None
        board.characters = [
            replace(one, cp_used=0, used_turn=()) if one.cp_used or one.used_turn else one for one in board.characters
        ]
        for player in board.players:
            player.ace_recovered = player.meter_placed = player.hp_recovered = False


class PhaseChanged(OfSeat[Board], frozen=True):
    type = "phase_changed"
    phase: Phase

    def fold(self, board: Board) -> None:
        board.phase = self.phase
        board.fought, board.combat = board.combat, None


class CombatPassed(OfSeat[Board], Notice[Board], frozen=True):
    type = "combat_passed"


class TurnEnded(OfSeat[Board], frozen=True):
    type = "turn_ended"
    turn: int

    def fold(self, board: Board) -> None:
        board.combat = None


class TimeOver(Notice[Board], frozen=True):
    """`empty` are the players whose draw pile is empty, none at the turn cap. Fractions of HP by side."""

    type = "time_over"
    empty: tuple[int, ...]
    fractions: tuple[tuple[int, int], ...]


class PlayerConceded(OfSeat[Board], Notice[Board], frozen=True):
    type = "player_conceded"
