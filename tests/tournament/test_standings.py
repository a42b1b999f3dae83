"""Standings against a second calculation from the definitions, exactly, and what a row says about its neighbours."""

from fractions import Fraction
from random import Random
from typing import Literal, get_args

import msgspec
import pytest

from domain.tournament import course as steps
from domain.tournament.course import Course, CourseOrFaults
from domain.tournament.entrants import Entrant, Round, TableResult
from domain.tournament.policy import Cut, LateEntry, Points, Policy, Regulations
from domain.tournament.rounds import cut
from domain.tournament.standings import POINTS, exact, standings
from tests.kit.lanes import by_lane, sampled
from tests.tournament.plain_standings import agree
from tests.tournament.play import duel, swiss_tournament, table

CHESS = Points(win=2, draw=1, loss=0, bye=2, units=2)
LISTS = (
    ("OMW", "GW", "OGW", "MW"),
    ("DE", "BH/C1", "BH", "SB", "WIN"),
    ("BH/M1", "DE", "PP", "OPP"),
    ("WIN", "SB", "BH/C1", "OMW", "DE"),
)
SIZES = [*range(5, 41), 64, 65, 120, 301]


def policy_of(random: Random, number: int) -> Policy:
    return Policy(
        "swiss",
        rounds=random.randint(3, 9),
        best_of=random.choice([1, 3, 5]),
        points=random.choice([Points(), CHESS, Points(win=5, draw=2, loss=1, bye=4, units=3)]),
        tie_breaks=LISTS[number % len(LISTS)],
        floor=random.choice([(1, 3), (0, 1), (1, 4)]),
        own_bye=random.choice(["excluded", "win"]),
        late_entry=LateEntry(random.choice([1, 2, 3]), random.choice(["loss", "draw"])),
        regulations=random.choice(get_args(Regulations)),
    )


@pytest.mark.parametrize("count", sampled(SIZES, keep=10))
def test_standings_are_what_the_definitions_say(count: int) -> None:
    random = Random(count)
    played = swiss_tournament(random, policy_of(random, count), count)
    agree(played, None)
    agree(played, random.randint(1, len(played[2])))


def test_a_row_names_what_decided_against_its_neighbours() -> None:
    """b and c have a point for each win and c a bye; b beat c. d and e drew, and are tied in everything."""
    entrants = [Entrant(one) for one in "abcde"]
    rounds = [
        Round(1, (table(1, "a", "b"), table(2, "d", "e")), ("c",), (), (win(1), draw(2))),
        Round(2, (table(1, "a", "c"),), (), (), (win(1),)),
        Round(3, (table(1, "b", "c"),), (), (), (win(1),)),
    ]
    rows = standings(Policy("swiss", tie_breaks=("WIN", "DE")), entrants, rounds)
    assert [row.entrant for row in rows] == ["a", "b", "c", "d", "e"]
    assert [row.rank for row in rows] == [1, 2, 3, 4, 4]
    assert [row.decided_above for row in rows] == [None, POINTS, "DE", POINTS, None]
    assert [row.decided_below for row in rows] == [POINTS, "DE", POINTS, None, None]
    assert [row.record for row in rows] == [(2, 0, 1), (1, 0, 2), (1, 0, 2), (0, 1, 2), (0, 1, 2)]


def test_those_still_tied_after_a_direct_encounter_are_compared_among_themselves() -> None:
    """a and b have two of three, c and d one: then a has beaten b, and c has beaten d."""
    games = ("a1b", "a1c", "d1a", "b1c", "b1d", "c1d")
    pairings = tuple(table(number, one[0], one[2]) for number, one in enumerate(games, 1))
    policy = Policy("swiss", points=Points(win=1, draw=0, bye=0), tie_breaks=("DE",))
    rounds = [Round(number, (one,), results=(win(one.table),)) for number, one in enumerate(pairings, 1)]
    alike = [Round(7, tuple(table(9 + at, one, f"x{one}") for at, one in enumerate("cd")), results=(win(9), win(10)))]
    rows = standings(policy, [Entrant(one) for one in ("a", "b", "c", "d", "xc", "xd")], [*rounds, *alike])
    assert [(row.entrant, row.rank) for row in rows[:4]] == [("a", 1), ("b", 2), ("c", 3), ("d", 4)]
    assert {row.points.exact for row in rows[:4]} == {"2"}


