"""`account`: names, and the end, of accounts."""

from __future__ import annotations

from typing import Annotated

import typer

from service.cli.output import AsJson, echo, print_json
from service.cli.stores import Store, over_store, settings

Account = Annotated[str, typer.Argument(help="An account, ac_...")]
app = typer.Typer(help="Show, name and erase accounts.", no_args_is_help=True)


@app.command()
def show(account: Account, store: Store = None, as_json: AsJson = False) -> None:
    """Everything that the service knows of an account."""
    found = over_store(settings(store), lambda playledger: playledger.directory.profile(account))
    if as_json:
        print_json(found)
    else:
        echo(f"{found.id}: {found.name or 'no name'}, since {found.created_at}")


@app.command()
def name(
    account: Account, new: Annotated[str, typer.Argument(help="1 to 40 characters.")], store: Store = None
) -> None:
    """Give an account a name."""
    from service.application.names import checked

    found = over_store(settings(store), lambda playledger: playledger.directory.rename(account, checked(new)))
    echo(f"{found.id}: {found.name}")


@app.command()
def erase(account: Account, store: Store = None) -> None:
    """Forget who an account is: name, tokens, which seats were its own. Matches stay. It can't be undone."""
    over_store(settings(store), lambda playledger: playledger.directory.erase(account))
    echo(f"{account} erased")
