"""CSV with the columns of the contract, readable by the standard library."""

import csv as reader
from io import StringIO

from domain.tournament import csv, decide
from domain.tournament.entrants import Entrant, Round, TableResult
from domain.tournament.policy import Policy
from domain.tournament.ranks import FinalRank
from domain.tournament.standings import standings
from tests.kit.tournaments import Desk
from tests.tournament.play import table

POLICY = Policy("swiss", best_of=3, tie_breaks=("OMW", "BH/C1"))
GAMES = ["games_won", "games_drawn", "absent", "source", "dispute"]
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
        *("rank", "entrant", "name", "points", "points_exact", "won", "drawn", "lost"),
        *("decided_above", "decided_below"),
        *("omw", "omw_exact", "bh_c1", "bh_c1_exact"),
    ]
    assert rows[1] == ["1", 'b"x', "", "3", "3", "1", "0", "0", "", "", "33.3%", "1/3", "0", "0"]
    assert [row[1] for row in rows[1:]] == ['b"x', "c,d", "f", "a", "e"]


def test_who_shares_a_place_is_given_the_same_and_the_next_one_is_left_out() -> None:
    rounds = [Round(1, (table(1, "a", "b", "c"),), results=(TableResult(1, ((0, 2), (1,))),))]
    assert [row[5] for row in read(csv.results(rounds))[1:]] == ["1", "3", "1"]


def test_pairings() -> None:
    assert read(csv.pairings(ROUNDS, {"a": "Ada", "f": "=1+1"})) == [
        ["round", "table", "seat", "entrant", "name"],
        *(
            ["1", "1", "1", "a", "Ada"],
            ["1", "1", "2", 'b"x', ""],
            ["1", "2", "1", "c,d", ""],
            ["1", "2", "2", "e", ""],
            ["1", "", "", "f", "'=1+1"],
        ),
    ]


def test_results() -> None:
    assert read(csv.results(ROUNDS, {"e": "Eve"})) == [
        ["round", "table", "seat", "entrant", "name", "place", *GAMES],
        ["1", "1", "1", "a", "", "2", "0", "0", "no", "PLAYED", ""],
        ["1", "1", "2", 'b"x', "", "1", "2", "0", "no", "PLAYED", ""],
        ["1", "2", "1", "c,d", "", "1", "", "", "no", "FORFEIT", ""],
        ["1", "2", "2", "e", "Eve", "", "", "", "yes", "FORFEIT", ""],
        ["1", "", "", "f", "", "", "", "", "", "BYE", ""],
    ]


def test_who_decided_and_what_became_of_a_dispute() -> None:
    desk = Desk(Policy("swiss", rounds=2))
    desk.enter(*"abcdefghij")
    desk.round(excused=("j",))
    desk.play()
    disputed = [desk.seats(number)[0] for number in (1, 2, 3, 4)]
    for number, who in enumerate(disputed, 1):
        desk.do(decide.dispute, place=(1, number), entrant=who, reason="no")
    desk.ruling("uphold", 1)
    desk.ruling("override", 2, result=TableResult(2, ((1,), (0,))))
    desk.do(decide.confirm, place=(1, 3), entrant=disputed[2])
    rows = read(csv.results(desk.state.rounds, tables=desk.state.tables))[1:]
    assert [row[-2:] for row in rows[::2][:4]] == [
        ["PLAYED", "UPHELD"],
        ["RULING", "ENDED"],
        ["PLAYED", "ENDED"],
        ["PLAYED", "OPEN"],
    ]
    assert {row[3]: row[-2] for row in rows[8:]} == {desk.state.rounds[0].byes[0]: "BYE", "j": "EXCUSED"}


def test_ranks() -> None:
    rows = (FinalRank(1, "a", "bracket"), FinalRank(2, "c,d", "rounds"), FinalRank(3, "e", "disqualified"))
    assert read("".join(csv.ranks(rows, {"a": "Ada"}))) == [
        ["rank", "entrant", "name", "stage"],
        ["1", "a", "Ada", "BRACKET"],
        ["2", "c,d", "", "ROUNDS"],
        ["3", "e", "", "DISQUALIFIED"],
    ]
