"""`account`: names, and the end, of accounts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

import msgspec
import typer

from service.accounts.directory import Directory
from service.accounts.names import checked
from service.bootstrap import bootstrap
from service.cli.output import AsJson, Store, print_json, settings

T = TypeVar("T")
Account = Annotated[str, typer.Argument(help="An account, ac_...")]
app = typer.Typer(help="Show, name and erase accounts.", no_args_is_help=True)


@app.command()
def show(account: Account, store: Store = None, as_json: AsJson = False) -> None:
    """What is known of an account."""
    found = _with_directory(store, lambda directory: directory.profile(account))
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        typer.echo(f"{found.id}: {found.name or 'no name'}, since {found.created_at}")


@app.command()
def name(
    account: Account, new: Annotated[str, typer.Argument(help="1 to 40 characters.")], store: Store = None
) -> None:
    """Give an account a name."""
    found = _with_directory(store, lambda directory: directory.rename(account, checked(new)))
    typer.echo(f"{found.id}: {found.name}")


@app.command()
def erase(account: Account, store: Store = None) -> None:
    """Forget who an account is: name, tokens, which seats were its own. Matches stay. It can't be undone."""
    _with_directory(store, lambda directory: directory.erase(account))
    typer.echo(f"{account} erased")


def _with_directory(store: str | None, work: Callable[[Directory], Awaitable[T]]) -> T:
    async def run() -> T:
        playledger = await bootstrap(settings(store, clocks=False))
        try:
            return await work(playledger.directory)
        finally:
            await playledger.stop()

    return asyncio.run(run())
