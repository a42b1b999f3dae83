"""Leaderboards, folded from ladders, and the queue of tournaments that no ladder has yet."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from domain.kernel.codec import PublicReader
from domain.kernel.upcasters import UnreadableEvent
from domain.tournament import ladder_events as told
from domain.tournament.codec import UPCASTERS
from domain.tournament.events import TournamentCreated, TournamentFinished
from domain.tournament.ratings import Rating
from eventstore import Logged, StoredEvent
from eventstore.read_models.past import Past
from service.application.ids import ladder_stream
from service.projections.leaderboard.table import ladder_games, ladders, leaderboard, rating_queue

log = structlog.get_logger(__name__)
NAME = leaderboard.name
_FOLLOWED = frozenset({*(kind.type for kind in told.EVENTS), TournamentFinished.type})
_created = PublicReader([TournamentCreated], UPCASTERS)
_MOVE = sa.text(
    "INSERT INTO leaderboard (stream_id, player, mu, sigma, ordinal, games, wins, rated_at)"
    " VALUES (:stream, :player, :mu, :sigma, :ordinal, :games, :wins, :at)"
    " ON CONFLICT (stream_id, player) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,"
    " ordinal = excluded.ordinal, games = excluded.games, wins = leaderboard.wins + excluded.wins,"
    " rated_at = excluded.rated_at"
).bindparams(sa.bindparam("stream", type_=sa.Uuid()))

Place = tuple[UUID, str]
"""A player on a ladder."""


@dataclass
class _Changes:
    """The changes of a page of the log. `moved` holds the newest rating and when it came; `finished` by stream."""

    opened: list[dict[str, Any]] = field(default_factory=list)
    heads: dict[UUID, Logged] = field(default_factory=dict)
    games: dict[UUID, int] = field(default_factory=dict)
    tournaments: dict[UUID, int] = field(default_factory=dict)
    moved: dict[Place, tuple[Rating, int]] = field(default_factory=dict)
    newcomers: dict[UUID, int] = field(default_factory=dict)
    wins: dict[Place, int] = field(default_factory=dict)
    played: list[dict[str, Any]] = field(default_factory=list)
    finished: dict[UUID, int] = field(default_factory=dict)
    rated: list[str] = field(default_factory=list)


class Leaderboards:
    """Applies events of the log; each event once, in the order of the log."""

    name = NAME
    follows = _FOLLOWED
    tables = (ladders, leaderboard, ladder_games, rating_queue)

    def apply(self, connection: Connection, logged: Sequence[Logged], past: Past) -> None:
        """Fold a page of the log."""
        changes = _Changes()
        for entry in logged:
            if entry.event.type in _FOLLOWED:
                _fold(changes, entry)
        _write(connection, changes, past)


def _fold(changes: _Changes, entry: Logged) -> None:
    event = entry.event
    if event.type == TournamentFinished.type:
        changes.finished[event.stream_id] = entry.position
        return
    try:
        fact = told.read(event.type, event.schema, event.body)
    except UnreadableEvent as error:
        # a newer release writes it in another way; one ladder that this one can't read holds up no other
        log.warning("leaderboards pass over an event", stream=str(event.stream_id), error=str(error))
        return
    changes.heads[event.stream_id] = entry
    if isinstance(fact, told.LadderOpened):
        changes.opened.append(_opened(entry, fact))
    elif isinstance(fact, told.GameRated):
        _game(changes, event, fact)
    elif isinstance(fact, told.TournamentRated):
        _add(changes.tournaments, event.stream_id, 1)
        changes.rated.append(fact.tournament)


def _opened(entry: Logged, fact: told.LadderOpened) -> dict[str, Any]:
    nothing = {"games": 0, "tournaments": 0, "players": 0}
    return {"stream_id": entry.event.stream_id, "game": fact.game, "season": fact.season, **nothing, **_head(entry)}


def _game(changes: _Changes, event: StoredEvent, fact: told.GameRated) -> None:
    stream = event.stream_id
    _add(changes.games, stream, 1)
    for moved in fact.changes:
        place = stream, moved.player
        changes.moved[place] = moved.after, event.at
        _add(changes.wins, place, int(fact.places[0] == (moved.player,)))
        _add(changes.newcomers, stream, int(moved.after.games == 1))
        changes.played.append({"stream_id": stream, "player": moved.player, "version": event.version})


def _add(counts: dict[Any, int], key: object, number: int) -> None:
    counts[key] = counts.get(key, 0) + number


def _head(entry: Logged) -> dict[str, Any]:
    """The columns of a ladder's row for its newest event."""
    event = entry.event
    return {"version": event.version, "head_hash": event.hash, "rated_at": event.at, "position": entry.position}


