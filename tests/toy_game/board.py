"""The board of a match: what lies on the table. Plain data; it folds from whole or redacted facts."""

from __future__ import annotations

import msgspec

from domain.kernel import board
from domain.kernel.zones import DrawPile
from tests.toy_game.definitions import Definition

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
        """An independent copy."""
        return msgspec.structs.replace(self, hand=list(self.hand), tokens=dict(self.tokens))


class Board(board.Board[Definition]):
    """Everything on the table."""

    places: list[Place] = []
    deck: DrawPile = msgspec.field(default_factory=DrawPile)
    round: int = 0
    banned: tuple[str, ...] = ()
    revealed: tuple[str | None, ...] = ()

    def copy(self) -> Board:
        """An independent copy."""
        return self.with_parts(places=[place.copy() for place in self.places], deck=self.deck.copy())

    def remaining(self) -> list[int]:
        """The seats that have not left."""
        return [number for number, place in enumerate(self.places) if not place.out]
