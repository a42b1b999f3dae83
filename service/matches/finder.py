"""Finding matches: pages of the lobby's read model by filter and order, and how many there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from api_schema.ports.matches import (
    ALL_MATCHES,
    GameStatistics,
    MatchCounts,
    MatchFilter,
    MatchOut,
    MatchPage,
    Statistics,
)
from domain.kernel.match import State
from eventstore import EventStore
from service.application.ids import MATCH_IDS
from service.application.inputs import bounded, require_word
from service.cursors import cursor, list_name, place_of, placed
from service.matches.access import visible_seats
from service.matches.delay import is_behind
from service.matches.rendering import match_out
from service.projections.match_list.queries import STATUSES, counting, newest, page_query
from service.projections.match_list.table import decode_state
from service.times import Clock

LAST_ROUND = 1_000_000
_TEXTS = {
    "game": "game",
    "player": "player",
    "entrant": "entrant",
    "ended_by": "endedBy",
    "tournament": "tournament",
    "deck": "deck",
    "card": "card",
    "created_after": "createdAfter",
    "created_before": "createdBefore",
    "finished_after": "finishedAfter",
    "finished_before": "finishedBefore",
}
"""The texts of a filter, by what they are called outside."""


class Finder:
    """Searches the list. It follows the store after a moment; a match that was just made may not be there yet."""

    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def find(
        self, caller: Caller, *, first: int, after: str | None, wanted: MatchFilter = ALL_MATCHES
    ) -> MatchPage:
        """Open matches, and those that the caller's account plays in: one query for a page."""
        bounded(first, 1, 100, "first")
        for field, name in _TEXTS.items():
            require_word(getattr(wanted, field), name)
        _require_round(wanted)
        here = list_name("matches", wanted)
        place = None if after is None else place_of(after, here, tuple[int])[0]
        query = page_query(caller, wanted, place, first + 1, self._clock())
        rows = await self._store.sql.lookup(lambda connection: _rows(connection, query))
        found = []
        for row in rows[:first]:
            state = _state(row)
            found.append(match_out(state, row.head_hash, participant=bool(visible_seats(caller, state))))
        end = cursor(here, rows[len(found) - 1].place) if found else None
        page = MatchPage(tuple(found), end, len(rows) > first)
        return placed(page, here, [(row.place,) for row in rows[:first]], after)

    async def current(self, caller: Caller, match_ids: Sequence[str]) -> Mapping[str, MatchOut]:
        """Those of these matches that the list has and the caller sees without delay, by id: one query."""
        streams = [MATCH_IDS.stream_of(match) for match in match_ids]
        query = newest(streams)
        rows = await self._store.sql.lookup(lambda connection: _rows(connection, query))
        known = [(_state(row), row.head_hash) for row in rows]
        return {
            state.match: match_out(state, head, participant=bool(visible_seats(caller, state)))
            for state, head in known
            if not is_behind(caller, state)
        }

    async def statistics(self, games: Sequence[str]) -> Statistics:
        """The numbers of these games' matches, by status."""
        query = counting(self._clock())
        rows = await self._store.sql.lookup(lambda connection: connection.execute(query).all())
        found: Counter[tuple[str, str]] = Counter()
        for game, status, number in rows:
            found[game, status] += number
        return Statistics(tuple(GameStatistics(game, _counts(found, game)) for game in games))


def _state(row: Any) -> State:
    """The state as a row shows it. Of a match that is shown as it was at the start, nothing newer."""
    state = decode_state(row.state)
    if row.version is not None:
        state.version, state.at = row.version, row.updated_at
    return state


def _counts(found: Mapping[tuple[str, str], int], game: str) -> MatchCounts:
    return MatchCounts(*(found.get((game, status.lower()), 0) for status in STATUSES))


def _rows(connection: Connection, query: sa.Select[Any]) -> list[Any]:
    return list(connection.execute(query).all())


def _require_round(wanted: MatchFilter) -> None:
    if wanted.round is None:
        return
    bounded(wanted.round, 1, LAST_ROUND, "round")
    if wanted.tournament is None:
        raise ApiError(ErrorCode.INVALID_INPUT, "a round is one of a tournament: name it too", path=("round",))
