"""Epochs: the rows of streams that were born in the same stretch of time, which leave the database as a whole.

A stream is born in the open epoch and its events and commands stay there. Once the streams of a closed epoch are in the
archive (`archived_streams`), the epoch is retired: what is not archived moves to the open one, and the rest is dropped.
Only the role that owns the tables may open and retire.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Connection, Row, and_, func, literal, select, text

from eventstore.postgres import partitions
from eventstore.store import EventStore
from eventstore.tables import GONE, archived_streams, commands, epochs, events, snapshots, streams

WINDOW = 5_000
"""Streams that are looked at in one statement."""
_MOVE = text("SELECT move_stream(:stream, :number)")
_FILED = and_(
    archived_streams.c.stream_id == streams.c.stream_id,
    archived_streams.c.version == streams.c.version,
    archived_streams.c.head_hash == streams.c.head_hash,
    streams.c.closed,
)
"""The archive has the stream up to its end."""

Window = Sequence[Row[Any]]
"""Rows of `stream_id`, `epoch` and `archived`."""
OnMoved = Callable[[int, int], None]
"""Called with the streams that have moved and those that were let go."""


class Epoch(msgspec.Struct, frozen=True):
    """An epoch; `streams` are those whose rows it has, `archived` those of them that may leave.

    Times are in ms since the epoch of clocks; `dropped_at` is None as long as the rows are there.
    """

    number: int
    opened_at: int
    dropped_at: int | None
    open: bool
    streams: int
    archived: int

    @property
    def left(self) -> int:
        """Streams that would have to move if the epoch were retired."""
        return self.streams - self.archived


class Retired(msgspec.Struct, frozen=True):
    """The outcome for the streams of an epoch."""

    moved: int
    left: int


async def listed(store: EventStore) -> list[Epoch]:
    """All epochs, the oldest first. Looks at every stream."""
    born, filed = Counter[int](), Counter[int]()
    async for window in _windows(store):
        born.update(one.epoch for one in window)
        filed.update(one.epoch for one in window if one.archived)
    query = select(epochs.c.epoch, epochs.c.opened_at, epochs.c.dropped_at).order_by(epochs.c.epoch)
    rows = await store.sql.read(lambda connection: connection.execute(query).all())
    newest = rows[-1].epoch
    return [Epoch(*row, row.epoch == newest, born[row.epoch], filed[row.epoch]) for row in rows]


async def open_next(store: EventStore, older_than: int = 0) -> int | None:
    """Open the next epoch if the open one is at least so old, in ms; its number.

    Waits for the streams that are just being born. Raises StoreLocked, StoreUnsuited.
    """
    now = await store.now()

    def work(connection: Connection) -> int | None:
        if connection.dialect.name == "postgresql":
            partitions.begin(connection)
        newest = select(epochs.c.epoch, epochs.c.opened_at).order_by(epochs.c.epoch.desc()).limit(1)
        number, opened_at = connection.execute(newest).one()
        if now - opened_at < older_than:
            return None
        if connection.dialect.name == "postgresql":
            partitions.add(connection, number + 1)
        connection.execute(epochs.insert().values(epoch=number + 1, opened_at=now))
        return int(number) + 1

    with partitions.locks_told():
        return await store.sql.write(work)


async def retire(store: EventStore, number: int, moved: OnMoved = lambda moved, left: None) -> Retired:
    """Move what is not in the archive to the open epoch, stream by stream, and drop what is left.

    A reader or writer meanwhile finds a stream whole, before its move or after it. May be stopped anywhere: the
    next call goes on. A failover may bring streams back to the epoch, or open it again. Raises ValueError for an epoch
    that is open or has been dropped, StoreUnsuited.
    """
    done = left = 0
    dropped = False
    while not dropped:
        await store.sql.read(partial(_check_closed, number))
        if found := await _let_leave(store, number):
            done, left = done + found.moved, left + found.left
            moved(done, left)
            continue
        if await store.sql.read(lambda connection: connection.dialect.name) == "postgresql":
            await partitions.drop(store.sql, number)
        dropped = await store.sql.write(partial(_note_dropped, number, await store.now()))
    return Retired(done, left)


def _check_closed(number: int, connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        partitions.check_owner(connection)
    there = set(connection.execute(select(epochs.c.epoch).where(epochs.c.dropped_at.is_(None))).scalars())
    if number not in there:
        raise ValueError(f"there is no epoch {number} whose rows are in the database")
    if number == connection.execute(select(func.max(epochs.c.epoch))).scalar():
        raise ValueError(f"epoch {number} is open: open the next one first")


async def _let_leave(store: EventStore, number: int) -> Retired | None:
    """One look at all streams; None when none of the epoch was found."""
    moved = left = 0
    async for window in _windows(store):
        own = [one for one in window if one.epoch == number]
        if gone := [one.stream_id for one in own if one.archived]:
            left += await store.sql.write(partial(_let_go, number, gone))
        for stream in (one.stream_id for one in own if not one.archived):
            await store.sql.write(partial(_move, number, stream))
            moved += 1
    return Retired(moved, left) if moved or left else None


async def _windows(store: EventStore) -> AsyncIterator[Window]:
    """Each stream with its epoch, and whether it may leave, in the order of ids."""
    after: UUID | None = UUID(int=0)
    while after is not None:
        window = await store.sql.read(partial(_window, after))
        yield window
        after = window[-1].stream_id if len(window) == WINDOW else None


def _window(after: UUID, connection: Connection) -> Window:
    filed = archived_streams.c.stream_id.is_not(None).label("archived")
    query = (
        select(streams.c.stream_id, streams.c.epoch, filed)
        .select_from(streams.outerjoin(archived_streams, _FILED))
        .where(streams.c.stream_id > after)
        .order_by(streams.c.stream_id)
        .limit(WINDOW)
    )
    return connection.execute(query).all()


def _let_go(number: int, gone: Sequence[UUID], connection: Connection) -> int:
    """Say of streams of the epoch that their rows have left; how many there were."""
    filed = select(literal(1)).where(_FILED).exists()
    own = streams.c.stream_id.in_(gone) & (streams.c.epoch == number) & filed
    # whoever appends to several streams locks them in this order
    locked = select(streams.c.stream_id).where(own).order_by(streams.c.stream_id).with_for_update(of=streams)
    left = list(connection.execute(locked).scalars())
    connection.execute(streams.update().where(streams.c.stream_id.in_(left)).values(epoch=GONE))
    connection.execute(snapshots.delete().where(snapshots.c.stream_id.in_(left)))
    return len(left)


def _move(number: int, stream: UUID, connection: Connection) -> None:
    """Take a stream with all that it has to the open epoch."""
    if connection.dialect.name == "postgresql":
        connection.execute(_MOVE, {"stream": stream, "number": number})
        return
    newest = connection.execute(select(func.max(epochs.c.epoch))).scalar()
    # the stream first: whoever appends to it changes that row too
    for table in (streams, events, commands):
        connection.execute(table.update().where(table.c.stream_id == stream).values(epoch=newest))


def _note_dropped(number: int, now: int, connection: Connection) -> bool:
    """False if streams are in it. On SQLite, which has no partitions, the triggers let the rows of a dropped epoch be
    deleted.
    """
    if connection.execute(select(streams.c.epoch).where(streams.c.epoch == number).limit(1)).first():
        return False
    connection.execute(epochs.update().where(epochs.c.epoch == number).values(dropped_at=now))
    if connection.dialect.name == "sqlite":
        for table in (events, commands):
            connection.execute(table.delete().where(table.c.epoch == number))
    return True
