"""Finding matches: pages of the lobby's read model by filter and order, and how many there are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Connection

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
from eventstore.checkpoints import resolved_position
from eventstore.store import EventStore
from service.application.ids import MATCH_IDS
from service.application.inputs import bounded, require_word
from service.application.permissions import may_look, require_look
from service.cursors import cursor, list_name, place_of, placed
from service.matches.access import visible_seats
from service.matches.delay import is_behind
from service.matches.list_rows import decode_state
from service.matches.rendering import match_out
from service.results.queries import taken_by
from service.results.visibility import decks_known
from service.tables import (
    account_seats,
    activity,
    counts,
    matches,
    players,
    result_cards,
    result_seats,
    results,
    tournament_seats,
)
from service.times import Clock, instant

LAST_ROUND = 1_000_000
STATUSES = ("OPEN", "RUNNING", "FINISHED", "ABORTED")
_ORDERS: Mapping[str, tuple[sa.Column[int], bool]] = {
    "NEWEST": (matches.c.created_position, True),
    "OLDEST": (matches.c.created_position, False),
    "RECENTLY_UPDATED": (activity.c.updated_position, True),
}
"""Each order: by which place in the log, and whether the highest comes first. No two matches have the same place."""
_SAME = activity.c.stream_id == matches.c.stream_id
_LISTED, _UPDATED = matches.outerjoin(activity, _SAME), matches.join(activity, _SAME)
_AHEAD = activity.c.version > matches.c.version
"""Members that every action changes stand apart, and one of the two may be ahead of the other for a moment."""
_NEWEST = (
    matches.c.state.label("state"),
    *(
        sa.case((_AHEAD, activity.c[name]), else_=matches.c[name]).label(name)
        for name in ("head_hash", "version", "updated_at")
    ),
)
_START = (
    matches.c.start_state.label("state"),
    matches.c.start_head.label("head_hash"),
    sa.cast(None, sa.Integer).label("version"),
    sa.cast(None, sa.BigInteger).label("updated_at"),
)
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
_REFERENCE = re.compile(r"(pl|guest):[0-9a-f]{1,64}")
_ENTRANT = re.compile(r"(en|ld)_[0-9a-z]{1,64}")


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
        shown = sa.select(*_NEWEST).select_from(_LISTED)
        query = shown.where(matches.c.stream_id.in_(streams))
        rows = await self._store.sql.lookup(lambda connection: _rows(connection, query))
        known = [(_state(row), row.head_hash) for row in rows]
        return {
            state.match: match_out(state, head, participant=bool(visible_seats(caller, state)))
            for state, head in known
            if not is_behind(caller, state)
        }

    async def statistics(self, games: Sequence[str]) -> Statistics:
        """The numbers of these games' matches, by status."""
        query = _counting(self._clock())
        rows = await self._store.sql.lookup(lambda connection: connection.execute(query).all())
        found: Counter[tuple[str, str]] = Counter()
        for game, status, number in rows:
            found[game, status] += number
        return Statistics(tuple(GameStatistics(game, _counts(found, game)) for game in games))


def page_query(caller: Caller, wanted: MatchFilter, after: int | None, limit: int, now: int) -> sa.Select[Any]:
    """The query of a page: the rows after a place, with their own places.

    Rows that the caller may know only as they were at the start are found, ordered and shown by that alone.
    """
    place, descending = _ORDERS[wanted.order]
    visible, withheld = _visible(caller, wanted, now)
    page = _page(_NEWEST, place, descending, after, limit)
    query = page.where(visible, *_conditions(wanted, now), *_active(wanted))
    if withheld is None or not _may_run(wanted):
        return query
    begun = matches.c.start_position if place is activity.c.updated_position else place
    page = _page(_START, begun, descending, after, limit)
    others = page.where(withheld, *_lasting(wanted))
    both = sa.union_all(sa.select(query.subquery()), sa.select(others.subquery())).subquery()
    return sa.select(both).order_by(both.c.place.desc() if descending else both.c.place).limit(limit)


def _page(
    shown: Sequence[ColumnElement[Any]], place: sa.Column[int], descending: bool, after: int | None, limit: int
) -> sa.Select[Any]:
    query = sa.select(*shown, place.label("place")).select_from(_UPDATED if place.table is activity else _LISTED)
    if after is not None:
        query = query.where(place < after if descending else place > after)
    if not descending:
        # up to where no shard lacks any: who goes on after the last one misses none
        query = query.where(place <= resolved_position(matches.name))
    return query.order_by(place.desc() if descending else place).limit(limit)


def _active(wanted: MatchFilter) -> list[ColumnElement[bool]]:
    """The same conditions on what is sorted by the last event, so that its index finds a game's matches of a status."""
    if wanted.order != "RECENTLY_UPDATED":
        return []
    # a match that the list has not come to yet, or of which it is ahead, is not shown by its old status
    found = [] if wanted.game is None else [activity.c.game == wanted.game]
    if wanted.status:
        found.append(activity.c.status.in_([status.lower() for status in wanted.status]))
    return found


def _state(row: Any) -> State:
    """The state as a row shows it. Of a match that is shown as it was at the start, nothing newer."""
    state = decode_state(row.state)
    if row.version is not None:
        state.version, state.at = row.version, row.updated_at
    return state


def _counting(now: int) -> sa.CompoundSelect[Any]:
    """(game, status, matches), to be added up: what has ended counts as running while that is withheld."""
    ended = (matches.c.withheld_until > now) & (matches.c.status != "running")
    number = sa.func.count()
    return sa.union_all(
        sa.select(counts.c.game, counts.c.status, sa.func.sum(counts.c.matches)).group_by(
            counts.c.game, counts.c.status
        ),
        sa.select(matches.c.game, matches.c.status, -number).where(ended).group_by(matches.c.game, matches.c.status),
        sa.select(matches.c.game, sa.literal("running"), number).where(ended).group_by(matches.c.game),
    )


