"""Tournaments for lists: their rows, the people of each, and its matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

import sqlalchemy as sa
import structlog
from sqlalchemy import ColumnElement, Connection

from domain.kernel.codec import PublicReader
from domain.kernel.facts import Event
from domain.kernel.match import Conceded, SecretsRevealed
from domain.kernel.upcasters import UnreadableEvent
from domain.tournament import events as told
from domain.tournament.tournament import TournamentState
from eventstore import Logged, StoredEvent, bulk, shard_of
from eventstore.read_models.past import Past
from service.application.ids import MATCH_IDS
from service.projections.tournament_history import public
from service.projections.tournament_list.table import (
    tournament_games,
    tournament_people,
    tournament_players,
    tournament_seats,
    tournaments,
)
from service.projections.tournament_states import TOLD, TournamentStates, of_tournaments
from service.projections.tournament_states import follow as fold_on

log = structlog.get_logger(__name__)

NAME = "tournament_list"
_match_reader = PublicReader([Conceded])
_SHOW = tournaments.update().where(tournaments.c.stream_id == sa.bindparam("stream")).values(shown=sa.bindparam("now"))


Shown = Callable[[UUID, TournamentState, bytes], str]
"""The public facts of a tournament with this head, as JSON."""


class TournamentList:
    """Applies events of the log; each event once, in the order of the log."""

    name = NAME
    tables = (tournaments, tournament_people, tournament_players, tournament_games, tournament_seats)

    @property
    def follows(self) -> Sequence[str]:
        """Types of events."""
        return (*TOLD, Conceded.type, SecretsRevealed.type)

    def __init__(self, shown: Shown) -> None:
        self._folds = TournamentStates()
        self._public = shown

    def apply(self, connection: Connection, logged: Sequence[Logged], past: Past) -> None:
        """Fold a page of the log. Streams that are no tournaments are passed over."""
        told_of = of_tournaments(past, logged)
        for entry in logged:
            if entry.event.type in _TYPES and entry.event.stream_id in told_of:
                _follow(connection, entry)
        conceded = [row for one in logged if one.event.type == Conceded.type for row in _conceded(one.event)]
        # who plays in no tournament has no row to change
        bulk.update(connection, tournament_seats, conceded)
        shown = [self._shown(past, stream, own) for stream, own in told_of.items()]
        if values := [one for one in shown if one is not None]:
            connection.execute(_SHOW, values)
        revealed = {entry.event.stream_id for entry in logged if entry.event.type == SecretsRevealed.type}
        if revealed:
            _change(connection, tournament_games.c.stream_id.in_(revealed), revealed=True)

    def _shown(self, past: Past, stream: UUID, own: Sequence[StoredEvent]) -> dict[str, Any] | None:
        """The public facts of a tournament after these events, for its row.

        None if a newer release has written it: its row stays as it was, and must not hold up the others.
        """
        try:
            with self._folds.before(past, own) as state:
                for event in own:
                    fold_on(state, event)
        except UnreadableEvent as error:
            log.warning("the list passes over a tournament", stream=str(stream), error=str(error))
            return None
        return {"stream": stream, "now": self._public(stream, state, own[-1].hash)}


def _follow(connection: Connection, entry: Logged) -> None:
    """Note what everybody may see of an event. Events of a newer release hold up no other tournament."""
    try:
        seen = public(entry.event)
    except UnreadableEvent as error:
        return _pass_over(entry.event, error)
    if seen is not None:
        _FOLLOWED[type(seen)](connection, entry, seen)


def _conceded(event: StoredEvent) -> list[dict[str, Any]]:
    """The seat that has left its match, as it is noted."""
    try:
        seen = _match_reader.decode(event.type, event.schema, event.body)
    except UnreadableEvent as error:
        _pass_over(event, error)
        return []
    assert isinstance(seen, Conceded)
    return [{"stream_id": event.stream_id, "seat": seen.seat, "conceded": True}]


def _pass_over(event: StoredEvent, error: UnreadableEvent) -> None:
    log.warning("the list passes over an event", stream=str(event.stream_id), error=str(error))


def _created(connection: Connection, entry: Logged, seen: told.TournamentCreated) -> None:
    row = {
        "stream_id": entry.event.stream_id,
        "game": seen.game,
        "status": "registration",
        "decks": seen.terms.decks,
        "created_position": entry.position,
    }
    connection.execute(tournaments.insert().values(**row))
    _note(connection, entry.event.stream_id, seen.organiser)


def _entered(connection: Connection, entry: Logged, seen: told.EntrantRegistered) -> None:
    stream = entry.event.stream_id
    _note(connection, stream, seen.entrant)
    if seen.player is not None:
        _add(connection, tournament_players, {"stream_id": stream, "entrant": seen.entrant, "player": seen.player})


def _appointed(connection: Connection, entry: Logged, seen: told.StaffAppointed) -> None:
    _note(connection, entry.event.stream_id, seen.staff)


def _note(connection: Connection, stream: UUID, who: str) -> None:
    _add(connection, tournament_people, {"stream_id": stream, "reference": who})


def _add(connection: Connection, table: sa.Table, row: dict[str, Any]) -> None:
    """Add a row unless it is there."""
    if connection.execute(sa.select(table).filter_by(**row)).first() is None:
        connection.execute(table.insert().values(**row))


def _started(connection: Connection, entry: Logged, seen: told.TournamentStarted) -> None:
    _status(connection, entry, "running")


def _status(connection: Connection, entry: Logged, status: str) -> None:
    changed = tournaments.update().where(tournaments.c.stream_id == entry.event.stream_id)
    connection.execute(changed.values(status=status))


def _game_started(connection: Connection, entry: Logged, seen: told.GameStarted) -> None:
    stream = MATCH_IDS.stream_of(seen.match)
    row = {
        "stream_id": stream,
        "tournament": entry.event.stream_id,
        "round": seen.round,
        "table_number": seen.table,
        "game": seen.game,
        "reported": False,
        "settled": False,
        "reveal": False,
        "revealed": False,
    }
    connection.execute(tournament_games.insert().values(**row))
    seats = [
        {"stream_id": stream, "seat": seat, "entrant": who, "out": False, "conceded": False}
        for seat, who in enumerate(seen.entrants)
    ]
    connection.execute(tournament_seats.insert(), seats)
    if shard_of(stream) != shard_of(entry.event.stream_id):
        _of_another_shard(connection, entry, stream)


def _of_another_shard(connection: Connection, entry: Logged, stream: UUID) -> None:
    """Note what has happened in a match that lies in another shard than its tournament: the fold there may be ahead.

    Events that are appended from here on come to the fold there when this row is there.
    """
    past = Past(connection)
    past.hold(stream)
    revealed = bool(past.gone([stream]))
    for event in [] if revealed else past.events([stream], (Conceded.type, SecretsRevealed.type)):
        if event.type == Conceded.type:
            bulk.update(connection, tournament_seats, _conceded(event))
        else:
            revealed = True
    if revealed:
        _change(connection, tournament_games.c.stream_id == stream, revealed=True)


def _game_finished(connection: Connection, entry: Logged, seen: told.GameFinished) -> None:
    one = _table(entry, seen.round, seen.table) & (tournament_games.c.game == seen.game)
    _change(connection, one, reported=True, settled=True)


def _recorded(connection: Connection, entry: Logged, seen: told.ResultRecorded) -> None:
    _change(connection, _table(entry, seen.round, seen.result.table), settled=True)


def _dropped(connection: Connection, entry: Logged, seen: told.EntrantDropped) -> None:
    if seen.disqualified:
        _call_out(connection, _all(entry), seen.entrant)


def _ruled(connection: Connection, entry: Logged, seen: told.RulingMade) -> None:
    if seen.kind in ("no_show", "match_loss"):
        _call_out(connection, _table(entry, seen.round, seen.table), seen.entrant)


def _call_out(connection: Connection, games: ColumnElement[bool], entrant: str | None) -> None:
    """Note whose seats a call takes out of the games that are played."""
    streams = sa.select(tournament_games.c.stream_id).where(games, tournament_games.c.settled.is_(False))
    own = (tournament_seats.c.entrant == entrant) & tournament_seats.c.stream_id.in_(streams)
    connection.execute(tournament_seats.update().where(own).values(out=True))


def _round_finished(connection: Connection, entry: Logged, seen: told.RoundFinished) -> None:
    decks = sa.select(tournaments.c.decks).where(tournaments.c.stream_id == entry.event.stream_id)
    if connection.execute(decks).scalar() == "after_round":
        _change(connection, _all(entry) & (tournament_games.c.round == seen.number), reveal=True)


def _finished(connection: Connection, entry: Logged, seen: told.TournamentFinished) -> None:
    _ended(connection, entry, "finished")


def _cancelled(connection: Connection, entry: Logged, seen: told.TournamentCancelled) -> None:
    _ended(connection, entry, "cancelled")


def _ended(connection: Connection, entry: Logged, status: str) -> None:
    _status(connection, entry, status)
    _change(connection, _all(entry), reported=True, settled=True, reveal=True)


def _all(entry: Logged) -> ColumnElement[bool]:
    return tournament_games.c.tournament == entry.event.stream_id


def _table(entry: Logged, number: int, table: int) -> ColumnElement[bool]:
    return _all(entry) & (tournament_games.c.round == number) & (tournament_games.c.table_number == table)


def _change(connection: Connection, where: ColumnElement[bool], **values: bool) -> None:
    connection.execute(tournament_games.update().where(where).values(**values))


_FOLLOWED: Mapping[type[Event], Callable[[Connection, Logged, Any], None]] = {
    told.TournamentCreated: _created,
    told.EntrantRegistered: _entered,
    told.StaffAppointed: _appointed,
    told.TournamentStarted: _started,
    told.EntrantDropped: _dropped,
    told.RulingMade: _ruled,
    told.GameStarted: _game_started,
    told.GameFinished: _game_finished,
    told.ResultRecorded: _recorded,
    told.RoundFinished: _round_finished,
    told.TournamentFinished: _finished,
    told.TournamentCancelled: _cancelled,
}
_TYPES = frozenset(kind.type for kind in _FOLLOWED)
