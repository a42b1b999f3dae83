"""The databases of a store: each has the streams of some shards, and the first one all else too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from eventstore.shards import ALL, SHARDS, shard_of
from eventstore.store import Database, EventStore, Sql
from eventstore.urls import is_sqlite

Shards = tuple[int, ...]
_NAMED = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?=(\S+)")


class Named(NamedTuple):
    """The URL of a database that has some shards."""

    shards: Shards
    url: str


def database_of(store: EventStore, shard: int) -> Database:
    """The database that has a shard."""
    return next(one for one in store.databases if shard in one.shards)


def sql_of(store: EventStore, stream_id: UUID) -> Sql:
    """The database in which a stream lies."""
    return database_of(store, shard_of(stream_id)).sql


def named(text: str) -> Sequence[Named]:
    """The databases in `32-47=postgresql://... 48-63=postgresql://...`.

    Raises ValueError, whose text repeats no URL: there may be passwords in them.
    """
    found = [_named(word) for word in text.split()]
    given = [shard for one in found for shard in one.shards]
    if len(set(given)) < len(given):
        twice = next(shard for shard in given if given.count(shard) > 1)
        raise ValueError(f"shard {twice} is given to two databases")
    if len(given) == SHARDS:
        raise ValueError("no shard is left for the first database")
    return found


def left(others: Sequence[Named]) -> Shards:
    """The shards that none of these databases has: those of the first one."""
    taken = {shard for one in others for shard in one.shards}
    return tuple(shard for shard in ALL if shard not in taken)


def spelled(shards: Iterable[int]) -> str:
    """Shards in words, as `named` reads them: `0-15 20`."""
    placed = groupby(enumerate(sorted(shards)), key=lambda one: one[1] - one[0])
    runs = [[shard for _, shard in run] for _, run in placed]
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _named(word: str) -> Named:
    found = _NAMED.fullmatch(word)
    if found is None:
        raise ValueError("shards are given to databases as `32-47=postgresql://... 48-63=postgresql://...`")
    first, last, url = int(found[1]), int(found[2] or found[1]), found[3]
    if not first <= last < SHARDS:
        raise ValueError(f"there are no shards {first}-{last}: they are 0 to {SHARDS - 1}")
    if is_sqlite(url):
        raise ValueError("only Postgres can have a part of the shards")
    return Named(tuple(range(first, last + 1)), url)
