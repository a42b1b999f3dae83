"""Questions to bots of the house that wait."""

from __future__ import annotations

import sqlalchemy as sa

from eventstore import EventStore
from service.application.ids import MATCH_IDS
from service.leases import Lease
from service.projections.house_turns.table import house_turns
from service.sharding import of_streams


class OpenHouseTurns:
    """The questions as the mover of bots uses them: those that lie in the shards of its lease."""

    def __init__(self, store: EventStore, lease: Lease | None = None) -> None:
        self._store = store
        self._lease = lease or Lease.of_one_alone()

    async def waiting(self, before: int, limit: int) -> list[str]:
        """Matches in which a bot was asked before a time, in ms, and has not answered; the longest first."""
        asked = sa.func.min(house_turns.c.asked_at)
        own = of_streams(house_turns.c.stream_id, self._lease.shards)
        query = sa.select(house_turns.c.stream_id).where(house_turns.c.asked_at < before, own)
        query = query.group_by(house_turns.c.stream_id).order_by(asked).limit(limit)
        rows = await self._store.sql.read(lambda connection: connection.execute(query).all())
        return [MATCH_IDS.id_of(row.stream_id) for row in rows]
