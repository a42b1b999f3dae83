"""The tables that a game has for a tournament, and the decks that may be brought to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from cachetools import LRUCache

from api_schema.errors import ApiError, ErrorCode
from domain.kernel.cardsets import Library, sets_of
from domain.kernel.game import CardGame, LoadoutContext
from domain.kernel.seating import fewest_seats
from domain.kernel.sides import Sides
from domain.tournament.events import Deck
from domain.tournament.policy import Pods, Policy
from domain.tournament.tournament import TournamentState
from service.application.refusals import illegal_loadout, illegal_options
from service.catalogue.card_sets import CardSetBook
from service.catalogue.catalogue import CatalogueEntry, GameCatalogue
from service.catalogue.conversion import convert, with_stored_names
from service.tournaments.seating import seating

REMEMBERED = 64
"""Tournaments of which it is remembered how their tables are."""


@dataclass(frozen=True)
class MatchSetup:
    """The common setup of a tournament's matches: the game, its options, the sides of a table by its size.

    `library` has the card sets that the options name.
    """

    entry: CatalogueEntry
    options: Any
    sides: Mapping[int, Sides]
    library: Library = field(repr=False)

    @property
    def game(self) -> CardGame:
        """The rules."""
        return self.entry.game


class MatchSetups:
    """Finds the tables of tournaments, and says which decks fit them."""

    def __init__(self, catalogue: GameCatalogue, book: CardSetBook) -> None:
        self._catalogue = catalogue
        self._book = book
        self._setups: LRUCache[str, MatchSetup] = LRUCache(REMEMBERED)

    def options(self, game: str, sent: Mapping[str, Any]) -> Mapping[str, Any]:
        """The options that a client sent, as they are stored. INVALID_INPUT."""
        return with_stored_names(sent, self._catalogue.game(game).options_type, "options")

    async def setup(self, game: str, options: Mapping[str, Any], policy: Policy) -> MatchSetup:
        """The tables of a policy, given options as they are stored. INVALID_INPUT where the game has none for it in
        these options, or as `chosen`.
        """
        entry = self._catalogue.entry(game)
        typed = convert(options, entry.game.options_type, "options")
        library = await self._book.chosen(entry.game, typed)
        faults = entry.game.wrong_options(typed, fewest_seats(entry.game, typed), library)
        if faults:
            raise illegal_options(entry.game, faults)
        formats = [policy.format] if policy.cut is None else [policy.format, policy.cut.format]
        found: dict[int, Sides] = {}
        for name in formats:
            tables = seating(entry.game, typed, name)
            if tables is None:
                raise _no_tables(entry.game, name)
            found |= _of_pods(policy.pods, tables.sides) if name == "pods" else tables.sides
        return MatchSetup(entry, typed, found, library)

    async def of(self, state: TournamentState) -> MatchSetup:
        """The tables of a tournament: the same from its first event to its last."""
        known = self._setups.get(state.tournament)
        if known is None:
            known = self._setups[state.tournament] = await self.setup(state.game, state.options, state.policy)
        return known

    def accepted(self, setup: MatchSetup, deck: Deck) -> Deck:
        """The deck as it is kept, if the rules allow it at every seat of every table. DECK_ILLEGAL, INVALID_INPUT."""
        loadout: Any = None
        cards = setup.library.cards(setup.game.card_set_hash(), sets_of(setup.options))
        for sides in setup.sides.values():
            seats = sum(map(len, sides))
            for seat in range(seats):
                loadout = loadout_of(setup, deck, seat, seats)
                faults = setup.game.check_loadout(LoadoutContext(setup.options, seats, cards, seat), loadout)
                if faults:
                    raise illegal_loadout(setup.game, faults)
        return deck if deck.precon is not None else Deck(loadout=msgspec.to_builtins(loadout))


def _no_tables(game: CardGame, format_: str) -> ApiError:
    message = f"{game.slug} has no tables for {format_} with these options"
    return ApiError(ErrorCode.INVALID_INPUT, message, path=("policy", "format"))


def loadout_of(setup: MatchSetup, deck: Deck, seat: int, seats: int) -> Any:
    """The loadout of a deck at a seat of so many, typed. INVALID_INPUT for a preconstructed one that isn't there or not
    for this seat.
    """
    if deck.precon is None:
        return convert(deck.loadout, setup.game.loadout_type, "deck", "loadout")
    known = [one.id for one in setup.game.decks()]
    if deck.precon not in known:
        message = f"{setup.game.slug} has no deck {deck.precon[:64]!r}; it has {', '.join(known)}"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("deck", "deck"))
    loadout = setup.game.precon(deck.precon, seat, setup.options, seats)
    if loadout is None:
        message = f"the deck {deck.precon!r} is not for every seat of this tournament"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("deck", "deck"))
    return loadout


def _of_pods(pods: Pods | None, sides: Mapping[int, Sides]) -> Mapping[int, Sides]:
    """The tables of a rule for pods: the game has to have every size of them, and decks have to fit no other."""
    if pods is None:
        return sides
    sizes = range(pods.least, pods.most + 1)
    missing = [size for size in sizes if size not in sides]
    if missing:
        message = f"this game seats {', '.join(map(str, sorted(sides)))} at a table, not {missing[0]}"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("policy", "pods"))
    return {size: sides[size] for size in sizes}
