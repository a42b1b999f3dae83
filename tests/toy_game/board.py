"""The board of Envoys."""

from __future__ import annotations

import msgspec

from domain.kernel.board import Board
from domain.kernel.zones import DrawPile

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
        return self.with_parts(places=[place.copy() for place in self.places], deck=self.deck.copy())
