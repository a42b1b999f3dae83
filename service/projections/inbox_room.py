"""How much inboxes keep, and how the rest of them goes."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa
from sqlalchemy import Connection

from eventstore import bulk
from service.tables import inbox

KEPT = 500
"""The newest items that an account keeps."""
DAYS = 30
"""Items that are older than this are gone."""
_DAY = 86_400_000
AT_ONCE = 10_000
"""Items that are dropped by one statement."""


def drop_old(connection: Connection, now: int) -> None:
    """Drop what has become too old, of any account. What somebody else is dropping is passed over, not waited for."""
    old = sa.select(inbox.c.account, inbox.c.position, inbox.c.part).where(inbox.c.at < now - DAYS * _DAY)
    some = old.limit(AT_ONCE).with_for_update(skip_locked=True)
    while keys := [row._asdict() for row in connection.execute(some)]:
        bulk.delete(connection, inbox, keys)


def trim(connection: Connection, told: Collection[str]) -> None:
    """Drop what is too much of these inboxes. Who folds other shards may add to the same ones: they take turns."""
    count = sa.select(inbox.c.account).where(bulk.among(connection, inbox.c.account, told)).group_by(inbox.c.account)
    full = set(connection.execute(count.having(sa.func.count() > KEPT // 2)).scalars())
    if full:
        bulk.in_turn(connection, inbox.name, full)
        _trim_full(connection, full)


def _trim_full(connection: Connection, told: Collection[str]) -> None:
    """Drop the oldest items beyond those that are kept, so that these have no holes."""
    place = sa.func.row_number().over(
        partition_by=inbox.c.account, order_by=(inbox.c.position.desc(), inbox.c.part.desc())
    )
    ranked = sa.select(inbox.c.account, inbox.c.position, inbox.c.part, place.label("place"))
    numbered = ranked.where(bulk.among(connection, inbox.c.account, told)).subquery()
    surplus = sa.select(numbered.c.account, numbered.c.position, numbered.c.part).where(numbered.c.place > KEPT)
    key = sa.tuple_(inbox.c.account, inbox.c.position, inbox.c.part)
    connection.execute(inbox.delete().where(key.in_(surplus)))
