"""Tables of scenarios for cards, of any game: a test for each row, and the rows that pytest runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest


def cases(rows: Sequence[Any]) -> pytest.MarkDecorator:
    """A test for each row, marked with its `card`, named by it and by what the row `shows`, if it says so."""
    params = [pytest.param(row, marks=pytest.mark.card(row.card), id=_name(row)) for row in rows]
    return pytest.mark.parametrize("row", params)


def _name(row: Any) -> str:
    """As in the table of cards and their scenarios."""
    shows = getattr(row, "shows", "")
    return f"{row.card}: {shows}" if shows else str(row.card)


def running(folder: Path, package: str) -> Iterator[tuple[str, str]]:
    """(card id, `file.py::test[row]`) of each row that pytest has of the modules in a folder."""
    for file in sorted(folder.glob("test_*.py")):
        for name, test in vars(import_module(f"{package}.{file.stem}")).items():
            for row in _rows(test):
                yield from ((card, f"{file.name}::{name}[{row.id}]") for card in row.marks[0].args)


def _rows(test: Any) -> Iterator[Any]:
    """The rows of `cases` of a test."""
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "parametrize" and mark.args[0] == "row":
            yield from (row for row in mark.args[1] if getattr(row, "marks", ()))
