"""Running a tournament: made, staffed, its rounds started, paused, ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports import Caller, CreateTournament, StartRound, TournamentCodes
from api_schema.scopes import ADMIN
from domain.kernel.match import ClockPolicy
from domain.tournament import course as steps
from domain.tournament import decide
from domain.tournament.batch import Decision
from domain.tournament.course import Course, Outcome
from domain.tournament.events import Role
from domain.tournament.faults import Faults
from domain.tournament.tournament import State
from service.accounts import names
from service.accounts.directory import Directory
from service.keys import Keys
from service.matches import inputs
from service.matches.lobby import HOUR, clock_policy
from service.matches.refusals import store_errors
from service.matches.vault import Vault
from service.times import instant
from service.tournaments.aggregate import Tournament
from service.tournaments.desk import MANAGE, REFEREE, Desk, require_account, require_organiser
from service.tournaments.identity import new_stream, staff_of, tournament_id
from service.tournaments.policies import placed, policy_of, terms_of
from service.tournaments.refusals import accepted
from service.tournaments.repository import Committed

ROLES: tuple[Role, ...] = ("organiser", "referee")
Step = Callable[[State, bytes, int], Decision | Faults]
"""Decides on a tournament, given its seed and the time."""


class Running:
    """What organisers do."""

    def __init__(self, desk: Desk, directory: Directory, keys: Keys, vault: Vault) -> None:
        self._desk = desk
        self._directory = directory
        self._keys = keys
        self._vault = vault

    async def create(self, caller: Caller, key: str, order: CreateTournament) -> Committed:
        """A new tournament."""
        require_account(caller, MANAGE)
        inputs.require_key(caller, key)
        stream = new_stream(caller, key)
        tournament, seed, now = tournament_id(stream), self._vault.new(), self._desk.clock()
        organiser = staff_of(caller, tournament)
        outcome = await self._created(tournament, organiser, order, seed, now)
        decision = accepted(placed(outcome), ErrorCode.POLICY_INVALID)
        await self._note(caller, organiser)
        origin, command = self._desk.first(caller, tournament, key, order)
        return await self._desk.repository.create(stream, tournament, seed, decision, origin, command)

    async def _created(
        self, tournament: str, organiser: str, order: CreateTournament, seed: bytes, now: int
    ) -> Decision | Faults:
        inputs.require_brief(order.options)
        policy = policy_of(order.policy)
        hall = await self._desk.halls.hall(order.game, order.options, policy)
        clock: ClockPolicy = clock_policy(hall.game, hall.options, order)
        inputs.bounded(order.spectator_delay_ms, 0, HOUR, "spectatorDelayMs")
        starts_at = None if order.starts_at is None else instant(order.starts_at, "startsAt")
        terms = terms_of(order, clock, order.season or _year(now), starts_at)
        inputs.require_word(terms.season, "season")
        return decide.create(
            tournament, names.checked(order.name), order.game, dict(order.options), policy, terms, organiser, seed, now
        )

    async def codes(self, known: Tournament, caller: Caller, entry: str) -> TournamentCodes:
        """The codes of a tournament, for its organisers; once all of their accounts are erased, for admins."""
        require_account(caller, MANAGE)
        if ADMIN not in caller.scopes or not await self._orphaned(known.state):
            require_organiser(caller, known.state)
        codes = {role: self._keys.code(f"tournament-{role}", _coded(known.state)) for role in ROLES}
        shown = None if known.state.terms.entry == "open" else entry
        return TournamentCodes(entry=shown, referee=codes["referee"], organiser=codes["organiser"])

    async def _orphaned(self, state: State) -> bool:
        with store_errors():
            return not await self._directory.owners(who for who, role in state.staff.items() if role == "organiser")

    async def join_staff(self, caller: Caller, tournament: str, key: str, code: str) -> Committed:
        """Take the role that a code stands for."""
        require_account(caller, REFEREE)
        staff = staff_of(caller, tournament)
        with store_errors():
            await self._desk.repository.current(tournament)
        await self._note(caller, staff)

        async def propose(known: Tournament) -> Decision:
            role = self._role(known.state, code)
            return accepted(decide.appoint(known.state, staff, role, self._desk.clock()), ErrorCode.RULING_REFUSED)

        return await self._desk.change(caller, tournament, key, ["staff", code], staff, propose)

    def _role(self, state: State, code: str) -> Role:
        role = next((one for one in ROLES if self._keys.is_code(code, f"tournament-{one}", _coded(state))), None)
        if role is None:
            raise ApiError(ErrorCode.FORBIDDEN, "this is no code of this tournament", path=("code",))
        return role

    async def dismiss(self, caller: Caller, tournament: str, key: str, staff: str) -> Committed:
        """Take a role back, or step down."""
        require_account(caller, REFEREE if staff == staff_of(caller, tournament) else MANAGE)

        async def propose(known: Tournament) -> Decision:
            if staff != staff_of(caller, tournament):
                require_organiser(caller, known.state)
            return accepted(decide.dismiss(known.state, staff, self._desk.clock()))

        return await self._desk.change(
            caller, tournament, key, ["dismiss", staff], staff_of(caller, tournament), propose
        )

    async def start_round(self, caller: Caller, tournament: str, key: str, order: StartRound) -> Committed:
        """Pair a round and make all its matches, or do nothing. Others get their turn while it is paired."""
        require_account(caller, MANAGE)
        # who is overtaken, by a deck say, has paired already
        pair = _remembering(steps.pair)

        async def propose(known: Tournament) -> Decision:
            require_organiser(caller, known.state)
            seed, now = self._desk.repository.seed(known), self._desk.clock()
            matches, asked = await self._desk.matches(known.state), (order.round, order.excused)
            decided = await asyncio.to_thread(decide.start_round, known.state, *asked, seed, matches, now, pair)
            return accepted(decided, ErrorCode.TOURNAMENT_STATUS)

        actor = staff_of(caller, tournament)
        return await self._desk.change(caller, tournament, key, ["round", order], actor, propose)

    async def pause(self, caller: Caller, tournament: str, key: str, reason: str) -> Committed:
        """Let nothing begin."""
        return await self._step(
            caller, tournament, key, ["pause", reason], lambda state, _, now: decide.pause(state, reason, now)
        )

    async def resume(self, caller: Caller, tournament: str, key: str) -> Committed:
        """Go on."""
        return await self._step(caller, tournament, key, ["resume"], lambda state, _, now: decide.resume(state, now))

    async def cancel(self, caller: Caller, tournament: str, key: str, reason: str) -> Committed:
        """End it without a result."""
        return await self._step(
            caller,
            tournament,
            key,
            ["cancel", reason],
            lambda state, seed, now: decide.cancel(state, reason, seed, now),
        )

    async def finish(self, caller: Caller, tournament: str, key: str) -> Committed:
        """The end."""
        return await self._step(caller, tournament, key, ["finish"], decide.finish)

    async def _step(self, caller: Caller, tournament: str, key: str, content: object, step: Step) -> Committed:
        require_account(caller, MANAGE)

        async def propose(known: Tournament) -> Decision:
            require_organiser(caller, known.state)
            seed = self._desk.repository.seed(known)
            return accepted(step(known.state, seed, self._desk.clock()), ErrorCode.TOURNAMENT_STATUS)

        return await self._desk.change(caller, tournament, key, content, staff_of(caller, tournament), propose)

    async def _note(self, caller: Caller, staff: str) -> None:
        """Note first whose the reference is: a role must not be lost to it."""
        assert caller.account is not None
        with store_errors():
            await self._directory.remember(caller.account, staff)


def _remembering(pair: decide.Pair) -> decide.Pair:
    """The same, that doesn't work out again what it was asked last."""
    last: tuple[object, Outcome] | None = None

    def paired(course: Course, seed: bytes, excused: Sequence[str]) -> Outcome:
        nonlocal last
        asked = course, seed, excused
        if last is None or last[0] != asked:
            last = asked, pair(*asked)
        return last[1]

    return paired


def _coded(state: State) -> bytes:
    """What codes of roles are made of: other ones after each dismissal, for whoever leaves may know the old ones."""
    left = len(state.dismissed)
    return (f"{state.tournament}|{left}" if left else state.tournament).encode()


def _year(now: int) -> str:
    return str(datetime.fromtimestamp(now / 1000, UTC).year)
