"""Events before an event: how read models look back, inside their transaction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Self
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import Connection, Row

from eventstore.bulk import among, row_values
from eventstore.envelope import Logged, StoredEvent
from eventstore.store import Archived
from eventstore.tables import GONE, events, match_secrets, streams

_EPOCH = datetime.fromtimestamp(0, UTC)
_MILLISECOND = timedelta(milliseconds=1)
_ORDER = events.c.stream_id, events.c.version
_BORN = (events.c.stream_id == streams.c.stream_id) & (events.c.epoch == streams.c.epoch)
STORED = streams.join(events, _BORN)
"""The events of streams as they are now: what a stream has left behind in another epoch is none of them.

A reader names the stream by its row in `streams`, so that the partitions of other epochs are not looked at.
"""


@dataclass(frozen=True)
class Past:
    """The stored events of streams, and what is known of each stream beside them.

    `archived`: the histories of streams whose rows have left the database, as they came with a page of the log.
    """

    connection: Connection
    archived: Mapping[UUID, Sequence[StoredEvent]] = field(default_factory=dict)

    @classmethod
    def of(cls, connection: Connection, logged: Sequence[Logged]) -> Self:
        """The past of the events of a page of the logs."""
        return cls(connection, {entry.event.stream_id: entry.history for entry in logged if entry.history})

    def events(self, asked: Collection[UUID], types: Collection[str]) -> list[StoredEvent]:
        """The events of some types, by stream and in order. Raises Archived, as the next two do, for a stream whose
        rows have left since the page was read: it has to be read anew.
        """
        return self._of(asked, lambda event: event.type in types, events.c.type.in_(types))

    def first(self, asked: Collection[UUID]) -> list[StoredEvent]:
        """The first event of each stream."""
        return self._of(asked, lambda event: event.version == 1, events.c.version == 1)

    def at(self, places: Collection[tuple[UUID, int]]) -> list[StoredEvent]:
        """The events at these (stream, version)."""
        asked = [place for place in places if place[0] not in self.archived]
        found = self._stored(_place_by_place(self.connection, asked)) if asked else []
        self._check({stream for stream, _ in asked}, found)
        filed = [place for place in places if place[0] in self.archived]
        return found + [self.archived[stream][version - 1] for stream, version in filed]

    def between(self, stream: UUID, after: int, last: int) -> list[StoredEvent]:
        """The events after a version, up to another one."""
        own = streams.c.stream_id == stream, events.c.version > after, events.c.version <= last
        return self._stored(sa.select(events).select_from(STORED).where(*own).order_by(*_ORDER))

    def orphans(self, stream: UUID) -> list[StoredEvent]:
        """The events of a stream that has lost its row in `streams`, whatever their epoch."""
        return self._stored(sa.select(events).where(events.c.stream_id == stream).order_by(*_ORDER))

    def before(
        self, event: StoredEvent, types: Collection[str], *, skip: int = 0, limit: int | None = None
    ) -> list[StoredEvent]:
        """Earlier events of the same stream, of some types, the oldest first."""
        return self._stored(_before(event, types).order_by(events.c.version).offset(skip).limit(limit))

    def newest_before(self, event: StoredEvent, types: Collection[str]) -> StoredEvent | None:
        """The last of them."""
        found = self._stored(_before(event, types).order_by(events.c.version.desc()).limit(1))
        return found[0] if found else None

    def batch_end(self, stream: UUID, version: int, begins: str, until: int) -> int | None:
        """Up to which version a stream is known that is told with a delay: the last batch that was recorded by then,
        in ms since the epoch, at least the one with the first event of the type `begins`, which is up to `version`.
        None if there is none.
        """
        at: Any = until if self.connection.dialect.name == "sqlite" else _EPOCH + timedelta(milliseconds=until)
        known = sa.select(events.c.version).select_from(STORED)
        known = known.where(streams.c.stream_id == stream, events.c.version <= version)
        started = known.where(events.c.type == begins).order_by(events.c.version).limit(1).scalar_subquery()
        stops = known.where(events.c.batch_end)
        first = stops.where(events.c.version >= started).order_by(events.c.version).limit(1)
        last = stops.where(events.c.recorded_at <= at).order_by(events.c.version.desc()).limit(1)
        query = sa.select(started, first.scalar_subquery(), last.scalar_subquery())
        begun, with_it, old = self.connection.execute(query).one()
        return None if begun is None else max(int(with_it or begun), int(old or 0))

    def of_kind(self, kind: str, asked: Collection[UUID]) -> set[UUID]:
        """Those of the streams that are of this kind."""
        own = among(self.connection, streams.c.stream_id, asked)
        query = sa.select(streams.c.stream_id).where(own, streams.c.kind == kind)
        return set(self.connection.execute(query).scalars()) if asked else set()

    def with_secret(self, asked: Collection[UUID]) -> set[UUID]:
        """Those of the streams that came with a secret: what was imported has none."""
        query = sa.select(match_secrets.c.stream_id).where(among(self.connection, match_secrets.c.stream_id, asked))
        return set(self.connection.execute(query).scalars()) if asked else set()

    def hold(self, stream: UUID) -> None:
        """Let nobody append to a stream until the transaction is over: what it holds is all there is till then.

        On SQLite nobody can anyway.
        """
        own = sa.select(streams.c.stream_id).where(streams.c.stream_id == stream)
        self.connection.execute(own.with_for_update(read=True))

    def gone(self, asked: Collection[UUID]) -> set[UUID]:
        """Those of the streams whose rows have left the database."""
        query = sa.select(streams.c.stream_id).where(streams.c.stream_id.in_(asked), streams.c.epoch == GONE)
        return set(self.connection.execute(query).scalars()) if asked else set()

    def _of(
        self, asked: Collection[UUID], wanted: Callable[[StoredEvent], bool], condition: sa.ColumnElement[bool]
    ) -> list[StoredEvent]:
        found = self._each([stream for stream in asked if stream not in self.archived], condition)
        filed = (self.archived[stream] for stream in asked if stream in self.archived)
        return found + [event for history in filed for event in history if wanted(event)]

    def _each(self, asked: Collection[UUID], condition: sa.ColumnElement[bool]) -> list[StoredEvent]:
        """The events of these streams that the condition is true of. Raises Archived."""
        if not asked:
            return []
        found = self._stored(_stream_by_stream(self.connection, asked, condition))
        self._check(asked, found)
        return found

    def _check(self, asked: Collection[UUID], found: Sequence[StoredEvent]) -> None:
        """Raises Archived where nothing was found because nothing is there any more."""
        for stream in self.gone(set(asked) - {event.stream_id for event in found}):
            raise Archived(stream)

    def _stored(self, query: sa.Select[Any]) -> list[StoredEvent]:
        return list(map(_event, self.connection.execute(query)))


def _stream_by_stream(
    connection: Connection, asked: Collection[UUID], condition: sa.ColumnElement[bool]
) -> sa.Select[Any]:
    own = among(connection, streams.c.stream_id, asked)
    if connection.dialect.name == "sqlite":
        return sa.select(events).select_from(STORED).where(own, condition).order_by(*_ORDER)
    # an order inside makes Postgres look each stream up: by a join it may read the whole of a partition, of which it
    # knows no more than its size for as long as nobody has analyzed it
    part = sa.select(events).where(_BORN, condition).correlate(streams).order_by(events.c.version).lateral("part")
    query = sa.select(part).select_from(streams.join(part, sa.true())).where(own)
    return query.order_by(part.c.stream_id, part.c.version)


def _place_by_place(connection: Connection, asked: Collection[tuple[UUID, int]]) -> sa.Select[Any]:
    if connection.dialect.name == "sqlite":
        return sa.select(events).select_from(STORED).where(sa.tuple_(*_ORDER).in_(asked)).order_by(*_ORDER)
    # Postgres compares each event of these streams with each pair of a list of pairs
    places = row_values(events, [{"stream_id": stream, "version": version} for stream, version in asked])
    placed = _BORN & (events.c.version == places.c.version)
    part = sa.select(events).where(placed).correlate(streams, places).order_by(events.c.version).lateral("part")
    there = places.join(streams, streams.c.stream_id == places.c.stream_id).join(part, sa.true())
    own = among(connection, streams.c.stream_id, {stream for stream, _ in asked})
    return sa.select(part).select_from(there).where(own).order_by(part.c.stream_id, part.c.version)


def _before(event: StoredEvent, types: Collection[str]) -> sa.Select[Any]:
    earlier = streams.c.stream_id == event.stream_id, events.c.version < event.version
    return sa.select(events).select_from(STORED).where(*earlier, events.c.type.in_(types))


def _event(row: Row[Any]) -> StoredEvent:
    private = None if row.private is None else row.private.encode()
    return StoredEvent(
        row.stream_id,
        row.version,
        row.type,
        row.schema,
        row.body.encode(),
        private,
        _ms(row.recorded_at),
        row.hash,
        row.batch_end,
    )


def _ms(instant: datetime | int) -> int:
    """Milliseconds since the epoch, which is what SQLite keeps."""
    return (instant - _EPOCH) // _MILLISECOND if isinstance(instant, datetime) else instant
