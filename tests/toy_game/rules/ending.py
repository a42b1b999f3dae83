"""The end of a match, and its ranking (3xx)."""

from __future__ import annotations

from domain.kernel.result import Result
from tests.toy_game import events as ev
from tests.toy_game.board import Board
from tests.toy_game.match import Batch


def check(batch: Batch) -> None:
    """TOY-302 TOY-303 The last round, or the last one that there was time for."""
    if batch.state.time_up:
        batch.end(ranking(batch.board, "TOY-303"))
    if batch.board.round == batch.state.options.rounds:
        batch.end(ranking(batch.board, "TOY-302"))


def time_up(batch: Batch) -> None:
    """TOY-303 This round is the last; what was banned may be sent."""
    if batch.board.banned:
        batch.emit(ev.BansLifted())
        batch.revise()


def leave(batch: Batch, number: int) -> None:
    """TOY-301 The seat drops its hand; the last one left wins."""
    batch.emit(ev.HandDropped(seat=number))
    batch.close([prompt for prompt in batch.state.prompts.values() if prompt.seat == number])
    if len(batch.board.remaining()) == 1:
        batch.end(ranking(batch.board, "TOY-301"))


def ranking(board: Board, rule: str) -> Result:
    """TOY-302 Groups of equal seats, best first."""
    keys = [(not place.out, place.points) for place in board.places]
    groups = tuple(
        tuple(number for number, own in enumerate(keys) if own == key) for key in sorted(set(keys), reverse=True)
    )
    return Result("win" if len(groups[0]) == 1 else "shared", groups, rule)
