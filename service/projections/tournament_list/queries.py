"""Tournaments by filter, and who plays in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import ColumnElement, FromClause

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from api_schema.ports.tournaments import TournamentFilter
from service.application.pseudonyms import LADDER_PLAYER
from service.projections.tournament_list.table import (
    tournament_people,
    tournament_players,
    tournament_seats,
    tournaments,
)
from service.tables import account_seats


def listed(caller: Caller, wanted: TournamentFilter) -> sa.Select[Any]:
    """Tournaments by filter, newest first. UNAUTHENTICATED for those of nobody."""
    columns = tournaments.c.stream_id, tournaments.c.shown, tournaments.c.created_position
    query = sa.select(*columns).where(tournaments.c.shown.is_not(None))
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


def taken_by(side: FromClause, who: str) -> ColumnElement[bool]:
    """The condition on a seat's owner: an entrant, or any entrant that a player was in a tournament."""
    if not who.startswith(LADDER_PLAYER):
        return side.c.entrant == who
    entrants = sa.select(tournament_players.c.entrant).where(tournament_players.c.player == who)
    return side.c.entrant.in_(entrants)


def known(references: Sequence[str]) -> sa.CompoundSelect[Any]:
    """Those of these references that somebody has in a tournament, in one of its matches, or on a leaderboard."""
    columns = tournament_people.c.reference, tournament_seats.c.entrant, tournament_players.c.player
    return sa.union(*(sa.select(one.label("reference")).where(one.in_(references)) for one in columns))
