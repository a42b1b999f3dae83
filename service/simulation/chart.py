"""The squares of a report as one picture: a cell is the darker, the farther from even it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.sax.saxutils import escape

from service.simulation.rendering import Square, squares
from service.simulation.report import Rows

CELL, LABELS, TITLE = 34, 230, 28
"""Sizes in pixels: the side of a cell, the width of the names, the height of a title."""
MORE, LESS = (33, 102, 172), (178, 88, 6)
"""Blue where the row is ahead more often than the column, brown where it is behind."""


def chart(tables: Mapping[str, Rows]) -> str:
    """An SVG picture of every square of these tables, one below the other."""
    parts: list[str] = []
    top = width = 0
    for square in squares(tables):
        parts += _drawn(square, top)
        top += TITLE + CELL * (len(square.names) + 2)
        width = max(width, LABELS + CELL * (len(square.names) + 1))
    size = f'width="{width}" height="{top}" font-family="sans-serif" font-size="12"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', *parts, "</svg>", ""])


def _drawn(square: Square, top: int) -> Iterator[str]:
    yield f'<text y="{top + TITLE - 8}" font-weight="bold">{escape(square.title)}</text>'
    first = top + TITLE + CELL
    for row, name in enumerate(square.names):
        yield f'<text y="{first + CELL * row + 21}">{row + 1} {escape(name)}</text>'
        yield f'<text x="{LABELS + CELL * row + 12}" y="{first - 12}">{row + 1}</text>'
        for column, other in enumerate(square.names):
            share = square.ahead.get((name, other))
            if share is not None:
                yield _cell(LABELS + CELL * column, first + CELL * row, share["rate"])


def _cell(x: int, y: int, rate: float) -> str:
    strength = abs(rate - 0.5) * 2
    colour = ",".join(str(round(255 + (full - 255) * strength)) for full in (MORE if rate > 0.5 else LESS))
    ink = "white" if strength > 0.6 else "black"
    box = f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="rgb({colour})" stroke="white"/>'
    return f'{box}<text x="{x + 17}" y="{y + 21}" text-anchor="middle" fill="{ink}">{round(100 * rate)}</text>'
