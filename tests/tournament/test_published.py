"""Published worked examples of tie-breaks come out as they were published."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from domain.tournament.entrants import Entrant, Pairing, Round, TableResult
from domain.tournament.ledger import LedgerLine, RoundOutcome, ledger
from domain.tournament.policy import Points, Policy
from domain.tournament.standings import Standing, exact, standings
from domain.tournament.tiebreaks import Books, Value, game_win, match_win, opponents_match_win
from tests.tournament.published import (
    ROUND_ROBIN,
    ROUND_ROBIN_ENCOUNTERS,
    ROUND_ROBIN_SB,
    SWISS_5,
    SWISS_5_ANSWERS,
    SWISS_5_ENCOUNTERS,
    SWISS_9,
    SWISS_9_ENCOUNTERS,
    record,
)

CHESS = Points(win=2, draw=1, loss=0, bye=2, units=2)


def swiss(*tie_breaks: str) -> Policy:
    return Policy("swiss", points=CHESS, tie_breaks=tie_breaks)


def round_robin(*tie_breaks: str) -> Policy:
    return Policy("round_robin", points=CHESS, tie_breaks=tie_breaks)


def values(rows: tuple[Standing, ...]) -> dict[int, str]:
    return {int(row.entrant): row.tie_breaks[0].exact for row in rows}


def ranks(rows: tuple[Standing, ...]) -> dict[int, int]:
    return {int(row.entrant): row.rank for row in rows}


@pytest.mark.parametrize("code", SWISS_5_ANSWERS)
def test_the_exercises_of_fide_in_a_swiss(code: str) -> None:
    assert values(standings(swiss(code), *record(SWISS_5))) == SWISS_5_ANSWERS[code]


def test_the_exercises_of_fide_on_direct_encounters() -> None:
    five = ranks(standings(swiss("DE"), *record(SWISS_5)))
    assert {number: five[number] for number in SWISS_5_ENCOUNTERS} == SWISS_5_ENCOUNTERS
    assert ranks(standings(swiss("DE"), *record(SWISS_9))) == SWISS_9_ENCOUNTERS


def test_the_exercises_of_fide_in_a_round_robin() -> None:
    assert values(standings(round_robin("SB"), *record(ROUND_ROBIN))) == ROUND_ROBIN_SB
    assert ranks(standings(round_robin("DE"), *record(ROUND_ROBIN))) == ROUND_ROBIN_ENCOUNTERS


MAGIC = Policy("swiss", best_of=3)
"""Magic: The Gathering Tournament Rules, appendix C: 3, 1, 0 points, nobody's percentage counted below a third (there
0.33), percentages printed with two digits."""


def test_match_win_percentages_of_the_magic_tournament_rules() -> None:
    """5-2-1 in eight rounds is .667. 6-2-1 is .704, with two of these wins byes .619. 1-4 counts as a third."""
    assert share(match_win, [3] * 5 + [0] * 2 + [1]) == "66.7%"
    assert share(match_win, [3] * 6 + [0] * 2 + [1]) == "70.4%"
    assert share(match_win, [3] * 4 + [0] * 2 + [1]) == "61.9%"
    assert share(opponents_match_win, [3], [[3] + [0] * 4]) == "33.3%"


def test_opponents_match_win_percentage_of_the_magic_tournament_rules() -> None:
    """Opponents of 4-4-0, 7-1-0, 1-3-1, 3-3-1, 6-2-0, 5-2-1, 4-3-1 and 6-1-1: .62; with a bye for the last one .59."""
    records = ((4, 4, 0), (7, 1, 0), (1, 3, 1), (3, 3, 1), (6, 2, 0), (5, 2, 1), (4, 3, 1), (6, 1, 1))
    against = [[3] * won + [0] * lost + [1] * drawn for won, lost, drawn in records]
    assert share(opponents_match_win, [3] * 8, against) == "61.7%"
    assert share(opponents_match_win, [3] * 7, against[:7]) == "59.2%"


def share(value: Value, points: list[int], against: Sequence[list[int]] = ()) -> str:
    """A percentage of somebody with these match points, against opponents with those."""
    found = ledger(MAGIC, [Entrant("me"), *(Entrant(f"o{at}") for at in range(len(against)))], [])
    found.accounts["me"] = tuple(line(at, worth, f"o{at}" if against else "x") for at, worth in enumerate(points))
    for other, theirs in enumerate(against):
        found.accounts[f"o{other}"] = tuple(line(at, worth, "x") for at, worth in enumerate(theirs))
    return exact("OMW", value(Books(found), "me")).display


def line(number: int, worth: int, opponent: str) -> LedgerLine:
    outcomes: dict[int, RoundOutcome] = {3: "win", 1: "draw", 0: "loss"}
    return LedgerLine(number + 1, "played", outcomes[worth], Fraction(worth), Fraction(3), (opponent,))


def test_game_win_percentage_counts_a_drawn_game_as_a_third() -> None:
    """A match of 2-0-1 earns 7 game points of 9."""
    rounds = [Round(1, (Pairing(1, ("a", "b")),), results=(TableResult(1, ((0,), (1,)), (2, 0), 1),))]
    books = Books(ledger(MAGIC, [Entrant("a"), Entrant("b")], rounds))
    assert (str(game_win(books, "a")), str(game_win(books, "b"))) == ("7/9", "1/9")