def _write(connection: Connection, changes: _Changes, past: Past) -> None:
    if changes.opened:
        connection.execute(ladders.insert(), changes.opened)
    for stream, entry in changes.heads.items():
        connection.execute(ladders.update().where(ladders.c.stream_id == stream).values(_row(changes, entry)))
    if changes.moved:
        connection.execute(_MOVE, [_moved(changes, place) for place in changes.moved])
        connection.execute(ladder_games.insert(), changes.played)
    if changes.finished:
        queued = list(_queued(past, changes.finished))
        if queued := [row for row in queued if not _is_rated(past, row)]:
            connection.execute(rating_queue.insert(), queued)
    if changes.rated:
        connection.execute(rating_queue.delete().where(rating_queue.c.tournament.in_(changes.rated)))


def _row(changes: _Changes, entry: Logged) -> dict[str, Any]:
    stream = entry.event.stream_id
    return {
        "games": ladders.c.games + changes.games.get(stream, 0),
        "tournaments": ladders.c.tournaments + changes.tournaments.get(stream, 0),
        "players": ladders.c.players + changes.newcomers.get(stream, 0),
        **_head(entry),
    }


def _moved(changes: _Changes, place: Place) -> dict[str, Any]:
    rating, at = changes.moved[place]
    return {
        "stream": place[0],
        "player": place[1],
        "mu": rating.mu,
        "sigma": rating.sigma,
        "ordinal": rating.ordinal,
        "games": rating.games,
        "wins": changes.wins[place],
        "at": at,
    }


def _queued(past: Past, finished: Mapping[UUID, int]) -> Iterator[dict[str, Any]]:
    """Rows of those tournaments that count for a leaderboard."""
    for stream, first in _first_events(past, finished.keys()):
        if first.terms.rated:
            place = {"stream_id": stream, "position": finished[stream], "tournament": first.tournament}
            yield {**place, "game": first.game, "season": first.terms.season}


def _is_rated(past: Past, row: Mapping[str, Any]) -> bool:
    """Whether a ladder has it already. It lies in another shard, whose fold may be ahead and have found no row yet."""
    ladder = ladder_stream(row["game"], row["season"])
    past.hold(ladder)
    return any(_rates(event, row["tournament"]) for event in past.events([ladder], [told.TournamentRated.type]))


def _rates(event: StoredEvent, tournament: str) -> bool:
    try:
        fact = told.read(event.type, event.schema, event.body)
    except UnreadableEvent:
        return False
    return isinstance(fact, told.TournamentRated) and fact.tournament == tournament


def _first_events(past: Past, streams: Collection[UUID]) -> Iterator[tuple[UUID, TournamentCreated]]:
    """The first event of each tournament."""
    for event in past.first(streams):
        try:
            first = _created.decode(event.type, event.schema, event.body)
        except (UnreadableEvent, msgspec.MsgspecError) as error:
            log.warning("a tournament that can't be read is not rated", stream=str(event.stream_id), error=str(error))
            continue
        if isinstance(first, TournamentCreated):
            yield event.stream_id, first
