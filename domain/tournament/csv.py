"""Ranks, standings, pairings and results as CSV (RFC 4180), whole or line by line. The columns and their order are part
of the contract. `names` are the present names of entrants, by reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import dropwhile
from unicodedata import category, normalize

from domain.kernel.result import place_in
from domain.tournament.entrants import Round, TableResult
from domain.tournament.ranks import FinalRank
from domain.tournament.standings import Standing
from domain.tournament.tournament import TableRef, TableState

END = "\r\n"
_WHO = ("entrant", "name")
RANKS = ("rank", *_WHO, "stage")
STANDINGS = ("rank", *_WHO, "points", "points_exact", "won", "drawn", "lost", "decided_above", "decided_below")
PAIRINGS = ("round", "table", "seat", *_WHO)
RESULTS = (*PAIRINGS, "place", "games_won", "games_drawn", "absent", "source", "dispute")
Names = Mapping[str, str]
NOBODY: Names = {}
Tables = Mapping[TableRef, TableState]
UNKNOWN: Tables = {}
_SIGNS = frozenset("=+-@")
"""The characters that begin a formula."""
_BREAKS = ("\t", "\r", "\n")
"""The characters that a spreadsheet may take for the end of a cell."""
_UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})
"""Categories of characters that a spreadsheet may trim before it looks for a sign."""


def ranks(rows: Iterable[FinalRank], names: Names = NOBODY) -> Iterator[str]:
    """The lines of the ranks, one for each entrant."""
    yield _line(RANKS)
    for row in rows:
        yield _line((row.rank, row.entrant, _name(row.entrant, names), row.stage.upper()))


def standings(tie_breaks: Sequence[str], rows: Iterable[Standing], names: Names = NOBODY) -> str:
    """One line for each row; then two columns, shown and exact, for each tie-break, by its code."""
    return "".join(standing_lines(tie_breaks, rows, names))


def standing_lines(tie_breaks: Sequence[str], rows: Iterable[Standing], names: Names = NOBODY) -> Iterator[str]:
    """The lines of the standings. An elimination has no tie-breaks: their columns are empty."""
    header = (*STANDINGS, *(name for code in tie_breaks for name in (_column(code), f"{_column(code)}_exact")))
    yield _line(header)
    for row in rows:
        cells = _standing(row, names)
        yield _line((*cells, *[None] * (len(header) - len(cells))))


def _column(code: str) -> str:
    return code.lower().replace("/", "_")


def _standing(row: Standing, names: Names) -> Sequence[object]:
    tie_breaks = [text for value in row.tie_breaks for text in (value.display, value.exact)]
    points = (row.points.display, row.points.exact)
    who = row.entrant, _name(row.entrant, names)
    return row.rank, *who, *points, *row.record, row.decided_above, row.decided_below, *tie_breaks


def pairings(rounds: Iterable[Round], names: Names = NOBODY) -> str:
    """One line for each seat, counted from 1; byes have no table and no seat."""
    return "".join(pairing_lines(rounds, names))


def pairing_lines(rounds: Iterable[Round], names: Names = NOBODY) -> Iterator[str]:
    """The lines of the pairings."""
    yield _line(PAIRINGS)
    for one in rounds:
        for pairing in one.pairings:
            for seat, who in enumerate(pairing.seats, 1):
                yield _line((one.number, pairing.table, seat, who, _name(who, names)))
        for who in one.byes:
            yield _line((one.number, None, None, who, _name(who, names)))


def results(rounds: Iterable[Round], names: Names = NOBODY, tables: Tables = UNKNOWN) -> str:
    """One line for each seat of each table that has a result; places are counted from 1, equal ones share theirs.

    Then those who had a bye, or were excused. `tables`: how results came about, where that is known.
    """
    return "".join(result_lines(rounds, names, tables))


def result_lines(rounds: Iterable[Round], names: Names = NOBODY, tables: Tables = UNKNOWN) -> Iterator[str]:
    """The lines of the results."""
    yield _line(RESULTS)
    for one in rounds:
        found = {result.table: result for result in one.results}
        for pairing in one.pairings:
            if pairing.table in found:
                result = found[pairing.table]
                for seat, who in enumerate(pairing.seats):
                    played = *_seat(result, seat), *_source(result, tables.get((one.number, pairing.table)))
                    yield _line((one.number, pairing.table, seat + 1, who, _name(who, names), *played))
        for source, sitting_out in (("BYE", one.byes), ("EXCUSED", one.half)):
            for who in sitting_out:
                yield _line((one.number, None, None, who, _name(who, names), *[None] * 4, source, None))


def _seat(result: TableResult, seat: int) -> Sequence[object]:
    better = place_in(result.places, seat)
    place = None if better is None else 1 + better
    won = result.games[seat] if result.games else None
    return place, won, result.drawn if result.games else None, "yes" if seat in result.absent else "no"


def _source(result: TableResult, table: TableState | None) -> tuple[str, str | None]:
    """(who decided, what became of a dispute: it is open, upheld by a referee, or ended otherwise)."""
    if table is None:
        return "FORFEIT" if result.absent else "PLAYED", None
    if not table.disputed:
        return table.source.upper(), None
    if table.disputes:
        return table.source.upper(), "OPEN"
    return table.source.upper(), "UPHELD" if table.ruled and table.source == "played" else "ENDED"


def _name(who: str, names: Names) -> str | None:
    return plain(names.get(who))


def plain(name: str | None) -> str | None:
    """A name for a cell. People choose names themselves, so none reaches a spreadsheet as a formula."""
    return f"'{name}" if name is not None and (name.startswith(_BREAKS) or _is_formula(name)) else name


def _is_formula(name: str) -> bool:
    """Whether the first character that is seen is a sign of a formula, in ASCII, full width or small."""
    seen = dropwhile(lambda character: category(character) in _UNSEEN, normalize("NFKC", name))
    return next(seen, "") in _SIGNS


def _line(values: Sequence[object]) -> str:
    return ",".join(map(_cell, values)) + END


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\r\n') else text
