"""The tables of leases, in statements that are transactions of their own. Times are those of the database."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Protocol

from sqlalchemy import TextClause, text

from eventstore import Sql

JOIN = text("""
    INSERT INTO lease_members (holder, jobs, until)
    VALUES (:holder, :jobs, (extract(epoch FROM clock_timestamp()) * 1000)::bigint + :lasts)
""")
"""Once for each name: who was away too long comes back under another one, so a name that is gone never lives again."""
RENEW = text("""
    WITH clock AS MATERIALIZED (
        -- a renewal that a crash of the database takes back harms nobody; what is taken or given has to be kept
        SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
            set_config('synchronous_commit', 'off', true)
    ), renewed AS (
        UPDATE lease_members SET until = now + :lasts FROM clock WHERE holder = :holder RETURNING holder
    )
    SELECT (SELECT count(*) FROM renewed) AS lives,
        (SELECT sum(fence) FROM leases) AS moves,
        (SELECT sum(hashtext(holder)) FROM lease_members) AS members,
        (SELECT min(until - now) FROM lease_members WHERE holder <> :holder) AS first_end
    FROM clock
""")
"""Each change of a holder raises a fence, so the sum of all fences tells whether anything has changed."""
BURY = text("""
    DELETE FROM lease_members WHERE holder IN (
        SELECT holder FROM lease_members
        WHERE until <= (extract(epoch FROM clock_timestamp()) * 1000)::bigint AND holder <> :holder
        ORDER BY holder FOR UPDATE
    )
""")
"""A member that renews at the same moment is waited for, and then lives; one that comes later finds that it is gone."""
LOOK = text("""
    SELECT holder, jobs, NULL AS name, NULL::int AS shard, NULL::bigint AS fence FROM lease_members
    UNION ALL SELECT holder, NULL, name, shard, fence FROM leases
""")
MAKE = text("""
    INSERT INTO leases (name, shard, holder, fence)
    SELECT name, shard, '', 0 FROM unnest(CAST(:names AS text[]), CAST(:shards AS int[])) AS missing (name, shard)
    ORDER BY name, shard
    ON CONFLICT DO NOTHING
""")
TAKE = text("""
    WITH free AS MATERIALIZED (
        SELECT leases.name, leases.shard FROM leases
        JOIN unnest(CAST(:names AS text[]), CAST(:shards AS int[]), CAST(:fences AS bigint[]))
            AS wanted (name, shard, fence) USING (name, shard, fence)
        WHERE NOT EXISTS (SELECT FROM lease_members WHERE lease_members.holder = leases.holder)
        FOR UPDATE OF leases SKIP LOCKED
    )
    UPDATE leases SET holder = :holder, fence = fence + 1 FROM free
    WHERE leases.name = free.name AND leases.shard = free.shard
    RETURNING leases.name, leases.shard, leases.fence
""")
"""The fences are those that were seen: what has moved since is not free, whatever this statement still sees of it."""
GIVE = text("""
    UPDATE leases SET holder = heir.holder, fence = fence + 1
    FROM unnest(CAST(:names AS text[]), CAST(:shards AS int[]), CAST(:heirs AS text[])) AS given (name, shard, holder)
    JOIN lease_members AS heir USING (holder)
    WHERE leases.name = given.name AND leases.shard = given.shard AND leases.holder = :holder
""")
LEAVE = text("DELETE FROM lease_members WHERE holder = :holder")

Part = tuple[str, int]
"""A kind of work, and a shard."""


class Ask(Protocol):
    """Runs one of the statements. Raises StoreUnavailable."""

    async def __call__(self, statement: TextClause, **values: object) -> Sequence[Any]:
        """Its rows; none for a statement that returns none."""
        ...


def asking(sql: Sql) -> Ask:
    """Those of a database."""

    async def ask(statement: TextClause, **values: object) -> Sequence[Any]:
        def work(connection: Any) -> Sequence[Any]:
            found = connection.execute(statement, values)
            return found.all() if found.returns_rows else ()

        return await sql.single(work)

    return ask


@dataclass
class Seen:
    """The work that each living replica would do, and the fences of what each holds; `""` holds what is free."""

    jobs: dict[str, Set[str]] = field(default_factory=dict)
    held: dict[str, dict[Part, int]] = field(default_factory=dict)

    def of(self, holder: str, job: str) -> dict[int, int]:
        """The shards that a replica holds for a job, with their fences."""
        return {shard: fence for (name, shard), fence in self.held.get(holder, {}).items() if name == job}

    def counts(self, job: str) -> dict[str, int]:
        """How many shards each has that would do it."""
        return {holder: len(self.of(holder, job)) for holder, jobs in self.jobs.items() if job in jobs}

    def known(self) -> set[Part]:
        """All that there is a lease of."""
        return {part for parts in self.held.values() for part in parts}


def seen(rows: Iterable[Any]) -> Seen:
    """The result of a look. Leases of a member that is gone are free."""
    found, listed = Seen(), list(rows)
    found.jobs = {row.holder: frozenset(row.jobs.split(",")) for row in listed if row.jobs is not None}
    for row in listed:
        if row.name is not None:
            holder = row.holder if row.holder in found.jobs else ""
            found.held.setdefault(holder, {})[row.name, row.shard] = row.fence
    return found


def first_end(row: Any) -> float:
    """Seconds until the first other replica is gone, if it does not renew."""
    return math.inf if row.first_end is None else row.first_end / 1000


def columns(parts: Iterable[Part], **more: Mapping[Part, object]) -> dict[str, list[object]]:
    """The parameters of a statement over many parts."""
    listed = sorted(parts)
    named: dict[str, list[object]] = {"names": [name for name, _ in listed], "shards": [shard for _, shard in listed]}
    return named | {column: [values[part] for part in listed] for column, values in more.items()}
