"""What was found on a board, kept until something happens on it.

Every look at a table asks the texts in play about every card, and texts ask further texts: without this, a few cards
that hold much would take minutes. A game that keeps what it finds says so whenever it folds an event.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from domain.kernel.match import Board

T = TypeVar("T")
Found = tuple[Board, dict[tuple[Any, ...], Any]]
"""A board with the answers by question; it is held, so that no other board can take its place."""
BOARDS = 16
"""So many boards are remembered, the oldest goes: a step is looked at by every seat."""
KEPT: OrderedDict[int, Found] = OrderedDict()


def kept(board: Board, question: tuple[Any, ...], answer: Callable[[], T]) -> T:
    """The answer to a question about a board as it is now, worked out once."""
    found = KEPT.get(id(board)) or _begin(board)
    if question not in found[1]:
        found[1][question] = answer()
    known: T = found[1][question]
    return known


def _begin(board: Board) -> Found:
    found: Found = (board, {})
    KEPT[id(board)] = found
    while len(KEPT) > BOARDS:
        KEPT.popitem(last=False)
    return found


def forget(board: Board) -> None:
    """Something has happened on this board."""
    KEPT.pop(id(board), None)
