"""The cards, card sets and decks of a game, as a catalogue shows them to clients."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec


class CardFace(msgspec.Struct, frozen=True):
    """What is printed on a card beside its name and its text, by the names that the look of its game uses.

    `lines` are single words or phrases; `tags` are what a card may have several of, and what holds of it or not: such a
    one has no words.
    """

    numbers: Mapping[str, int] = {}
    lines: Mapping[str, str] = {}
    tags: Mapping[str, tuple[str, ...]] = {}


def face(
    *,
    numbers: Mapping[str, int | None] = {},
    lines: Mapping[str, str | None] = {},
    tags: Mapping[str, Iterable[str]] = {},
    holds: Mapping[str, bool] = {},
) -> CardFace:
    """The face of a card that has these numbers, lines and tags, where they are not None or empty, and of which these
    things hold.
    """
    several = {name: words for name, of in tags.items() if (words := tuple(of))}
    return CardFace(
        {name: n for name, n in numbers.items() if n is not None},
        {name: line for name, line in lines.items() if line},
        several | {name: () for name, holding in holds.items() if holding},
    )


class CardInfo(msgspec.Struct, frozen=True):
    """One card as a catalogue of cards shows it. `attributes` are the facts of its `face` as texts (kind, symbol, cost
    ...).
    """

    id: str
    name: str
    set: str
    number: int
    text: str
    attributes: Mapping[str, str]
    face: CardFace


def entry(id_: str, name: str, set_: str, number: int, text: str, shown: CardFace) -> CardInfo:
    """The entry of a card with this face in a catalogue."""
    numbers = {name: f"{n}" for name, n in shown.numbers.items()}
    tags = {name: _joined(words) for name, words in shown.tags.items()}
    return CardInfo(id_, name, set_, number, text, {**shown.lines, **numbers, **tags}, shown)


def _joined(words: Sequence[str]) -> str:
    """Words with commas between them; with semicolons where they have commas themselves."""
    between = "; " if any("," in word for word in words) else ", "
    return between.join(words) or "yes"


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
    @property
    def face(self) -> CardFace:
        """The print on a card beside its name and its text."""
        ...


def printed(card: Printed) -> CardInfo:
    """A card as a catalogue shows it."""
    return entry(card.cid, card.name, card.set, card.number, card.text, card.face)


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
