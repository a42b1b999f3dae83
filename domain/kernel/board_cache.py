"""A cache of what was found on a board, valid until something happens on it.

Every look at a table asks the texts in play about every card, and texts ask further texts: without this, a few cards
that hold much would take minutes. A game that caches answers invalidates them whenever it folds an event.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from domain.kernel.board import Board

T = TypeVar("T")
Answers = tuple[Board, dict[tuple[Hashable, ...], object]]
"""A board with the answers by question; it is held, so that no other board can take its place."""
BOARDS = 16
"""So many boards are cached, the oldest goes: a step is looked at by every seat."""
CACHE: OrderedDict[int, Answers] = OrderedDict()


def cached(board: Board, question: tuple[Hashable, ...], answer: Callable[[], T]) -> T:
    """The answer to a question about a board as it is now, worked out once."""
    _, answers = CACHE.get(id(board)) or _begin(board)
    if question not in answers:
        answers[question] = answer()
    return cast("T", answers[question])


def _begin(board: Board) -> Answers:
    begun: Answers = (board, {})
    CACHE[id(board)] = begun
    while len(CACHE) > BOARDS:
        CACHE.popitem(last=False)
    return begun


def invalidate(board: Board) -> None:
    """Something has happened on this board."""
    CACHE.pop(id(board), None)