def _counts(found: Mapping[tuple[str, str], int], game: str) -> MatchCounts:
    return MatchCounts(*(found.get((game, status.lower()), 0) for status in STATUSES))


def _rows(connection: Connection, query: sa.Select[Any]) -> list[Any]:
    return list(connection.execute(query).all())


def _visible(caller: Caller, wanted: MatchFilter, now: int) -> tuple[ColumnElement[bool], ColumnElement[bool] | None]:
    """(what the caller may know of, what only as it was at the start, if anything): that comes before every filter."""
    until = matches.c.withheld_until
    is_open = matches.c.visibility == "open"
    timely = is_open & (until.is_(None) | (until <= now))
    late = is_open & (until > now)
    if caller.account is None or not may_look(caller):
        if wanted.mine and caller.account is None:
            message = "only an account has matches of its own: send a personal token"
            raise ApiError(ErrorCode.UNAUTHENTICATED, message, path=("mine",))
        if wanted.mine:
            require_look(caller)
        return timely, late
    # found once: the planner reckons with finding them again for each row that it looks up
    own_matches = own_streams(caller.account).cte("own_matches").prefix_with("MATERIALIZED")
    own = matches.c.stream_id.in_(sa.select(own_matches.c.stream_id))
    return (own, None) if wanted.mine else (timely | own, late & ~own)


def own_streams(account: str) -> sa.Select[tuple[Any]]:
    """The streams of the matches that the account sits in."""
    seated = players.join(account_seats, account_seats.c.player == players.c.player)
    return sa.select(players.c.stream_id).select_from(seated).where(account_seats.c.account == account)


def _may_run(wanted: MatchFilter) -> bool:
    """Whether a match that has just started can be among the wanted ones."""
    ended = (wanted.ended_by, wanted.finished_after, wanted.finished_before, wanted.deck, wanted.card)
    may_run = "RUNNING" in (wanted.status or STATUSES) and wanted.joinable is not True
    return may_run and all(condition is None for condition in ended)


def _require_round(wanted: MatchFilter) -> None:
    if wanted.round is None:
        return
    bounded(wanted.round, 1, LAST_ROUND, "round")
    if wanted.tournament is None:
        raise ApiError(ErrorCode.INVALID_INPUT, "a round is one of a tournament: name it too", path=("round",))


def _conditions(wanted: MatchFilter, now: int) -> list[ColumnElement[bool]]:
    equal = {matches.c.joinable: wanted.joinable, matches.c.ended_by: wanted.ended_by}
    found = [column == value for column, value in equal.items() if value is not None]
    if wanted.status:
        found.append(matches.c.status.in_([status.lower() for status in wanted.status]))
    found += [matches.c.stream_id.in_(streams) for streams in _brought(wanted, now)]
    return [*found, *_between(matches.c.finished_at, wanted, "finished"), *_lasting(wanted)]


def _brought(wanted: MatchFilter, now: int) -> list[sa.Select[Any]]:
    """The matches to which a deck, or a card, was brought, as far as everybody may know it.

    For those who sat in them too: nobody finds here what statistics don't count.
    """
    asked = {result_seats.c.deck: wanted.deck, result_cards.c.card: wanted.card}
    return [
        sa.select(results.c.stream_id)
        .join(column.table, column.table.c.stream_id == results.c.stream_id)
        .where(column == value, decks_known(now))
        for column, value in asked.items()
        if value is not None
    ]


def _lasting(wanted: MatchFilter) -> list[ColumnElement[bool]]:
    """The conditions on what never changes once a match has started."""
    equal = {
        matches.c.game: wanted.game,
        matches.c.visibility: None if wanted.visibility is None else wanted.visibility.lower(),
        matches.c.practice: wanted.practice,
        matches.c.tournament: wanted.tournament,
        matches.c.round: wanted.round,
    }
    found = [column == value for column, value in equal.items() if value is not None]
    if wanted.player is not None:
        sitting = sa.select(players.c.stream_id).where(players.c.player == _reference(wanted.player))
        found.append(matches.c.stream_id.in_(sitting))
    if wanted.entrant is not None:
        found.append(matches.c.stream_id.in_(_tables_of(wanted.entrant)))
    return [*found, *_between(matches.c.created_at, wanted, "created")]


def _between(column: sa.Column[Any], wanted: MatchFilter, name: str) -> list[ColumnElement[bool]]:
    after, before = getattr(wanted, f"{name}_after"), getattr(wanted, f"{name}_before")
    found = [] if after is None else [column > instant(after, f"{name}After")]
    return found if before is None else [*found, column < instant(before, f"{name}Before")]


def _reference(player: str) -> str:
    """A reference of one match. Older matches have references that were good for several: they can't be asked for."""
    if not _REFERENCE.fullmatch(player):
        message = "a player is named by the reference that stands in a match, `pl:...` or `guest:...`"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("player",))
    return player


def _tables_of(entrant: str) -> sa.Select[Any]:
    """The streams of the matches that an entrant, or a player of leaderboards, sits in: tables are public."""
    if not _ENTRANT.fullmatch(entrant):
        message = "an entrant is named by the reference of one tournament, `en_...`, or of leaderboards, `ld_...`"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("entrant",))
    return sa.select(tournament_seats.c.stream_id).where(taken_by(tournament_seats, entrant))
