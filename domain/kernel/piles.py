"""Piles of cards: what is drawn when cards move, and who may know of it. Each secret is kept here once, for all games.

A game hands over its event with all that it knows itself; what is drawn is added here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

import msgspec

from domain.kernel.audience import NOBODY, seat
from domain.kernel.batch import Batch
from domain.kernel.facts import Draw, Event

T = TypeVar("T")
IDS = 1 << 40
"""So many instance ids there are of each prefix."""


class Shuffled(Protocol):
    """Makes the event of a shuffle."""

    def __call__(self, *, order: tuple[int, ...], draws: tuple[Draw, ...]) -> Event: ...


class Arrived(Protocol):
    """Makes the event of a card that comes into a hand under a new id."""

    def __call__(self, *, iid: str, draws: tuple[Draw, ...]) -> Event: ...


class Ids(msgspec.Struct, frozen=True):
    """Instance ids of the cards of a game: they begin with `prefix` and tell nothing about where a card was before."""

    prefix: str

    def new(self, batch: Batch, purpose: str) -> tuple[str, Draw]:
        """A new id and its draw. `purpose`: the number of the seat that will hold the card, or "table"."""
        roll = batch.draws.below(f"iid:{purpose}", IDS)
        return f"{self.prefix}{roll.value:010x}", roll.draw

    def several(self, batch: Batch, purpose: str, many: int) -> tuple[tuple[str, ...], tuple[Draw, ...]]:
        """So many new ids, and their draws."""
        drawn = [self.new(batch, purpose) for _ in range(many)]
        return tuple(iid for iid, _ in drawn), tuple(draw for _, draw in drawn)

    def into_hand(self, batch: Batch, owner: int, event: Arrived, *secret: str) -> None:
        """A card comes into a hand: its id there, how it was drawn and the fields named are for its owner alone."""
        iid, draw = self.new(batch, str(owner))
        batch.emit(event(iid=iid, draws=(draw,)), {seat(owner): (*secret, "iid", "draws")})


def shuffle(batch: Batch, purpose: str, size: int, event: Shuffled) -> None:
    """The order is a recorded random fact that nobody sees, its owner included."""
    drawn = batch.draws.shuffle(f"shuffle:{purpose}", size)
    batch.emit(event(order=drawn.order, draws=(drawn.draw,)), {NOBODY: ("order", "draws")})


def at_random(batch: Batch, owner: int, held: Sequence[T]) -> tuple[T, Draw]:
    """One card of a hand by a recorded draw. Where the hand is hidden, so is the draw: it would tell the place of the
    card, and with it when it came.
    """
    roll = batch.draws.below(f"discard:{owner}", len(held))
    return held[roll.value], roll.draw


def looked_at(batch: Batch, viewer: int, event: Event) -> None:
    """Cards that one seat sees, as they are now: how many is public, its `cards` are for that seat alone."""
    batch.emit(event, {seat(viewer): ("cards",)})
