"""Standings, pairings and results as CSV (RFC 4180), whole or line by line. The columns and their order are part of the
contract.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from domain.kernel.result import place_in
from domain.tournament.entrants import Round, TableResult
from domain.tournament.standings import Standing

END = "\r\n"
STANDINGS = ("rank", "entrant", "points", "points_exact", "won", "drawn", "lost", "decided_above", "decided_below")
PAIRINGS = ("round", "table", "seat", "entrant")
RESULTS = ("round", "table", "seat", "entrant", "place", "games_won", "games_drawn", "absent")


def standings(tie_breaks: Sequence[str], rows: Iterable[Standing]) -> str:
    """One line for each row; then two columns, shown and exact, for each tie-break, by its code."""
    return "".join(standing_lines(tie_breaks, rows))


def standing_lines(tie_breaks: Sequence[str], rows: Iterable[Standing]) -> Iterator[str]:
    """The lines of the standings. An elimination has no tie-breaks: their columns are empty."""
    header = (*STANDINGS, *(name for code in tie_breaks for name in (_column(code), f"{_column(code)}_exact")))
    yield _line(header)
    for row in rows:
        cells = _standing(row)
        yield _line((*cells, *[None] * (len(header) - len(cells))))


def _column(code: str) -> str:
    return code.lower().replace("/", "_")


def _standing(row: Standing) -> Sequence[object]:
    tie_breaks = [text for value in row.tie_breaks for text in (value.display, value.exact)]
    points = (row.points.display, row.points.exact)
    return row.rank, row.entrant, *points, *row.record, row.decided_above, row.decided_below, *tie_breaks


def pairings(rounds: Iterable[Round]) -> str:
    """One line for each seat, counted from 1; byes have no table and no seat."""
    return "".join(pairing_lines(rounds))


def pairing_lines(rounds: Iterable[Round]) -> Iterator[str]:
    """The lines of the pairings."""
    yield _line(PAIRINGS)
    for one in rounds:
        for pairing in one.pairings:
            for seat, who in enumerate(pairing.seats, 1):
                yield _line((one.number, pairing.table, seat, who))
        for who in one.byes:
            yield _line((one.number, None, None, who))


def results(rounds: Iterable[Round]) -> str:
    """One line for each seat of each table that has a result; places are counted from 1, equal ones share theirs."""
    return "".join(result_lines(rounds))


def result_lines(rounds: Iterable[Round]) -> Iterator[str]:
    """The lines of the results."""
    yield _line(RESULTS)
    for one in rounds:
        found = {result.table: result for result in one.results}
        for pairing in one.pairings:
            if pairing.table in found:
                result = found[pairing.table]
                for seat, who in enumerate(pairing.seats):
                    yield _line((one.number, pairing.table, seat + 1, who, *_seat(result, seat)))


def _seat(result: TableResult, seat: int) -> Sequence[object]:
    better = place_in(result.places, seat)
    place = None if better is None else 1 + better
    won = result.games[seat] if result.games else None
    return place, won, result.drawn if result.games else None, "yes" if seat in result.absent else "no"


def _line(values: Sequence[object]) -> str:
    return ",".join(map(_cell, values)) + END


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\r\n') else text
