"""Pages of the list of matches by filter and order, how many there are, and what is to be done about those of
tournaments."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Connection

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from api_schema.ports.matches import MatchFilter
from eventstore import EventStore
from eventstore.read_models.checkpoints import resolved_position
from service.application.ids import MATCH_IDS
from service.application.permissions import may_look, require_look
from service.leases import Lease
from service.projections.match_activity.table import activity
from service.projections.match_list.table import counts, matches, players
from service.projections.match_results.queries import decks_known
from service.projections.match_results.table import result_cards, result_seats, results
from service.projections.tournament_list.queries import taken_by
from service.projections.tournament_list.table import tournament_games, tournament_seats
from service.sharding import of_streams
from service.tables import account_seats
from service.times import instant

LIMIT = 200
"""Matches of tournaments that are read at once."""
ENDED = ("finished", "aborted")
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
_REFERENCE = re.compile(r"(pl|guest):[0-9a-f]{1,64}")
_ENTRANT = re.compile(r"(en|ld)_[0-9a-z]{1,64}")


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


def newest(streams: Collection[UUID]) -> sa.Select[Any]:
    """Those of these matches that the list has, as they are now."""
    return sa.select(*_NEWEST).select_from(_LISTED).where(matches.c.stream_id.in_(streams))


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


def counting(now: int) -> sa.CompoundSelect[Any]:
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


class IdleMatches:
    """The matches that lie in the shards of a lease."""

    def __init__(self, store: EventStore, lease: Lease | None = None) -> None:
        self._store = store
        self._lease = lease or Lease.of_one_alone()

    async def idle(self, before: int, limit: int) -> list[str]:
        """Matches that are not over and in which nothing has happened since, the oldest first."""
        # nothing happens in a match before it is made: so few are looked at, by an index that no action changes
        joined = matches.join(activity, activity.c.stream_id == matches.c.stream_id)
        idle = _going_on(), matches.c.created_at < before, activity.c.updated_at < before
        own = of_streams(matches.c.stream_id, self._lease.shards)
        oldest = sa.select(matches.c.stream_id).select_from(joined).where(*idle, own).order_by(activity.c.updated_at)
        oldest = oldest.limit(limit)
        rows = await self._store.sql.read(lambda connection: connection.execute(oldest).all())
        return [MATCH_IDS.id_of(row.stream_id) for row in rows]


def _going_on() -> sa.ColumnElement[bool]:
    """The condition of the index, written out: a parameter would hide it from the planner."""
    return matches.c.status.in_([sa.literal_column("'open'"), sa.literal_column("'running'")])


def is_any(kinds: Sequence[Callable[[int], sa.Select[Any]]], shards: Set[int], connection: Connection) -> bool:
    """Whether there is anything of these kinds: mostly not, and one question finds that."""
    any_of_them = sa.or_(*(_own(due(-1), shards).exists() for due in kinds))
    found: bool = connection.execute(sa.select(any_of_them)).scalar_one()
    return found


def rows(query: sa.Select[Any], shards: Set[int], connection: Connection) -> Sequence[Any]:
    return connection.execute(_own(query, shards)).all()


def _own(query: sa.Select[Any], shards: Set[int]) -> sa.Select[Any]:
    return query.where(of_streams(tournament_games.c.tournament, shards))


def _of_matches(after: int) -> sa.Select[Any]:
    """Matches of tournaments in the order in which they were made, after a position of the log."""
    place = matches.c.created_position
    query = sa.select(tournament_games, place).join(matches, matches.c.stream_id == tournament_games.c.stream_id)
    return query.where(place > after).order_by(place).limit(LIMIT)


def ended(after: int) -> sa.Select[Any]:
    """Matches that are over, of which their tournament doesn't know yet."""
    return _of_matches(after).where(tournament_games.c.reported.is_(False), matches.c.status.in_(ENDED))


def called_out(after: int) -> sa.Select[Any]:
    """Seats of matches that are played, which a call has taken out and which have not left."""
    seats = tournament_seats
    query = _of_matches(after).add_columns(seats.c.seat).join(seats, seats.c.stream_id == matches.c.stream_id)
    due = seats.c.out, seats.c.conceded.is_(False), tournament_games.c.settled.is_(False)
    return query.where(*due, matches.c.status.not_in(ENDED)).order_by(seats.c.seat)


def needless(after: int) -> sa.Select[Any]:
    """Matches that are played although their table has a result."""
    return _of_matches(after).where(tournament_games.c.settled, matches.c.status.not_in(ENDED))


def hidden(after: int) -> sa.Select[Any]:
    """Matches that are over and whose secrets are due."""
    due = tournament_games.c.reveal, tournament_games.c.revealed.is_(False)
    return _of_matches(after).where(*due, matches.c.status.in_(ENDED))
