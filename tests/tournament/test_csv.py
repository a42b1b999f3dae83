"""CSV with the columns of the contract, readable by the standard library."""

import csv as reader
from io import StringIO

from domain.tournament import csv
from domain.tournament.entrants import Entrant, Round, TableResult
from domain.tournament.policy import Policy
from domain.tournament.standings import standings
from tests.tournament.play import table

POLICY = Policy("swiss", best_of=3, tie_breaks=("OMW", "BH/C1"))
ENTRANTS = [Entrant("a"), Entrant('b"x'), Entrant("c,d"), Entrant("e"), Entrant("f")]
ROUNDS = [
    Round(
        1,
        (table(1, "a", 'b"x'), table(2, "c,d", "e")),
        ("f",),
        (),
        (TableResult(1, ((1,), (0,)), (0, 2)), TableResult(2, ((0,),), absent=(1,))),
    )
]


def read(text: str) -> list[list[str]]:
    assert text.endswith("\r\n")
    return list(reader.reader(StringIO(text, newline="")))


def test_standings() -> None:
    rows = read(csv.standings(POLICY.tie_breaks, standings(POLICY, ENTRANTS, ROUNDS)))
    assert rows[0] == [
        *("rank", "entrant", "points", "points_exact", "won", "drawn", "lost", "decided_above", "decided_below"),
        *("omw", "omw_exact", "bh_c1", "bh_c1_exact"),
    ]
    assert rows[1] == ["1", 'b"x', "3", "3", "1", "0", "0", "", "", "33.3%", "1/3", "0", "0"]
    assert [row[1] for row in rows[1:]] == ['b"x', "c,d", "f", "a", "e"]


def test_who_shares_a_place_is_given_the_same_and_the_next_one_is_left_out() -> None:
    rounds = [Round(1, (table(1, "a", "b", "c"),), results=(TableResult(1, ((0, 2), (1,))),))]
    assert [row[4] for row in read(csv.results(rounds))[1:]] == ["1", "3", "1"]


def test_pairings() -> None:
    assert read(csv.pairings(ROUNDS)) == [
        ["round", "table", "seat", "entrant"],
        *(
            ["1", "1", "1", "a"],
            ["1", "1", "2", 'b"x'],
            ["1", "2", "1", "c,d"],
            ["1", "2", "2", "e"],
            ["1", "", "", "f"],
        ),
    ]


def test_results() -> None:
    assert read(csv.results(ROUNDS)) == [
        ["round", "table", "seat", "entrant", "place", "games_won", "games_drawn", "absent"],
        ["1", "1", "1", "a", "2", "0", "0", "no"],
        ["1", "1", "2", 'b"x', "1", "2", "0", "no"],
        ["1", "2", "1", "c,d", "1", "", "", "no"],
        ["1", "2", "2", "e", "", "", "", "yes"],
    ]
