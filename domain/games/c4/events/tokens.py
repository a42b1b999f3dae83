"""Movements of tokens, and those that cards change or prevent."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.games.c4.board import Board, Tokens, add, minus, plus, take
from domain.games.c4.events.cards import OfInstance
from domain.kernel.facts import GameEvent, Notice, OfSeat


class TokensGained(OfSeat[Board], frozen=True):
    """One gain event, whatever its size (C4-345); `other` is the victim or giver, `from_pot` what an increase added."""

    type = "tokens_gained"
    tokens: Tokens
    cause: Literal["gain", "take", "give"]
    source: str
    other: int | None = None
    from_pot: Tokens = {}

    def fold(self, board: Board) -> None:
        """`tokens_taken` or `tokens_given` has moved the rest; this adds the pot's part."""
        from_pot = self.tokens if self.cause == "gain" else self.from_pot
        take(board.pot, from_pot)
        add(board.players[self.seat].supply, from_pot)


class TokensLost(OfSeat[Board], frozen=True):
    type = "tokens_lost"
    tokens: Tokens
    cause: Literal["lose", "take"]
    source: str

    def fold(self, board: Board) -> None:
        if self.cause == "lose":
            take(board.players[self.seat].supply, self.tokens)
            add(board.pot, self.tokens)


class TokensTaken(GameEvent[Board], frozen=True):
    type = "tokens_taken"
    taker: int
    victim: int
    tokens: Tokens

    def fold(self, board: Board) -> None:
        take(board.players[self.victim].supply, self.tokens)
        add(board.players[self.taker].supply, self.tokens)


class TokensGiven(GameEvent[Board], frozen=True):
    type = "tokens_given"
    giver: int
    receiver: int
    tokens: Tokens

    def fold(self, board: Board) -> None:
        take(board.players[self.giver].supply, self.tokens)
        add(board.players[self.receiver].supply, self.tokens)


class TokensPutOnCard(OfInstance, frozen=True):
    """`from_seat` is null if they come from the pot."""

    type = "tokens_put_on_card"
    tokens: Tokens
    from_seat: int | None = None

    def fold(self, board: Board) -> None:
        take(board.pot if self.from_seat is None else board.players[self.from_seat].supply, self.tokens)
        board.change(self.iid, lambda card: replace(card, tokens=plus(card.tokens, self.tokens)))


class TokensCollected(OfInstance, frozen=True):
    type = "tokens_collected"
    seat: int
    tokens: Tokens

    def fold(self, board: Board) -> None:
        board.change(self.iid, lambda card: replace(card, tokens=minus(card.tokens, self.tokens)))
        add(board.players[self.seat].supply, self.tokens)


class TokensSpilled(OfInstance, frozen=True):
    type = "tokens_spilled"
    tokens: Tokens

    def fold(self, board: Board) -> None:
        board.change(self.iid, lambda card: replace(card, tokens=minus(card.tokens, self.tokens)))
        add(board.pot, self.tokens)


class EventPrevented(OfSeat[Board], Notice[Board], frozen=True):
    type = "event_prevented"
    kind: str
    amount: int
    by: str


class EventReduced(OfSeat[Board], Notice[Board], frozen=True):
    type = "event_reduced"
    kind: str
    from_amount: int
    to_amount: int
    by: str
