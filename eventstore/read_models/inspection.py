"""Streams, their commands and their places in the logs: for audits, the archive and lists of streams."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from uuid import UUID

from sqlalchemy import Connection, and_, func, literal, select, union, union_all

from eventstore.bulk import among
from eventstore.envelope import Command
from eventstore.shards import shard_of
from eventstore.tables import commands, events, shard_heads, shard_log, streams, unsequenced

Span = tuple[int, int]
"""The first and the last version of an append."""
_OWN = (commands.c.stream_id == streams.c.stream_id) & (commands.c.epoch == streams.c.epoch)


class ShardSpans:
    """The log of one shard at a time, since logs have no index by stream: ask for streams shard by shard."""

    def __init__(self) -> None:
        self._shard: int | None = None
        self._spans: dict[UUID, list[Span]] = {}
        self._end = 0

    def of(self, connection: Connection, stream: UUID) -> tuple[list[Span], int]:
        """(the appends of a stream in their order, the stamp up to which these are all)."""
        if self._shard != shard_of(stream):
            self._read(connection, shard_of(stream))
        return self._spans.get(stream, []), self._end

    def _read(self, connection: Connection, shard: int) -> None:
        log, found, end = shard_log.c, defaultdict[UUID, list[Span]](list), 0
        query = select(log.stamp, log.stream_id, log.first_version, log.last_version).where(log.shard == shard)
        for stamp, stream, first, last in connection.execute(query.order_by(log.stamp)):
            found[stream].append((first, last))
            end = stamp
        self._shard, self._spans, self._end = shard, found, end


def streams_of(connection: Connection, kind: str) -> Sequence[UUID]:
    """The streams of a kind, by their ids."""
    query = select(streams.c.stream_id).where(streams.c.kind == kind).order_by(streams.c.stream_id)
    return connection.execute(query).scalars().all()


def page_of(connection: Connection, kind: str, after: UUID, limit: int) -> Sequence[UUID]:
    """The next streams of a kind, by their ids, also those without their row in `streams` or without any event."""
    known = select(streams.c.stream_id).where(streams.c.kind == kind, streams.c.stream_id > after)
    others = select(streams.c.stream_id).where(streams.c.kind != kind)
    written = select(events.c.stream_id).where(events.c.stream_id > after, events.c.stream_id.not_in(others))
    page = union(known, written).subquery()
    return connection.execute(select(page.c.stream_id).order_by(page.c.stream_id).limit(limit)).scalars().all()


def count_of(connection: Connection, kind: str) -> int:
    """The number of streams of a kind."""
    return int(connection.execute(select(func.count()).select_from(streams).where(streams.c.kind == kind)).scalar_one())


def lost_positions(connection: Connection) -> int:
    """The number of events that the logs lack of those they counted."""
    there = func.sum(shard_log.c.last_version - shard_log.c.first_version + 1)
    query = select(func.coalesce(func.sum(shard_heads.c.number), 0) - select(func.coalesce(there, 0)).scalar_subquery())
    return int(connection.execute(query).scalar_one())


def creator_of(connection: Connection, stream: UUID) -> str | None:
    """The caller of the command that has created a stream; None for no such stream, or one without its rows."""
    query = select(commands.c.caller).select_from(streams.join(commands, _OWN))
    query = query.where(streams.c.stream_id == stream, commands.c.first_version == 1)
    return connection.execute(query).scalar_one_or_none()


def commands_of(connection: Connection, asked: Collection[UUID]) -> dict[UUID, list[tuple[Command, Span]]]:
    """The commands of each of these streams with what they have appended, in order."""
    found: dict[UUID, list[tuple[Command, Span]]] = {stream: [] for stream in asked}
    own = among(connection, streams.c.stream_id, asked)
    query = select(commands).select_from(streams.join(commands, _OWN)).where(own)
    for row in connection.execute(query.order_by(commands.c.stream_id, commands.c.first_version)):
        command = Command(row.caller, row.command_id, row.fingerprint)
        found[row.stream_id].append((command, (row.first_version, row.last_version)))
    return found


def spans_of(connection: Connection, stream: UUID, logged: ShardSpans | None) -> tuple[list[Span], list[Span]]:
    """(what each command of a stream has appended, what has a position in the log or waits for one, in order).

    The part that `logged` does not know comes in one statement, which sees one moment: the sequencer moves rows from
    the queue to the log meanwhile.
    """
    known, end = ([], 0) if logged is None else logged.of(connection, stream)
    log, waiting = shard_log.c, unsequenced.c
    born = select(streams.c.epoch).where(streams.c.stream_id == stream).scalar_subquery()
    # what the stream has left behind in another epoch is none of it; of all epochs where it has lost its row
    own = and_(commands.c.stream_id == stream, commands.c.epoch == func.coalesce(born, commands.c.epoch))
    later = and_(log.shard == shard_of(stream), log.stamp > end, log.stream_id == stream)
    parts = (
        (0, own, commands.c.first_version, commands.c),
        (1, later, log.stamp, log),
        (2, waiting.stream_id == stream, waiting.id, waiting),
    )
    query = union_all(
        *(
            select(literal(kind).label("kind"), place.label("place"), row.first_version, row.last_version).where(of)
            for kind, of, place, row in parts
        )
    )
    found = connection.execute(query.order_by("kind", "place")).all()
    ranges = [(kind, (first, last)) for kind, _, first, last in found]
    return [span for kind, span in ranges if kind == 0], known + [span for kind, span in ranges if kind > 0]
