"""The rows of the feed that a webhook is told of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import Connection

from api_schema.ports.webhooks import TournamentKind
from eventstore.read_models.checkpoints import read_places
from service.projections.match_list import queries as match_list
from service.projections.match_list.table import matches
from service.projections.tournament_list import queries as tournament_list
from service.projections.tournament_list.table import tournament_games, tournaments
from service.projections.webhook_feed.table import webhook_feed
from service.tables import webhook_traces, webhook_withheld

TOURNAMENTS: tuple[TournamentKind, ...] = get_args(TournamentKind)


@dataclass(frozen=True)
class Wanted:
    """The events that an account wants to be told of: of some kinds, of a game or a tournament, of its own alone."""

    account: str
    kinds: tuple[str, ...]
    game: str | None
    tournament: UUID | None
    own: bool


def end_of_feed(connection: Connection) -> int:
    """The place that the feed and the lists behind its messages have reached in all shards: earlier rows can go out."""
    places = read_places(connection)
    return min(places.resolved(name) for name in (webhook_feed.name, matches.name, tournaments.name))


def is_withheld(row: Any, *, own: bool, now: int) -> bool:
    """Whether strangers may not know of it yet: the end of a match whose spectators are behind."""
    return not own and row.kind != "match.started" and (row.withheld_until or 0) > now


def rows_for(hook: Wanted) -> sa.Select[Any]:
    """The rows of which a webhook is told, each with its subject and its trace."""
    joined = webhook_feed.outerjoin(matches, matches.c.stream_id == webhook_feed.c.stream_id)
    joined = joined.outerjoin(tournaments, tournaments.c.stream_id == webhook_feed.c.stream_id)
    of_event = webhook_traces.c.stream_id == webhook_feed.c.stream_id
    joined = joined.outerjoin(webhook_traces, of_event & (webhook_traces.c.version == webhook_feed.c.version))
    of_match = (matches.c.state, matches.c.withheld_until)
    of_trace = (webhook_traces.c.sender, webhook_traces.c.parent)
    shown = (webhook_feed, *of_match, tournaments.c.game.label("tournament_game"), *of_trace)
    query = sa.select(*shown).select_from(joined).where(webhook_feed.c.kind.in_(hook.kinds))
    of_matches = sa.and_(matches.c.stream_id.is_not(None), *_match_wanted(hook))
    if not set(hook.kinds) & set(TOURNAMENTS):
        return query.where(of_matches)
    return query.where(of_matches | sa.and_(tournaments.c.stream_id.is_not(None), *_tournament_wanted(hook)))


def _match_wanted(hook: Wanted) -> Iterator[sa.ColumnElement[bool]]:
    """The condition on own matches: those in which the account sits when they go out."""
    stream = webhook_feed.c.stream_id
    if hook.game is not None:
        yield matches.c.game == hook.game
    if hook.tournament is not None:
        games = sa.select(tournament_games.c.stream_id).where(tournament_games.c.tournament == hook.tournament)
        yield stream.in_(games)
    yield stream.in_(match_list.own_streams(hook.account)) if hook.own else matches.c.visibility == "open"


def _tournament_wanted(hook: Wanted) -> Iterator[sa.ColumnElement[bool]]:
    """Everybody may see every tournament."""
    stream = webhook_feed.c.stream_id
    if hook.game is not None:
        yield tournaments.c.game == hook.game
    if hook.tournament is not None:
        yield stream == hook.tournament
    if hook.own:
        yield stream.in_(tournament_list.own_streams(hook.account))


def no_longer_withheld(now: int) -> sa.Select[Any]:
    """Places in the feed that were withheld from webhooks and no longer are."""
    feed_of = webhook_withheld.join(webhook_feed, webhook_feed.c.position == webhook_withheld.c.position)
    joined = feed_of.join(matches, matches.c.stream_id == webhook_feed.c.stream_id)
    return sa.select(webhook_withheld.c.position).select_from(joined).where(matches.c.withheld_until <= now)
