"""The board of a match: what lies on the table. Plain data; it folds from whole or redacted facts."""

from __future__ import annotations

import msgspec

from domain.kernel import board
from domain.kernel.zones import Card, DrawPile, Hand
from scripts.new_game.game.definitions import Definition, Wood


class Player(msgspec.Struct):
    """One seat: its points and its zones. `deck_list` is what it has brought, known to itself alone."""

    points: int = 0
    in_match: bool = True
    deck: DrawPile = msgspec.field(default_factory=DrawPile)
    hand: Hand = msgspec.field(default_factory=Hand)
    in_play: list[Card] = []
    deck_list: tuple[str, ...] | None = None

    def copy(self) -> Player:
        """An independent copy."""
        return msgspec.structs.replace(self, deck=self.deck.copy(), hand=self.hand.copy(), in_play=list(self.in_play))


class Board(board.Board[Definition]):
    """Everything on the table. The last card of the pile is on top; `left` are the seats that have gone, in order."""

    players: list[Player] = []
    pile: list[Card] = []
    active: int = -1
    turn: int = 0
    left: tuple[int, ...] = ()

    def copy(self) -> Board:
        """An independent copy."""
        return self.with_parts(players=[player.copy() for player in self.players], pile=list(self.pile))

    def remaining(self) -> tuple[int, ...]:
        """The seats still in the match."""
        return tuple(seat for seat, player in enumerate(self.players) if player.in_match)

    def next_seat(self) -> int:
        """BON-201 The next higher seat that is still in the match; behind the last one comes the first."""
        remaining = self.remaining()
        return next((seat for seat in remaining if seat > self.active), remaining[0])

    def burning(self) -> Wood | None:
        """BON-302 The wood on top of the pile."""
        return self.cards[self.pile[-1].cid].wood if self.pile else None
