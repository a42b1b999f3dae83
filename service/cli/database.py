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
    """Bring the tables of a store up to date. Safe to repeat, and while others do the same."""
    chosen = settings(store)
    if chosen.sqlite_file is not None:
        chosen.sqlite_file.parent.mkdir(parents=True, exist_ok=True)
    from eventstore import migrate as migrations
    from eventstore.revisions import EVENT_STORE
    from service.tables import REVISIONS

    for revisions in (EVENT_STORE, REVISIONS):
        migrations.upgrade(chosen.database_url, revisions, chosen.database_pooler, partial(echo, err=True))
        reached = migrations.current(chosen.database_url, revisions, chosen.database_pooler)
        echo(f"{revisions.version_table}: {reached}")


def spread(store: Store = None) -> None:
    """Spread a migrated store over the workers of a Citus cluster. Safe to repeat, while no replica runs."""
    chosen = settings(store)
    from eventstore import migrate as migrations

    migrations.spread(chosen.database_url, chosen.database_pooler, echo)


def rebuild(
    projection: Annotated[str | None, typer.Argument(help="One read model; all of them if not given.")] = None,
    store: Store = None,
    leave_out: Annotated[
        int, typer.Option(min=0, metavar="N", help="Do without up to N matches that the archive has lost.")
    ] = 0,
) -> None:
    """Fold read models again from the log. It is read once for all of them.

    Before anything is changed all of the archive is looked at. Matches of which nobody has the events any more are
    named; if they are more than --leave-out says, nothing is done.
    """
    over_store(settings(store), lambda playledger: rebuilt(playledger, projection, leave_out))


async def rebuilt(playledger: Playledger, name: str | None, leave_out: int) -> None:
    known = {projection.name: projection for projection in playledger.projector.projections}
    if name is not None and name not in known:
        raise BadInput(f"there is no read model {name!r}; there are {', '.join(known)}")
    models = list(known.values()) if name is None else [known[name]]
    await _leave_out(playledger, leave_out)
    with progress() as bar:
        task = bar.add_task("rebuilding", total=None)
        await playledger.projector.rebuild(
            *models, progress=lambda reached, aim: bar.update(task, completed=reached, total=aim)
        )
    for projection in models:
        echo(f"{projection.name}: rebuilt")


async def _leave_out(playledger: Playledger, most: int) -> None:
    """Do without what the archive has lost. Raises BadInput if that is more than so many matches."""
    from service.application.ids import MATCH_IDS

    lost = await playledger.archive.checker.lost()
    for stream, why in lost.items():
        echo(f"{MATCH_IDS.id_of(stream)}: {why}", err=True)
    if len(lost) > most:
        raise BadInput(
            f"nothing was rebuilt: the archive has lost {len(lost)} matches. Put their objects back from a backup of "
            f"the bucket, or give these matches up by --leave-out {len(lost)}: no read model has them then"
        )
    playledger.archive.archive.left_out = frozenset(lost)
