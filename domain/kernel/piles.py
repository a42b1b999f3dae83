"""Piles of cards: what is drawn when cards move, and who may know of it. Each secret is kept here once, for all games.

A game hands over its event with all that it knows itself; what is drawn is added here, by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from domain.kernel.audience import NOBODY, seat
from domain.kernel.batch import Batch
from domain.kernel.facts import Draw, Event

IDS = 1 << 40
"""So many instance ids there are of each prefix."""


class Ids(msgspec.Struct, frozen=True):
    """Instance ids of the cards of a game: they begin with `prefix` and tell nothing about where a card was before."""

    prefix: str

    def new(self, batch: Batch, purpose: str) -> tuple[str, Draw]:
        """A new id and its draw. `purpose`: the number of the seat that will hold the card, or "table"."""
        roll = batch.draws.below(f"iid:{purpose}", IDS)
        return f"{self.prefix}{roll.value:010x}", roll.draw

    def turned_up(self, batch: Batch, cids: Sequence[str]) -> tuple[tuple[tuple[str, str], ...], tuple[Draw, ...]]:
        """Cards that come from a deck onto the table, for all to see: (new id, card) of each, and the draws."""
        iids, draws = self._several(batch, "table", len(cids))
        return tuple(zip(iids, cids, strict=True)), draws

    def into_hand(self, batch: Batch, owner: int, event: Callable[..., Event], *secret: str) -> None:
        """A card comes into a hand: its id there, how it was drawn and the fields named are for its owner alone."""
        iid, draw = self.new(batch, str(owner))
        batch.emit(event(iid=iid, draws=(draw,)), {seat(owner): (*secret, "iid", "draws")})

    def all_into_hand(self, batch: Batch, owner: int, many: int, event: Callable[..., Event]) -> None:
        """Cards come into a hand together: their ids there, and how they were drawn, are for its owner alone."""
        iids, draws = self._several(batch, str(owner), many)
        batch.emit(event(iids=iids, draws=draws), {seat(owner): ("iids", "draws")})

    def _several(self, batch: Batch, purpose: str, many: int) -> tuple[tuple[str, ...], tuple[Draw, ...]]:
        drawn = [self.new(batch, purpose) for _ in range(many)]
        return tuple(iid for iid, _ in drawn), tuple(draw for _, draw in drawn)


def shuffle(batch: Batch, purpose: str, size: int, event: Callable[..., Event]) -> None:
    """The order is a recorded random fact that nobody sees, its owner included."""
    drawn = batch.draws.shuffle(f"shuffle:{purpose}", size)
    batch.emit(event(order=drawn.order, draws=(drawn.draw,)), {NOBODY: ("order", "draws")})


def at_random(
    batch: Batch,
    owner: int,
    held: Sequence[Mapping[str, object]],
    event: Callable[..., Event],
    told: str | None = NOBODY,
) -> int:
    """One card of a hand, by a recorded draw, is shown to all; its place in the hand, from 0. `held` says of each card
    what the event names.

    The draw is for nobody: it would tell the place, and with it when the card came. `told`: who sees the places of that
    hand anyway; None: all do.
    """
    roll = batch.draws.below(f"discard:{owner}", len(held))
    batch.emit(event(**held[roll.value], draws=(roll.draw,)), None if told is None else {told: ("draws",)})
    return roll.value


def looked_at(batch: Batch, event: Event, *viewers: int, shown: str = "cards") -> None:
    """Cards that some seats see, as they are now: that they look is public, this field is for them alone."""
    batch.emit(event, {seat(viewer): (shown,) for viewer in viewers})
