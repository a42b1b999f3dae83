"""Logical shards: which of them a stream belongs to, and the order of events within a shard and over all of them.

A stamp is a hybrid logical clock: milliseconds since the epoch and a count, which rises within a shard. A position is a
stamp with its shard behind it, so that no two events have the same. Events that were numbered before there were shards
have small numbers, dense over all of them, as stamps and as positions; they come before all others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple
from uuid import UUID

SHARDS = 64
ALL = tuple(range(SHARDS))
COUNT_BITS = 14
SHARD_BITS = 6
HYBRID = 1 << 44
"""Stamps from here on are of a clock: that is some day of 1970 in milliseconds, and more events than anybody had."""


class Place(NamedTuple):
    """How far a shard has come: the stamp up to which nothing is missing, and the number of its events until there."""

    stamp: int
    number: int


Places = Mapping[int, Place]
"""Places by shard."""

BEGINNING: Places = dict.fromkeys(ALL, Place(0, 0))
"""Before the first event of every shard."""


def shard_of(stream_id: UUID) -> int:
    """The shard of a stream: the last six bits of its id."""
    return stream_id.int & (SHARDS - 1)


def beside(stream: UUID, other: UUID) -> UUID:
    """The id of a stream, changed in its last six bits so that it lies in the shard of the other one."""
    return UUID(int=stream.int - shard_of(stream) + shard_of(other))


def position_of(stamp: int, shard: int) -> int:
    """The place of an event among those of all shards."""
    if stamp < HYBRID:
        return stamp
    return stamp << SHARD_BITS | shard


def resolved(stamp: int) -> int:
    """The last position up to which nothing is missing when every shard is complete up to a stamp."""
    return position_of(stamp, SHARDS - 1)


def within(places: Places, shards: Collection[int]) -> Places:
    """The places of those of these shards that have one."""
    return {shard: place for shard, place in places.items() if shard in shards}


def events_in(places: Places) -> int:
    """The number of events up to these places."""
    return sum(place.number for place in places.values())


def least_stamp(places: Places) -> int:
    """The stamp up to which all of these shards are complete."""
    return min(place.stamp for place in places.values())


def advanced(places: Places, until: int, numbers: Mapping[int, int]) -> Places:
    """These places when each is complete up to a stamp. `numbers` are those of shards in which events lay between."""
    return {shard: Place(max(place.stamp, until), numbers.get(shard, place.number)) for shard, place in places.items()}
