"""The names of cards that a player can name."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.cape_and_cowl.board import CITY, Board, opponent
from domain.kernel.naming import NamedThing, distinct_names
from domain.kernel.sentences import p


def city_of(seat: int) -> str:
    """The City of a player."""
    return f"the City of {p(seat)}"


def city_id(seat: int) -> str:
    """The id of a player's City on the table, where Attacks say CITY."""
    return f"city:{seat}"


def called(board: Board, seat: int, iid: str) -> str:
    """The name of a card in play or of the player's hand, or of the opposing City; those of one name are told apart."""
    if iid == CITY:
        return city_of(opponent(seat))
    return board.cached(_names, seat)[iid]


def _names(board: Board, seat: int) -> dict[str, str]:
    return distinct_names(_in_play(board)) | distinct_names(_held(board, seat))


def _in_play(board: Board) -> Iterator[NamedThing]:
    for seat, player in enumerate(board.players):
        yield from (NamedThing(seat, card.iid, board.cards[card.cid].name) for card in player.in_play())


def _held(board: Board, seat: int) -> Iterator[NamedThing]:
    for card in board.players[seat].hand:
        if card.iid is not None and card.cid is not None:
            yield NamedThing(None, card.iid, board.cards[card.cid].name)
