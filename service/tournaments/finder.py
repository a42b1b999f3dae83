"""Finding tournaments: pages of the list by filter, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from api_schema.ports.base import Caller
from api_schema.ports.tournaments import TournamentFilter, TournamentOut, TournamentPage
from eventstore import EventStore
from service.accounts.directory import NamesOf
from service.application.ids import TOURNAMENT_IDS
from service.application.inputs import bounded, require_word
from service.application.names import sought
from service.application.pseudonyms import entrant_of
from service.application.refusals import store_errors
from service.catalogue.catalogue import MemberNamesOf
from service.cursors import cursor, list_name, place_of, placed
from service.projections.tournament_list.queries import listed
from service.projections.tournament_list.table import tournament_people, tournaments
from service.projections.tournament_names.queries import named
from service.tournaments.rendering import seen_by, with_options

PAGE = 100
_decode = msgspec.json.Decoder(TournamentOut).decode


class TournamentFinder:
    """Searches the list. It follows the store after a moment."""

    def __init__(self, store: EventStore, names: NamesOf, member_names: MemberNamesOf) -> None:
        self._store = store
        self._names = names
        self._member_names = member_names

    async def find(self, caller: Caller, first: int, after: str | None, wanted: TournamentFilter) -> TournamentPage:
        """A page as the caller sees it. UNAUTHENTICATED for those of nobody."""
        bounded(first, 1, PAGE, "first")
        require_word(wanted.game, "game")
        part = sought(wanted.name)
        here = list_name("tournaments", wanted)
        query = listed(caller, wanted).limit(first + 1)
        if part is not None:
            query = query.where(tournaments.c.created_position.in_(named(part)))
        if after is not None:
            query = query.where(tournaments.c.created_position < place_of(after, here, tuple[int])[0])
        with store_errors():
            rows, entered = await self._store.sql.lookup(lambda connection: _read(connection, caller, query))
        page = rows[:first]
        found = [_decode(row.shown) for row in page]
        shown = [with_options(one, self._member_names(one.game)) for one in found]
        names = await self._names(who.id for one in shown for who in one.staff)
        end = cursor(here, page[-1].created_position) if page else None
        told = tuple(seen_by(caller, one, entered, names) for one in shown)
        return placed(
            TournamentPage(told, end, len(rows) > first), here, [(row.created_position,) for row in page], after
        )


def _read(connection: Connection, caller: Caller, query: sa.Select[Any]) -> tuple[Sequence[Any], AbstractSet[str]]:
    """The rows, and which of the caller's names as an entrant of these tournaments have entered."""
    rows = connection.execute(query).all()
    if caller.account is None or not rows:
        return rows, frozenset()
    own = [entrant_of(caller, TOURNAMENT_IDS.id_of(row.stream_id)) for row in rows]
    known = sa.select(tournament_people.c.reference).where(tournament_people.c.reference.in_(own))
    return rows, set(connection.execute(known).scalars())
