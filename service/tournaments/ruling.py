"""What entrants say of results, and what referees decide."""

from __future__ import annotations

from typing import cast

from api_schema.errors import ErrorCode
from api_schema.ports import Caller, ReportResult, RulePairing
from domain.tournament import decide
from domain.tournament.batch import Decision
from domain.tournament.events import RulingKind
from domain.tournament.faults import Fault
from domain.tournament.rulings import Ruling, rule
from domain.tournament.tournament import State, pairing_at
from service.tournaments.aggregate import Tournament
from service.tournaments.desk import ENTER, REFEREE, Desk, own_entrant, require_account, require_staff
from service.tournaments.identity import entrant_of, staff_of
from service.tournaments.policies import result_of
from service.tournaments.refusals import accepted, refused
from service.tournaments.repository import Committed


class RulingDesk:
    """Reports and calls."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def report(self, caller: Caller, tournament: str, key: str, order: ReportResult) -> Committed:
        """Confirm or dispute the result of the own table."""
        require_account(caller, ENTER)
        entrant, place = entrant_of(caller, tournament), (order.round, order.table)

        async def propose(known: Tournament) -> Decision:
            now = self._desk.clock()
            if order.kind == "CONFIRM":
                return accepted(
                    decide.confirm(known.state, place, entrant, self._desk.repository.seed(known), now), _OTHERWISE
                )
            return accepted(decide.dispute(known.state, place, entrant, order.reason, now), _OTHERWISE)

        return await self._desk.change(caller, tournament, key, ["report", order], entrant, propose)

    async def rule(self, caller: Caller, tournament: str, key: str, order: RulePairing) -> Committed:
        """Make a call."""
        require_account(caller, REFEREE)
        ruling = _ruling(staff_of(caller, tournament), order)

        async def propose(known: Tournament) -> Decision:
            require_staff(caller, known.state)
            _require_not_own(own_entrant(caller, known.state), known.state, ruling)
            seed, matches = self._desk.repository.seed(known), await self._desk.matches(known.state)
            return accepted(rule(known.state, ruling, seed, matches, self._desk.clock()), _OTHERWISE)

        return await self._desk.change(caller, tournament, key, ["rule", order], ruling.staff, propose)


def _require_not_own(own: str | None, state: State, ruling: Ruling) -> None:
    """Nobody rules on themselves, nor on their own table or whom they play there."""
    if own is None:
        return
    pairing = pairing_at(state, ruling.place)
    tables = [] if pairing is None else [pairing]
    tables += [one for one in (state.rounds[-1].pairings if state.rounds else ()) if ruling.entrant in one.seats]
    if ruling.entrant == own or any(own in one.seats for one in tables):
        raise refused([Fault("OWN_TABLE", "nobody rules on the own table: ask somebody else", ("table",))], _OTHERWISE)


def _ruling(staff: str, order: RulePairing) -> Ruling:
    place = (order.round or 0, order.table or 0)
    result = None if order.result is None else result_of(place[1], order.result)
    return Ruling(cast(RulingKind, order.kind.lower()), staff, order.reason, place, order.entrant, result)


_OTHERWISE = ErrorCode.RULING_REFUSED
