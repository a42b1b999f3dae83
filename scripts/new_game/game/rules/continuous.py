"""Continuous effects: what holds now, from the cards in play on demand and never stored (BON-403)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.kernel.effects.compiler import Call
from scripts.new_game.game.board import Board
from scripts.new_game.game.definitions import Definition


class EvalContext(msgspec.Struct):
    """The context of words: the board, the player of the card, the player that a filter asks about."""

    board: Board
    you: int
    asked: int | None = None

    def about(self, seat: int) -> EvalContext:
        """The same context with a filter's question asked about one player."""
        return EvalContext(self.board, self.you, seat)

    def in_turn_order(self, seats: set[int]) -> tuple[int, ...]:
        """BON-201 These players, in the order of their seats."""
        return tuple(sorted(seats))


def worth(board: Board, seat: int, card: Definition) -> int:
    """BON-304 BON-403 What a card scores now for this player; only logs are changed, and none scores less than 0."""
    return max(0, card.points + bonus(board, seat)) if card.kind == "log" else card.points


def bonus(board: Board, seat: int) -> int:
    """BON-403 How much more the logs of a player score, all that holds together."""
    return board.cached(_bonus, seat)


def _bonus(board: Board, seat: int) -> int:
    return sum(number for who, number in _holding(board) if seat in who)


def _holding(board: Board) -> Iterator[tuple[tuple[int, ...], int]]:
    """For each word that holds now: the players that it is about, and its number."""
    for owner, player in enumerate(board.players):
        for card in player.in_play:
            yield from (_held(board, owner, call) for call in board.cards[card.cid].holds)


def _held(board: Board, owner: int, call: Call) -> tuple[tuple[int, ...], int]:
    context = EvalContext(board, owner)
    found: tuple[tuple[int, ...], int] = call.function(
        context, **{name: value(context) for name, value in call.arguments.items()}
    )
    return found
