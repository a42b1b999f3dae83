"""The cards, card sets and decks of a game, as a catalogue shows them to clients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec


class CardInfo(msgspec.Struct, frozen=True):
    """One card as a catalogue of cards shows it. `attributes` are the game's own facts (kind, symbol, cost ...)."""

    id: str
    name: str
    set: str
    number: int
    text: str
    attributes: Mapping[str, str]


class Printed(Protocol):
    """A card that says for itself what is printed on it."""

    @property
    def cid(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def set(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def text(self) -> str: ...
    def attributes(self) -> Mapping[str, str]:
        """The printed facts for people, those that the card has."""
        ...


def printed(card: Printed) -> CardInfo:
    """A card as a catalogue shows it."""
    return CardInfo(card.cid, card.name, card.set, card.number, card.text, card.attributes())


class CardSetInfo(msgspec.Struct, frozen=True):
    """One card set of a game."""

    id: str
    name: str
    cards: int


class DeckInfo(msgspec.Struct, frozen=True):
    """A preconstructed deck: how often it has each card, and the `loadout` to bring or to change.

    The loadout is that of the smallest match in the first mode that the deck is for; in larger matches a deck may have
    more cards.
    """

    id: str
    name: str
    cards: Mapping[str, int]
    loadout: Mapping[str, Any] | None = None
