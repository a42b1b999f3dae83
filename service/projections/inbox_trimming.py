"""How much inboxes keep, and how the rest of them goes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

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
    """Drop what has become too old, of any account. Items that another process is dropping are passed over, not waited
    for.
    """
    old = sa.select(inbox.c.account, inbox.c.position, inbox.c.part).where(inbox.c.at < now - DAYS * _DAY)
    some = old.limit(AT_ONCE).with_for_update(skip_locked=True)
    while keys := [row._asdict() for row in connection.execute(some)]:
        bulk.delete(connection, inbox, keys)


def trim(connection: Connection, told: Collection[str]) -> None:
    """Drop what is too much of these inboxes. Folds of other shards may add to the same ones: they take turns."""
    full = {row["account"] for row in _beyond(connection, told, KEPT // 2, limit=1)}
    if full:
        bulk.in_turn(connection, inbox.name, full)
        # the oldest, so that those that are kept have no holes
        bulk.delete(connection, inbox, _beyond(connection, full, KEPT))


def _beyond(
    connection: Connection, told: Collection[str], newest: int, limit: int | None = None
) -> list[Mapping[str, Any]]:
    """The keys of items beyond so many newest ones, so many of each inbox, which is read by its key."""
    keys = sa.select(inbox.c.account, inbox.c.position, inbox.c.part)
    others = keys.order_by(inbox.c.position.desc(), inbox.c.part.desc()).offset(newest).limit(limit)
    if connection.dialect.name == "sqlite":
        found = [row for each in told for row in connection.execute(others.where(inbox.c.account == each))]
    else:
        given = bulk.row_values(inbox, [{"account": each} for each in told])
        own = others.where(inbox.c.account == given.c.account).correlate(given).lateral("own")
        found = list(connection.execute(sa.select(own).select_from(given.join(own, sa.true()))))
    return [row._asdict() for row in found]
