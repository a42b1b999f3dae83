"""Brings the logs of several databases to one stamp, so that what one of them has no news of is complete all the same.

Each database numbers by its own clock. A reader of all of them may go as far as the least of their heads, which one
that is idle would keep back for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import sqlalchemy as sa

from eventstore.store import Database, StoreUnavailable
from eventstore.tables import shard_heads

_HIGHEST = sa.select(sa.func.max(shard_heads.c.stamp))
_RAISE = sa.text(
    "WITH alone AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext('playledger'), hashtext('sequencer')))"
    " UPDATE shard_heads SET stamp = :stamp FROM alone WHERE stamp < :stamp"
)
"""Waits for who numbers; the next one begins after this stamp. A row that changed meanwhile is looked at anew."""


async def bring_to_one_stamp(databases: Sequence[Database]) -> bool:
    """Raise the heads to the highest of all that answer; whether all databases are there now."""
    heads = await asyncio.gather(*map(_head, databases))
    highest = max((head for head in heads if head is not None), default=0)
    there = [database for database, head in zip(databases, heads, strict=True) if head is not None and head < highest]
    raised = await asyncio.gather(*(_raise(database, highest) for database in there))
    return None not in heads and all(raised)


async def _head(database: Database) -> int | None:
    """Up to where a database is complete; None where it is away."""
    try:
        return int(await database.sql.read(lambda connection: connection.execute(_HIGHEST).scalar_one()))
    except StoreUnavailable:
        return None


async def _raise(database: Database, stamp: int) -> bool:
    """False where the database is away."""
    try:
        await database.sql.single(lambda connection: connection.execute(_RAISE, {"stamp": stamp}))
    except StoreUnavailable:
        return False
    return True
