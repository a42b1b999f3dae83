"""What cards in play are called where several have one name: they are counted, and it is said whose they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from domain.games.scp.board import Board
from domain.kernel.sentences import p


class Lying(NamedTuple):
    """A card in play, or in a Build Queue: whose it is, its instance id, its printed name."""

    seat: int | None
    iid: str
    name: str


def names(cards: Iterable[Lying]) -> Mapping[str, str]:
    """Their names by id: "Field Medic" alone, "Field Medic 2" as the second of its player, "Field Medic of P2" where
    others have one too.
    """
    by_name: dict[str, dict[int | None, list[str]]] = {}
    for card in cards:
        by_name.setdefault(card.name, {}).setdefault(card.seat, []).append(card.iid)
    return {
        iid: _apart(name, n if len(iids) > 1 else None, seat if len(owners) > 1 else None)
        for name, owners in by_name.items()
        for seat, iids in owners.items()
        for n, iid in enumerate(iids, 1)
    }


def _apart(name: str, n: int | None, seat: int | None) -> str:
    counted = name if n is None else f"{name} {n}"
    return counted if seat is None else f"{counted} of {p(seat)}"


def called(board: Board, iid: str) -> str:
    """What a card in play is called."""
    return board.cached(("names",), lambda: names(_in_play(board)))[iid]


def _in_play(board: Board) -> Iterable[Lying]:
    return [Lying(card.controller, card.iid, board.cards[card.cid].name) for card in board.in_play()]
