"""The end of the game, and its winners (7xx)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from domain.games.c4 import events as e
from domain.games.c4.board import Board
from domain.games.c4.frames import Ending
from domain.games.c4.match import Batch
from domain.games.c4.rules.votes import ask_all, ballots, leaders
from domain.kernel.result import Result

REASONS = {
    "C4-701": "a player has no tokens at the end of a turn",
    "C4-712": "the turn cap is reached",
    "C4-713": "one player remains",
}


def check(batch: Batch) -> bool:
    """C4-701 C4-702 C4-703 C4-704 C4-712 C4-R47 C4-R50 C4-R95 An empty supply of anybody, or the turn cap."""
    board = batch.board
    spared = batch.state.goes_by("4.23") and board.turn < len(board.players)
    if not spared and any(not board.players[seat].token_count for seat in board.remaining()):
        _rank(batch, "C4-701")
        return True
    if board.turn >= board.turn_cap:
        _rank(batch, "C4-712")
        return True
    return False


def last_player(batch: Batch) -> None:
    """C4-713 The only player left wins at once."""
    _finish(batch, "C4-713", batch.board.remaining(), "C4-713")


def _rank(batch: Batch, cause: str) -> None:
    """C4-705 C4-706 C4-707 Most tokens; then most Non Matching ones; then the losing players vote."""
    board = batch.board
    tied = _most(board.remaining(), lambda seat: board.players[seat].token_count)
    if len(tied) == 1:
        _finish(batch, cause, tied, "C4-705")
    tied = _most(tied, lambda seat: foreign(board, seat))
    if len(tied) == 1:
        _finish(batch, cause, tied, "C4-706")
    voters = tuple(seat for seat in board.turn_order() if seat not in tied)
    batch.frames.append(Ending(cause, tied, voters))


def step(batch: Batch, frame: Ending) -> None:
    """C4-707 C4-708 C4-709 C4-710 C4-716 The vote; if it does not decide, the largest single foreign kind does."""
    if not frame.asked:
        batch.frames.append(Ending(frame.cause, frame.tied, frame.voters, asked=True))
        ask_all(batch, "winner", frame.voters)
        return
    board = batch.board
    votes = ballots(board)
    tied = electable(board, frame)
    counted = tuple((voter, choice) for voter, choice in votes if choice in tied)
    candidates = leaders(counted) or tied
    batch.emit(e.VoteClosed(vote="winner", ballots=votes, top=candidates[0] if len(candidates) == 1 else None))
    if len(candidates) == 1:
        _finish(batch, frame.cause, candidates, "C4-707")
    winners = _most(candidates, lambda seat: largest_foreign(board, seat))
    _finish(batch, frame.cause, winners, "C4-710")


def staying(board: Board) -> tuple[int, ...]:
    """C4-716 The players who can still win: those remaining who have not conceded."""
    return tuple(seat for seat in board.remaining() if seat not in board.leaving)


def electable(board: Board, frame: Ending) -> tuple[int, ...]:
    """C4-707 C4-716 C4-R69 The tied players who have not conceded during the vote."""
    return tuple(seat for seat in frame.tied if seat in staying(board))


def reconsider(batch: Batch, frame: Ending) -> None:
    """C4-R69 Somebody concedes during the vote: with fewer than two left to choose between, the vote is closed."""
    if len(electable(batch.board, frame)) < 2:
        batch.close(list(batch.state.prompts.values()))


def foreign(board: Board, seat: int) -> int:
    """C4-706 C4-R48 Non Matching tokens in a supply, all foreign kinds added up."""
    player = board.players[seat]
    return sum(n for kind, n in player.supply.items() if kind != player.token_kind)


def largest_foreign(board: Board, seat: int) -> int:
    """C4-710 The largest number of tokens of one Non Matching kind."""
    player = board.players[seat]
    return max((n for kind, n in player.supply.items() if kind != player.token_kind), default=0)


def _most(seats: tuple[int, ...], number: Callable[[int], int]) -> tuple[int, ...]:
    best = max(number(seat) for seat in seats)
    return tuple(seat for seat in seats if number(seat) == best)


def _finish(batch: Batch, cause: str, winners: tuple[int, ...], decided_by: str) -> None:
    """C4-710 C4-717 The result with the final standings."""
    placings = (tuple(sorted(winners)), *standings(batch.board, winners))
    batch.end(Result("win" if len(winners) == 1 else "shared", placings, cause, decided_by, REASONS[cause]))


def standings(board: Board, winners: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """C4-717 C4-R49 The others by tokens, Non Matching tokens, largest foreign kind; then who left, the last first."""

    def worth(seat: int) -> tuple[int, int, int]:
        return board.players[seat].token_count, foreign(board, seat), largest_foreign(board, seat)

    rest = sorted((seat for seat in staying(board) if seat not in winners), key=worth, reverse=True)
    gone = [seat for seat in (*board.left, *board.leaving) if seat not in winners]
    return (*(tuple(equal) for _, equal in groupby(rest, worth)), *((seat,) for seat in reversed(gone)))
