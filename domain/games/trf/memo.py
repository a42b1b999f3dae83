"""What was found on a board, kept until something happens on any.

Every look at the table asks the texts in play about every card, and texts ask further texts: without this, a few cards
that hold much would take minutes (TRF-R68).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from domain.games.trf.board import Board

T = TypeVar("T")
Found = tuple[Board | None, dict[tuple[Any, ...], Any]]
"""A board with the answers by question; never one without the other, whoever looks at another board meanwhile."""
_LAST: list[Found] = [(None, {})]


def kept(board: Board, question: tuple[Any, ...], answer: Callable[[], T]) -> T:
    """The answer to a question about a board as it is now; worked out once while nobody looks at another board."""
    last, found = _LAST[0]
    if last is not board:
        found = {}
        _LAST[0] = (board, found)
    if question not in found:
        found[question] = answer()
    known: T = found[question]
    return known


def forget() -> None:
    """Something has happened."""
    _LAST[0] = (None, {})
