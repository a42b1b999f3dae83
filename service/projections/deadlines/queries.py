"""Deadlines that are due."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from eventstore import EventStore
from service.application.ids import MATCH_IDS
from service.leases import Lease
from service.projections.deadlines.table import deadlines
from service.sharding import of_streams


class Deadline(NamedTuple):
    """The deadline of a prompt or of a whole match, in ms since the epoch. Ordered by time."""

    due_at: int
    match_id: str
    prompt: int
    revision: int


class DueSoon:
    """The deadlines as the clocks use them: those that lie in the shards of their lease."""

    def __init__(self, store: EventStore, lease: Lease | None = None) -> None:
        self._store = store
        self._lease = lease or Lease.of_one_alone()

    async def overdue(self, until: int, limit: int) -> list[Deadline]:
        """The oldest deadlines that are due at `until` or earlier."""
        due = deadlines.c.due_at <= until, of_streams(deadlines.c.stream_id, self._lease.shards)
        query = sa.select(deadlines).where(*due).order_by(deadlines.c.due_at).limit(limit)
        rows = await self._store.sql.read(lambda connection: connection.execute(query).all())
        return [Deadline(row.due_at, MATCH_IDS.id_of(row.stream_id), row.prompt, row.revision) for row in rows]


def overdue(connection: Connection, now: int) -> tuple[int, int | None]:
    """How many deadlines are over now (ms), and the oldest of them."""
    due = sa.select(sa.func.count(), sa.func.min(deadlines.c.due_at)).where(deadlines.c.due_at <= now)
    number, oldest = connection.execute(due).one()
    return number, oldest
