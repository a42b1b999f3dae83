"""Permissions in tournaments, and the way from a command to an append."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from hashlib import sha256

import msgspec

from api_schema.errors import ApiError, ErrorCode
from api_schema.idempotency import require_key
from api_schema.ports.base import Caller
from domain.tournament.batch import TournamentDecision
from domain.tournament.events import GameStarted, Role
from domain.tournament.playing import MatchLayout
from domain.tournament.tournament import TournamentState
from eventstore import Command
from eventstore.chain import canonical
from service.application.ids import game_match
from service.application.permissions import require_scope
from service.application.pseudonyms import CommandNames, account_key, entrant_of, staff_of
from service.application.sealing import Cause
from service.times import Clock
from service.tournaments.aggregate import TournamentAggregate
from service.tournaments.match_factory import MatchFactory
from service.tournaments.match_setups import MatchSetups
from service.tournaments.repository import CommittedTournament, TournamentProposal, TournamentRepository

ENTER, MANAGE, REFEREE = "tournament:enter", "tournament:manage", "tournament:referee"
Decider = Callable[[TournamentAggregate], Awaitable[TournamentDecision]]


class TournamentCommands:
    """The command handler that all changes of tournaments go through."""

    def __init__(
        self,
        repository: TournamentRepository,
        setups: MatchSetups,
        factory: MatchFactory,
        command_names: CommandNames,
        clock: Clock,
    ) -> None:
        self.repository = repository
        self.setups = setups
        self.clock = clock
        self._factory = factory
        self._command_names = command_names

    async def change(
        self, caller: Caller, tournament: str, key: str, content: object, actor: str, decide: Decider
    ) -> CommittedTournament:
        """Append the decision, with the matches that begin by it; a retry gets the first answer."""
        require_key(caller, key)
        cause = Cause(actor, self._command_names.digest(caller, tournament, key))
        command = self._command_names.stored(caller, tournament, key, fingerprint(content))
        return await self.append(tournament, command, cause, decide)

    async def append(self, tournament: str, command: Command, cause: Cause, decide: Decider) -> CommittedTournament:
        """The same for a process without a caller."""

        async def propose(known: TournamentAggregate) -> TournamentProposal:
            decision = await decide(known)
            started = [fact.event for fact in decision.facts if isinstance(fact.event, GameStarted)]
            matches = await self._factory.matches(decision.state, started, decision.at) if started else []
            return TournamentProposal(decision, cause, matches)

        return await self.repository.transact(tournament, command, propose)

    def first(self, caller: Caller, tournament: str, key: str, content: object) -> tuple[Cause, Command]:
        """The cause and the command of a tournament's first event."""
        cause = Cause(staff_of(caller, tournament), self._command_names.digest(caller, tournament, key))
        return cause, self._command_names.stored(caller, tournament, key, fingerprint(content))

    async def matches(self, state: TournamentState) -> MatchLayout:
        """The layout of a tournament's matches."""
        tournament = state.tournament
        return MatchLayout(lambda *place: game_match(tournament, *place), (await self.setups.of(state)).sides)


def fingerprint(content: object) -> bytes:
    """The hash of the content that must be the same when a client sends a key again. INVALID_INPUT for text that is no
    Unicode.
    """
    try:
        return sha256(canonical(msgspec.to_builtins(content))).digest()
    except UnicodeEncodeError:
        raise ApiError(ErrorCode.INVALID_INPUT, "a text holds half of a character: a lone surrogate") from None


def role_of(caller: Caller, state: TournamentState) -> Role | None:
    """The caller's role in the tournament."""
    if caller.account is None:
        return None
    return state.staff.get(staff_of(caller, state.tournament))


def require_account(caller: Caller, scope: str) -> None:
    """Refuse guests, and tokens without the scope."""
    account_key(caller)
    require_scope(caller, scope)


def require_organiser(caller: Caller, state: TournamentState) -> str:
    """The reference of an organiser of this tournament. FORBIDDEN for everybody else."""
    if role_of(caller, state) != "organiser":
        raise ApiError(ErrorCode.FORBIDDEN, "only an organiser of this tournament may do that")
    return staff_of(caller, state.tournament)


def require_staff(caller: Caller, state: TournamentState) -> str:
    """The reference of a referee or an organiser of this tournament. FORBIDDEN for everybody else."""
    if role_of(caller, state) is None:
        raise ApiError(ErrorCode.FORBIDDEN, "only a referee of this tournament may do that")
    return staff_of(caller, state.tournament)


def own_entrant(caller: Caller, state: TournamentState) -> str | None:
    """The caller's entrant, if it has entered."""
    if caller.account is None:
        return None
    entrant = entrant_of(caller, state.tournament)
    return entrant if entrant in state.entries else None
