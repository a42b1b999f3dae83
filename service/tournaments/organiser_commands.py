"""Running a tournament: made, staffed, its rounds started, paused, ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from api_schema.errors import ApiError, ErrorCode
from api_schema.idempotency import require_key
from api_schema.input.patterns import HOUR
from api_schema.ports.base import Caller
from api_schema.ports.tournaments import CreateTournament, StartRound, TournamentCodes
from api_schema.scopes import ADMIN
from api_schema.tournament_policy import policy_of
from domain.kernel.match import ClockPolicy
from domain.tournament import course as steps
from domain.tournament import decide
from domain.tournament.batch import TournamentDecision
from domain.tournament.course import Course, CourseOrFaults
from domain.tournament.events import Role
from domain.tournament.faults import Faults
from domain.tournament.tournament import TournamentState
from service.accounts.directory import Directory
from service.application import inputs, names
from service.application.ids import TOURNAMENT_IDS, new_tournament
from service.application.pseudonyms import staff_of
from service.application.refusals import store_errors
from service.application.vault import Vault
from service.keys import Keys
from service.matches.lobby import clock_policy
from service.times import instant
from service.tournaments.aggregate import TournamentAggregate
from service.tournaments.commands import MANAGE, REFEREE, TournamentCommands, require_account, require_organiser
from service.tournaments.policies import placed, terms_of
from service.tournaments.refusals import accepted
from service.tournaments.repository import CommittedTournament

ROLES: tuple[Role, ...] = ("organiser", "referee")
Step = Callable[[TournamentState, bytes, int], TournamentDecision | Faults]
"""Decides on a tournament, given its seed and the time."""


class OrganiserCommands:
    """The commands of organisers."""

    def __init__(self, commands: TournamentCommands, directory: Directory, keys: Keys, vault: Vault) -> None:
        self._commands = commands
        self._directory = directory
        self._keys = keys
        self._vault = vault

    async def create(self, caller: Caller, key: str, request: CreateTournament) -> CommittedTournament:
        """A new tournament."""
        require_account(caller, MANAGE)
        require_key(caller, key)
        stream = new_tournament(caller, key)
        tournament, seed, now = TOURNAMENT_IDS.id_of(stream), self._vault.new(), self._commands.clock()
        organiser = staff_of(caller, tournament)
        outcome = await self._created(tournament, organiser, request, seed, now)
        decision = accepted(placed(outcome), ErrorCode.POLICY_INVALID)
        await self._note(caller, organiser)
        cause, command = self._commands.first(caller, tournament, key, request)
        return await self._commands.repository.create(stream, tournament, seed, decision, cause, command)

    async def _created(
        self, tournament: str, organiser: str, request: CreateTournament, seed: bytes, now: int
    ) -> TournamentDecision | Faults:
        inputs.require_brief(request.options)
        policy = policy_of(request.policy)
        options = self._commands.setups.options(request.game, request.options)
        setup = await self._commands.setups.setup(request.game, options, policy)
        clock: ClockPolicy = clock_policy(setup.game, setup.options, request)
        inputs.bounded(request.spectator_delay_ms, 0, HOUR, "spectatorDelayMs")
        starts_at = None if request.starts_at is None else instant(request.starts_at, "startsAt")
        terms = terms_of(request, clock, request.season or _year(now), starts_at)
        inputs.require_word(terms.season, "season")
        return decide.create(
            tournament,
            names.checked(request.name),
            request.game,
            dict(options),
            policy,
            terms,
            organiser,
            seed,
            now,
        )

    async def codes(self, known: TournamentAggregate, caller: Caller, entry: str) -> TournamentCodes:
        """The codes of a tournament, for its organisers; once all of their accounts are erased, for admins."""
        require_account(caller, MANAGE)
        if ADMIN not in caller.scopes or not await self._orphaned(known.state):
            require_organiser(caller, known.state)
        codes = {role: self._keys.code(f"tournament-{role}", _coded(known.state)) for role in ROLES}
        shown = None if known.state.terms.entry == "open" else entry
        return TournamentCodes(entry=shown, referee=codes["referee"], organiser=codes["organiser"])

    async def _orphaned(self, state: TournamentState) -> bool:
        with store_errors():
            return not await self._directory.owners(who for who, role in state.staff.items() if role == "organiser")

    async def join_staff(self, caller: Caller, tournament: str, key: str, code: str) -> CommittedTournament:
        """Take the role that a code stands for."""
        require_account(caller, REFEREE)
        staff = staff_of(caller, tournament)
        with store_errors():
            await self._commands.repository.current(tournament)
        await self._note(caller, staff)

        async def propose(known: TournamentAggregate) -> TournamentDecision:
            role = self._role(known.state, code)
            return accepted(decide.appoint(known.state, staff, role, self._commands.clock()), ErrorCode.RULING_REFUSED)

        return await self._commands.change(caller, tournament, key, ["staff", code], staff, propose)

    def _role(self, state: TournamentState, code: str) -> Role:
        role = next((one for one in ROLES if self._keys.is_code(code, f"tournament-{one}", _coded(state))), None)
        if role is None:
            raise ApiError(ErrorCode.FORBIDDEN, "this is no code of this tournament", path=("code",))
        return role

    async def dismiss(self, caller: Caller, tournament: str, key: str, staff: str) -> CommittedTournament:
        """Take a role back, or step down."""
        require_account(caller, REFEREE if staff == staff_of(caller, tournament) else MANAGE)

        async def propose(known: TournamentAggregate) -> TournamentDecision:
            if staff != staff_of(caller, tournament):
                require_organiser(caller, known.state)
            return accepted(decide.dismiss(known.state, staff, self._commands.clock()))

        return await self._commands.change(
            caller, tournament, key, ["dismiss", staff], staff_of(caller, tournament), propose
        )

    async def start_round(self, caller: Caller, tournament: str, key: str, request: StartRound) -> CommittedTournament:
        """Pair a round and make all its matches, or do nothing. Others get their turn while it is paired."""
        require_account(caller, MANAGE)
        # a call that is overtaken, by a deck say, has paired already
        pair = _remembering(steps.pair)

        async def propose(known: TournamentAggregate) -> TournamentDecision:
            require_organiser(caller, known.state)
            seed, now = self._commands.repository.seed(known), self._commands.clock()
            matches, asked = await self._commands.matches(known.state), (request.round, request.excused)
            decided = await asyncio.to_thread(decide.start_round, known.state, *asked, seed, matches, now, pair)
            return accepted(decided, ErrorCode.TOURNAMENT_STATUS)

        actor = staff_of(caller, tournament)
        return await self._commands.change(caller, tournament, key, ["round", request], actor, propose)

    async def pause(self, caller: Caller, tournament: str, key: str, reason: str) -> CommittedTournament:
        """Let nothing begin."""
        return await self._step(
            caller, tournament, key, ["pause", reason], lambda state, _, now: decide.pause(state, reason, now)
        )

    async def resume(self, caller: Caller, tournament: str, key: str) -> CommittedTournament:
        """Go on."""
        return await self._step(caller, tournament, key, ["resume"], lambda state, _, now: decide.resume(state, now))

    async def cancel(self, caller: Caller, tournament: str, key: str, reason: str) -> CommittedTournament:
        """End it without a result."""
        return await self._step(
            caller,
            tournament,
            key,
            ["cancel", reason],
            lambda state, seed, now: decide.cancel(state, reason, seed, now),
        )

    async def finish(self, caller: Caller, tournament: str, key: str) -> CommittedTournament:
        """The end."""
        return await self._step(caller, tournament, key, ["finish"], decide.finish)

    async def _step(
        self, caller: Caller, tournament: str, key: str, content: object, step: Step
    ) -> CommittedTournament:
        require_account(caller, MANAGE)

        async def propose(known: TournamentAggregate) -> TournamentDecision:
            require_organiser(caller, known.state)
            seed = self._commands.repository.seed(known)
            return accepted(step(known.state, seed, self._commands.clock()), ErrorCode.TOURNAMENT_STATUS)

        return await self._commands.change(caller, tournament, key, content, staff_of(caller, tournament), propose)

    async def _note(self, caller: Caller, staff: str) -> None:
        """Note first whose the reference is: a role must not be lost to it."""
        assert caller.account is not None
        with store_errors():
            await self._directory.remember(caller.account, staff)


def _remembering(pair: decide.Pair) -> decide.Pair:
    """The same, that doesn't work out again what it was asked last."""
    last: tuple[object, CourseOrFaults] | None = None

    def paired(course: Course, seed: bytes, excused: Sequence[str]) -> CourseOrFaults:
        nonlocal last
        asked = course, seed, excused
        if last is None or last[0] != asked:
            last = asked, pair(*asked)
        return last[1]

    return paired


def _coded(state: TournamentState) -> bytes:
    """The message behind the codes of roles: another one after each dismissal, for leaving staff may know the old
    codes.
    """
    left = len(state.dismissed)
    return (f"{state.tournament}|{left}" if left else state.tournament).encode()


def _year(now: int) -> str:
    return str(datetime.fromtimestamp(now / 1000, UTC).year)
