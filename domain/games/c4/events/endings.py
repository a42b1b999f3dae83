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
    """`tokens` go to the pot, `along` out of the match; `turn_cap` is the new one, if it changes."""

    type = "player_conceded"
    tokens: Tokens
    along: Tokens = {}
    turn_cap: int | None = None

    def fold(self, board: Board) -> None:
        """C4-714 Supply, hand, deck and discard leave the match."""
        player = board.players[self.seat]
        add(board.pot, self.tokens)
        add(board.along, self.along)
        board.turn_cap = self.turn_cap or board.turn_cap
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
