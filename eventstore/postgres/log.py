"""Reads the logs of shards in the order of their stamps, in one statement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import asyncpg

from eventstore.envelope import Logged, LogPage
from eventstore.postgres.reads import stored
from eventstore.shards import Places, advanced, position_of

SEQUENCE = "SELECT sequence_shards($1) AS numbered"

_PAGE = """
    WITH asked AS MATERIALIZED (
        SELECT shard, after, head.stamp AS head, head.number > asked.number AS behind
        FROM unnest($1::smallint[], $2::bigint[], $3::bigint[]) AS asked (shard, after, number)
        JOIN shard_heads AS head USING (shard)
    ), bounds AS MATERIALIZED (
        SELECT least(min(head), $4) AS until,
               $5::bigint / greatest(count(*) FILTER (WHERE behind), 1) + 1 AS share
        FROM asked
    ), found AS MATERIALIZED (
        SELECT one.* FROM asked, LATERAL (
            SELECT shard, stamp, number, stream_id, first_version, last_version FROM shard_log
            WHERE shard_log.shard = asked.shard AND stamp > asked.after AND stamp <= (SELECT until FROM bounds)
            ORDER BY stamp LIMIT (SELECT share FROM bounds)
        ) AS one
        WHERE behind
    ), cut AS MATERIALIZED (
        SELECT coalesce(min(last), (SELECT until FROM bounds)) AS until
        FROM (
            SELECT max(stamp) AS last FROM found GROUP BY shard HAVING count(*) = (SELECT share FROM bounds)
        ) AS full_shares
    ), counted AS MATERIALIZED (
        SELECT found.*, sum(last_version - first_version + 1) OVER (ORDER BY stamp)
                 - sum(last_version - first_version + 1) OVER (PARTITION BY stamp) AS before
        FROM found WHERE stamp <= (SELECT until FROM cut)
    ), kept AS MATERIALIZED (
        SELECT * FROM counted WHERE before < $5
    ), page AS MATERIALIZED (
        SELECT CASE WHEN (SELECT count(*) FROM kept) < (SELECT count(*) FROM counted)
                    THEN (SELECT max(stamp) FROM kept) ELSE (SELECT until FROM cut) END AS until
    )
    SELECT page.until, kept.shard, kept.stamp, kept.number, kept.stream_id, kept.first_version, kept.last_version
"""
"""Of each shard that has news a share of the page; the page ends where the first of those ends that have more.

What has one stamp stays together.
"""

READ_LOG = "".join(
    (
        _PAGE,
        """
    , event.* FROM page LEFT JOIN kept ON true LEFT JOIN LATERAL (
        SELECT version, type, schema, body, private, (extract(epoch FROM recorded_at) * 1000)::bigint AS at, hash,
               batch_end
        FROM events
        WHERE events.stream_id = kept.stream_id AND version BETWEEN kept.first_version AND kept.last_version
        ORDER BY version LIMIT kept.last_version - kept.first_version + 1
    ) AS event ON true
    ORDER BY kept.stamp, kept.shard, event.version
""",
    )
)
"""The limit inside keeps the planner from joining both tables as a whole."""

READ_ROWS = f"{_PAGE} FROM page LEFT JOIN kept ON true ORDER BY kept.stamp, kept.shard"
READ_EVENTS = """
    SELECT stream_id, version, type, schema, body, private,
           (extract(epoch FROM recorded_at) * 1000)::bigint AS at, hash, batch_end
    FROM events JOIN unnest($1::uuid[], $2::integer[], $3::integer[]) AS one (stream_id, first_version, last_version)
      USING (stream_id)
    WHERE version BETWEEN first_version AND last_version
"""
"""The same in two steps, where the events are on other nodes than the logs: each looks up its own."""


def arguments(after: Places, until: int | None, limit: int) -> tuple[object, ...]:
    """The arguments of READ_LOG."""
    stamps, numbers = [place.stamp for place in after.values()], [place.number for place in after.values()]
    return list(after), stamps, numbers, until, limit


def page(after: Places, rows: Sequence[Any]) -> LogPage:
    """The page; a row without an event says where it ends."""
    found = [row for row in rows if row["version"] is not None]
    numbers = {row["shard"]: row["number"] for row in found}
    until: int = rows[0]["until"]
    return LogPage([_logged(row) for row in found], until, advanced(after, until, numbers))


def rows_of(rows: Sequence[asyncpg.Record]) -> tuple[object, ...]:
    """The arguments of READ_EVENTS."""
    found = [row for row in rows if row["stamp"] is not None]
    return tuple([row[name] for row in found] for name in ("stream_id", "first_version", "last_version"))


def joined(after: Places, rows: Sequence[asyncpg.Record], events: Sequence[asyncpg.Record]) -> LogPage:
    """The page of what READ_ROWS and READ_EVENTS have found."""
    there = {(event["stream_id"], event["version"]): event for event in events}
    return page(
        after,
        [
            {**row, **there[row["stream_id"], version]}
            for row in rows
            for version in range(row["first_version"], row["last_version"] + 1)
        ]
        if events
        else [{**row, "version": None} for row in rows],
    )


def _logged(row: Any) -> Logged:
    stamp = row["stamp"] + row["version"] - row["first_version"]
    return Logged(position_of(stamp, row["shard"]), stored(row["stream_id"], row))
