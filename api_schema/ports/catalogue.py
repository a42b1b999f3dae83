"""The games: their rules, cards, decks and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta

from api_schema.input.patterns import SLUG
from api_schema.ports.base import Caller, Out
from domain.kernel.catalogue import CardInfo, CardSetInfo, DeckInfo
from domain.kernel.game import CardGame
from domain.kernel.introduction import Introduction

LARGEST_CARD_SET = 1 << 20
"""Bytes of an upload of a card set."""


class RuleInfo(Out, frozen=True):
    """A rule or ruling of a game's catalogue."""

    id: str
    text: str
    section: str


class OwnCardSet(Out, frozen=True):
    """A card set that a player has written: the hash that names it, its text, and how many cards it has."""

    hash: str
    game: str
    name: str
    cards: int
    text: str


class LoadoutReport(Out, frozen=True):
    """Whether a loadout is legal, and every violation."""

    legal: bool
    violations: tuple[ViolationOut, ...]


class ViolationOut(Out, frozen=True, gc=False):
    """One violation with its rule."""

    rule_id: str
    message: str
    path: tuple[str, ...]


class LoadoutInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A loadout to check for a match of that game with these options and so many seats.

    In its place the `deck` that comes with the game and is to be brought, by its id, and the number of the `seat` that
    it is for.
    """

    game: Annotated[str, Meta(extra_json_schema=SLUG)]
    seats: Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": 64})]
    loadout: Mapping[str, Any] | None = None
    options: Mapping[str, Any] = {}
    deck: str | None = None
    seat: Annotated[int, Meta(extra_json_schema={"minimum": 0, "maximum": 63})] = 0


class CardSetInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a card file for that game."""

    game: Annotated[str, Meta(extra_json_schema=SLUG)]
    text: Annotated[str, Meta(min_length=1)]


class Catalogue(Protocol):
    """The games, their rules, cards and decks. Immutable per content hash."""

    def games(self) -> Sequence[CardGame]: ...

    def game(self, slug: str) -> CardGame:
        """NOT_FOUND for an unknown slug."""
        ...

    def introduction(self, slug: str, language: str = "en") -> Introduction:
        """For people who have never seen it, in English where it lacks the language. NOT_FOUND without any."""
        ...

    def rules(self, slug: str) -> Sequence[RuleInfo]: ...

    def rules_hash(self, slug: str) -> str: ...

    async def cards(self, slug: str, card_set: str | None = None) -> Sequence[CardInfo]:
        """Of all core sets, or of one set: a core one by its id, or one that a player has written by its hash."""
        ...

    def card_sets(self, slug: str) -> Sequence[CardSetInfo]: ...

    def decks(self, slug: str) -> Sequence[DeckInfo]: ...

    def card_set_hash(self, slug: str) -> str:
        """The hash of all core cards, hex."""
        ...

    def option_schema(self, slug: str) -> Mapping[str, Any]:
        """JSON Schema of the game's match options."""
        ...

    def loadout_schema(self, slug: str) -> Mapping[str, Any]:
        """JSON Schema of the game's loadout."""
        ...

    async def validate_loadout(
        self, slug: str, options: Mapping[str, Any], seats: int, loadout: Mapping[str, Any]
    ) -> LoadoutReport: ...

    async def validate_deck(
        self, slug: str, options: Mapping[str, Any], seats: int, deck: str, seat: int
    ) -> LoadoutReport:
        """The same of a preconstructed deck. INVALID_INPUT for one that is not for this seat of such a match."""
        ...

    async def upload_card_set(self, caller: Caller, slug: str, text: str) -> OwnCardSet:
        """Store a set of the caller's own, once however often it is sent. CARD_SET_INVALID with every fault."""
        ...

    async def card_set(self, digest: str) -> OwnCardSet:
        """A set that a player has written, by its hash. NOT_FOUND."""
        ...
