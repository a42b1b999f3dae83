"""Which matches may go to the archive: those that are over, opened, and left alone for long enough."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from functools import partial
from uuid import UUID

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from api_schema.errors import ApiError
from eventstore import EventStore
from eventstore.retention import archived
from service.application.ids import TOURNAMENT_IDS
from service.projections.match_list.table import matches
from service.projections.tournament_list.table import tournaments

PAGE = 500
OVER = ("finished", "aborted")
TOURNAMENT_OVER = ("finished", "cancelled")


class _Row(msgspec.Struct, frozen=True):
    stream_id: UUID
    tournament: str | None


async def candidates(store: EventStore, ended_before: int) -> AsyncIterator[list[UUID]]:
    """The streams of matches whose last event is older than that time (ms) and that are not in the archive, in pages.

    A match of a tournament stays until the tournament is over: organisers rule on it, and open it late.
    """
    after: UUID | None = UUID(int=0)
    while after is not None:
        due, after = await store.sql.read(partial(_page, after=after, ended_before=ended_before))
        if due:
            yield sorted(due)


def _page(connection: Connection, after: UUID, ended_before: int) -> tuple[Collection[UUID], UUID | None]:
    """Those that are due of the next matches in the list, and where the page ends; None: there is no other."""
    column = matches.c
    query = (
        sa.select(column.stream_id, column.tournament)
        .where(column.stream_id > after, column.status.in_(OVER), column.updated_at < ended_before)
        .order_by(column.stream_id)
        .limit(PAGE)
    )
    rows = [_Row(row.stream_id, row.tournament) for row in connection.execute(query)]
    going_on = _going_on(connection, {row.tournament for row in rows if row.tournament is not None})
    chosen = [row.stream_id for row in rows if row.tournament not in going_on]
    due = archived.closed_and_not_filed(connection, chosen)
    return due, rows[-1].stream_id if len(rows) == PAGE else None


def _going_on(connection: Connection, named: Collection[str]) -> set[str]:
    """Those of these tournaments that are not over. One that is not of this store rules on nothing here."""
    query = sa.select(tournaments.c.stream_id).where(
        tournaments.c.stream_id.in_([stream for name in named if (stream := _stream(name)) is not None]),
        tournaments.c.status.not_in(TOURNAMENT_OVER),
    )
    return {TOURNAMENT_IDS.id_of(stream) for stream in connection.execute(query).scalars()}


def _stream(tournament: str) -> UUID | None:
    try:
        return TOURNAMENT_IDS.stream_of(tournament)
    except ApiError:
        return None
