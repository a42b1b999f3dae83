"""The append in whose midst an earlier release has left a read model: logs of shards have no place inside an append."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from eventstore import checkpoints
from eventstore.envelope import Logged
from eventstore.past import Past
from eventstore.shards import ALL
from eventstore.store import EventStore, StoreUnavailable
from eventstore.tables import shard_heads, shard_log


class Straddled(NamedTuple):
    """The append around a position of the dense log: its `before` and `end`, and its events until there.

    Both are the position itself where it is the end of an append.
    """

    before: int
    end: int
    rest: Sequence[Logged] = ()


async def take_up_inside(
    store: EventStore, name: str, old: int, apply: Callable[[Connection, Sequence[Logged], Past], None]
) -> Exception | None:
    """Give checkpoints to a read model that an earlier release has folded up to this position; why it can't be."""
    append = await straddled(store, old)

    def begin(connection: Connection) -> None:
        if checkpoints.take_up(connection, name, old, append.end):
            if append.rest:
                apply(connection, append.rest, Past(connection))
            checkpoints.join(connection, name, ALL)

    try:
        await store.sql.write(begin)
    except StoreUnavailable:
        raise
    except Exception as error:
        await store.sql.write(partial(checkpoints.wait_apart, name=name, old=old, before=append.before))
        return error
    return None


async def straddled(store: EventStore, position: int) -> Straddled:
    """The append in whose midst a position lies."""
    found = await store.sql.read(lambda connection: _around(connection, position)) if position else None
    if found is None:
        return Straddled(position, position)
    passed = position - found.stamp + 1
    after, left = found.first_version + passed - 1, found.last_version - found.first_version + 1 - passed
    events = await store.read(found.stream_id, after, left)
    rest = [Logged(position + nth, event) for nth, event in enumerate(events, 1)]
    return Straddled(found.stamp - 1, position + left, rest)


def _around(connection: Connection, position: int) -> Any:
    """The row that begins at a position or before it, and ends after it."""
    row = shard_log.c
    newest = sa.select(sa.func.max(row.stamp)).where(row.shard == shard_heads.c.shard, row.stamp <= position)
    columns = row.stream_id, row.stamp, row.first_version, row.last_version
    joined = sa.join(shard_heads, shard_log, row.shard == shard_heads.c.shard)
    here = row.stamp == newest.correlate(shard_heads).scalar_subquery()
    inside = row.stamp + row.last_version - row.first_version > position
    return connection.execute(sa.select(*columns).select_from(joined).where(here, inside)).first()
