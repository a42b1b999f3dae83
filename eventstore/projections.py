"""Read models kept up to date from the log: each batch and its checkpoint in one transaction, so exactly once.

A read model is defined as SQLAlchemy tables (tables.py says how to migrate them). Its reader sees it a little late,
never ahead, and while it is rebuilt sees it grow anew from nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Connection, Table, select, text, update

from eventstore.envelope import Logged
from eventstore.store import EventStore
from eventstore.tables import checkpoints

BATCH = 1_000
"""Events a transaction: short ones, since a transaction holds its rows."""

_PLACES = text(
    "SELECT name, position FROM checkpoints"
    " UNION ALL SELECT '>', coalesce((SELECT max(position) FROM log), 0)"
    " UNION ALL SELECT '+', count(*) FROM (SELECT 1 FROM unsequenced LIMIT 1) AS waiting"
)
_ENSURE = text("INSERT INTO checkpoints (name, position) VALUES (:name, 0) ON CONFLICT (name) DO NOTHING")

OnProgress = Callable[[int, int], None]
"""Called with the position reached and the position aimed at."""


@dataclass(frozen=True)
class LogPositions:
    """The last position of the log, those that read models have reached, and whether there is more to be numbered."""

    end: int
    reached: Mapping[str, int]
    unnumbered: bool

    def of(self, projection: Projection) -> int:
        """How far a read model has come."""
        return self.reached.get(projection.name, 0)


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

    return await store.sql.read(lambda connection: _position(connection, projection.name))


def _position(connection: Connection, name: str) -> int:
    found = connection.execute(select(checkpoints.c.position).where(checkpoints.c.name == name))
    return found.scalar() or 0


async def run_once(store: EventStore, projection: Projection, limit: int = BATCH) -> int:
    """Apply the next batch; how many events the read model moved on by, by this runner.

    0 means that nothing is left, or that another runner has just applied the batch.
    """
    after = await position(store, projection)
    events = await store.read_log(after, limit)
    return len(events) if await apply(store, [projection], after, events) else 0


async def apply(
    store: EventStore, models: Sequence[Projection], after: int, events: Sequence[Logged]
) -> list[Projection]:
    """Apply the events that follow a position to read models that stand there, all in one transaction.

    Those that this runner has moved on; another one was quicker with the others. The events were read outside the
    transaction: they never change.
    """
    if not events:
        return []

    def advance(connection: Connection) -> list[Projection]:
        names = _moved(connection, [each.name for each in models], after, events[-1].position)
        own = [each for each in models if each.name in names]
        for each in own:
            each.apply(connection, events)
        return own

    return await store.sql.write(advance)


async def catch_up(store: EventStore, projection: Projection, progress: OnProgress | None = None) -> int:
    """Apply batches until the end of the log as it is now; the position reached."""
    known = await places(store)
    reached = known.of(projection)
    while reached < known.end:
        events = await store.read_log(reached, BATCH)
        if await apply(store, [projection], reached, events):
            reached = events[-1].position
        else:
            # another runner has the batch; its transaction is short
            await asyncio.sleep(0.01)
            reached = await position(store, projection)
        if progress is not None:
            progress(reached, known.end)
    return reached


async def pages(store: EventStore, after: int, aim: int) -> AsyncGenerator[list[Logged]]:
    """The log between two positions, in batches. The next one is read while the last one is worked on."""
    reading = asyncio.create_task(store.read_log(after, min(BATCH, aim - after)))
    try:
        while True:
            events = await reading
            if not events:
                return
            after = events[-1].position
            if after >= aim:
                yield events
                return
            reading = asyncio.create_task(store.read_log(after, min(BATCH, aim - after)))
            yield events
    finally:
        reading.cancel()
        await asyncio.wait([reading])
        if not reading.cancelled():
            reading.exception()


async def rebuild(store: EventStore, projection: Projection, progress: OnProgress | None = None) -> int:
    """Empty the read model and apply the whole log again, in batches; the position reached.

    Other runners may go on: they and this one apply each event once.
    """

    def reset(connection: Connection) -> None:
        # the checkpoint first: this waits for a runner in the middle of a batch, and a later one finds it moved
        connection.execute(_ENSURE, {"name": projection.name})
        connection.execute(update(checkpoints).where(checkpoints.c.name == projection.name).values(position=0))
        for table in reversed(projection.tables):
            connection.execute(table.delete())

    await store.sql.write(reset)
    return await catch_up(store, projection, progress)


def _moved(connection: Connection, names: Sequence[str], before: int, after: int) -> set[str]:
    """Move checkpoints that are where they are said to be, which locks them; the names of those."""
    if before == 0:
        connection.execute(_ENSURE, [{"name": name} for name in sorted(names)])
    there = checkpoints.c.name.in_(names) & (checkpoints.c.position == before)
    # runners that move several lock them in the same order
    locked = select(checkpoints.c.name).where(there).order_by(checkpoints.c.name).with_for_update()
    moved = update(checkpoints).where(checkpoints.c.name.in_(locked)).values(position=after)
    return set(connection.execute(moved.returning(checkpoints.c.name)).scalars())


async def places(store: EventStore) -> LogPositions:
    """Where the log ends and how far the read models are."""
    rows = await store.sql.read(lambda connection: connection.execute(_PLACES).all())
    found = {row.name: int(row.position) for row in rows}
    end, waiting = found.pop(">"), found.pop("+")
    return LogPositions(end, found, waiting > 0)
