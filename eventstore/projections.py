"""Read models kept up to date from the log: each batch and its checkpoint in one transaction, so exactly once.

A read model is defined as SQLAlchemy tables (tables.py says how to migrate them). Its reader sees it a little late,
never ahead, and while it is rebuilt sees it grow anew from nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Connection, Table, select, text, update

from eventstore.envelope import Logged
from eventstore.store import EventStore
from eventstore.tables import checkpoints

BATCH = 500
"""Events a transaction: short ones, since a transaction holds its rows."""

_PLACES = text(
    "SELECT name, position FROM checkpoints"
    " UNION ALL SELECT '>', coalesce((SELECT max(position) FROM log), 0)"
    " UNION ALL SELECT '+', count(*) FROM (SELECT 1 FROM unsequenced LIMIT 1) AS waiting"
)
_ENSURE = text("INSERT INTO checkpoints (name, position) VALUES (:name, 0) ON CONFLICT (name) DO NOTHING")

ReadLog = Callable[[int, int], Awaitable[list[Logged]]]
"""As EventStore.read_log: (after, limit)."""
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
    return await _apply(store, projection, after, await store.read_log(after, limit))


async def _apply(store: EventStore, projection: Projection, after: int, events: Sequence[Logged]) -> int:
    """Apply the events that follow a position, which were read outside the transaction: they never change."""
    if not events:
        return 0

    def advance(connection: Connection) -> int:
        if not _move(connection, projection.name, after, events[-1].position):
            return 0
        projection.apply(connection, events)
        return len(events)

    return await store.sql.write(advance)


async def catch_up(
    store: EventStore,
    projection: Projection,
    progress: OnProgress | None = None,
    *,
    limit: int | None = None,
    read: ReadLog | None = None,
    known: LogPositions | None = None,
    beaten: Callable[[], None] = lambda: None,
) -> int:
    """Apply batches until the end of the log as it is now, at most about `limit` events; the position reached.

    `read` reads the log, `known` is the places, if the caller has just read them; it calls `beaten` for each batch that
    another runner has applied.
    """
    known = known or await places(store)
    aim, reached = known.end, known.of(projection)
    if limit is not None:
        aim = min(aim, reached + limit)
    while reached < aim:
        events = await (read or store.read_log)(reached, BATCH if limit is None else min(BATCH, limit))
        if await _apply(store, projection, reached, events):
            reached = events[-1].position
        else:
            beaten()
            # another runner has the batch; its transaction is short
            await asyncio.sleep(0.01)
            reached = await position(store, projection)
        if progress is not None:
            progress(reached, aim)
    return reached


class Pages:
    """Reads the log, each page once for several read models that stand at the same place."""

    def __init__(self, read: ReadLog) -> None:
        self._read = read
        self._asked: tuple[int, int] | None = None
        self._page: list[Logged] = []

    async def read(self, after: int, limit: int) -> list[Logged]:
        """As EventStore.read_log, as of when the page was first asked for."""
        if self._asked != (after, limit):
            self._page = await self._read(after, limit)
            self._asked = after, limit
        return self._page


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


def _move(connection: Connection, name: str, before: int, after: int) -> bool:
    """Move the checkpoint, which locks it; False if it is not where it was."""
    if before == 0:
        connection.execute(_ENSURE, {"name": name})
    moved = connection.execute(
        update(checkpoints).where(checkpoints.c.name == name, checkpoints.c.position == before).values(position=after)
    )
    return bool(moved.rowcount)


async def places(store: EventStore) -> LogPositions:
    """Where the log ends and how far the read models are."""
    rows = await store.sql.read(lambda connection: connection.execute(_PLACES).all())
    found = {row.name: int(row.position) for row in rows}
    end, waiting = found.pop(">"), found.pop("+")
    return LogPositions(end, found, waiting > 0)
