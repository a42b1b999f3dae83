"""Standings, pairings and results as CSV (RFC 4180). The columns and their order are part of the contract."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.tournament.entrants import Round, TableResult
from domain.tournament.policy import Policy
from domain.tournament.standings import Standing

END = "\r\n"
STANDINGS = ("rank", "entrant", "points", "points_exact", "won", "drawn", "lost", "decided_above", "decided_below")
PAIRINGS = ("round", "table", "seat", "entrant")
RESULTS = ("round", "table", "seat", "entrant", "place", "games_won", "games_drawn", "absent")


def standings(policy: Policy, rows: Iterable[Standing]) -> str:
    """One line for each row; then two columns, shown and exact, for each tie-break in the order of the policy."""
    tie_breaks = [name for code in policy.tie_breaks for name in (_column(code), f"{_column(code)}_exact")]
    return _table([(*STANDINGS, *tie_breaks), *(_standing(row) for row in rows)])


def _column(code: str) -> str:
    return code.lower().replace("/", "_")


def _standing(row: Standing) -> Sequence[object]:
    tie_breaks = [text for value in row.tie_breaks for text in (value.display, value.exact)]
    points = (row.points.display, row.points.exact)
    return row.rank, row.entrant, *points, *row.record, row.decided_above, row.decided_below, *tie_breaks


def pairings(rounds: Iterable[Round]) -> str:
    """One line for each seat, counted from 1; byes have no table and no seat."""
    lines: list[Sequence[object]] = [PAIRINGS]
    for one in rounds:
        for pairing in one.pairings:
            lines += [(one.number, pairing.table, seat, who) for seat, who in enumerate(pairing.seats, 1)]
        lines += [(one.number, None, None, who) for who in one.byes]
    return _table(lines)


def results(rounds: Iterable[Round]) -> str:
    """One line for each seat of each table that has a result; places are counted from 1, equal ones share theirs."""
    lines: list[Sequence[object]] = [RESULTS]
    for one in rounds:
        found = {result.table: result for result in one.results}
        for pairing in one.pairings:
            if pairing.table in found:
                result = found[pairing.table]
                for seat, who in enumerate(pairing.seats):
                    lines.append((one.number, pairing.table, seat + 1, who, *_seat(result, seat)))
    return _table(lines)


def _seat(result: TableResult, seat: int) -> Sequence[object]:
    place, before = None, 1
    for group in result.places:
        if seat in group:
            place = before
        before += len(group)
    won = result.games[seat] if result.games else None
    return place, won, result.drawn if result.games else None, "yes" if seat in result.absent else "no"


def _table(lines: Iterable[Sequence[object]]) -> str:
    return "".join(",".join(map(_cell, line)) + END for line in lines)


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\r\n') else text
