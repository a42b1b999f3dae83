"""Berger tables as they are printed, and what makes them fair."""

from itertools import combinations

import pytest

from domain.tournament.round_robin import RoundRobinInput, berger, pair
from tests.tournament.play import SEED

PRINTED = {
    4: "1-4 2-3, 4-3 1-2, 2-4 3-1",
    6: "1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5, 8-5 6-4 7-3 1-2, 2-8 3-1 4-7 5-6, 8-6 7-5 1-4 2-3, 3-8 4-2 5-1 6-7, 8-7 1-6 2-5 3-4, "
    "4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6, 10-6 7-5 8-4 9-3 1-2, 2-10 3-1 4-9 5-8 6-7, 10-7 8-6 9-5 1-4 2-3, 3-10 4-2 5-1 6-9 7-8, "
    "10-8 9-7 1-6 2-5 3-4, 4-10 5-3 6-2 7-1 8-9, 10-9 1-8 2-7 3-6 4-5, 5-10 6-4 7-3 8-2 9-1",
}
"""The tables of the FIDE handbook (C.05, annex 1)."""


@pytest.mark.parametrize("count", PRINTED)
def test_the_printed_tables(count: int) -> None:
    for number, line in enumerate(PRINTED[count].split(", "), 1):
        printed = [tuple(int(one) for one in pair.split("-")) for pair in line.split()]
        assert berger(count, number) == printed, number


@pytest.mark.parametrize("count", range(2, 41))
def test_everybody_meets_everybody_once_with_balanced_seats(count: int) -> None:
    entrants = tuple(f"e{number}" for number in range(count))
    rounds = [pair(RoundRobinInput("tn_x", number, entrants, True), SEED) for number in range(1, count + count % 2)]
    met = [frozenset(one.seats) for paired in rounds for one in paired.pairings]
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(entrants, 2)))
    for entrant in entrants:
        seats = [one.seats.index(entrant) for paired in rounds for one in paired.pairings if entrant in one.seats]
        assert abs(seats.count(0) - seats.count(1)) <= 1
    byes = [bye for paired in rounds for bye in paired.byes]
    assert sorted(byes) == (sorted(entrants) if count % 2 else [])


@pytest.mark.parametrize("count", [4, 6, 8, 10, 12])
def test_two_cycles_turn_the_seats_and_nobody_sits_thrice_alike(count: int) -> None:
    entrants = tuple(f"e{number}" for number in range(count))
    total = 2 * (count - 1 + count % 2)
    rounds = [pair(RoundRobinInput("tn_x", number, entrants, False, 2), SEED) for number in range(1, total + 1)]
    met = [one.seats for paired in rounds for one in paired.pairings]
    assert sorted(met) == sorted((one, other) for one in entrants for other in entrants if one != other)
    for entrant in entrants:
        seats = "".join(
            str(one.seats.index(entrant)) for part in rounds for one in part.pairings if entrant in one.seats
        )
        assert "000" not in seats
        assert "111" not in seats


def test_starting_numbers_are_given_or_drawn() -> None:
    entrants = tuple("abcdef")
    given = pair(RoundRobinInput("tn_x", 1, entrants, False), SEED)
    assert [one.seats for one in given.pairings] == [("a", "f"), ("b", "e"), ("c", "d")]
    drawn = {str(pair(RoundRobinInput("tn_x", 1, entrants, True), bytes([byte]) * 32)) for byte in range(5)}
    assert len(drawn) > 1
