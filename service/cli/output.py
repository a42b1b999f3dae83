"""The output of commands, and the options that many of them share."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

if TYPE_CHECKING:
    from rich.progress import Progress

    from api_schema.ports.matches import EventOut

T = TypeVar("T")
_NO_WRAP = 10_000
"""Columns of a table that goes into a pipe: one line for each row."""
_LONGEST = 2_000
"""Characters of a line that are shown."""
_UNSEEN = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
"""Characters that command a terminal, change the order of a text, or can't be encoded."""
_IN_JSON = re.compile(f"[{_UNSEEN}]")
_IN_LINE = re.compile(f"[\t\n{_UNSEEN}]")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


class BadInput(Exception):
    """The input makes no sense; the message is one line."""


def printable(text: str, most: int = _LONGEST) -> str:
    """The text as one line that does nothing to a terminal: names in files and matches are other people's words."""
    cut = text if len(text) <= most else f"{text[:most]}... and {len(text) - most} more characters"
    return _IN_LINE.sub(_escaped, cut)


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def echo(text: str = "", *, err: bool = False) -> None:
    """Print one line, as `shown`."""
    typer.echo(printable(text), err=err)


def sentence(event: EventOut) -> str:
    """An event for people, with its rules in brackets."""
    return f"{event.text} [{', '.join(event.rule_ids)}]" if event.rule_ids else event.text


def print_json(data: object) -> None:
    """One JSON document."""
    import msgspec

    typer.echo(_IN_JSON.sub(_escaped, json.dumps(msgspec.to_builtins(data), indent=2, ensure_ascii=False)))


def print_table(headings: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """A table for people."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*headings, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(Text(printable(str(cell))) for cell in row))
    Console(width=None if sys.stdout.isatty() else _NO_WRAP).print(table)


def tracked(items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """The items, with a progress bar on a terminal and nothing elsewhere."""
    from rich.console import Console
    from rich.progress import track

    if total is None and isinstance(items, Sized):
        total = len(items)
    quiet = not sys.stderr.isatty()
    yield from track(items, what, total=total, console=Console(stderr=True), disable=quiet, transient=True)


def progress() -> Progress:
    """A progress bar on a terminal, nothing elsewhere."""
    from rich.console import Console
    from rich.progress import Progress

    return Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True)


@contextmanager
def counting(what: str) -> Iterator[Callable[[], None]]:
    """Counts lines on a terminal while something long goes on."""
    from rich.markup import escape

    with progress() as bar:
        task = bar.add_task(escape(printable(what)), total=None)
        yield lambda: bar.advance(task)
