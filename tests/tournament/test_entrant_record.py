"""The record of an entrant says what the standings say, whatever happens in a tournament."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import get_args

import pytest

from domain.tournament import decide
from domain.tournament.course import standings_after
from domain.tournament.entrant_record import EntrantRound, Part, entrant_record
from domain.tournament.events import RoundFinished
from domain.tournament.policy import Policy
from domain.tournament.standings import POINTS, exact
from domain.tournament.tournament import TournamentState
from tests.kit.lanes import by_lane
from tests.kit.tournaments import Desk
from tests.kit.tournaments_by_chance import whole

NUMBERS = range(96)
TRIED = NUMBERS[: by_lane(commit=24, nightly=96)]


def states(number: int) -> Iterator[TournamentState]:
    """A tournament by chance after each of its rounds, and at its end."""
    desk = whole(number)
    for decision in desk.decisions:
        if any(isinstance(fact.event, RoundFinished) for fact in decision.facts):
            yield decision.state
    yield desk.state


def agree(state: TournamentState) -> None:
    """The totals of everybody are those of the standings after each round."""
    course = state.course
    assert course is not None
    records = {one.id: entrant_record(state, one.id) for one in course.entrants}
    for at, one in enumerate(course.rounds):
        rows = standings_after(course, one.number, bracket=one.number > course.due)
        points = {row.entrant: row.points for row in rows}
        for who, found in records.items():
            # who has played nothing in a bracket has no row there
            assert found[at].total == points.get(who, exact(POINTS, Fraction()))


@pytest.mark.parametrize("number", TRIED)
def test_totals_are_those_of_the_standings_after_each_round(number: int) -> None:
    for state in states(number):
        agree(state)


def test_what_is_annulled_brings_nothing() -> None:
    """Neither the games against who leaves a round robin early, nor those of who leaves it."""
    desk = Desk(Policy("round_robin", drops="annulled"))
    desk.enter(*"abcde")
    desk.round()
    desk.play()
    desk.round()
    winner = desk.state.rounds[0].pairings[0].seats[0]
    agree(desk.state)
    assert entrant_record(desk.state, winner)[0].points.exact == "3"
    for who in desk.state.rounds[0].pairings[0].seats[1], winner:
        desk.do(decide.leave, entrant=who)
        agree(desk.state)
        assert entrant_record(desk.state, winner)[0].points.exact == "0"


@pytest.mark.parametrize("number", TRIED)
def test_each_round_adds_its_points(number: int) -> None:
    state = whole(number).state
    assert state.course is not None
    for one in state.course.entrants:
        total = Fraction()
        for found in entrant_record(state, one.id):
            total = Fraction() if found.round.number == state.course.due + 1 else total
            total += Fraction(found.points.exact)
            assert Fraction(found.total.exact) == total


def test_everything_happens_to_them() -> None:
    found = [one for number in NUMBERS for one in records(whole(number).state)]
    assert {one.part for one in found} == {*get_args(Part)}
    assert all((one.pairing is not None) == (one.part == "table") for one in found)


def records(state: TournamentState) -> Iterator[EntrantRound]:
    for entrant in state.entries:
        yield from entrant_record(state, entrant)


def test_who_withdrew_has_no_rounds() -> None:
    withdrawn = [
        entrant_record(state, entry.id)
        for state in (whole(number).state for number in NUMBERS)
        for entry in state.entries.values()
        if entry.status == "withdrawn"
    ]
    assert withdrawn
    assert not any(withdrawn)
