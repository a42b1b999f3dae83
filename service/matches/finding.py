"""Finding matches: pages of the lobby's read model, newest first."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Connection, Row

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports import Caller, GameStatistics, MatchCounts, MatchPage, Statistics
from eventstore.store import EventStore
from service.matches.access import may_look, seen
from service.matches.identity import named_account
from service.matches.inputs import bounded
from service.matches.rendering import match_out
from service.projections.lobby import state_of
from service.tables import account_seats, counts, matches, players

STATUSES = ("OPEN", "RUNNING", "FINISHED", "ABORTED")


class Finder:
    """Searches the list. It follows the store after a moment; a match that was just made may not be there yet."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def find(
        self, caller: Caller, *, first: int, after: str | None, game: str | None, status: str | None
    ) -> MatchPage:
        """Open matches, and those that the caller's account plays in."""
        bounded(first, 1, 100, "first")
        conditions = [_visible(caller)]
        if game is not None:
            conditions.append(matches.c.game == game)
        if status is not None:
            conditions.append(matches.c.status == _status(status))
        if after is not None:
            conditions.append(sa.tuple_(matches.c.created_at, matches.c.stream_id) < sa.tuple_(*_position(after)))
        order = (matches.c.created_at.desc(), matches.c.stream_id.desc())
        query = sa.select(matches).where(*conditions).order_by(*order).limit(first + 1)
        rows = await self._store.sql.read(lambda connection: _rows(connection, query))
        return _page(caller, rows, first)

    async def statistics(self, games: Sequence[str]) -> Statistics:
        """How many matches these games have, by status."""
        query = sa.select(counts.c.game, counts.c.status, counts.c.matches)
        rows = await self._store.sql.read(lambda connection: connection.execute(query).all())
        found = {(row.game, row.status): row.matches for row in rows}
        return Statistics(tuple(GameStatistics(game, _counts(found, game)) for game in games))


def _counts(found: Mapping[tuple[str, str], int], game: str) -> MatchCounts:
    return MatchCounts(*(found.get((game, status.lower()), 0) for status in STATUSES))


def _rows(connection: Connection, query: sa.Select[tuple[object, ...]]) -> list[Row[tuple[object, ...]]]:
    return list(connection.execute(query).all())


def _page(caller: Caller, rows: list[Row[tuple[object, ...]]], first: int) -> MatchPage:
    found = []
    for row in rows[:first]:
        state = state_of(row.state)
        found.append(match_out(state, row.head_hash, participant=bool(seen(caller, state))))
    more = len(rows) > first
    return MatchPage(tuple(found), _cursor(rows[len(found) - 1]) if found else None, more)


def _visible(caller: Caller) -> ColumnElement[bool]:
    is_open = matches.c.visibility == "open"
    if caller.account is None or not may_look(caller):
        return is_open
    pseudonyms = sa.select(account_seats.c.player).where(account_seats.c.account == caller.account)
    is_own = players.c.player.in_(pseudonyms) | (players.c.player == named_account(caller.account))
    return is_open | matches.c.stream_id.in_(sa.select(players.c.stream_id).where(is_own))


def _status(status: str) -> str:
    if status not in STATUSES:
        raise ApiError(ErrorCode.INVALID_INPUT, f"a status is one of {', '.join(STATUSES)}", path=("status",))
    return status.lower()


def _cursor(row: Row[tuple[object, ...]]) -> str:
    return urlsafe_b64encode(f"{row.created_at}|{row.stream_id.hex}".encode()).decode()


def _position(cursor: str) -> tuple[ColumnElement[int], ColumnElement[UUID]]:
    try:
        created_at, stream = _read(cursor)
    except ValueError:
        raise ApiError(ErrorCode.INVALID_INPUT, "this is not a cursor of this list", path=("after",)) from None
    return sa.literal(created_at, sa.BigInteger()), sa.literal(stream, sa.Uuid())


def _read(cursor: str) -> tuple[int, UUID]:
    created_at, _, stream = urlsafe_b64decode(cursor).decode().partition("|")
    if int(created_at) >= 2**63:
        raise ValueError("no time that a row can have")
    return int(created_at), UUID(stream)
