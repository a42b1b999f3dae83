"""How far read models have come in the logs of shards: rows shared by those in step, and rows of each that isn't.

Every function here runs in a transaction of its caller. A transaction that locks rows of both kinds locks the shared
ones first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from eventstore import bulk
from eventstore.shards import ALL, BEGINNING, SHARDS, Place, Places, events_in, least_stamp, resolved
from eventstore.tables import lagging_checkpoints, read_models, shard_checkpoints, shard_heads, shard_log

_PLACES = sa.text(
    "SELECT 'heads' AS kind, '' AS name, shard, stamp, number FROM shard_heads"
    " UNION ALL SELECT 'in step', '', shard, stamp, number FROM shard_checkpoints"
    " UNION ALL SELECT 'apart', name, shard, stamp, number FROM lagging_checkpoints"
    " UNION ALL SELECT 'known', name, 0, 0, 0 FROM read_models"
    " UNION ALL SELECT 'waiting', '', 0, 0, count(*) FROM (SELECT 1 FROM unsequenced LIMIT 1) AS queue"
)


class Moved(Exception):
    """Somebody else has moved a read model on, or back: what was read for it is not what comes next."""


@dataclass(frozen=True)
class LogPlaces:
    """Where the logs of all shards end, how far read models are in them, and whether there is more to be numbered."""

    ends: Places
    in_step: Places
    apart: Mapping[str, Places]
    known: frozenset[str]
    unnumbered: bool

    @property
    def end(self) -> int:
        """The number of events in the logs."""
        return events_in(self.ends)

    def of(self, name: str) -> Places:
        """How far a read model has come in each shard."""
        if name not in self.known and name not in self.apart:
            return BEGINNING
        return {**self.in_step, **self.apart.get(name, {})}

    def number(self, name: str) -> int:
        """The number of events that a read model contains."""
        return events_in(self.of(name))

    def resolved(self, name: str) -> int:
        """The position up to which a read model lacks nothing of any shard."""
        return resolved(least_stamp(self.of(name)))


def read_places(connection: Connection) -> LogPlaces:
    """All of it, of one moment."""
    found: dict[str, dict[str, dict[int, Place]]] = defaultdict(lambda: defaultdict(dict))
    for kind, name, shard, stamp, number in connection.execute(_PLACES).all():
        found[kind][name][shard] = Place(int(stamp), int(number))
    waiting = found["waiting"][""][0].number > 0
    return LogPlaces(found["heads"][""], found["in step"][""], dict(found["apart"]), frozenset(found["known"]), waiting)


def resolved_position(name: str) -> sa.ScalarSelect[int]:
    """LogPlaces.resolved, as a part of the query that reads up to there."""
    own = (lagging_checkpoints.c.shard == shard_checkpoints.c.shard) & (lagging_checkpoints.c.name == name)
    stamp = sa.func.coalesce(lagging_checkpoints.c.stamp, shard_checkpoints.c.stamp)
    least = sa.select(sa.func.min(stamp).label("stamp")).select_from(
        shard_checkpoints.outerjoin(lagging_checkpoints, own)
    )
    reached = least.subquery()
    return sa.select(reached.c.stamp * SHARDS + SHARDS - 1).scalar_subquery()


def move_in_step(connection: Connection, before: Places, after: Places) -> None:
    """Move the shared rows, which locks them. Raises Moved if they are not where they are said to be."""
    row = shard_checkpoints.c
    here = bulk.among(connection, row.shard, before)
    locked = sa.select(shard_checkpoints).where(here).order_by(row.shard).with_for_update()
    if {shard: Place(stamp, number) for shard, stamp, number in connection.execute(locked).all()} != before:
        raise Moved
    bulk.update(connection, shard_checkpoints, _rows(before, after))


def move_apart(connection: Connection, names: Collection[str], before: Places, after: Places) -> None:
    """Move the rows of read models, all at one place, which locks them. Raises Moved if one of them is elsewhere."""
    row = lagging_checkpoints.c
    here = bulk.among(connection, row.name, names), bulk.among(connection, row.shard, before)
    locked = sa.select(lagging_checkpoints).where(*here).order_by(row.name, row.shard).with_for_update()
    there: dict[str, dict[int, Place]] = {name: {} for name in names}
    for name, shard, stamp, number in connection.execute(locked).all():
        there[name][shard] = Place(stamp, number)
    if any(places != before for places in there.values()):
        raise Moved
    bulk.update(connection, lagging_checkpoints, [each for name in names for each in _rows(before, after, name=name)])


def check_ends(connection: Connection, before: Places, after: Places, until: int) -> None:
    """Raises Moved if a page that was read of these logs up to a stamp would not end there now: a failover may have
    lost what it was read of.
    """
    moved = {shard: place for shard, place in after.items() if place != before[shard]}
    if moved and _places_at(connection, until, moved) != moved:
        raise Moved


def in_step(connection: Connection, names: Collection[str], before: Places) -> set[str]:
    """Those of these read models that share all rows of these shards, which must be locked.

    One that shares some of them gets rows of its own for the rest, and so does each that is not named, which this
    runner can't move: what comes now is not for it.
    """
    own = lagging_checkpoints.c.name == read_models.c.name
    here = bulk.among(connection, lagging_checkpoints.c.shard, before)
    joined = read_models.outerjoin(lagging_checkpoints, own & here)
    query = sa.select(read_models.c.name, sa.func.count(lagging_checkpoints.c.shard)).select_from(joined)
    rows = {name: int(count) for name, count in connection.execute(query.group_by(read_models.c.name))}
    if parting := [name for name, count in rows.items() if count < len(before) and (count or name not in names)]:
        set_apart(connection, parting, before)
    return {name for name in names if rows.get(name) == 0}


def set_apart(connection: Connection, names: Iterable[str], places: Places) -> None:
    """Give read models rows of their own, where they have none. The shared ones must be locked."""
    there = {(row.name, row.shard) for row in connection.execute(sa.select(lagging_checkpoints))}
    rows = [
        {"name": name, "shard": shard, **place._asdict()}
        for name in names
        for shard, place in places.items()
        if (name, shard) not in there
    ]
    bulk.insert(connection, lagging_checkpoints, rows)


def lock_in_step(connection: Connection, shards: Collection[int]) -> Places:
    """Lock the shared rows of shards; where they are."""
    query = sa.select(shard_checkpoints).where(bulk.among(connection, shard_checkpoints.c.shard, shards))
    rows = connection.execute(query.order_by(shard_checkpoints.c.shard).with_for_update())
    return {row.shard: Place(row.stamp, row.number) for row in rows}


def join(connection: Connection, name: str, shards: Collection[int]) -> None:
    """Let a read model share the rows of shards in which it has come to where they are."""
    shared = lock_in_step(connection, shards)
    here = bulk.among(connection, lagging_checkpoints.c.shard, shards)
    own = sa.select(lagging_checkpoints).where(lagging_checkpoints.c.name == name, here)
    rows = connection.execute(own.order_by(lagging_checkpoints.c.shard).with_for_update()).all()
    same = [row.shard for row in rows if row.stamp == shared[row.shard].stamp]
    bulk.delete(connection, lagging_checkpoints, [{"name": name, "shard": shard} for shard in same])


def begin(connection: Connection, name: str) -> bool:
    """Put a read model to the beginning that has no place yet; False if it has one.

    It shares the beginning with the others if they are there.
    """
    lock_in_step(connection, ALL)
    if not bulk.insert_missing(connection, read_models, {"name": name}):
        return False
    _put_to_beginning(connection, name)
    join(connection, name, ALL)
    return True


def begin_anew(connection: Connection, name: str) -> None:
    """Put a read model to the beginning, apart from the others. A runner in the midst of a page is waited for."""
    lock_in_step(connection, ALL)
    bulk.insert_missing(connection, read_models, {"name": name})
    _put_to_beginning(connection, name)


def _put_to_beginning(connection: Connection, name: str) -> None:
    connection.execute(lagging_checkpoints.delete().where(lagging_checkpoints.c.name == name))
    set_apart(connection, [name], BEGINNING)


def _places_at(connection: Connection, stamp: int, shards: Collection[int]) -> Places:
    row = shard_log.c
    number = sa.select(row.number).where(row.shard == shard_heads.c.shard, row.stamp <= stamp)
    newest = number.order_by(row.stamp.desc()).limit(1).scalar_subquery()
    query = sa.select(shard_heads.c.shard, shard_heads.c.stamp, sa.func.coalesce(newest, 0).label("number"))
    rows = connection.execute(query.where(bulk.among(connection, shard_heads.c.shard, shards)))
    return {found.shard: Place(min(stamp, found.stamp), found.number) for found in rows}


def _rows(before: Places, after: Places, **key: str) -> Sequence[dict[str, Any]]:
    return [{**key, "shard": shard, **place._asdict()} for shard, place in after.items() if place != before[shard]]
