"""Standings that were asked for last: those of a large tournament take seconds, so each is computed once, and aside."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec

from api_schema.errors import ApiError, ErrorCode
from domain.tournament import course as steps
from domain.tournament.course import ELIMINATIONS, Course
from domain.tournament.standings import Standing, standings
from domain.tournament.tournament import State
from service.tournaments.aggregate import Tournament

KEPT = 8
"""Standings in memory; those of 4096 entrants are about 10 MB."""
Rows = tuple[Standing, ...]


class Rankings:
    """The standings of tournaments at their versions. Whoever asks while they are computed waits for the same ones."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept: OrderedDict[tuple[str, int, int, bool], asyncio.Task[Rows]] = OrderedDict()
        self._most = kept

    async def after(self, known: Tournament, number: int, *, bracket: bool) -> Rows:
        """The standings after a round, those of a bracket if asked for. NOT_FOUND for a round that has not begun."""
        if not 0 <= number <= len(known.state.rounds):
            raise no_round(number)
        place = (known.id, known.version, number, bracket)
        if place not in self._kept:
            work = asyncio.to_thread(standings_after, known.state, number, bracket=bracket)
            self._kept[place] = asyncio.create_task(work)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(place)
        return await asyncio.shield(self._kept[place])


def no_round(number: int) -> ApiError:
    """The round has not begun."""
    return ApiError(ErrorCode.NOT_FOUND, f"round {number} has not begun", path=("round",))


def standings_after(state: State, number: int, *, bracket: bool) -> Rows:
    """The standings after a round that has begun; 0 is before the first."""
    course = state.course
    if course is None:
        return ()
    then = upto(course, number)
    if bracket or course.policy.format in ELIMINATIONS:
        return steps.bracket_table(then) if len(then.rounds) > then.due or course.policy.format in ELIMINATIONS else ()
    return standings(course.policy, course.entrants, course.rounds, min(number, course.due))


def upto(course: Course, number: int) -> Course:
    """The tournament as it was when a round was over, with the results that count now."""
    seeded = course.seeded if number > course.due or course.policy.format in ELIMINATIONS else ()
    return msgspec.structs.replace(course, rounds=course.rounds[:number], proofs=course.proofs[:number], seeded=seeded)
