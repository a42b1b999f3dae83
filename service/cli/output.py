"""What commands print, and the options that many of them share."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sized
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.progress import Progress, track
from rich.table import Table

from service.settings import Settings

T = TypeVar("T")
_NO_WRAP = 10_000
"""Columns of a table that goes into a pipe: one line for each row."""

Store = Annotated[
    str | None, typer.Option(help="sqlite:///PATH or postgresql://...; as PLAYLEDGER_DATABASE_URL says if not given.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


class BadInput(Exception):
    """What was asked for makes no sense; the message is one line."""


def settings(store: str | None = None, **changes: Any) -> Settings:
    """The settings of the environment, with another store if one is given. Commands raise no time-outs."""
    chosen = {} if store is None else {"database_url": store}
    return Settings(**{**chosen, **changes})


def print_json(data: object) -> None:
    """One JSON document."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


def print_table(headings: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """A table for people."""
    table = Table(*headings, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(str(cell) for cell in row))
    Console(width=None if sys.stdout.isatty() else _NO_WRAP).print(table)


def tracked(items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """The items, with a progress bar on a terminal and nothing elsewhere."""
    if total is None and isinstance(items, Sized):
        total = len(items)
    quiet = not sys.stderr.isatty()
    yield from track(items, what, total=total, console=Console(stderr=True), disable=quiet, transient=True)


def progress() -> Progress:
    """A progress bar on a terminal, nothing elsewhere."""
    return Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True)
