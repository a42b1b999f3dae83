"""The command line: `playledger COMMAND`. Exit 0; 1: a check failed; 2: bad input, in one line."""

from __future__ import annotations

import os
import sys

import typer

from service.cli import (
    accounts,
    archive,
    catalogue,
    database,
    epochs,
    history,
    keys,
    replays,
    serving,
    simulating,
    tokens,
    tournaments,
)
from service.cli.output import BadInput, printable

app = typer.Typer(
    name="playledger",
    help="The backend any frontend plays card games against, and the record anyone can replay, audit and query.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


for part in (serving, database, simulating, replays, history, catalogue, keys):
    part.register(app)
app.add_typer(accounts.app, name="account")
app.add_typer(tokens.app, name="token")
app.add_typer(catalogue.decks, name="deck")
app.add_typer(tournaments.app, name="tournament")
app.add_typer(keys.secrets, name="secrets")
app.add_typer(epochs.app, name="epoch")
app.add_typer(archive.app, name="archive")


def main() -> None:
    """Run a command; a fault of the input ends it with one line."""
    _speak_utf8()
    try:
        app()
    except Exception as error:
        if not isinstance(error, _faults()):
            raise
        message = " ".join(str(error).split()) or type(error).__name__
        sys.stderr.write(f"playledger: {printable(message, sys.maxsize)}\n")
        raise SystemExit(2) from None


def _speak_utf8() -> None:
    """Begin anew in UTF-8 where the locale is another one.

    Names, files and outputs are UTF-8 here, which Python reads and writes by the locale. It does the same by itself in
    the locale C (PEP 540), unless it is told not to.
    """
    if not sys.flags.utf8_mode and sys.stdout.encoding.lower().replace("-", "") != "utf8":
        sys.stdout.flush()
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606 - this program itself


def _faults() -> tuple[type[Exception], ...]:
    """The errors that one line tells: faults of the input, and refusals of the store."""
    from api_schema.errors import ApiError
    from eventstore import StoreError

    return BadInput, ApiError, StoreError, ValueError
