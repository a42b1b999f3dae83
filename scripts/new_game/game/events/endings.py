"""The end of the match for a player."""

from __future__ import annotations

from domain.kernel.facts import OfSeat
from domain.kernel.zones import DrawPile, Hand
from scripts.new_game.game.board import Board


class PlayerLeft(OfSeat[Board], frozen=True):
    """Hand, deck and stones leave the match; what lies on the pile stays there."""

    type = "player_left"

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.in_match = False
        player.hand, player.deck, player.in_play = Hand(), DrawPile(), []
        board.left += (self.seat,)
