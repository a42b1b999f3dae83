"""The cards, card sets and decks of a game, as a catalogue shows them to clients."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class CardInfo(msgspec.Struct, frozen=True):
    """One card as a catalogue of cards shows it. `attributes` are the game's own facts (kind, symbol, cost ...)."""

    id: str
    name: str
    set: str
    number: int
    text: str
    attributes: Mapping[str, str]


class CardSetInfo(msgspec.Struct, frozen=True):
    """One card set of a game."""

    id: str
    name: str
    cards: int


class DeckInfo(msgspec.Struct, frozen=True):
    """A preconstructed loadout."""

    id: str
    name: str
    cards: Mapping[str, int]
