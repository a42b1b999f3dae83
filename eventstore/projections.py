"""Read models kept up to date from the log: each batch and its checkpoint in one transaction, so exactly once.

A read model is defined as SQLAlchemy tables (tables.py says how to migrate them). Its reader sees it a little late,
never ahead, and while it is rebuilt sees it grow anew from nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from sqlalchemy import Connection, Table, select, text, update

from eventstore.envelope import Logged
from eventstore.store import EventStore
from eventstore.tables import checkpoints, log

BATCH = 500
"""Events a transaction: short ones, since a transaction holds its rows."""

_ENSURE = text("INSERT INTO checkpoints (name, position) VALUES (:name, 0) ON CONFLICT (name) DO NOTHING")

Progress = Callable[[int, int], None]
"""Called with the position reached and the position aimed at."""


class Projection(Protocol):
    """A read model and how events change it."""

    @property
    def name(self) -> str:
        """The key of its checkpoint; unique and never changed."""
        ...

    @property
    def tables(self) -> Sequence[Table]:
        """Its tables, those that others refer to first; a rebuild empties them."""
        ...

    def apply(self, connection: Connection, events: Sequence[Logged]) -> None:
        """Change the tables by events in the order of the log. Must not commit; may raise, then nothing happened."""
        ...


async def position(store: EventStore, projection: Projection) -> int:
    """The last log position that the read model contains; 0 before the first."""

    def read(connection: Connection) -> int:
        found = connection.execute(select(checkpoints.c.position).where(checkpoints.c.name == projection.name))
        return found.scalar() or 0

    return await store.sql.read(read)


async def run_once(store: EventStore, projection: Projection, limit: int = BATCH) -> int:
    """Apply the next batch; how many events the read model moved on by, by this runner.

    0 means that nothing is left, or that another runner has just applied the batch.
    """
    after = await position(store, projection)
    # read outside the transaction: what has a position never changes
    events = await store.read_log(after, limit)
    if not events:
        return 0

    def advance(connection: Connection) -> int:
        if not _move(connection, projection.name, after, events[-1].position):
            return 0
        projection.apply(connection, events)
        return len(events)

    return await store.sql.write(advance)


async def catch_up(
    store: EventStore, projection: Projection, progress: Progress | None = None, limit: int | None = None
) -> int:
    """Apply batches until the end of the log as it is now, at most `limit` events; the position reached."""
    aim = await end_of_log(store)
    reached = await position(store, projection)
    if limit is not None:
        aim = min(aim, reached + limit)
    while reached < aim:
        if not await run_once(store, projection, BATCH if limit is None else min(BATCH, aim - reached)):
            # another runner has the batch; its transaction is short
            await asyncio.sleep(0.01)
        reached = await position(store, projection)
        if progress is not None:
            progress(reached, aim)
    return reached


async def rebuild(store: EventStore, projection: Projection, progress: Progress | None = None) -> int:
    """Empty the read model and apply the whole log again, in batches; the position reached.

    Other runners may go on: they and this one apply each event once.
    """

    def reset(connection: Connection) -> None:
        # the checkpoint first: whoever is in the middle of a batch is waited for, whoever comes later finds it moved
        connection.execute(_ENSURE, {"name": projection.name})
        connection.execute(update(checkpoints).where(checkpoints.c.name == projection.name).values(position=0))
        for table in reversed(projection.tables):
            connection.execute(table.delete())

    await store.sql.write(reset)
    return await catch_up(store, projection, progress)


def _move(connection: Connection, name: str, before: int, after: int) -> bool:
    """Move the checkpoint, which locks it; False if it is not where it was."""
    connection.execute(_ENSURE, {"name": name})
    moved = connection.execute(
        update(checkpoints).where(checkpoints.c.name == name, checkpoints.c.position == before).values(position=after)
    )
    return bool(moved.rowcount)


async def end_of_log(store: EventStore) -> int:
    """The last position that there is; 0 before the first."""

    def read(connection: Connection) -> int:
        newest = select(log.c.position).order_by(log.c.position.desc()).limit(1)
        return connection.execute(newest).scalar() or 0

    return await store.sql.read(read)
