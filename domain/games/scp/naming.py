"""What cards in play are called."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.scp.board import Board
from domain.kernel.naming import Lying, told_apart


def called(board: Board, iid: str) -> str:
    """The name of a card in play; those of one name are told apart."""
    return board.cached(("called",), lambda: told_apart(_in_play(board)))[iid]


def _in_play(board: Board) -> Iterator[Lying]:
    return (Lying(card.controller, card.iid, board.cards[card.cid].name) for card in board.in_play())
