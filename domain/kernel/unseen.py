"""The part of a table that a seat can't see, dealt anew: the table as it may be, for all that the seat can tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from domain.kernel.zones import DrawPile, Hand

T = TypeVar("T")


class Shuffle(Protocol):
    """Gives the same things in a random order."""

    def __call__(self, things: Sequence[T], /) -> list[T]: ...


def likely(decks: Sequence[Sequence[str]], seen: Iterable[str]) -> Sequence[str]:
    """The deck that misses fewest of the cards that were seen of it; of several the first."""
    shown = Counter(seen)
    return min(decks, key=lambda deck: (shown - Counter(deck)).total())


def rest(deck: Sequence[str], seen: Iterable[str], many: int, shuffled: Shuffle) -> list[str]:
    """So many cards of a deck that were not seen, in a random order; where it has too few, further ones of it."""
    left = shuffled(sorted((Counter(deck) - Counter(seen)).elements()))
    while len(left) < many:
        left += shuffled(sorted(deck))
    return left[:many]


def deal(cards: list[str], seat: int, hand: Hand, pile: DrawPile) -> None:
    """The first of these cards are the hand of a seat, under ids that no card has; the others are its pile."""
    hand.known = {f"unseen{seat}:{place}": cid for place, cid in enumerate(cards[: hand.size])}
    pile.cards = cards[hand.size : hand.size + pile.size]


def mix(pile: DrawPile, shuffled: Shuffle) -> None:
    """A pile in another order: its owner can tell what is in it, and no more."""
    pile.cards = shuffled(sorted(pile.cards))
