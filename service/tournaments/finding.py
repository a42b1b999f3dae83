"""Finding tournaments: pages of the list by filter, newest first."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy import Connection

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports import Caller, TournamentsWanted
from eventstore.store import EventStore
from service.cursors import cursor, list_name, place_of
from service.matches.inputs import bounded, require_word
from service.matches.refusals import store_errors
from service.tables import account_seats, tournament_people, tournaments
from service.tournaments.identity import tournament_id

PAGE = 50


class TournamentFinder:
    """Searches the list. It follows the store after a moment."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def find(
        self, caller: Caller, first: int, after: str | None, wanted: TournamentsWanted
    ) -> tuple[Sequence[str], str | None, bool]:
        """(ids of a page, where it ends, whether there are more). UNAUTHENTICATED for those of nobody."""
        bounded(first, 1, PAGE, "first")
        require_word(wanted.game, "game")
        here = list_name("tournaments", wanted)
        query = _query(caller, wanted).limit(first + 1)
        if after is not None:
            query = query.where(tournaments.c.created_position < place_of(after, here, tuple[int])[0])
        with store_errors():
            rows = await self._store.sql.read(lambda connection: _rows(connection, query))
        page = rows[:first]
        end = cursor(here, page[-1].created_position) if page else None
        return [tournament_id(row.stream_id) for row in page], end, len(rows) > first


def _query(caller: Caller, wanted: TournamentsWanted) -> sa.Select[tuple[object, int]]:
    query = sa.select(tournaments.c.stream_id, tournaments.c.created_position)
    if wanted.game is not None:
        query = query.where(tournaments.c.game == wanted.game)
    if wanted.status:
        query = query.where(tournaments.c.status.in_([status.lower() for status in wanted.status]))
    if wanted.mine:
        query = query.where(tournaments.c.stream_id.in_(_own(caller)))
    return query.order_by(tournaments.c.created_position.desc())


def _own(caller: Caller) -> sa.Select[tuple[object]]:
    if caller.account is None:
        message = "only an account has tournaments of its own: send a personal token"
        raise ApiError(ErrorCode.UNAUTHENTICATED, message, path=("mine",))
    return own_streams(caller.account)


def own_streams(account: str) -> sa.Select[tuple[object]]:
    """The streams of the tournaments that the account has entered or has had a role in."""
    joined = tournament_people.join(account_seats, account_seats.c.player == tournament_people.c.reference)
    return sa.select(tournament_people.c.stream_id).select_from(joined).where(account_seats.c.account == account)


def _rows(connection: Connection, query: sa.Select[tuple[object, int]]) -> list[sa.Row[tuple[object, int]]]:
    return list(connection.execute(query).all())
