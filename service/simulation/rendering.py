"""The tables of a report in words: for a terminal, and as Markdown for a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from service.simulation.report import Rate, Rows

TITLES: Mapping[str, str] = {
    "tables": "Tables",
    "ends": "How and when matches end",
    "movers": "Who moved first, second ...",
    "seats": "Seats",
    "loadouts": "Decks",
    "bots": "Bots",
}
"""The headings of all but the squares, in the order of the report."""
HEADS: Mapping[str, str] = {"rate": "won, %", "share": "%", "level": "nobody won, %", "one_answer": "one answer, %"}
SQUARES: Mapping[str, tuple[str, str]] = {
    "loadouts_against": ("loadout", "Decks against decks"),
    "bots_against": ("bot", "Bots against bots"),
}
"""The two sides of a square, and its title."""
Table = tuple[str, Sequence[str], Sequence[Sequence[str]]]
"""Title, headings, cells."""


@dataclass(frozen=True)
class Square:
    """Each of these against each other one: in which share of their meetings the first came out ahead of the second."""

    title: str
    what: str
    names: Sequence[str]
    ahead: Mapping[tuple[str, str], Rate]


def squares(tables: Mapping[str, Rows]) -> Iterator[Square]:
    """The squares of a report, one for each mode."""
    for key, (what, title) in SQUARES.items():
        rows = tables.get(key, [])
        for mode in dict.fromkeys(row.get("mode") for row in rows):
            ahead = {(row[what], row["against"]): row["ahead"] for row in rows if row.get("mode") == mode}
            names = sorted({name for pair in ahead for name in pair})
            yield Square(f"{title}, %" + (f": {mode}" if mode else ""), what, names, ahead)


def rendered(tables: Mapping[str, Rows]) -> Iterator[Table]:
    """Every table of a report."""
    for key, title in TITLES.items():
        rows = tables.get(key, [])
        if rows:
            heads = list(dict.fromkeys(head for row in rows for head in row))
            cells = [[_cell(row.get(head)) for head in heads] for row in rows]
            yield title, [HEADS.get(head, head.replace("_", " ")) for head in heads], cells
    for square in squares(tables):
        yield _rows_of(square)


def _rows_of(square: Square) -> Table:
    """Columns have the numbers of the rows: names are long."""
    names = square.names
    cells = [
        [f"{number} {name}", *(_cell(square.ahead.get((name, other))) for other in names)]
        for number, name in enumerate(names, 1)
    ]
    return square.title, [square.what, *(str(number) for number in range(1, len(names) + 1))], cells


def _cell(value: object) -> str:
    """A figure; a rate in percent with its bounds."""
    if isinstance(value, Mapping):
        rate, low, high = (round(100 * float(value[name])) for name in ("rate", "low", "high"))
        return f"{rate} ({low} to {high})"
    return "" if value is None else str(value)


def markdown(table: Table) -> str:
    """A table of a page, below its title."""
    title, heads, cells = table
    lines = [heads, ["---"] * len(heads), *cells]
    return f"### {title}\n\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)
