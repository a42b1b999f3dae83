"""The tournament report file: the columns of the format, and a published file written again."""

import pytest

from domain.tournament.course import Course, standings_now
from domain.tournament.entrants import Entrant, Round, TableResult
from domain.tournament.fide import Header, Person, report
from domain.tournament.policy import Pods, Points, Policy
from tests.tournament.play import table
from tests.tournament.published import SWISS_5, record

CHESS = Points(win=2, draw=1, loss=0, bye=2, units=2)
POLICY = Policy("swiss", rounds=5, points=CHESS, tie_breaks=("BH",))
PEOPLE = {
    "4": ("David", 2050),
    "9": ("Jessica", 1800),
    "12": ("Nick", 1650),
    "14": ("Paul", 1550),
}
PUBLISHED = (
    "001    4 m    David                             2050 NOR           0 1990/01/01  3.5    4"
    "    12 b 1     0 - H    13 w 1     3 w =     1 b =",
    "001    9 m    Jessica                           1800 NOR           0 1990/01/01  1.5    9"
    "     1 b 0    10 w 0     0 - H    11 b -     0 - U",
    "001   12 m    Nick                              1650 NOR           0 1990/01/01  2.0   12"
    "     4 w 0     0 - U    14 w +     0 - Z     0 - Z",
    "001   14 m    Paul                              1550 NOR           0 1990/01/01  2.0   14"
    "     6 w 1     8 b 0    12 b -     0 - Z    13 b 1",
)
"""Four lines of the file of the exercises, with byes, forfeits and absences. Its ranks are its starting numbers."""


def person(entrant: str) -> Person:
    name, rating = PEOPLE.get(entrant, (f"Player {entrant}", 1500))
    return Person(name, "m", "", rating, "NOR", "0", "1990/01/01")


def best_first(course: Course) -> list[str]:
    return [row.entrant for row in standings_now(course)]


def written(policy: Policy = POLICY) -> list[str]:
    entrants, rounds = record(SWISS_5)
    course = Course("exercises", policy, 5, tuple(entrants), tuple(rounds))
    days = ("24/08/01", "24/08/02")
    header = Header(
        "Exercises",
        "Oslo",
        "NOR",
        "2024/08/01",
        "2024/08/05",
        "A. Arbiter",
        ("B. Deputy",),
        "90+30",
        days,
    )
    text = "".join(report(header, course, best_first(course), person))
    assert text.endswith("\r\n")
    return text.split("\r\n")[:-1]


def normal(line: str) -> str:
    """With the rank blanked, and no opponent written as 0000: there the two differ."""
    line = line[:85] + "    " + line[89:]
    return line.replace("   0 -", "0000 -")


def test_a_published_file_is_written_again() -> None:
    lines = {line[4:8]: line for line in written() if line.startswith("001")}
    assert [normal(lines[line[4:8]]) for line in PUBLISHED] == [normal(line) for line in PUBLISHED]


def test_the_columns_of_a_player() -> None:
    line = next(line for line in written() if line.startswith("001   12"))
    columns = {
        (5, 8): "  12",
        (10, 10): "m",
        (15, 18): "Nick",
        (49, 52): "1650",
        (54, 56): "NOR",
        (58, 68): "          0",
    }
    columns |= {(70, 79): "1990/01/01", (81, 84): " 2.0", (92, 95): "   4", (97, 97): "w", (99, 99): "0"}
    columns |= {(102, 105): "0000", (107, 107): "-", (109, 109): "U", (129, 129): "Z"}
    assert {place: line[place[0] - 1 : place[1]] for place in columns} == columns


def test_ranks_are_those_of_the_standings() -> None:
    found = {int(line[4:8]): int(line[85:89]) for line in written() if line.startswith("001")}
    assert sorted(found.values()) == list(range(1, 17))
    assert (found[2], found[3], found[4]) == (1, 2, 3)


