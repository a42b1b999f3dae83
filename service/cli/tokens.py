"""`token`: personal access tokens."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from service.cli.output import AsJson, BadInput, echo, print_json, print_table
from service.cli.stores import Store, over_store, settings

TIMES = ("created_at", "expires_at", "last_used_at", "revoked_at")
AFTER = re.compile(r"([0-9]{1,5})([dh])")
UNITS = {"d": 86_400_000, "h": 3_600_000}
app = typer.Typer(help="Make, list and revoke personal access tokens.", no_args_is_help=True)


@app.command()
def create(
    name: Annotated[str, typer.Option(help="What it is for.")] = "command line",
    account: Annotated[str | None, typer.Option(help="An account like ac_...; a new one if not given.")] = None,
    account_name: Annotated[
        str | None, typer.Option(help="The name that others see of the account; it keeps what it has if not given.")
    ] = None,
    scope: Annotated[list[str] | None, typer.Option(help="May be repeated; else all a player needs.")] = None,
    expires: Annotated[
        str | None, typer.Option(help="When it ends: 90d, 12h, or a time such as 2030-01-31T12:00:00Z. Else never.")
    ] = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Make a token. It is shown now and never again; only its hash is kept."""
    from api_schema.scopes import PLAYER, SCOPES
    from service.times import rfc3339

    scopes = scope or PLAYER
    ends = None if expires is None else _end(expires)
    unknown = sorted(set(scopes) - SCOPES.keys())
    if unknown:
        raise BadInput(f"there is no scope {unknown[0]!r}; there are {', '.join(sorted(SCOPES))}")
    chosen = settings(store)
    from service.accounts.usecases import new_account

    owner = account or new_account()
    token_id, token = over_store(
        chosen, lambda playledger: playledger.accounts.create_for(owner, name, scopes, ends, account_name)
    )
    if as_json:
        shown = {"id": token_id, "account": owner, "scopes": sorted(scopes), "token": token}
        print_json({**shown, "expires_at": None if ends is None else rfc3339(ends)})
    else:
        echo(f"{token_id} of {owner}: {token}")


@app.command("list")
def list_all(store: Store = None, as_json: AsJson = False) -> None:
    """List tokens, newest first; revoked ones too."""
    from service.times import rfc3339

    rows = over_store(settings(store), lambda playledger: playledger.accounts.all_tokens())
    shown = [{**row, **{name: row[name] and rfc3339(int(str(row[name]))) for name in TIMES}} for row in rows]
    if as_json:
        print_json(shown)
    else:
        names = ("id", "account", "name", "scopes", *TIMES)
        print_table(names, ([row[name] or "" for name in names] for row in shown))


@app.command()
def revoke(token_id: str, store: Store = None) -> None:
    """Revoke a token at once."""
    if not over_store(settings(store), lambda playledger: playledger.accounts.revoke(token_id)):
        raise BadInput(f"there is no token {token_id!r}")
    echo(f"{token_id} revoked")


def _end(text: str) -> int:
    """The time that this text names, in ms. Raises BadInput."""
    from api_schema.errors import ApiError
    from service.times import instant, now

    found = AFTER.fullmatch(text)
    if found:
        return now() + int(found[1]) * UNITS[found[2]]
    try:
        return instant(text, "--expires")
    except ApiError as error:
        raise BadInput(f"{error.message}, or a number of days or hours such as 90d or 12h") from None
