"""Tokens as they may come to lie, and what they are worth to the seat that thinks of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import log1p

from domain.games.c4.board import Board
from domain.games.c4.rules.tokens import count
from domain.kernel.frames import Frame

SCALE = 11.0
"""Tokens weigh by their share: one of ten is worth 1, one of few more, one of many less."""
END = 1_000.0
"""The worth of a game that ends now: for who has most tokens, and against everybody else. No tokens outweigh it."""
MANY = 0.6
"""The worth of a token of another player, where there are several of them."""


class Thought:
    """A table that may come about, as one seat weighs it: tokens by seat and in the pot, and `beside` for all else that
    counts. `frames` is what is being resolved; `later`: it is about the rounds to come.
    """

    __slots__ = ("beside", "board", "frames", "later", "me", "pot", "tokens", "weights")

    def __init__(self, board: Board, me: int, frames: Sequence[Frame] = ()) -> None:
        self.board, self.me, self.frames, self.later = board, me, frames, False
        seats = board.remaining()
        self.weights = dict.fromkeys(seats, -1.0 if len(seats) == 2 else -MANY) | {me: 1.0}
        self.tokens = [player.token_count for player in board.players]
        self.pot = count(board.pot)
        self.beside = 0.0

    def copy(self) -> Thought:
        """An independent copy."""
        made = Thought.__new__(Thought)
        made.board, made.me, made.frames, made.later = self.board, self.me, self.frames, self.later
        made.weights = self.weights
        made.tokens, made.pot, made.beside = list(self.tokens), self.pot, self.beside
        return made

    def below(self, place: int) -> Thought:
        """A copy that looks at no more than so many frames: what a text does is not weighed inside itself."""
        made = self.copy()
        made.frames = self.frames[:place]
        return made

    def weight(self, seat: int) -> float:
        """The worth of a thing of this seat: one's own counts 1, that of others something below 0."""
        return self.weights.get(seat, 0.0)

    def value(self) -> float:
        """C4-701 C4-705 The worth of it all to the seat that weighs."""
        value = self.beside + SCALE * sum([weight * log1p(self.tokens[seat]) for seat, weight in self.weights.items()])
        if all(self.tokens[seat] for seat in self.weights):
            return value
        ahead = self.tokens[self.me] > max((self.tokens[seat] for seat in self.weights if seat != self.me), default=0)
        return value + (END if ahead else -END)

    def move(self, seat: int, n: int) -> int:
        """So many tokens to a seat from the pot, below 0 from it to the pot, as many as there are."""
        n = min(n, self.pot) if n > 0 else -min(-n, self.tokens[seat])
        self.tokens[seat] += n
        self.pot -= n
        return n

    def pass_on(self, source: int, to: int, n: int) -> None:
        """So many tokens from one supply to another, as many as there are."""
        n = max(0, min(n, self.tokens[source])) if source != to else 0
        self.tokens[source] -= n
        self.tokens[to] += n
