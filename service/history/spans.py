"""Where the appends of streams stand in the logs of shards, for those who look at many streams."""

from __future__ import annotations

from collections import defaultdict
from uuid import UUID

from sqlalchemy import Connection, select

from eventstore import shard_of
from eventstore.tables import shard_log

Span = tuple[int, int]
"""The first and the last version of an append."""


class ShardSpans:
    """The log of one shard at a time, since logs have no index by stream: ask for streams shard by shard."""

    def __init__(self) -> None:
        self._shard: int | None = None
        self._spans: dict[UUID, list[Span]] = {}
        self._end = 0

    def of(self, connection: Connection, stream: UUID) -> tuple[list[Span], int]:
        """(the appends of a stream in their order, the stamp up to which these are all)."""
        if self._shard != shard_of(stream):
            self._read(connection, shard_of(stream))
        return self._spans.get(stream, []), self._end

    def _read(self, connection: Connection, shard: int) -> None:
        log, found, end = shard_log.c, defaultdict[UUID, list[Span]](list), 0
        query = select(log.stamp, log.stream_id, log.first_version, log.last_version).where(log.shard == shard)
        for stamp, stream, first, last in connection.execute(query.order_by(log.stamp)):
            found[stream].append((first, last))
            end = stamp
        self._shard, self._spans, self._end = shard, found, end
