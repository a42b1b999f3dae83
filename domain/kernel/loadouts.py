"""Loadouts: faults that games put in the same way, decks that come with a game, and options in seconds.

A game has its own limits and rules, and says in its own words what it wants.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from difflib import get_close_matches
from importlib.resources import files
from typing import Protocol, TypeVar

import msgspec

from domain.kernel.board import D
from domain.kernel.catalogue import DeckInfo
from domain.kernel.refusal import Violation

SHORTEST_PROMPT = 5
"""The fewest seconds for an answer, in games whose options may also give none."""
ALIKE = 0.75
"""How much the id of a card that was meant is like the one that was sent, from 0 to 1."""
GUESSED = 3
"""Cards of one loadout, among those that there are none of, for which the one that was meant is looked for."""


def wrong_number(rule: str, wanted: str, number: int, allowed: Container[int], *place: str) -> list[Violation]:
    """The fault that there are so many, unless that is allowed; `wanted` is the sentence that says what is."""
    return [] if number in allowed else [Violation(rule, f"{wanted}, not {number}", place)]


def too_many(rule: str, number: int, most: int, name: str, allowed: str, *place: str) -> list[Violation]:
    """The fault that a deck has more copies of a card than it may; `allowed` is the sentence that says how many."""
    return [Violation(rule, f"{number} copies of {name}; {allowed}", place)] if number > most else []


def unknown(rule: str, cid: str, *place: str, what: str = "card", near: str = "") -> Violation:
    """The fault that a match has no such card. A player may have written anything: its beginning is told.

    `near` is the id that was meant, as far as anybody can tell.
    """
    hint = f"; did you mean {near!r}?" if near else ""
    return Violation(rule, f"there is no {what} {cid[:64]!r} in this match{hint}", place)


def known(
    cards: Mapping[str, object], kind: type[D], brought: Iterable[str], rule: str, key: str
) -> tuple[dict[str, D], list[Violation]]:
    """The cards of this kind among those of a match, by id, and a fault for each id of no such card; each card once."""
    named = dict.fromkeys(brought)
    found = {cid: card for cid in named if isinstance(card := cards.get(cid), kind)}
    strange = [cid for cid in named if cid not in found]
    near = {cid: _near(cid, cards, kind) for cid in strange[:GUESSED]}
    return found, [unknown(rule, cid, key, cid, near=near.get(cid, "")) for cid in strange]


def _near(cid: str, cards: Mapping[str, object], kind: type[D]) -> str:
    """The id of a card of this kind that is written much like it; empty if there is none."""
    ids = [one for one, card in cards.items() if isinstance(card, kind)]
    return next(iter(get_close_matches(cid[:64], ids, 1, ALIKE)), "")


def too_short(rule: str, seconds: int, option: str) -> list[Violation]:
    """The fault that nobody can answer in the time that an option gives."""
    message = f"an answer has 0 (no time-out) or at least {SHORTEST_PROMPT} seconds"
    return [Violation(rule, message, ("options", option))] if 0 < seconds < SHORTEST_PROMPT else []


def in_ms(seconds: int | None) -> int | None:
    """A time as the kernel has it; 0 seconds are no limit."""
    return seconds * 1000 if seconds else None


class Ready(Protocol):
    """A table of `decks.toml`: a name, and how many of each card a catalogue shows."""

    @property
    def name(self) -> str: ...
    def listed(self) -> Mapping[str, int]: ...


class ReadyDeck(msgspec.Struct, frozen=True):
    """A deck that comes with a game: how many of each card."""

    name: str
    cards: Mapping[str, int]

    @property
    def deck(self) -> tuple[str, ...]:
        """Its cards one by one, as a loadout has them."""
        return tuple(Counter(self.cards).elements())

    def listed(self) -> Mapping[str, int]:
        """How many of each card a catalogue shows."""
        return self.cards


K = TypeVar("K", bound=Ready)


def read_decks(package: str | None, kind: type[K]) -> Mapping[str, K]:
    """The decks that come with a game, by id: each table of the `decks.toml` in its package is one of this kind."""
    tables = tomllib.loads(files(package or "").joinpath("decks.toml").read_text("utf-8"))
    return {slug: msgspec.convert(table, kind) for slug, table in tables.items()}


def infos(decks: Callable[[], Mapping[str, Ready]]) -> list[DeckInfo]:
    """The decks that come with a game, as a catalogue shows them."""
    return [DeckInfo(slug, deck.name, deck.listed()) for slug, deck in decks().items()]
