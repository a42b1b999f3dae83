"""What was found on a board, kept until something happens on it.

Every look at the table asks the texts in play about every card, and texts ask further texts: without this, a few cards
that hold much would take minutes (TRF-R68).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from domain.games.trf.board import Board

T = TypeVar("T")


class _Kept(threading.local):
    """The last board that was asked about, and the answers by question; each thread has its own."""

    def __init__(self) -> None:
        self.board: Board | None = None
        self.found: dict[Any, Any] = {}


_KEPT = _Kept()


def kept(board: Board, question: tuple[Any, ...], answer: Callable[[], T]) -> T:
    """The answer to a question about a board as it is now; worked out once."""
    if _KEPT.board is not board:
        _KEPT.board, _KEPT.found = board, {}
    found = _KEPT.found
    if question not in found:
        found[question] = answer()
    known: T = found[question]
    return known


def forget() -> None:
    """Something has happened."""
    _KEPT.board, _KEPT.found = None, {}
