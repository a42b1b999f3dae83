"""The ends of streams, read for all who ask at the same time in one statement."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import asyncpg

from eventstore.envelope import StoredEvent
from eventstore.postgres import reads
from eventstore.postgres.batching import Batched
from eventstore.postgres.pool import StatementPool
from eventstore.store import Archived

Tail = tuple[UUID, int]
"""A stream, and the version of the event after which it is read."""


class Tails:
    """Reads new events of streams. Every reader gets what was committed when it asked: see Batched."""

    def __init__(self, pool: StatementPool, *, spread: bool = False) -> None:
        self._pool = pool
        self._query = reads.SPREAD_TAILS if spread else reads.TAILS
        self._batched = Batched(self._fetch, at_once=1)

    async def read(self, stream_id: UUID, after: int, head: bytes) -> list[StoredEvent]:
        """Events that follow the event `after` with the hash `head`. Raises OtherHistory, Archived."""
        rows = await there(self._pool, stream_id, await self._batched.ask((stream_id, after)))
        return reads.following(stream_id, after, head, rows)

    async def _fetch(self, asked: Sequence[Tail]) -> list[list[asyncpg.Record]]:
        # readers of one stream from one version on share its rows
        found: dict[Tail, list[asyncpg.Record]] = {tail: [] for tail in asked}
        if len(found) == 1:
            rows = await self._pool.fetch(reads.FOLLOW, *asked[0], None)
            return [rows] * len(asked)
        streams, versions = zip(*found, strict=True)
        for row in await self._pool.fetch(self._query, streams, versions):
            found[row["stream_id"], row["after"]].append(row)
        return [found[tail] for tail in asked]


async def there(pool: StatementPool, stream_id: UUID, rows: list[asyncpg.Record]) -> list[asyncpg.Record]:
    """The part of a stream that was read. Raises Archived where nothing was, for its rows have left."""
    if not rows and await pool.fetch(reads.ARCHIVED, stream_id):
        raise Archived(stream_id)
    return rows