def win(number: int) -> TableResult:
    return TableResult(number, ((0,), (1,)))


def draw(number: int) -> TableResult:
    return TableResult(number, ((0, 1),))


def test_a_table_without_a_result_counts_for_nothing_yet() -> None:
    entrants = [Entrant("a"), Entrant("b")]
    rows = standings(Policy("swiss"), entrants, [Round(1, (table(1, "a", "b"),))])
    assert [(row.points.exact, row.record, row.rank) for row in rows] == [("0", (0, 0, 0), 1)] * 2


@pytest.mark.parametrize(
    ("regulations", "told"),
    [
        ("fide_2023", {"a": "3 6 6", "b": "2 6 3", "c": "2 5 3", "d": "1 6 1", "e": "1 4 1"}),
        ("fide_2026", {"a": "3 4 4", "b": "2 6 3", "c": "2 9/2 5/2", "d": "1 6 1", "e": "1 4 1"}),
    ],
)
def test_the_dummy_of_an_unplayed_round(regulations: Regulations, told: dict[str, str]) -> None:
    """Of 2023 it has the own points, since 2026 (C.07, 16.4) no more than e adds as the opponent who did not come to a,
    and no more than three draws for a bye. Points, Buchholz, Sonneborn-Berger.
    """
    forfeit = TableResult(1, ((0,),), absent=(1,))
    rounds = [
        Round(1, (table(1, "a", "d"), table(2, "b", "c")), ("e",), (), (win(1), win(2))),
        Round(2, (table(1, "a", "e"), table(2, "b", "d")), ("c",), (), (forfeit, win(2))),
        Round(3, (table(1, "a", "b"), table(2, "c", "e")), ("d",), (), (win(1), win(2))),
    ]
    policy = Policy("swiss", rounds=3, points=CHESS, tie_breaks=("BH", "SB"), regulations=regulations)
    rows = standings(policy, [Entrant(one) for one in "abcde"], rounds)
    assert {row.entrant: " ".join([row.points.exact, *(one.exact for one in row.tie_breaks)]) for row in rows} == told


def test_the_own_bye_counts_in_percentages_only_where_the_policy_says_so() -> None:
    entrants = [Entrant("a"), Entrant("b"), Entrant("c")]
    rounds = [
        Round(1, (table(1, "b", "c"),), ("a",), (), (win(1),)),
        Round(2, (table(1, "b", "a"),), ("c",), (), (win(1),)),
    ]
    rules: list[tuple[Literal["excluded", "win"], str, str]] = [("excluded", "0", "0.0%"), ("win", "1/2", "50.0%")]
    for own_bye, exact_value, display in rules:
        rows = standings(Policy("swiss", own_bye=own_bye, tie_breaks=("MW",)), entrants, rounds)
        mine = next(row for row in rows if row.entrant == "a").tie_breaks[0]
        assert (mine.exact, mine.display) == (exact_value, display)


@pytest.mark.parametrize(
    ("code", "value", "display"),
    [
        ("OMW", Fraction(7, 12), "58.3%"),
        ("OMW", Fraction(1, 16), "6.3%"),
        ("OMW", Fraction(1), "100.0%"),
        ("BH", Fraction(17, 2), "8.5"),
        ("BH", Fraction(10), "10"),
        ("OPP", Fraction(2, 3), "0.667"),
    ],
)
def test_a_value_is_shown_rounded_and_kept_exact(code: str, value: Fraction, display: str) -> None:
    assert (exact(code, value).exact, exact(code, value).display) == (str(value), display)


def test_a_round_robin_annuls_what_somebody_played_who_left_before_half_of_it() -> None:
    entrants = [Entrant("a"), Entrant("b"), Entrant("c"), Entrant("d", dropped=1)]
    rounds = [
        Round(1, (table(1, "a", "d"), table(2, "b", "c")), (), (), (win(1), win(2))),
        Round(2, (table(1, "a", "b"), table(2, "c", "d")), (), (), (draw(1), TableResult(2, ((0,),), absent=(1,)))),
    ]
    kept = standings(Policy("round_robin", drops="kept"), entrants, rounds)
    assert {row.entrant: row.points.exact for row in kept} == {"a": "4", "b": "4", "c": "3", "d": "0"}
    annulled = standings(Policy("round_robin", drops="annulled"), entrants, rounds)
    assert {row.entrant: row.points.exact for row in annulled} == {"a": "1", "b": "4", "c": "0", "d": "0"}


