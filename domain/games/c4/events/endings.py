"""The end of a turn, and of the match for a player."""

from __future__ import annotations

from domain.games.c4.board import Board, Tokens, add
from domain.kernel.facts import Notice, OfSeat


class TurnEnded(OfSeat[Board], Notice[Board], frozen=True):
    type = "turn_ended"
    turn: int


class LeaveAnnounced(OfSeat[Board], frozen=True):
    """The seat leaves as soon as nothing is resolving (C4-714)."""

    type = "leave_announced"

    def fold(self, board: Board) -> None:
        board.leaving = (*board.leaving, self.seat)


class PlayerConceded(OfSeat[Board], frozen=True):
    type = "player_conceded"
    tokens: Tokens

    def fold(self, board: Board) -> None:
        """C4-714 Their supply goes to the pot; hand, deck and discard leave the match."""
        player = board.players[self.seat]
        add(board.pot, self.tokens)
        player.supply = {}
        player.in_match = False
        player.hand.known, player.hand.size = {}, 0
        player.deck.cards, player.deck.size = [], 0
        player.discard = []
        board.leaving = tuple(seat for seat in board.leaving if seat != self.seat)
        board.left = (*board.left, self.seat)
        board.overrides = tuple(seat for seat in board.overrides if seat != self.seat)


class TurnStopped(OfSeat[Board], Notice[Board], frozen=True):
    """The active player has left; the turn stops where it is (C4-715)."""

    type = "turn_stopped"
