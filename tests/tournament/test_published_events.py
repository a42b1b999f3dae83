"""Final tables of real events come out as they were published: the order, the points and every value of every row."""

from fractions import Fraction

import msgspec
import pytest

from domain.tournament import policy
from domain.tournament.entrants import faults
from domain.tournament.standings import Standing, standings
from tests.tournament.published_events import AT_HOME, BERLIN, EVENTS, HOBSONS_BAY, PAVIA, TASHKENT, Event, Row

events = pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.title)


def rows_of(event: Event) -> tuple[Standing, ...]:
    return standings(event.policy, event.entrants, event.rounds)


def printed(event: Event, row: Standing, code: str) -> Fraction:
    """A value to as many digits as were published.

    melee.gg shows nobody's own game-win % below the floor, which in a policy is that of opponents.
    """
    value = next(Fraction(one.exact) for one in row.tie_breaks if one.code == code)
    return round(max(value, event.policy.least_percentage) if code == "GW" else value, event.digits)


def computed(event: Event) -> list[Row]:
    codes = list(event.table[0].values)
    return [
        Row(row.entrant, Fraction(row.points.exact), {code: printed(event, row, code) for code in codes})
        for row in rows_of(event)
    ]


@events
def test_a_published_table_comes_out(event: Event) -> None:
    assert computed(event) == event.table


@events
def test_those_whom_the_published_values_do_not_part_share_a_rank(event: Event) -> None:
    """A published table numbers them on; all others have the rank of their line."""
    parted_by_more = set(event.policy.tie_breaks) > set(event.table[0].values)
    expected: list[int] = []
    for place, row in enumerate(event.table, 1):
        tied = not parted_by_more and place > 1 and row[1:] == event.table[place - 2][1:]
        expected.append(expected[-1] if tied else place)
    assert [row.rank for row in rows_of(event)] == expected


@events
def test_policies_and_results_are_such_as_the_service_takes(event: Event) -> None:
    assert not policy.faults(event.policy)
    for one in event.rounds:
        tables = {pairing.table: pairing for pairing in one.pairings}
        assert not [fault for result in one.results for fault in faults(event.policy, tables[result.table], result)]


def decided(event: Event) -> dict[str, str | None]:
    return {row.entrant: row.decided_above for row in rows_of(event)}


def test_what_decided_in_berlin() -> None:
    """Karjakin won more games than Mamedyarov, but lost to him. Kramnik and Grischuk beat each other: more wins."""
    found = decided(BERLIN)
    assert (found["Karjakin"], found["Grischuk"]) == ("DE", "WIN")


def test_what_decided_in_tashkent() -> None:
    assert list(decided(TASHKENT).values())[1:7] == ["DE", "SB", "POINTS", "POINTS", "DE", "DE"]


def test_who_is_tied_in_everything_at_hobsons_bay() -> None:
    assert [place for place, code in decided(HOBSONS_BAY).items() if code is None] == ["1", "16", "44", "45"]


@pytest.mark.parametrize("event", [PAVIA, AT_HOME], ids=lambda event: event.title)
def test_other_percentages_come_out_if_a_bye_does_not_count_as_won(event: Event) -> None:
    without = event._replace(policy=msgspec.structs.replace(event.policy, own_bye="excluded"))
    assert [row.tie_breaks for row in rows_of(without)] != [row.tie_breaks for row in rows_of(event)]


def test_the_floor_is_that_of_opponents_alone() -> None:
    """Two have 2/7 and 1/3 of their games. Magic calls both a third, and the next percentage parts them."""
    places = [int(row.entrant) for row in computed(AT_HOME)]
    assert sorted(computed(AT_HOME), key=lambda row: int(row.entrant)) == AT_HOME.table
    assert places == [*range(1, 14), 15, 14, 16, 17]
    exact = {row.entrant: row.tie_breaks[1].exact for row in rows_of(AT_HOME)}
    assert (exact["14"], exact["15"]) == ("2/7", "1/3")
