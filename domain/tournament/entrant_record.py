"""The record of one entrant: what it did in each round, and what that brought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from domain.tournament.course import bracket_matches, policy_now
from domain.tournament.entrants import Entrant, Pairing, Round
from domain.tournament.ledger import EntrantLines, accounts, annulled, counting, earned
from domain.tournament.standings import POINTS, Exact, exact
from domain.tournament.tournament import TournamentState

Part = Literal["table", "bye", "half", "late", "dropped", "disqualified", "unpaired"]


class EntrantRound(NamedTuple):
    """A round of an entrant. `pairing`: its table. `points` are those of the round, `total` those of the standings
    after it, in a bracket those of the bracket.
    """

    round: Round
    part: Part
    pairing: Pairing | None
    points: Exact
    total: Exact


def entrant_record(state: TournamentState, entrant: str) -> tuple[EntrantRound, ...]:
    """All rounds that have begun; none for an entrant that withdrew."""
    course = state.course
    whose = [] if course is None else [one for one in course.entrants if one.id == entrant]
    if course is None or not whose:
        return ()
    own = [_own(one, entrant) for one in course.rounds]
    before, bracket = own[: course.due], own[course.due :]
    gone = annulled(course.policy, course.entrants, course.rounds)
    account = counting(gone, entrant, accounts(course.policy, before, whose)[entrant])
    matches = bracket_matches(accounts(policy_now(course), bracket, whose)[entrant])
    left: Part = "disqualified" if entrant in state.disqualified else "dropped"
    return (*_rounds(whose[0], before, account, left), *_rounds(whose[0], bracket, matches, left))


def _own(one: Round, entrant: str) -> Round:
    """A round with the entrant's table alone: the other tables say nothing of its account."""
    pairings = tuple(pairing for pairing in one.pairings if entrant in pairing.seats)
    tables = {pairing.table for pairing in pairings}
    results = tuple(result for result in one.results if result.table in tables)
    return msgspec.structs.replace(one, pairings=pairings, results=results)


def _rounds(entrant: Entrant, rounds: Sequence[Round], account: EntrantLines, left: Part) -> Iterator[EntrantRound]:
    """Some rounds with what counts of them. `left`: the part in those after it has left."""
    for one in rounds:
        pairing = one.pairings[0] if one.pairings else None
        points = earned(line for line in account if line.round == one.number)
        total = earned(line for line in account if line.round <= one.number)
        yield EntrantRound(one, _part(entrant, one, left), pairing, exact(POINTS, points), exact(POINTS, total))


def _part(entrant: Entrant, one: Round, left: Part) -> Part:
    if one.pairings:
        return "table"
    if entrant.id in one.byes:
        return "bye"
    if entrant.id in one.half:
        return "half"
    if one.number < entrant.entered:
        return "late"
    return "unpaired" if entrant.takes_part(one.number) else left
