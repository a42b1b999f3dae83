"""The set-up: decks."""

from __future__ import annotations

from domain.kernel.facts import OfSeat
from scripts.new_game.game.board import Board


class DeckBrought(OfSeat[Board], frozen=True):
    """`deck` is for its owner alone, in the order of the loadout."""

    type = "deck_brought"
    size: int
    deck: tuple[str, ...] | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.deck_list = self.deck
        player.deck.renew(self.deck or ("",) * self.size, None if self.deck is None else range(self.size))


class DeckShuffled(OfSeat[Board], frozen=True):
    """`order` lists places of the deck as it was brought; nobody is shown it."""

    type = "deck_shuffled"
    order: tuple[int, ...] | None = None

    def fold(self, board: Board) -> None:
        board.players[self.seat].deck.shuffle(self.order)
