"""Looks, beside a migration, how far it is and whom it waits for."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine
from typing import Any

import asyncpg

from eventstore.postgres.engine import Connection
from eventstore.postgres.pool import LOST

OFTEN = 10.0
"""Seconds after which the same is told again."""
# a prepared transaction has no session; who waits for a transaction to end waits for no table
WAITS = """
    SELECT l.relation::regclass::text AS what, b.pid, b.usename,
        b.application_name, b.state, left(regexp_replace(b.query, '\\s+', ' ', 'g'), 200) AS query,
        round(extract(epoch FROM clock_timestamp() - b.xact_start)) AS seconds
    FROM pg_stat_activity a
    JOIN pg_locks l ON l.pid = a.pid AND NOT l.granted
    CROSS JOIN LATERAL unnest(pg_blocking_pids(a.pid)) AS blocking (pid)
    JOIN pg_stat_activity b ON b.pid = blocking.pid
    WHERE a.datname = current_database() AND a.application_name = $1
    ORDER BY b.xact_start LIMIT 1
"""
BUILDS = """
    SELECT p.index_relid::regclass::text AS index, p.phase, p.blocks_done + p.tuples_done AS done,
        p.blocks_total + p.tuples_total AS total
    FROM pg_stat_progress_create_index p WHERE p.datname = current_database() AND p.index_relid <> 0 LIMIT 1
"""


class Watch:
    """`blocked` says by whom the migration was last seen to be kept waiting, `kept` for how many seconds by now."""

    def __init__(
        self, connecting: Callable[[], Coroutine[Any, Any, Connection]], name: str, tell: Callable[[str], None]
    ) -> None:
        self.blocked: str | None = None
        self.kept = 0.0
        self._blocker: tuple[int, float] | None = None
        self._connecting = connecting
        self._name = name
        self._tell = tell
        self._connection: Connection | None = None
        self._told = "", 0.0

    async def look(self) -> None:
        """Look once, and tell what is long. A look that fails is left out."""
        try:
            if self._connection is None:
                self._connection = await self._connecting()
            waits = await self._connection.fetchrow(WAITS, self._name)
            builds = await self._connection.fetchrow(BUILDS)
        except (*LOST, TimeoutError, asyncpg.PostgresError):
            self.close()
            return
        if waits is None:
            self._blocker, self.kept = None, 0.0
        else:
            self.blocked, now = _blocker(waits), time.monotonic()
            if self._blocker is None or self._blocker[0] != waits["pid"]:
                self._blocker = waits["pid"], now
            self.kept = now - self._blocker[1]
        if builds is not None:
            self._progress(builds, waits)

    def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    def _progress(self, builds: asyncpg.Record, waits: asyncpg.Record | None) -> None:
        step, (told, at) = f"index {builds['index']}: {builds['phase']}", self._told
        if step == told and time.monotonic() - at < OFTEN:
            return
        self._told = step, time.monotonic()
        share = f", {100 * builds['done'] // builds['total']} %" if builds["total"] else ""
        self._tell(f"{step}{share}" if waits is None else f"{step}; {_blocker(waits)}")


def _blocker(row: asyncpg.Record) -> str:
    """The holders of locks, and what they last asked for."""
    who = f"pid {row['pid']} (user {row['usename']}, application {row['application_name'] or '-'}"
    since = f"{row['state'] or 'at work'}, transaction of {row['seconds'] or 0} s): {row['query']}"
    held = f"{row['what']} is locked by" if row["what"] else "it waits for the transaction of"
    return f"{held} {who}, {since}"
