"""The tables that a game has for a tournament, and the decks that may be brought to them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from api_schema.errors import ApiError, ErrorCode
from domain.kernel.game import Game, LoadoutContext
from domain.kernel.seating import Sides, fewest_seats
from domain.tournament.events import Deck
from domain.tournament.policy import Pods, Policy
from domain.tournament.tournament import State
from service.catalogue.cardsets import CardSetBook, Sets
from service.catalogue.catalogue import Entry, GameCatalogue
from service.catalogue.typed import convert
from service.matches.refusals import illegal_loadout, illegal_options
from service.tournaments.seating import seating

REMEMBERED = 64
"""Tournaments of which it is remembered how their tables are."""


@dataclass(frozen=True)
class Hall:
    """What the matches of a tournament have in common: the game, its options, the sides of a table by its size.

    `sets` are the card sets of players that the options name: their cards are known as long as this is held.
    """

    entry: Entry
    options: Any
    sides: Mapping[int, Sides]
    sets: Sets = field(repr=False)

    @property
    def game(self) -> Game:
        """The rules."""
        return self.entry.game


class Halls:
    """Finds the tables of tournaments, and says which decks fit them."""

    def __init__(self, catalogue: GameCatalogue, book: CardSetBook) -> None:
        self._catalogue = catalogue
        self._book = book
        self._halls: OrderedDict[str, Hall] = OrderedDict()

    async def hall(self, game: str, options: Mapping[str, Any], policy: Policy) -> Hall:
        """The tables of a policy. INVALID_INPUT where the game has none for it in these options, or as `chosen`."""
        entry = self._catalogue.entry(game)
        typed = convert(options, entry.game.options_type, "options")
        sets = await self._book.chosen(entry.game, typed)
        formats = [policy.format] if policy.cut is None else [policy.format, policy.cut.format]
        found: dict[int, Sides] = {}
        for name in formats:
            tables = seating(entry.game, typed, name)
            if tables is None:
                raise _no_tables(entry.game, typed, name)
            found |= _of_pods(policy.pods, tables.sides) if name == "pods" else tables.sides
        return Hall(entry, typed, found, sets)

    async def of(self, state: State) -> Hall:
        """The tables of a tournament: the same from its first event to its last."""
        known = self._halls.get(state.tournament)
        if known is None:
            known = self._halls[state.tournament] = await self.hall(state.game, state.options, state.policy)
            if len(self._halls) > REMEMBERED:
                self._halls.popitem(last=False)
        return known

    def accepted(self, hall: Hall, deck: Deck) -> Deck:
        """The deck as it is kept, if the rules allow it at every seat of every table. DECK_ILLEGAL, INVALID_INPUT."""
        loadout: Any = None
        for sides in hall.sides.values():
            seats = sum(map(len, sides))
            for seat in range(seats):
                loadout = loadout_of(hall, deck, seat)
                faults = hall.game.check_loadout(LoadoutContext(hall.options, seats, seat, {}), loadout)
                if faults:
                    raise illegal_loadout(faults)
        return deck if deck.precon is not None else Deck(loadout=msgspec.to_builtins(loadout))


def _no_tables(game: Game, options: Any, format_: str) -> ApiError:
    """What is wrong with the options themselves; else, that tables of no size fit the format."""
    faults = game.check_options(options, fewest_seats(game, options))
    if faults:
        return illegal_options(faults)
    message = f"{game.slug} has no tables for {format_} with these options"
    return ApiError(ErrorCode.INVALID_INPUT, message, path=("policy", "format"))


def loadout_of(hall: Hall, deck: Deck, seat: int) -> Any:
    """What a deck is at a seat, typed. INVALID_INPUT for a preconstructed one that isn't there or not for this seat."""
    if deck.precon is None:
        return convert(deck.loadout, hall.game.loadout_type, "deck", "loadout")
    known = [one.id for one in hall.game.decks()]
    if deck.precon not in known:
        message = f"{hall.game.slug} has no deck {deck.precon[:64]!r}; it has {', '.join(known)}"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("deck", "deck"))
    loadout = hall.game.precon(deck.precon, seat, hall.options)
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
