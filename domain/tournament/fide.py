"""The tournament report file of FIDE in the layout of 2016 (TRF16), for tournaments of duels.

Each record is a line with a code in columns 1 to 3; the columns of a player's record are fixed and counted from 1. The
format knows one scoring: 1, 1/2, 0. So its points are those, whatever the tournament gave; its ranks are the
tournament's, after a cut those that it led to. Annulled games of a round robin were played all the same: the report
shows their rounds, without points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from domain.tournament import course as steps
from domain.tournament.course import Course
from domain.tournament.faults import Fault, Unsound
from domain.tournament.ledger import EntrantLines, LedgerLine, accounts, annulled, counting
from domain.tournament.policy import ELIMINATIONS, Policy

END = "\r\n"
KINDS = {
    "swiss": "Individual: Swiss-System",
    "round_robin": "Individual: Round-Robin",
    "single_elimination": "Individual: Knockout",
    "double_elimination": "Individual: Double-Elimination",
}
NO_OPPONENT = "0000 -"
ROUND_COLUMN = 92
ROUND_WIDTH = 10
HALVES = {"win": 2, "draw": 1, "loss": 0}
TOGETHER = 64
"""Entrants whose rounds are looked up in one go."""


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """The person behind an entrant, for the report; all but the name may be empty."""

    name: str
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_number: str = ""
    birth: str = ""


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tournament section. Dates are YYYY/MM/DD, those of the rounds YY/MM/DD."""

    name: str
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    times: str = ""
    round_dates: tuple[str, ...] = ()


def report(header: Header, course: Course, order: Sequence[str], person: Callable[[str], Person]) -> Iterator[str]:
    """The file, line by line: of the rounds before a cut, or of an elimination.

    `order`: entrants, the best first. `person`: what is said of an entrant.
    """
    if course.policy.format not in KINDS:
        raise Unsound((Fault("REPORT_FORMAT", "the report knows only duels", ("format",)),))
    return (line.rstrip() + END for line in _lines(header, course, order, person))


def _lines(header: Header, course: Course, order: Sequence[str], person: Callable[[str], Person]) -> Iterator[str]:
    out = course.policy.format in ELIMINATIONS
    rounds = course.rounds if out else course.rounds[: course.due]
    numbers = steps.numbers(course)
    starting = {entrant: number for number, entrant in enumerate(numbers, 1)}
    ranks = {entrant: place for place, entrant in enumerate(order, 1)}
    entrants = {entrant.id: entrant for entrant in course.entrants}
    rated = sum(person(entrant).rating is not None for entrant in numbers)
    yield from _tournament(header, course.policy, len(numbers), rated, course.due or len(rounds))
    gone = annulled(course.policy, course.entrants, rounds)
    for begin in range(0, len(numbers), TOGETHER):
        some = numbers[begin : begin + TOGETHER]
        found = accounts(course.policy, rounds, map(entrants.__getitem__, some))
        for entrant in some:
            halves = sum(HALVES[line.outcome] for line in counting(gone, entrant, found[entrant]))
            yield _player(found[entrant], halves, person(entrant), starting, starting[entrant], ranks[entrant])


def _tournament(header: Header, policy: Policy, players: int, rated: int, rounds: int) -> Iterator[str]:
    yield f"012 {_text(header.name)}"
    yield f"022 {_text(header.city)}"
    yield f"032 {_text(header.federation)}"
    yield f"042 {_text(header.start)}"
    yield f"052 {_text(header.end)}"
    yield f"062 {players}"
    yield f"072 {rated}"
    yield "082 0"
    yield f"092 {KINDS[policy.format]}"
    yield f"102 {_text(header.chief_arbiter)}"
    for deputy in header.deputies:
        yield f"112 {_text(deputy)}"
    yield f"122 {_text(header.times)}"
    if header.round_dates:
        dates = {ROUND_COLUMN + ROUND_WIDTH * at: date for at, date in enumerate(header.round_dates)}
        yield _columns(dates, "132")
    yield f"XXR {rounds}"


def _player(
    account: EntrantLines, halves: int, person: Person, starting: Mapping[str, int], number: int, rank: int
) -> str:
    fields = {
        5: f"{number:>4}",
        10: person.sex[:1],
        11: f"{person.title[:3]:>3}",
        15: _text(person.name)[:33],
        49: f"{'' if person.rating is None else person.rating:>4}",
        54: f"{person.federation[:3]:>3}",
        58: f"{person.fide_number[:11]:>11}",
        70: person.birth[:10],
        81: f"{_halves(halves):>4}",
        86: f"{rank:>4}",
    }
    for line in account:
        fields[ROUND_COLUMN + ROUND_WIDTH * (line.round - 1)] = _round(line, starting)
    return _columns(fields, "001")


def _round(line: LedgerLine, starting: Mapping[str, int]) -> str:
    """Opponent, scheduled seat (w: first) and result: 8 columns. A round without a pairing has a letter of its own."""
    if line.kind == "bye":
        return f"{NO_OPPONENT} U"
    if line.kind == "half":
        return f"{NO_OPPONENT} H"
    if line.kind == "missed":
        return f"{NO_OPPONENT} Z"
    opponent = f"{starting[line.opponents[0]]:>4}"
    return f"{opponent} {'wb'[line.seat]} {_result(line)}"


def _result(line: LedgerLine) -> str:
    if line.kind != "played":
        return "+" if line.kind == "forfeit_win" else "-"
    return "1=0"[("win", "draw", "loss").index(line.outcome)]


def _halves(halves: int) -> str:
    whole, half = divmod(halves, 2)
    return f"{whole}.{5 * half}"


def _columns(fields: Mapping[int, str], code: str) -> str:
    """A line with each text beginning in its column."""
    line = code
    for column, text in sorted(fields.items()):
        line = line.ljust(column - 1) + text
    return line


def _text(text: str) -> str:
    """One line of it: what would end a record becomes a space."""
    return " ".join(text.split())
