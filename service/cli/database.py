"""`migrate` and `rebuild`: the tables and the read models of a store."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from eventstore import migrate as migrations
from eventstore.projections import Projection
from service.bootstrap import bootstrap
from service.cli.output import BadInput, Store, progress, settings
from service.projections.runner import Projector
from service.tables import HISTORY


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(migrate)
    app.command()(rebuild)


def migrate(store: Store = None) -> None:
    """Bring the tables of a store up to date. Safe to repeat, and while others do the same."""
    chosen = settings(store)
    if chosen.sqlite_file is not None:
        chosen.sqlite_file.parent.mkdir(parents=True, exist_ok=True)
    for history in (migrations.EVENT_STORE, HISTORY):
        migrations.upgrade(chosen.database_url, history)
        typer.echo(f"{history.version_table}: {migrations.current(chosen.database_url, history)}")


def rebuild(
    projection: Annotated[str | None, typer.Argument(help="One read model; all of them if not given.")] = None,
    store: Store = None,
) -> None:
    """Fold read models again from the log."""
    asyncio.run(_rebuild(projection, store))


async def _rebuild(name: str | None, store: str | None) -> None:
    playledger = await bootstrap(settings(store, clocks=False))
    try:
        known = {projection.name: projection for projection in playledger.projector.projections}
        if name is not None and name not in known:
            raise BadInput(f"there is no read model {name!r}; there are {', '.join(known)}")
        for projection in known.values() if name is None else [known[name]]:
            await _rebuild_one(playledger.projector, projection)
            typer.echo(f"{projection.name}: rebuilt")
    finally:
        await playledger.stop()


async def _rebuild_one(projector: Projector, projection: Projection) -> None:
    with progress() as bar:
        task = bar.add_task(f"rebuilding {projection.name}", total=None)
        await projector.rebuild(projection, lambda reached, aim: bar.update(task, completed=reached, total=aim))
