"""The matches of a tournament: made with their seats taken, in the transaction that starts their round."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import msgspec

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports import Caller
from domain.kernel import decide
from domain.kernel.audience import seat as seat_name
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.game import Game, LoadoutContext
from domain.kernel.match import State as MatchState
from domain.kernel.match import TournamentGame
from domain.kernel.seating import Sides
from domain.tournament.events import Deck, GameStarted, Terms
from domain.tournament.policy import Policy
from domain.tournament.tournament import State
from eventstore import chain
from eventstore.envelope import Command, NewEvent, StreamAppend
from service.accounts.directory import Directory
from service.catalogue.cardsets import CardSetBook, Sets
from service.catalogue.catalogue import Entry, GameCatalogue
from service.catalogue.typed import convert
from service.matches.identity import KIND, player_of, stream_of
from service.matches.pins import pins_of
from service.matches.refusals import illegal_loadout
from service.matches.sealing import Origin, seal
from service.matches.vault import Vault
from service.tournaments.seating import seating

COMMAND = "tournament"
"""The command of all that the tournament does in its matches before they start."""
BREATH = 8
"""Matches that are made before others get their turn in this process."""
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
    """Finds the tables of tournaments, and makes their matches."""

    def __init__(self, catalogue: GameCatalogue, book: CardSetBook, directory: Directory, vault: Vault) -> None:
        self._catalogue = catalogue
        self._book = book
        self._directory = directory
        self._vault = vault
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
                message = f"{game} has no tables for {name} with these options"
                raise ApiError(ErrorCode.INVALID_INPUT, message, path=("policy", "format"))
            found |= tables.sides
        _require_sizes(policy, found)
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

    async def matches(self, state: State, games: Sequence[GameStarted], now: int) -> list[StreamAppend]:
        """The first events of the matches of these games, to be appended with the event that starts them."""
        hall, made = await self.of(state), list[StreamAppend]()
        players = await self._players(games)
        for number, game in enumerate(games):
            if number % BREATH == 0:
                await asyncio.sleep(0)
            made.append(self._match(hall, state, game, players[game.match], now))
        return made

    async def _players(self, games: Sequence[GameStarted]) -> dict[str, list[str]]:
        """Who sits where in each match; whose these pseudonyms are is noted first: a seat must not be lost to it."""
        seated = {game.match: game.entrants for game in games}
        callers = await self._directory.owners({who for those in seated.values() for who in those})
        found = {match: [_player(callers.get(who), match, who) for who in those] for match, those in seated.items()}
        owned = {
            player: callers[who].account or ""
            for match, those in seated.items()
            for who, player in zip(those, found[match], strict=True)
            if who in callers
        }
        await self._directory.remember_all(owned)
        return found

    def _match(self, hall: Hall, state: State, game: GameStarted, players: Sequence[str], now: int) -> StreamAppend:
        seed = self._vault.new()
        whose = game.entrants
        events: list[NewEvent] = []
        decision = _created(hall, state, game, seed, now)
        self._seal(events, decision, game.match, seed, "system")
        for seat, player in enumerate(players):
            deck = state.entries[whose[seat]].deck or Deck()
            with _unnamed(whose[seat]):
                decision = _seated(hall, decision.state, seat, player, deck, seed, now)
            self._seal(events, decision, game.match, seed, seat_name(seat))
        command = Command(COMMAND, "start", game.match.encode())
        return StreamAppend(stream_of(game.match), KIND, 0, events, command, secret=self._vault.close(seed))

    def _seal(self, events: list[NewEvent], decision: Decision, match: str, seed: bytes, actor: str) -> None:
        previous = events[-1].hash if events else chain.GENESIS
        events += seal(decision, match, seed, previous, len(events) + 1, Origin(actor, COMMAND))


def _require_sizes(policy: Policy, sides: Mapping[int, Sides]) -> None:
    pods = policy.pods
    missing = [] if pods is None else [size for size in range(pods.least, pods.most + 1) if size not in sides]
    if missing:
        message = f"this game seats {', '.join(map(str, sorted(sides)))} at a table, not {missing[0]}"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("policy", "pods"))


def _player(caller: Caller | None, match: str, entrant: str) -> str:
    """The pseudonym in a match; who was erased sits there all the same, and nobody can play for them."""
    return f"gone:{entrant}" if caller is None else player_of(caller, match)


def _created(hall: Hall, state: State, game: GameStarted, seed: bytes, now: int) -> Decision:
    seats = sum(map(len, hall.sides[len(set(game.seats))]))
    outcome = decide.create(
        hall.game,
        game.match,
        seats,
        hall.options,
        state.terms.clock,
        pins_of(hall.entry, game.match, seed),
        now,
        reveal=_reveal(state.terms),
        spectator_delay=state.terms.spectator_delay,
        tournament=TournamentGame(state.tournament, game.round, game.table, game.game),
    )
    if isinstance(outcome, IllegalLoadout):
        raise illegal_loadout(outcome.violations)
    return outcome


@contextmanager
def _unnamed(entrant: str) -> Iterator[None]:
    """Say whose deck the rules refuse by now, and nothing of what is in it: it may be hidden from whoever asked."""
    try:
        yield
    except ApiError as error:
        if error.code not in (ErrorCode.DECK_ILLEGAL, ErrorCode.INVALID_INPUT):
            raise
        message = f"the rules no longer allow the deck of {entrant}: the entrant has to leave"
        raise ApiError(ErrorCode.DECK_ILLEGAL, message, path=("deck",)) from None


def _reveal(terms: Terms) -> Any:
    return "all" if terms.decks == "open" else "later"


def _seated(hall: Hall, state: MatchState, seat: int, player: str, deck: Deck, seed: bytes, now: int) -> Decision:
    loadout = loadout_of(hall, deck, seat)
    outcome = decide.join(hall.game, state, seat, player, now, loadout=loadout, server_seed=seed)
    if isinstance(outcome, IllegalLoadout):
        raise illegal_loadout(outcome.violations)
    if not isinstance(outcome, Decision):
        raise ApiError(ErrorCode.INTERNAL, f"seat {seat} of a new match can't be taken: {outcome.message}")
    return outcome


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
