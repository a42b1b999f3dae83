"""The commands on results: reports of entrants, and rulings of referees."""

from __future__ import annotations

from typing import cast

from api_schema.errors import ErrorCode
from api_schema.ports.base import Caller
from api_schema.ports.tournaments import ReportResult, RulePairing
from domain.tournament import decide
from domain.tournament.batch import TournamentDecision
from domain.tournament.events import RulingKind
from domain.tournament.faults import Fault
from domain.tournament.rulings import Ruling, rule
from domain.tournament.tournament import TournamentState, pairing_at
from service.application.pseudonyms import entrant_of, staff_of
from service.tournaments.aggregate import TournamentAggregate
from service.tournaments.commands import ENTER, REFEREE, TournamentCommands, own_entrant, require_account, require_staff
from service.tournaments.policies import result_of
from service.tournaments.refusals import accepted, refused
from service.tournaments.repository import CommittedTournament


class ResultCommands:
    """Reports and calls."""

    def __init__(self, commands: TournamentCommands) -> None:
        self._commands = commands

    async def report(self, caller: Caller, tournament: str, key: str, request: ReportResult) -> CommittedTournament:
        """Confirm or dispute the result of the own table."""
        require_account(caller, ENTER)
        entrant, place = entrant_of(caller, tournament), (request.round, request.table)

        async def propose(known: TournamentAggregate) -> TournamentDecision:
            now = self._commands.clock()
            if request.kind == "CONFIRM":
                return accepted(
                    decide.confirm(known.state, place, entrant, self._commands.repository.seed(known), now), _OTHERWISE
                )
            return accepted(decide.dispute(known.state, place, entrant, request.reason, now), _OTHERWISE)

        return await self._commands.change(caller, tournament, key, ["report", request], entrant, propose)

    async def rule(self, caller: Caller, tournament: str, key: str, request: RulePairing) -> CommittedTournament:
        """Make a call."""
        require_account(caller, REFEREE)
        ruling = _ruling(staff_of(caller, tournament), request)

        async def propose(known: TournamentAggregate) -> TournamentDecision:
            require_staff(caller, known.state)
            _require_not_own(own_entrant(caller, known.state), known.state, ruling)
            seed, matches = self._commands.repository.seed(known), await self._commands.matches(known.state)
            return accepted(rule(known.state, ruling, seed, matches, self._commands.clock()), _OTHERWISE)

        return await self._commands.change(caller, tournament, key, ["rule", request], ruling.staff, propose)


def _require_not_own(own: str | None, state: TournamentState, ruling: Ruling) -> None:
    """Nobody rules on themselves, nor on their own table or whom they play there."""
    if own is None:
        return
    pairing = pairing_at(state, ruling.place)
    tables = [] if pairing is None else [pairing]
    tables += [one for one in (state.rounds[-1].pairings if state.rounds else ()) if ruling.entrant in one.seats]
    if ruling.entrant == own or any(own in one.seats for one in tables):
        raise refused([Fault("OWN_TABLE", "nobody rules on the own table: ask somebody else", ("table",))], _OTHERWISE)


def _ruling(staff: str, request: RulePairing) -> Ruling:
    place = (request.round or 0, request.table or 0)
    result = None if request.result is None else result_of(place[1], request.result)
    return Ruling(cast(RulingKind, request.kind.lower()), staff, request.reason, place, request.entrant, result)


_OTHERWISE = ErrorCode.RULING_REFUSED
