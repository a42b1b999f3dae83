"""The end of a match, and its ranking (6xx)."""

from __future__ import annotations

from itertools import groupby

from domain.kernel.result import Result
from scripts.new_game.game import events as e
from scripts.new_game.game.board import Board
from scripts.new_game.game.match import Batch


def checkpoint(batch: Batch) -> bool:
    """BON-601 Who reaches the goal ends the match at once."""
    board = batch.board
    if any(board.players[seat].points >= batch.state.options.goal for seat in board.remaining()):
        batch.end(result(board, "BON-601", "goal"))
    return False


def check(batch: Batch) -> None:
    """BON-602 The turn cap is reached, or nobody has a card."""
    board = batch.board
    left = sum(player.hand.size + player.deck.size for player in board.players)
    if board.turn >= batch.state.options.turn_cap or not left:
        batch.end(result(board, "BON-602", "no_cards" if not left else "turn_cap"))


def leave(batch: Batch, seat: int) -> None:
    """BON-603 The player leaves at once; the last one left wins."""
    batch.close([prompt for prompt in batch.state.prompts.values() if prompt.seat == seat])
    batch.emit(e.PlayerLeft(seat=seat))
    if len(batch.board.remaining()) == 1:
        batch.end(result(batch.board, "BON-603", "concede"))


def result(board: Board, rule: str, reason: str) -> Result:
    """BON-604 More points first, equal points share; then those who have left, the last one first."""

    def points(seat: int) -> int:
        return board.players[seat].points

    best_first = sorted(board.remaining(), key=points, reverse=True)
    groups = tuple(tuple(equal) for _, equal in groupby(best_first, points))
    gone = tuple((seat,) for seat in reversed(board.left))
    return Result("win" if len(groups[0]) == 1 else "shared", (*groups, *gone), rule, reason=reason)
