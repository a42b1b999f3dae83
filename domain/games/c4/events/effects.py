"""Other effects of texts: effects that go on, cards that are looked at, revealed and moved."""

from __future__ import annotations

from typing import Literal

from domain.games.c4.board import Board, Duration, Lasting
from domain.kernel.facts import GameEvent, Notice, OfSeat


class EffectAdded(GameEvent[Board], frozen=True):
    type = "effect_added"
    effect: Lasting

    def fold(self, board: Board) -> None:
        board.effects.append(self.effect)
        board.next_effect = self.effect.id + 1


class EffectEnded(GameEvent[Board], frozen=True):
    type = "effect_ended"
    effect: int
    duration: Duration
    source: str

    def fold(self, board: Board) -> None:
        board.effects = [effect for effect in board.effects if effect.id != self.effect]


class CardsLookedAt(Notice[Board], frozen=True):
    """`cards` as (card id, instance id); a card of a deck has no instance id."""

    type = "cards_looked_at"
    viewer: int
    whose: int
    zone: Literal["hand", "deck"]
    count: int
    cards: tuple[tuple[str, str | None], ...] | None = None


class TopCardRevealed(OfSeat[Board], Notice[Board], frozen=True):
    type = "top_card_revealed"
    card: str


class CardRecovered(OfSeat[Board], frozen=True):
    """A card of the own discard goes to the hand under a new instance id."""

    type = "card_recovered"
    card: str
    old: str
    iid: str | None = None

    def fold(self, board: Board) -> None:
        player = board.players[self.seat]
        player.discard = [card for card in player.discard if card.iid != self.old]
        player.hand.add(self.iid, self.card)


class CardMovedToBottom(OfSeat[Board], frozen=True):
    type = "card_moved_to_bottom"
    card: str | None = None

    def fold(self, board: Board) -> None:
        board.players[self.seat].deck.sink()
