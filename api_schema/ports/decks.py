"""The decks that an account has saved: nobody else's to see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta

from api_schema.input.patterns import NAME, SLUG
from api_schema.ports.base import Caller, Out, Page
from api_schema.ports.catalogue import LoadoutReport


class SavedDeckOut(Out, frozen=True):
    """A loadout under a name, with what it was meant for: the options and seats of a match.

    `report` says by the rules of now whether it may be played so; a violation whose `ruleId` is an error code
    (INVALID_INPUT, CARD_SET_INVALID, NOT_FOUND) says that it can't even be read any more. `revision` rises by 1 with
    every change.
    """

    id: str
    game: str
    name: str
    seats: int
    options: Mapping[str, Any]
    loadout: Mapping[str, Any]
    revision: int
    report: LoadoutReport
    created_at: str
    updated_at: str


class SavedDeckPage(Page, frozen=True):
    """Decks, newest first; `end_cursor` continues, `total_count` counts all pages."""

    decks: tuple[SavedDeckOut, ...]
    end_cursor: str | None
    has_next: bool
    total_count: int


class SaveDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A deck to save. `options` and `seats` say for which matches; seats null: the fewest that its options allow.

    An illegal deck is saved too, and reported. The name has 1 to 40 visible characters, the rest at most 64 KiB.
    """

    game: Annotated[str, Meta(min_length=1, max_length=64, extra_json_schema=SLUG)]
    name: Annotated[str, Meta(min_length=1, max_length=400, extra_json_schema=NAME)]
    loadout: Mapping[str, Any]
    options: Mapping[str, Any] = {}
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None


class Decks(Protocol):
    """An account's own decks. UNAUTHENTICATED for guests; writing needs the scope `deck:write`."""

    async def save(self, caller: Caller, key: str, request: SaveDeck) -> SavedDeckOut:
        """A new deck. A retried key finds the first one; KEY_REUSED if it was saved with other content."""
        ...

    async def change(self, caller: Caller, deck_id: str, request: SaveDeck, expected: int) -> SavedDeckOut:
        """Replace all of a deck at this revision. VERSION_CONFLICT with `expected`, `actual`; NOT_FOUND."""
        ...

    async def delete(self, caller: Caller, deck_id: str, expected: int | None = None) -> None:
        """Forget a deck, only at this revision if one is given. NOT_FOUND."""
        ...

    async def get(self, caller: Caller, deck_id: str) -> SavedDeckOut:
        """One deck. NOT_FOUND, also for a deck of somebody else."""
        ...

    async def find(
        self, caller: Caller, *, first: int, after: str | None = None, game: str | None = None
    ) -> SavedDeckPage: ...
