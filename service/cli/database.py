"""`migrate`, `spread` and `rebuild`: the tables and the read models of a store."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.output import BadInput, echo, progress
from service.cli.stores import Store, over_store, settings

if TYPE_CHECKING:
    from service.bootstrap import Playledger


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(migrate)
    app.command()(spread)
    app.command()(rebuild)


def migrate(store: Store = None) -> None:
    """Bring the tables of a store up to date, in all of its databases. Safe to repeat, and while others do the same."""
    chosen = settings(store)
    if chosen.sqlite_file is not None:
        chosen.sqlite_file.parent.mkdir(parents=True, exist_ok=True)
    from eventstore import migrate as migrations
    from eventstore.databases import spelled
    from eventstore.revisions import EVENT_STORE
    from service.tables import REVISIONS

    databases = [(chosen.database_url, revisions, "") for revisions in (EVENT_STORE, REVISIONS)]
    databases += [(one.url, EVENT_STORE, f"{spelled(one.shards)}: ") for one in chosen.shard_databases()]
    for url, revisions, which in databases:
        migrations.upgrade(url, revisions, chosen.database_pooler, partial(echo, err=True))
        reached = migrations.current(url, revisions, chosen.database_pooler)
        echo(f"{which}{revisions.version_table}: {reached}")


def spread(store: Store = None) -> None:
    """Spread a migrated store over the workers of a Citus cluster. Safe to repeat, while no replica runs."""
    chosen = settings(store)
    from eventstore import migrate as migrations

    if chosen.shard_databases():
        raise BadInput("a store on several nodes of Citus has one database: unset PLAYLEDGER_DATABASE_SHARDS")
    migrations.spread(chosen.database_url, chosen.database_pooler, echo)


def rebuild(
    projection: Annotated[str | None, typer.Argument(help="One read model; all of them if not given.")] = None,
    store: Store = None,
) -> None:
    """Fold read models again from the log, which is read once for all of them."""
    over_store(settings(store), lambda playledger: _rebuild(playledger, projection))


async def _rebuild(playledger: Playledger, name: str | None) -> None:
    known = {projection.name: projection for projection in playledger.projector.projections}
    if name is not None and name not in known:
        raise BadInput(f"there is no read model {name!r}; there are {', '.join(known)}")
    models = list(known.values()) if name is None else [known[name]]
    with progress() as bar:
        task = bar.add_task("rebuilding", total=None)
        await playledger.projector.rebuild(
            *models, progress=lambda reached, aim: bar.update(task, completed=reached, total=aim)
        )
    for projection in models:
        echo(f"{projection.name}: rebuilt")
