"""Pages of inboxes, the accounts with news, and the seats that matches wait for.

Items are shown up to where no shard lacks any, so that none comes later with an earlier place.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection, Row

from api_schema.ports.inbox import SeatToAct
from eventstore import EventStore, bulk
from eventstore.read_models.checkpoints import resolved_position
from service.application.ids import MATCH_IDS, prompt_id
from service.projections.inbox.table import inbox, inbox_seats, inbox_turns
from service.times import rfc3339

_SHOWN = inbox.c.position <= resolved_position(inbox.name)
MOST = 1_000
"""Seats that wait, in one answer."""


class InboxPlace(NamedTuple):
    """The place of an item in the inbox of its account."""

    position: int
    part: int


class ItemsAfter(NamedTuple):
    """Items after a place, oldest first. `whole`: nothing is missing between the place and these."""

    rows: Sequence[Row[Any]]
    more: bool
    whole: bool

    @property
    def last(self) -> InboxPlace | None:
        """The place of the last item."""
        return place_of(self.rows[-1]) if self.rows else None


class InboxReader:
    """The inboxes of one store."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def page(self, account: str, after: InboxPlace | None, first: int) -> ItemsAfter:
        """At most `first` items after a place.

        The item of the place itself is read with them: items go oldest first, so if it is there, none after it is gone.
        """
        query = sa.select(inbox).where(inbox.c.account == account, _SHOWN)
        if after is not None:
            here = sa.tuple_(sa.literal(after.position, sa.BigInteger()), sa.literal(after.part, sa.Integer()))
            query = query.where(sa.tuple_(inbox.c.position, inbox.c.part) >= here)
        ordered = query.order_by(inbox.c.position, inbox.c.part).limit(first + 2)
        rows = list(await self._store.sql.lookup(lambda connection: connection.execute(ordered).all()))
        whole = after is None or (bool(rows) and place_of(rows[0]) == after)
        if after is not None and whole:
            rows = rows[1:]
        return ItemsAfter(rows[:first], len(rows) > first, whole)

    async def newest(self) -> int:
        """The position of the newest item of any account; 0 without one."""
        query = sa.select(sa.func.max(inbox.c.position)).where(_SHOWN)
        return await self._store.sql.read(lambda connection: connection.execute(query).scalar()) or 0

    async def news(self, after: int, accounts: Collection[str]) -> Mapping[str, int]:
        """The position of the newest item of each of these accounts that have items since `after`."""

        def read(connection: Connection) -> dict[str, int]:
            query = sa.select(inbox.c.account, sa.func.max(inbox.c.position)).where(inbox.c.position > after, _SHOWN)
            grouped = query.where(bulk.among(connection, inbox.c.account, accounts)).group_by(inbox.c.account)
            return {row[0]: row[1] for row in connection.execute(grouped)}

        return await self._store.sql.read(read)

    async def seats_to_act(self, account: str) -> tuple[SeatToAct, ...]:
        """The prompts that the seats of an account have to answer, the most urgent first."""
        its_seat = (inbox_turns.c.stream_id == inbox_seats.c.stream_id) & (inbox_turns.c.seat == inbox_seats.c.seat)
        query = sa.select(inbox_turns).join(inbox_seats, its_seat).where(inbox_seats.c.account == account)
        order = (inbox_turns.c.due_at.is_(None), inbox_turns.c.due_at, inbox_turns.c.stream_id, inbox_turns.c.prompt)
        ordered = query.order_by(*order).limit(MOST)
        rows = await self._store.sql.lookup(lambda connection: connection.execute(ordered).all())
        return tuple(
            SeatToAct(
                MATCH_IDS.id_of(row.stream_id),
                row.seat,
                prompt_id(row.prompt),
                None if row.due_at is None else rfc3339(row.due_at),
            )
            for row in rows
        )


def place_of(row: Row[Any]) -> InboxPlace:
    """The place of an item."""
    return InboxPlace(row.position, row.part)
