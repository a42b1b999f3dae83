"""Sentences about events, in the words that are the same in all games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec

from domain.kernel.dispatch import ByType
from domain.kernel.facts import Event


class OwnCard(Protocol):
    """An event about a card of a seat; what can't be seen is None."""

    @property
    def seat(self) -> int: ...

    @property
    def card(self) -> str | None: ...


class CardNames(msgspec.Struct, frozen=True):
    """Cards as the sentences of a game call them."""

    name_of: Callable[[str | None], str]

    def names(self, cids: Iterable[str]) -> str:
        """Cards by name."""
        return ", ".join(map(self.name_of, cids))

    def of(self, x: OwnCard) -> str:
        """A card with its owner."""
        return f"{self.name_of(x.card)} of {p(x.seat)}"


def p(seat: int) -> str:
    """A seat as people count."""
    return f"P{seat + 1}"


def count(n: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def describing(sentences: ByType[str], rules: ByType[str]) -> Callable[[Event], str]:
    """A sentence about an event, with the rule that it follows in brackets if it follows one."""

    def describe(event: Event) -> str:
        sentence, rule = sentences[type(event)](event), rules[type(event)](event)
        return f"{sentence} [{rule}]" if rule else sentence

    return describe
