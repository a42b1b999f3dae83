"""Matches of tournaments about which something is to be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from service.projections.match_list.table import matches
from service.projections.tournament_list.table import tournament_games, tournament_seats
from service.sharding import of_streams

LIMIT = 200
"""Matches that are read at once."""
ENDED = ("finished", "aborted")


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
