"""Who may do what in a tournament, and how a caller's wish becomes an append."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from hashlib import sha256

import msgspec

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports import Caller
from domain.tournament.batch import Decision
from domain.tournament.events import GameStarted, Role
from domain.tournament.playing import Matches
from domain.tournament.tournament import State
from eventstore.chain import canonical
from eventstore.envelope import Command
from service.matches import inputs
from service.matches.access import require_scope
from service.matches.commands import Commands
from service.matches.sealing import Origin
from service.times import Clock
from service.tournaments.aggregate import Tournament
from service.tournaments.halls import Halls
from service.tournaments.identity import alias_key, entrant_of, match_of, staff_of
from service.tournaments.making import Making
from service.tournaments.repository import Committed, Proposal, TournamentRepository

ENTER, MANAGE, REFEREE = "tournament:enter", "tournament:manage", "tournament:referee"
Decider = Callable[[Tournament], Awaitable[Decision]]


class Desk:
    """Where all changes of tournaments go through."""

    def __init__(
        self, repository: TournamentRepository, halls: Halls, making: Making, commands: Commands, clock: Clock
    ) -> None:
        self.repository = repository
        self.halls = halls
        self.clock = clock
        self._making = making
        self._commands = commands

    async def change(
        self, caller: Caller, tournament: str, key: str, content: object, actor: str, decide: Decider
    ) -> Committed:
        """Append what is decided, with the matches that begin by it; a retry is answered as the first time."""
        inputs.require_key(caller, key)
        origin = Origin(actor, self._commands.digest(caller, tournament, key))
        command = self._commands.stored(caller, tournament, key, fingerprint(content))
        return await self.append(tournament, command, origin, decide)

    async def append(self, tournament: str, command: Command, origin: Origin, decide: Decider) -> Committed:
        """The same for whoever is no caller."""

        async def propose(known: Tournament) -> Proposal:
            decision = await decide(known)
            started = [fact.event for fact in decision.facts if isinstance(fact.event, GameStarted)]
            matches = await self._making.matches(decision.state, started, decision.at) if started else []
            return Proposal(decision, origin, matches)

        return await self.repository.transact(tournament, command, propose)

    def first(self, caller: Caller, tournament: str, key: str, content: object) -> tuple[Origin, Command]:
        """What the first event of a tournament is written with."""
        origin = Origin(staff_of(caller, tournament), self._commands.digest(caller, tournament, key))
        return origin, self._commands.stored(caller, tournament, key, fingerprint(content))

    async def matches(self, state: State) -> Matches:
        """How the matches of a tournament are made."""
        tournament = state.tournament
        return Matches(lambda *place: match_of(tournament, *place), (await self.halls.of(state)).sides)


def fingerprint(content: object) -> bytes:
    """What must be the same when a key is sent again. INVALID_INPUT for text that is no Unicode."""
    try:
        return sha256(canonical(msgspec.to_builtins(content))).digest()
    except UnicodeEncodeError:
        raise ApiError(ErrorCode.INVALID_INPUT, "a text holds half of a character: a lone surrogate") from None


def role_of(caller: Caller, state: State) -> Role | None:
    """The caller's role in the tournament."""
    if caller.account is None:
        return None
    return state.staff.get(staff_of(caller, state.tournament))


def require_account(caller: Caller, scope: str) -> None:
    """Refuse guests, and tokens without the scope."""
    alias_key(caller)
    require_scope(caller, scope)


def require_organiser(caller: Caller, state: State) -> str:
    """The reference of an organiser of this tournament. FORBIDDEN for everybody else."""
    if role_of(caller, state) != "organiser":
        raise ApiError(ErrorCode.FORBIDDEN, "only an organiser of this tournament may do that")
    return staff_of(caller, state.tournament)


def require_staff(caller: Caller, state: State) -> str:
    """The reference of a referee or an organiser of this tournament. FORBIDDEN for everybody else."""
    if role_of(caller, state) is None:
        raise ApiError(ErrorCode.FORBIDDEN, "only a referee of this tournament may do that")
    return staff_of(caller, state.tournament)


def own_entrant(caller: Caller, state: State) -> str | None:
    """The caller's entrant, if it has entered."""
    if caller.account is None:
        return None
    entrant = entrant_of(caller, state.tournament)
    return entrant if entrant in state.entries else None
