"""The board of Envoys and how facts change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.kernel.board import Board
from domain.kernel.zones import DrawPile
from tests.toy_game import events as ev

CARDS = tuple(f"envoy-{value:02}" for value in range(1, 16))
COLOURS = ("blue", "red")


class Place(msgspec.Struct):
    """What belongs to one seat. `hand` as far as known, `held` its size; `sent` "?" while face down and unknown."""

    hand: list[str] = []
    held: int = 0
    sent: str | None = None
    points: int = 0
    tokens: dict[str, int] = {}
    has_banned: bool = False
    out: bool = False

    def copy(self) -> Place:
        return msgspec.structs.replace(self, hand=list(self.hand), tokens=dict(self.tokens))


class ToyBoard(Board):
    """Everything on the table."""

    places: list[Place] = []
    deck: DrawPile = msgspec.field(default_factory=DrawPile)
    round: int = 0
    banned: tuple[str, ...] = ()
    revealed: tuple[str | None, ...] = ()

    def copy(self) -> ToyBoard:
        return msgspec.structs.replace(self, places=[place.copy() for place in self.places], deck=self.deck.copy())


def _shuffled(board: ToyBoard, event: ev.DeckShuffled) -> None:
    order = event.draws[0].value if event.draws else None
    board.deck.renew(CARDS, order if isinstance(order, tuple) else None)


def _drawn(board: ToyBoard, event: ev.CardDrawn) -> None:
    board.deck.take()
    place = board.places[event.seat]
    place.held += 1
    if event.card is not None:
        place.hand.append(event.card)


def _round(board: ToyBoard, event: ev.RoundStarted) -> None:
    board.round = event.number
    board.banned = ()


def _sunk(board: ToyBoard, event: ev.TopSunk) -> None:
    board.deck.sink()


def _sent(board: ToyBoard, event: ev.EnvoySent) -> None:
    place = board.places[event.seat]
    place.held -= 1
    place.sent = event.card or "?"
    if event.card is not None:
        place.hand.remove(event.card)


def _revealed(board: ToyBoard, event: ev.EnvoysRevealed) -> None:
    board.revealed = event.cards
    for place in board.places:
        place.sent = None


def _scored(board: ToyBoard, event: ev.PointScored) -> None:
    board.places[event.seat].points += 1


def _paid(board: ToyBoard, event: ev.TokensPaid) -> None:
    tokens = board.places[event.seat].tokens
    for colour, number in event.tokens.items():
        tokens[colour] -= number


def _banned(board: ToyBoard, event: ev.CardBanned) -> None:
    board.places[event.seat].has_banned = True
    board.banned += (event.card,)


def _lifted(board: ToyBoard, event: ev.BansLifted) -> None:
    board.banned = ()


def _dropped(board: ToyBoard, event: ev.HandDropped) -> None:
    place = board.places[event.seat]
    place.hand, place.held, place.sent, place.out = [], 0, None, True


FOLDERS: Mapping[type, Callable[[ToyBoard, Any], None]] = {
    ev.DeckShuffled: _shuffled,
    ev.CardDrawn: _drawn,
    ev.RoundStarted: _round,
    ev.TopSunk: _sunk,
    ev.EnvoySent: _sent,
    ev.EnvoysRevealed: _revealed,
    ev.PointScored: _scored,
    ev.TokensPaid: _paid,
    ev.CardBanned: _banned,
    ev.BansLifted: _lifted,
    ev.HandDropped: _dropped,
}
