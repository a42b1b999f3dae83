"""Published results, as data. Facts only: who met whom, with which result, and what was published about it.

A line of a crosstable is a list of rounds: opponent's number, seat (w: sat first, -: not published), result as in a
report file of FIDE: 1 = 0 played, + - forfeits, U a bye, H half a point, Z absent.
"""

from __future__ import annotations

from domain.tournament.entrants import Entrant, Pairing, Round, TableResult

Crosstable = dict[int, str]

SWISS_5: Crosstable = {
    1: "9w1 13b= 2w= 15b1 4w=",
    2: "10b1 7w1 1b= 16w1 3b=",
    3: "11w= 6b1 8w1 4b= 2w=",
    4: "12b1 H 13w1 3w= 1b=",
    5: "13w0 15b0 11w1 7b= 10w1",
    6: "14b0 3w0 U 10w1 8b1",
    7: "15w1 2b0 16b0 5w= 11b0",
    8: "16b= 14w1 3b0 13w1 6w0",
    9: "1b0 10w0 H 11b- U",
    10: "2w0 9b1 15w0 6b0 5b0",
    11: "3b= 16w0 5b0 9w+ 7w1",
    12: "4w0 U 14w+ Z Z",
    13: "5b1 1w= 4b0 8b0 14w0",
    14: "6w1 8b0 12b- Z 13b1",
    15: "7b0 5w1 10b1 1w0 16b0",
    16: "8w= 11b1 7w1 2b0 15w1",
}
"""FIDE, "Exercises in Tie-Breaking" by IA Mario Held, revision of March 2024 for the regulations C.07 of 2023: the
Swiss of five rounds that its exercises 1 to 13, 23, 24 and 27 are about."""

SWISS_5_ANSWERS: dict[str, dict[int, str]] = {
    code: dict(enumerate(line.split(), 1))
    for code, line in {
        "BH": "25/2 13 31/2 15 17/2 12 29/2 27/2 9 13 27/2 23/2 14 11 12 25/2",
        "BH/C1": "11 12 13 23/2 15/2 11 25/2 12 15/2 23/2 12 19/2 12 9 11 11",
        "SB": "8 19/2 21/2 39/4 17/4 13/2 13/4 21/4 9/4 3/2 23/4 4 17/4 9/2 7/2 29/4",
        "WIN": "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3",
    }.items()
}
SWISS_5_ENCOUNTERS = {1: 2, 3: 2, 4: 2, 16: 2, 5: 7, 8: 7, 11: 7}
"""Ranks by points and direct encounter, of those that exercises 23 and 24 are about."""

SWISS_9: Crosstable = {
    1: "9w1 13b= 2w= 15b1 4w= 6b= 3b= 16w= 8b1",
    2: "10b1 7w1 1b= 16w1 3b1 4w= 6w0 15b= 5w=",
    3: "11w= 6b1 8w1 4b= 2w0 16b1 1w= 14w1 10b1",
    4: "12b1 H 13w1 3w= 1b= 2b= 16w= 6b= 15w1",
    5: "13w0 15b0 11w1 7b= 10w1 14b0 9b1 8w0 2b=",
    6: "14b0 3w0 U 10w1 8b1 1w= 2b1 4w= 16b1",
    7: "15w1 2b0 16b0 5w= 11b0 10b0 13w1 9w1 14b1",
    8: "16b= 14w1 3b0 13w1 6w0 11b= 15w= 5b1 1w0",
    9: "1b0 10w0 H 11b- U 13b1 5w0 7b0 12w=",
    10: "2w0 9b1 15w0 6b0 5b0 7w1 12b1 11w1 3w0",
    11: "3b= 16w0 5b0 9w+ 7w1 8w= 14b0 10b0 13w=",
    12: "4w0 U 14w+ Z Z 15b0 10w0 13b= 9b=",
    13: "5b1 1w= 4b0 8b0 14w0 9w0 7b0 12w= 11b=",
    14: "6w1 8b0 12b- Z 13b1 5w1 11w1 3b0 7w0",
    15: "7b0 5w1 10b1 1w0 16b0 12w1 8b= 2w= 4b0",
    16: "8w= 11b1 7w1 2b0 15w1 3w0 4b= 1b= 6w0",
}
"""The same paper, exercise 25: nine rounds."""
SWISS_9_ENCOUNTERS = dict(enumerate([3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6], 1))

ROUND_ROBIN: Crosstable = {
    1: "5w= 2w1 3b1 4w0 6b1",
    2: "6w1 1b0 5w1 3w= 4b1",
    3: "4w1 6b1 1w0 2b= 5w1",
    4: "3b0 5b0 6w= 1b1 2w0",
    5: "1b= 4w1 2b0 6w- 3b0",
    6: "2b0 3w0 4b= 5b+ 1w0",
}
"""The same paper, exercises 14 and 26: a round robin, where forfeits count as played."""
ROUND_ROBIN_SB = dict(enumerate(["37/4", "25/4", "25/4", "17/4", "13/4", "9/4"], 1))
ROUND_ROBIN_ENCOUNTERS = {1: 1, 2: 2, 3: 2, 4: 6, 5: 5, 6: 4}

PLACES = {"1": ((0,), (1,)), "=": ((0, 1),), "0": ((1,), (0,))}


def record(crosstable: Crosstable) -> tuple[list[Entrant], list[Round]]:
    """A crosstable as a record. Entrants are called by their numbers."""
    cells = {number: line.split() for number, line in crosstable.items()}
    rounds = []
    for at in range(len(cells[1])):
        column = {number: line[at] for number, line in cells.items()}
        rounds.append(_round(at + 1, column))
    return [Entrant(str(number)) for number in crosstable], rounds


def _round(number: int, column: dict[int, str]) -> Round:
    pairings: list[Pairing] = []
    results = []
    for me, cell in column.items():
        if cell[-2:-1] == "w" or (cell[-2:-1] == "-" and me < int(cell[:-2])):
            table = len(pairings) + 1
            pairings.append(Pairing(table, (str(me), cell[:-2])))
            results.append(_result(table, cell[-1]))
    byes, half = ([str(me) for me, cell in column.items() if cell == letter] for letter in "UH")
    return Round(number, tuple(pairings), tuple(byes), tuple(half), tuple(results))


def _result(table: int, letter: str) -> TableResult:
    if letter == "+":
        return TableResult(table, ((0,),), absent=(1,))
    if letter == "-":
        return TableResult(table, ((1,),), absent=(0,))
    return TableResult(table, PLACES[letter])
