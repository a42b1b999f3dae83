"""The way to a stream: the one database, or the shard that has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from eventstore.postgres.appends import Appends
from eventstore.postgres.pool import StatementPool
from eventstore.postgres.tails import Tails


@dataclass(frozen=True)
class Place:
    pool: StatementPool
    appends: Appends
    tails: Tails

    @classmethod
    def of(cls, pool: StatementPool, seconds: float, *, spread: bool = False) -> Self:
        """`seconds` is the longest for an append."""
        return cls(pool, Appends(pool, seconds), Tails(pool, spread=spread))
