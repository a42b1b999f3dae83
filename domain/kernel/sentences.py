"""Sentences about events, in the words that are the same in all games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

import msgspec

from domain.kernel.board import Cards
from domain.kernel.dispatch import ByType
from domain.kernel.facts import Event


class OwnCard(Protocol):
    """An event about a card of a seat; what can't be seen is None."""

    @property
    def seat(self) -> int: ...

    @property
    def card(self) -> str | None: ...


class Named(Protocol):
    """What is found by id and has a name."""

    @property
    def name(self) -> str: ...


class CardNames(msgspec.Struct, frozen=True):
    """The cards of a match as the sentences of its game call them."""

    cards: Cards

    def name(self, cid: str | None) -> str:
        """A name for people; what can't be seen is a card."""
        if cid is None:
            return "a card"
        named: Named = self.cards[cid]
        return named.name

    def names(self, cids: Iterable[str]) -> str:
        """Cards by name."""
        return ", ".join(map(self.name, cids))

    def of(self, x: OwnCard) -> str:
        """A card with its owner."""
        return f"{self.name(x.card)} of {p(x.seat)}"


N = TypeVar("N", bound=CardNames)


def p(seat: int) -> str:
    """A seat as people count."""
    return f"P{seat + 1}"


def count(n: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def describing(
    naming: Callable[[Cards], N], sentences: ByType[N, str], rules: ByType[N, str]
) -> Callable[[Event, Cards], str]:
    """A sentence about an event, with the rule that it follows in brackets if it follows one. `naming` says how the
    game calls the cards of a match.
    """

    def describe(event: Event, cards: Cards) -> str:
        named = naming(cards)
        sentence, rule = sentences[type(event)](named, event), rules[type(event)](named, event)
        return f"{sentence} [{rule}]" if rule else sentence

    return describe