def test_the_tournament_section() -> None:
    head = [line for line in written() if not line.startswith("001")]
    assert [line[:3] for line in head] == [
        *("012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "XXR")
    ]
    assert head[0] == "012 Exercises"
    assert head[5] == "062 16"
    assert head[8] == "092 Individual: Swiss-System"
    assert (head[12][91:99], head[12][101:109]) == ("24/08/01", "24/08/02")
    assert head[13] == "XXR 5"


def test_points_are_those_of_chess_whatever_the_tournament_gave() -> None:
    cards = Policy("swiss", rounds=5, tie_breaks=("BH",))
    points = [line[80:84] for line in written() if line.startswith("001")]
    assert [line[80:84] for line in written(cards) if line.startswith("001")] == points


def test_a_name_stays_in_its_columns_and_on_its_line() -> None:
    entrants, rounds = record({1: "U"})
    course = Course("one", POLICY, 1, tuple(entrants), tuple(rounds))
    long = Person("A very long name that goes\non and on and on", title="GM")
    text = "".join(report(Header("X\r\n001 forged"), course, ["1"], lambda _: long))
    line = text.split("\r\n")[-2]
    assert line[14:47] == "A very long name that goes on and"
    assert line[10:13] == " GM"
    assert line[47:52].strip() == ""
    assert [line for line in text.split("\r\n") if line.startswith("001")] == [line]


def test_what_is_annulled_is_shown_and_has_no_points() -> None:
    """d beat a in round 1, then left: of two games less than half are played. Neither these count nor the forfeits."""
    entrants = [Entrant("a"), Entrant("b"), Entrant("c"), Entrant("d", dropped=1)]
    rounds = [
        Round(1, (table(1, "d", "a"), table(2, "b", "c")), (), (), (won(1), won(2))),
        Round(2, (table(1, "a", "b"), table(2, "c", "d")), (), (), (won(1), TableResult(2, ((0,),), absent=(1,)))),
    ]
    found = {}
    for drops in ("annulled", "kept"):
        policy = Policy("round_robin", drops=drops, tie_breaks=(), seeding="given")
        course = Course("robin", policy, 3, tuple(entrants), tuple(rounds))
        lines = "".join(report(Header("X"), course, "abcd", Person)).split("\r\n")
        found[drops] = [(line[80:84], line[91:99], line[101:109]) for line in lines if line.startswith("001")]
    cells = [
        ("   4 b 0", "   2 w 1"),
        ("   3 w 1", "   1 b 0"),
        ("   2 b 0", "   4 w +"),
        ("   1 w 1", "   3 b -"),
    ]
    assert found["annulled"] == [(points, *cells[at]) for at, points in enumerate((" 1.0", " 1.0", " 0.0", " 0.0"))]
    assert found["kept"] == [(points, *cells[at]) for at, points in enumerate((" 1.0", " 1.0", " 1.0", " 1.0"))]


@pytest.mark.parametrize(
    ("result", "cells"),
    [
        (TableResult(1, absent=(0, 1)), ["   2 w -", "   1 b -"]),
        (TableResult(1, ((0,),), absent=(1,)), ["   2 w +", "   1 b -"]),
        (TableResult(1, ((1,),), absent=(0,)), ["   2 w -", "   1 b +"]),
    ],
)
def test_a_forfeit_keeps_the_seats_that_were_paired(result: TableResult, cells: list[str]) -> None:
    entrants, rounds = (Entrant("a"), Entrant("b")), (Round(1, (table(1, "a", "b"),), (), (), (result,)),)
    lines = "".join(report(Header("X"), Course("x", POLICY, 5, entrants, rounds), "ab", Person)).split("\r\n")
    assert [line[91:99] for line in lines if line.startswith("001")] == cells
    assert lines[-4] == "XXR 5"


def won(number: int) -> TableResult:
    return TableResult(number, ((0,), (1,)))


def test_tables_of_three_and_more_have_no_report() -> None:
    with pytest.raises(ValueError, match="only duels"):
        report(Header("X"), Course("pods", Policy("pods", pods=Pods()), 1, ()), [], Person)
