"""Standings: those of rounds that are over are kept, those of the round that is on are computed when asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
import sqlalchemy as sa
from cachetools import LRUCache
from sqlalchemy import Connection

from domain.tournament.course import standings_after
from domain.tournament.decide import ranks_now
from domain.tournament.ranks import FinalRank
from domain.tournament.standings import Standing
from eventstore import EventStore
from service.projections.tournament_standings.queries import page
from service.tournaments.aggregate import TournamentAggregate

REMEMBERED = 16
_decode = msgspec.json.Decoder(Standing).decode
_Key = tuple[bytes, int, bool]


@dataclass(frozen=True)
class Ranked:
    """Rows of the standings after a round, out of `total`, computed from the tournament at a version. `over`: so is the
    round; else they are those of now.
    """

    number: int
    version: int
    total: int
    rows: Sequence[Standing]
    over: bool = True


class Rankings:
    """Finds standings. The rankings follow the store after a moment."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._computed: LRUCache[_Key, tuple[Standing, ...]] = LRUCache(REMEMBERED)
        self._ranks: LRUCache[bytes, tuple[FinalRank, ...]] = LRUCache(REMEMBERED)
        self._computing = asyncio.Lock()

    async def kept(self, stream: UUID, number: int | None, bracket: bool, begin: int, first: int) -> Ranked | None:
        """Rows after a place of a round that is over, null: of the last one. None if nothing is kept of it.

        One query.
        """
        query = page(stream, number, begin, first)
        found = await self._store.sql.lookup(lambda connection: _rows(connection, query))
        return _chosen(found, bracket)

    async def computed(self, known: TournamentAggregate, number: int, bracket: bool) -> tuple[Standing, ...]:
        """All rows after a round that has begun, with the results so far: one computation at a time, in a thread."""
        course = known.state.course
        if course is None:
            return ()
        key = known.head, number, bracket
        async with self._computing:
            if key not in self._computed:
                ranking = partial(standings_after, course, number, bracket=bracket)
                self._computed[key] = await asyncio.to_thread(ranking)
            return self._computed[key]

    async def ranks(self, known: TournamentAggregate) -> tuple[FinalRank, ...]:
        """The final ranks, or those that would be final now, computed in the same way."""
        async with self._computing:
            if known.head not in self._ranks:
                self._ranks[known.head] = await asyncio.to_thread(ranks_now, known.state)
            return self._ranks[known.head]


def _rows(connection: Connection, query: sa.Select[Any]) -> Sequence[Any]:
    return connection.execute(query).all()


def _chosen(found: Sequence[Any], bracket: bool) -> Ranked | None:
    """Those of a bracket if asked for, and where there are no others: in an elimination."""
    if not found:
        return None
    chosen = [row for row in found if row.bracket == bracket] or ([] if bracket else found)
    total = chosen[0].rows if chosen else 0
    rows = [_decode(row.row) for row in chosen if row.row is not None]
    return Ranked(found[0].after_round, found[0].version, total, rows)
