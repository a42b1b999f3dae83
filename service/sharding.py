"""Conditions on the rows of some shards, computed where they are read.

Background work asks for what is due, found by an index of its own and mostly nothing, so the shard of each such row
costs less than a column or an index of shards, which each action would have to keep. A holder of all shards asks for
none, so SQLite never does: it has one process.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import ColumnElement, func
from sqlalchemy.dialects import postgresql

from eventstore import SHARDS


def of_streams(stream: ColumnElement[UUID], shards: Set[int]) -> ColumnElement[bool]:
    """The condition that a stream lies in one of these shards: `eventstore.shards.shard_of` in SQL."""
    return _among(func.get_byte(func.uuid_send(stream), 15), shards)


def of_names(name: ColumnElement[str], shards: Set[int]) -> ColumnElement[bool]:
    """The same for what has a name instead of a stream: its shard is in the hash of its name."""
    return _among(func.get_byte(func.sha256(func.convert_to(name, "UTF8")), 0), shards)


def _among(byte: ColumnElement[Any], shards: Set[int]) -> ColumnElement[bool]:
    if len(shards) == SHARDS:
        return sa.true()
    listed = sa.bindparam(None, sorted(shards), type_=postgresql.ARRAY(sa.Integer()))
    return byte.op("&")(SHARDS - 1) == sa.any_(listed)