ANNULLING = Policy("round_robin", drops="annulled", tie_breaks=("DE", "SB", "WIN"))


def sound(outcome: CourseOrFaults) -> Course:
    assert isinstance(outcome, Course), outcome
    return outcome


def paired(course: Course) -> Course:
    return sound(steps.pair(course, bytes(32)))


def played(course: Course, rounds: int = 1, random: Random | None = None) -> Course:
    """So many more rounds, each table as chance has it; whoever sits first wins if there is none."""
    for _ in range(rounds):
        course = paired(course)
        for one in steps.open_tables(course):
            course = sound(steps.record(course, duel(random, one.table) if random else win(one.table)))
    return course


def begun(policy: Policy, names: str = "abcdefgh") -> Course:
    return sound(steps.start("tn_standings", policy, list(names)))


def as_of(course: Course, number: int) -> dict[str, str]:
    return {row.entrant: row.points.exact for row in steps.standings_after(course, number)}


def test_whoever_leaves_after_half_of_a_round_robin_changes_no_standings() -> None:
    course = played(begun(ANNULLING), 5)
    before = [steps.standings_after(course, number) for number in range(6)]
    course = sound(steps.leave(course, "a"))
    assert [steps.standings_after(course, number) for number in range(6)] == before
    course = played(course, 2)
    assert [steps.standings_after(course, number) for number in range(6)] == before
    assert as_of(course, 7)["a"] == as_of(course, 5)["a"] != "0"


def test_whoever_leaves_before_half_of_it_is_annulled_at_once_in_every_round() -> None:
    course = sound(steps.leave(played(begun(ANNULLING), 3), "a"))
    assert [as_of(course, number)["a"] for number in range(4)] == ["0"] * 4
    now = [as_of(course, number) for number in range(4)]
    later = played(course, 4)
    assert [as_of(later, number) for number in range(4)] == now


def test_whoever_leaves_in_a_round_may_still_play_half_of_it() -> None:
    """Three games of seven are less than half, four are more."""
    course = paired(played(begun(ANNULLING), 3))
    course = sound(steps.leave(course, "a"))
    assert as_of(course, 3)["a"] == "0"
    for one in steps.open_tables(course):
        course = sound(steps.record(course, win(one.table)))
    assert as_of(course, 3)["a"] != "0"


def test_a_bracket_annuls_nothing() -> None:
    """Whoever leaves it has won the matches that were won there, and the round robin before it stays as it was."""
    course = played(begun(msgspec.structs.replace(ANNULLING, cut=Cut(8))), 8)
    semifinalist = course.rounds[-1].pairings[0].seats[0]
    before = steps.standings_after(course, 7)
    course = sound(steps.leave(course, semifinalist))
    assert steps.standings_after(course, 7) == before
    records = {row.entrant: row.record for row in steps.standings_after(course, 8, bracket=True)}
    assert records[semifinalist] == (1, 0, 0)


@pytest.mark.parametrize("number", range(by_lane(commit=6, nightly=24)))
def test_standings_of_a_round_robin_are_what_the_definitions_say(number: int) -> None:
    random = Random(number)
    policy = Policy("round_robin", drops=("annulled", "kept")[number % 2], tie_breaks=LISTS[number % len(LISTS)])
    course = begun(msgspec.structs.replace(policy, cycles=1 + number % 3 // 2), "abcdefghi"[: random.randint(4, 9)])
    while not steps.over(course):
        course = played(course, 1, random)
        there = [one.id for one in course.entrants if one.dropped is None]
        if len(there) > 2 and random.random() < 0.3:
            course = sound(steps.leave(course, random.choice(there)))
        for after in range(len(course.rounds) + 1):
            agree((course.policy, list(course.entrants), list(course.rounds)), after)


def test_a_cut_takes_the_best_and_fills_up_for_those_who_leave() -> None:
    random = Random(9)
    policy, entrants, rounds = swiss_tournament(random, Policy("swiss", rounds=3, cut=Cut(4)), 9)
    rows = standings(policy, entrants, rounds)
    ids = [row.entrant for row in rows]
    assert cut(policy, rows) == tuple(ids[:4])
    assert cut(policy, rows, leaving=ids[1:2]) == (ids[0], *ids[2:5])
