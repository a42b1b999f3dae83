"""Dense positions for the log, given outside the append as on Postgres, so that both engines behave alike."""

from __future__ import annotations

import sqlite3

from eventstore.envelope import Lag
from eventstore.sqlite.append import now_ms, transaction

_OLDEST = "SELECT id, stream_id, first_version, last_version FROM unsequenced ORDER BY id LIMIT ?"
_LAG = "SELECT coalesce(sum(last_version - first_version + 1), 0), min(since) FROM unsequenced"


def sequence(connection: sqlite3.Connection, limit: int) -> int:
    """See EventStore.sequence. The writer's transaction makes it the only one."""
    with transaction(connection):
        base = connection.execute("SELECT coalesce(max(position), 0) FROM log").fetchone()[0]
        numbered: list[tuple[int, str, int]] = []
        taken: list[tuple[int]] = []
        for row_id, stream, first, last in connection.execute(_OLDEST, (limit,)):
            if len(numbered) >= limit:
                break
            taken.append((row_id,))
            for version in range(first, last + 1):
                numbered.append((base + len(numbered) + 1, stream, version))
        connection.executemany("INSERT INTO log (position, stream_id, version) VALUES (?, ?, ?)", numbered)
        connection.executemany("DELETE FROM unsequenced WHERE id = ?", taken)
        return len(numbered)


def lag(connection: sqlite3.Connection) -> Lag:
    """See EventStore.lag."""
    waiting, since = connection.execute(_LAG).fetchone()
    return Lag(waiting, 0 if since is None else max(0, now_ms() - since))
