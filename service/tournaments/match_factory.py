"""The matches of a tournament: made with their seats taken, in the transaction that starts their round."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from domain.kernel import decide
from domain.kernel.audience import seat as seat_name
from domain.kernel.decide import Decision, IllegalLoadout
from domain.kernel.match import MatchCreated, State, TournamentGame
from domain.tournament.events import Deck, GameStarted, Terms
from domain.tournament.tournament import TournamentState
from eventstore import Command, NewEvent, StreamAppend, chain
from service.accounts.directory import Directory
from service.application.ids import MATCH_IDS
from service.application.pseudonyms import player_of
from service.application.refusals import illegal_loadout
from service.application.sealing import Cause, seal
from service.application.vault import Vault
from service.matches.releases import pins_of
from service.tournaments.match_setups import MatchSetup, MatchSetups, loadout_of

COMMAND = "tournament"
"""The command of all that the tournament does in its matches before they start."""
BREATH = 8
"""Matches that are made before others get their turn in this process."""


class MatchFactory:
    """Makes the matches of tournaments."""

    def __init__(self, setups: MatchSetups, directory: Directory, vault: Vault) -> None:
        self._setups = setups
        self._directory = directory
        self._vault = vault

    async def matches(self, state: TournamentState, games: Sequence[GameStarted], now: int) -> list[StreamAppend]:
        """The first events of the matches of these games, to be appended with the event that starts them."""
        setup, made = await self._setups.of(state), list[StreamAppend]()
        players = await self._players(games)
        for number, game in enumerate(games):
            if number % BREATH == 0:
                await asyncio.sleep(0)
            made.append(self._match(setup, state, game, players[game.match], now))
        return made

    async def _players(self, games: Sequence[GameStarted]) -> dict[str, list[str]]:
        """The players of each match by seat. It notes the accounts behind these pseudonyms first, so that nobody loses
        a seat.
        """
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

    def _match(
        self, setup: MatchSetup, state: TournamentState, game: GameStarted, players: Sequence[str], now: int
    ) -> StreamAppend:
        seed = self._vault.new()
        whose = game.entrants
        events: list[NewEvent] = []
        decision = _created(setup, state, game, seed, now)
        self._seal(events, decision, game.match, seed, "system")
        for seat, player in enumerate(players):
            deck = state.entries[whose[seat]].deck or Deck()
            with _unnamed(whose[seat]):
                decision = _seated(setup, decision.state, seat, player, deck, seed, now)
            self._seal(events, decision, game.match, seed, seat_name(seat))
        command = Command(COMMAND, "start", game.match.encode())
        return StreamAppend(
            MATCH_IDS.stream_of(game.match), MATCH_IDS.kind, 0, events, command, secret=self._vault.close(seed)
        )

    def _seal(self, events: list[NewEvent], decision: Decision, match: str, seed: bytes, actor: str) -> None:
        previous = events[-1].hash if events else chain.GENESIS
        events += seal(decision, match, seed, previous, len(events) + 1, Cause(actor, COMMAND))


def _player(caller: Caller | None, match: str, entrant: str) -> str:
    """The pseudonym in a match; an erased account sits there all the same, and nobody can play for it."""
    return f"gone:{entrant}" if caller is None else player_of(caller, match)


def _created(setup: MatchSetup, state: TournamentState, game: GameStarted, seed: bytes, now: int) -> Decision:
    seats = sum(map(len, setup.sides[len(set(game.seats))]))
    event = MatchCreated(
        match=game.match,
        game=setup.game.slug,
        seats=seats,
        options=setup.options,
        clock=state.terms.clock,
        pins=pins_of(setup.entry, game.match, seed),
        reveal=_reveal(state.terms),
        spectator_delay=state.terms.spectator_delay,
        tournament=TournamentGame(state.tournament, game.round, game.table, game.game),
    )
    outcome = decide.create(setup.game, event, now, setup.library)
    if isinstance(outcome, IllegalLoadout):
        raise illegal_loadout(setup.game, outcome.violations)
    return outcome


@contextmanager
def _unnamed(entrant: str) -> Iterator[None]:
    """Say whose deck the rules refuse by now, and nothing of its content, which may be hidden from the caller."""
    try:
        yield
    except ApiError as error:
        if error.code not in (ErrorCode.DECK_ILLEGAL, ErrorCode.INVALID_INPUT):
            raise
        message = f"the rules no longer allow the deck of {entrant}: the entrant has to leave"
        raise ApiError(ErrorCode.DECK_ILLEGAL, message, path=("deck",)) from None


def _reveal(terms: Terms) -> Any:
    return "all" if terms.decks == "open" else "later"


def _seated(setup: MatchSetup, state: State, seat: int, player: str, deck: Deck, seed: bytes, now: int) -> Decision:
    loadout = loadout_of(setup, deck, seat, len(state.seats))
    outcome = decide.join(setup.game, state, seat, player, now, loadout=loadout, server_seed=seed)
    if isinstance(outcome, IllegalLoadout):
        raise illegal_loadout(setup.game, outcome.violations)
    if not isinstance(outcome, Decision):
        raise ApiError(ErrorCode.INTERNAL, f"seat {seat} of a new match can't be taken: {outcome.message}")
    return outcome
