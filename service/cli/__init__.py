"""The command line: `playledger COMMAND`. Exit 0; 1: a check failed; 2: bad input, in one line."""

from __future__ import annotations

import sys

import typer
from pydantic import ValidationError

from api_schema.errors import ApiError
from eventstore.store import StoreError
from service.cli import accounts, catalogue, database, history, keys, replays, serving, simulating, tokens, tournaments
from service.cli.output import BadInput
from service.logs import configure
from service.settings import SettingsError
from service.simulate.table import Refused

app = typer.Typer(
    name="playledger",
    help="The backend any frontend plays card games against, and the record anyone can replay, audit and query.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def before() -> None:
    """Logs go to stderr, so that what a command prints can be read by programs."""
    configure("console", "info")


for part in (serving, database, simulating, replays, history, catalogue, keys):
    part.register(app)
app.add_typer(accounts.app, name="account")
app.add_typer(tokens.app, name="token")
app.add_typer(catalogue.decks, name="deck")
app.add_typer(tournaments.app, name="tournament")
app.add_typer(keys.secrets, name="secrets")


def main() -> None:
    """Run a command; faults of the input are told in one line."""
    try:
        app()
    except (BadInput, Refused, SettingsError, StoreError, ApiError, ValueError) as error:
        sys.stderr.write(f"playledger: {_line(error)}\n")
        raise SystemExit(2) from None


def _line(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
    return " ".join(str(error).split()) or type(error).__name__
