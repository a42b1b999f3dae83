"""The set-up: decks."""

from __future__ import annotations

from domain.kernel.facts import GameEvent
from scripts.new_game.game.board import Board


class DeckBrought(GameEvent[Board], frozen=True):
    """`deck` is for its owner alone, in the order of the loadout."""

    type = "deck_brought"
    seat: int
    size: int
    deck: tuple[str, ...] | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.deck_list = self.deck
        player.deck.renew(self.deck or ("",) * self.size, None if self.deck is None else range(self.size))


class DeckShuffled(GameEvent[Board], frozen=True):
    """`order` lists places of the deck as it was brought; who doesn't see it knows no card of the deck any more."""

    type = "deck_shuffled"
    seat: int
    order: tuple[int, ...] | None = None

    def fold(self, board: Board) -> None:
        deck = board.players[self.seat].deck
        deck.renew(deck.cards or ("",) * deck.size, self.order if deck.cards else None)
