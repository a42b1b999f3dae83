"""`token`: personal access tokens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

import typer

from service.accounts.accounts import SCOPES, TokenAccounts, new_account
from service.bootstrap import bootstrap
from service.cli.output import AsJson, BadInput, Store, print_json, print_table, settings
from service.times import rfc3339

T = TypeVar("T")
app = typer.Typer(help="Make, list and revoke personal access tokens.", no_args_is_help=True)
PLAYER = (
    "match:read",
    "match:create",
    "match:play",
    "deck:write",
    "replay:read",
    "tournament:read",
    "tournament:enter",
    "account:write",
)


@app.command()
def create(
    name: Annotated[str, typer.Option(help="What it is for.")] = "command line",
    account: Annotated[str | None, typer.Option(help="An account like ac_...; a new one if not given.")] = None,
    scope: Annotated[list[str] | None, typer.Option(help="May be repeated; else all a player needs.")] = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Make a token. It is shown now and never again; only its hash is kept."""
    owner = account or new_account()
    scopes = scope or PLAYER
    unknown = sorted(set(scopes) - SCOPES)
    if unknown:
        raise BadInput(f"there is no scope {unknown[0]!r}; there are {', '.join(sorted(SCOPES))}")
    token_id, token = _with_accounts(store, lambda accounts: accounts.create_for(owner, name, scopes))
    if as_json:
        print_json({"id": token_id, "account": owner, "scopes": sorted(scopes), "token": token})
    else:
        typer.echo(f"{token_id} of {owner}: {token}")


@app.command("list")
def list_all(store: Store = None, as_json: AsJson = False) -> None:
    """List tokens, newest first; revoked ones too."""
    rows = _with_accounts(store, lambda accounts: accounts.all_tokens())
    shown = [
        {**row, **{name: row[name] and rfc3339(int(str(row[name]))) for name in ("created_at", "revoked_at")}}
        for row in rows
    ]
    if as_json:
        print_json(shown)
    else:
        names = ("id", "account", "name", "scopes", "created_at", "revoked_at")
        print_table(names, ([row[name] or "" for name in names] for row in shown))


@app.command()
def revoke(token_id: str, store: Store = None) -> None:
    """Revoke a token at once."""
    if not _with_accounts(store, lambda accounts: accounts.revoke(token_id)):
        raise BadInput(f"there is no token {token_id!r}")
    typer.echo(f"{token_id} revoked")


def _with_accounts(store: str | None, work: Callable[[TokenAccounts], Awaitable[T]]) -> T:
    async def run() -> T:
        playledger = await bootstrap(settings(store, clocks=False))
        try:
            return await work(playledger.accounts)
        finally:
            await playledger.stop()

    return asyncio.run(run())
