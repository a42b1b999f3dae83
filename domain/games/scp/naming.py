"""The names of cards in play."""

from __future__ import annotations

from domain.games.scp.board import Board
from domain.kernel.naming import NamedThing, distinct_names


def called(board: Board, iid: str) -> str:
    """The name of a card in play; those of one name are told apart."""
    return board.cached(_names)[iid]


def _names(board: Board) -> dict[str, str]:
    return distinct_names(NamedThing(card.controller, card.iid, board.cards[card.cid].name) for card in board.in_play())
