"""Reads the logs of shards in the order of their stamps, in one statement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import asyncpg

from eventstore.envelope import Logged, LogPage, gone
from eventstore.postgres.reads import stored_event
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

Events with one stamp stay together.
"""

READ_LOG = "".join(
    (
        _PAGE,
        """
    , event.* FROM page LEFT JOIN kept ON true LEFT JOIN LATERAL (
        SELECT epoch FROM streams WHERE streams.stream_id = kept.stream_id LIMIT 1
    ) AS born ON true LEFT JOIN LATERAL (
        SELECT version, type, schema, body, private, (extract(epoch FROM recorded_at) * 1000)::bigint AS at, hash,
               batch_end
        FROM events
        WHERE events.epoch = born.epoch AND events.stream_id = kept.stream_id
          AND version BETWEEN kept.first_version AND kept.last_version
          AND ($6::text[] IS NULL OR batch_end OR type = ANY ($6))
        ORDER BY version LIMIT kept.last_version - kept.first_version + 1
    ) AS event ON true
    ORDER BY kept.stamp, kept.shard, event.version
""",
    )
)
"""The limits inside keep the planner from joining the tables as a whole."""

READ_ROWS = f"{_PAGE} FROM page LEFT JOIN kept ON true ORDER BY kept.stamp, kept.shard"
READ_EVENTS = """
    SELECT stream_id, version, type, schema, body, private,
           (extract(epoch FROM recorded_at) * 1000)::bigint AS at, hash, batch_end
    FROM events JOIN unnest($1::uuid[], $2::integer[], $3::integer[]) AS one (stream_id, first_version, last_version)
      USING (stream_id)
    WHERE version BETWEEN first_version AND last_version AND ($4::text[] IS NULL OR batch_end OR type = ANY ($4))
"""
"""The same in two steps, where the events are on other nodes than the logs: each looks up its own."""


def arguments(after: Places, until: int | None, limit: int) -> tuple[object, ...]:
    """The arguments of READ_ROWS; READ_LOG has the types behind them."""
    stamps, numbers = [place.stamp for place in after.values()], [place.number for place in after.values()]
    return list(after), stamps, numbers, until, limit


def page(after: Places, rows: Sequence[Any]) -> LogPage:
    """The page; without anything in it, one row says where it ends."""
    found = [row for row in rows if row["stamp"] is not None]
    numbers = {row["shard"]: row["number"] for row in found}
    until: int = rows[0]["until"]
    return LogPage([entry for row in found for entry in _logged(row)], until, advanced(after, until, numbers))


def rows_of(rows: Sequence[asyncpg.Record]) -> tuple[object, ...]:
    """The arguments of READ_EVENTS, but for the types."""
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
            if (row["stream_id"], version) in there
        ]
        if events
        else rows,
    )


def _logged(row: Any) -> list[Logged]:
    """The event of a row; for a row whose events have left the database, what stands for them."""
    stream, first = row["stream_id"], row["first_version"]
    versions = range(first, row["last_version"] + 1) if row["version"] is None else [row["version"]]
    return [
        Logged(
            position_of(row["stamp"] + version - first, row["shard"]),
            gone(stream, version) if row["version"] is None else stored_event(stream, row),
        )
        for version in versions
    ]
