"""`epoch`: open the next one, and drop the rows of those whose streams are in the archive."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from service.cli.output import AsJson, echo, print_json, print_table, progress
from service.cli.stores import ALONE, Store, settings

if TYPE_CHECKING:
    from eventstore import EventStore
    from eventstore.retention.epochs import Epoch, Retired
    from service.settings import Settings

T = TypeVar("T")
DAY = 24 * 60 * 60 * 1000

app = typer.Typer(
    help="Rows of streams that were born in one time leave together. As the owner of the tables.",
    no_args_is_help=True,
)
Number = Annotated[
    int | None, typer.Argument(help="One closed epoch; all that keep few streams if not given.", min=0, max=32_767)
]


@app.command("list")
def list_epochs(store: Store = None, as_json: AsJson = False) -> None:
    """Each epoch, its streams, and how many of them may leave. Looks at every stream."""
    from eventstore.retention.epochs import listed

    found = _over(settings(store, new=False), listed)
    if as_json:
        print_json(found)
    else:
        rows = ((epoch.number, _state(epoch), epoch.streams, epoch.archived, epoch.left) for epoch in found)
        print_table(("epoch", "state", "streams", "archived", "would move"), rows)


@app.command("open")
def open_epoch(
    store: Store = None, now: Annotated[bool, typer.Option("--now", help="However young the open one is.")] = False
) -> None:
    """Open the next epoch if it is time. For each day's cron: PLAYLEDGER_EPOCH_DAYS says how old one gets."""
    from eventstore.retention.epochs import open_next

    chosen = settings(store, new=False)
    age = 0 if now else chosen.epoch_days * DAY
    opened = _over(chosen, lambda store: open_next(store, age))
    echo("the open epoch is young enough" if opened is None else f"epoch {opened} is open")


@app.command("retire")
def retire_epochs(
    number: Number = None,
    at_most: Annotated[int, typer.Option(help="Percent of its streams that may have to move.", min=0, max=100)] = 10,
    store: Store = None,
) -> None:
    """Drop the rows of archived streams. All others move to the open epoch first. For each day's cron.

    Not before all replicas are of this release. Stopped anywhere, the next call goes on.
    """
    for line in _over(settings(store, new=False), lambda store: _retire(store, number, at_most)):
        echo(line)


async def _retire(store: EventStore, number: int | None, at_most: int) -> Sequence[str]:
    from eventstore.retention.epochs import listed

    wanted = [number] if number is not None else [one.number for one in await listed(store) if _is_due(one, at_most)]
    lines = []
    for epoch in wanted:
        done = await _retire_one(store, epoch)
        lines.append(f"epoch {epoch}: {done.moved} streams moved, {done.left} left; its rows are dropped")
    return lines or ["no closed epoch keeps so few streams"]


async def _retire_one(store: EventStore, number: int) -> Retired:
    from eventstore.retention.epochs import retire

    with progress() as bar:
        task = bar.add_task(f"epoch {number}", total=None)
        return await retire(store, number, lambda moved, left: bar.update(task, completed=moved + left))


def _is_due(epoch: Epoch, at_most: int) -> bool:
    """Whether few of the streams of a closed epoch would have to move."""
    return not epoch.open and epoch.dropped_at is None and 100 * epoch.left <= at_most * epoch.streams


def _state(epoch: Epoch) -> str:
    return "open" if epoch.open else "closed" if epoch.dropped_at is None else "dropped"


def _over(chosen: Settings, work: Callable[[EventStore], Awaitable[T]]) -> T:
    """The result of the work. The role that owns the tables needs no key of the service."""
    import asyncio

    from eventstore.open import open_store

    async def run() -> T:
        store = await open_store(chosen.database_url, chosen.model_copy(update=ALONE).store_limits)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())
