"""The list of matches, folded from the public events of their life cycle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from domain.kernel import match as kernel
from domain.kernel.codec import PublicReader
from domain.kernel.facts import Event
from domain.kernel.fold import FOLDERS
from domain.kernel.lineage import MatchForked, RulesRepinned
from domain.kernel.match import State
from domain.kernel.upcasters import UnreadableEvent
from eventstore.envelope import Logged, StoredEvent
from service.matches.list_rows import decode_state, encode_state
from service.tables import counts, matches, players

log = structlog.get_logger(__name__)

NAME = "match_list"
_COUNT = sa.text(
    "INSERT INTO match_counts (game, status, matches) VALUES (:game, :status, :change)"
    " ON CONFLICT (game, status) DO UPDATE SET matches = match_counts.matches + excluded.matches"
)
FOREVER = 2**62
"""Longer than any match runs, in ms since the epoch."""
_UPDATE = matches.update().where(matches.c.stream_id == sa.bindparam("stream"))
_FOLLOWED: tuple[type[Event], ...] = (
    kernel.MatchCreated,
    kernel.SeatTaken,
    kernel.SeatLeft,
    kernel.LoadoutSealed,
    kernel.MatchStarted,
    kernel.Conceded,
    kernel.MatchEnded,
    kernel.SecretsRevealed,
    RulesRepinned,
    MatchForked,
)

_reader = PublicReader(_FOLLOWED)


class LobbyList:
    """Applies events of the log to the list; each event once, in the order of the log."""

    name = NAME
    tables = (matches, players, counts)

    def apply(self, connection: Connection, logged: Sequence[Logged]) -> None:
        """Fold events into the rows of their matches. Streams that are no matches are passed over."""
        ordered = sorted(logged, key=lambda entry: (entry.event.stream_id, entry.event.version))
        events = {stream: list(own) for stream, own in groupby(ordered, key=lambda entry: entry.event.stream_id)}
        columns = (matches.c.state, matches.c.status, matches.c.start_position, matches.c.finished_at)
        listed = sa.select(matches.c.stream_id, *columns)
        rows = {row.stream_id: row for row in connection.execute(listed.where(matches.c.stream_id.in_(events)))}
        changed = [_apply(connection, stream, own, rows.get(stream)) for stream, own in events.items()]
        # all at once: a statement for each match would cost more than deciding what is in it
        if values := [change for change in changed if change is not None]:
            connection.execute(_UPDATE, values)


def _apply(connection: Connection, stream: UUID, logged: Sequence[Logged], row: Any) -> dict[str, Any] | None:
    """Fold a match's events; what has to change of its row, if it has one."""
    if row is None and logged[0].event.type != kernel.MatchCreated.type:
        return None
    state = State() if row is None else decode_state(row.state)
    before = [place.player for place in state.seats]
    begun = _fold(state, logged)
    if not state.match:
        return None
    started = begun is not None or (row is not None and row.start_position is not None)
    finished_at = None if state.result is None else _finished_at(row, logged)
    withheld_until = _withheld_until(state, finished_at) if started else None
    values = {**_values(state, logged[-1]), "finished_at": finished_at, "withheld_until": withheld_until}
    if row is None:
        created = {"stream_id": stream, "created_position": logged[0].position}
        connection.execute(matches.insert().values(**created, **values))
    if begun is not None:
        connection.execute(matches.update().where(matches.c.stream_id == stream).values(**begun))
    if before != [place.player for place in state.seats]:
        _seat(connection, stream, state)
    if row is None or row.status != state.status:
        _count(connection, state.game, None if row is None else row.status, state.status)
    return None if row is None else {"stream": stream, **values}


def _fold(state: State, logged: Sequence[Logged]) -> dict[str, Any] | None:
    """Fold events; what the row keeps of the start, if it is among them and spectators are behind from there on."""
    begins = next((place for place, entry in enumerate(logged) if entry.event.type == kernel.MatchStarted.type), None)
    cut = 0 if begins is None else begins + 1
    fold_public(state, [entry.event for entry in logged[:cut]])
    begun = None
    if begins is not None and state.spectator_delay:
        start = logged[begins]
        begun = {"start_state": encode_state(state), "start_head": start.event.hash, "start_position": start.position}
    fold_public(state, [entry.event for entry in logged[cut:]])
    return begun


def _finished_at(row: Any, logged: Sequence[Logged]) -> int | None:
    """When the match ended, in ms. A later event may open its secrets, and ends nothing."""
    if row is not None and row.finished_at is not None:
        return int(row.finished_at)
    return next((entry.event.at for entry in logged if entry.event.type == kernel.MatchEnded.type), None)


def _withheld_until(state: State, finished_at: int | None) -> int:
    """When strangers see the end of a match that has started; while it runs nobody knows."""
    return FOREVER if finished_at is None else finished_at + state.spectator_delay


def fold_public(state: State, events: Iterable[StoredEvent]) -> None:
    """Fold what everybody may know of the life of a match; options stay plain data.

    What a newer release has written is passed over: one match that is listed as it was must not hold up the others.
    """
    for event in events:
        state.version, state.at = event.version, event.at
        if event.type == kernel.MatchStarted.type:
            state.status = "running"
        try:
            fact = _reader.decode(event.type, event.schema, event.body)
        except UnreadableEvent as error:
            log.warning("match list passes over an event", stream=str(event.stream_id), error=str(error))
            continue
        if fact is not None:
            FOLDERS[type(fact)](state, fact)


def _values(state: State, newest: Logged) -> dict[str, Any]:
    last, result = newest.event, state.result
    return {
        "game": state.game,
        "status": state.status,
        "visibility": state.visibility,
        "version": last.version,
        "head_hash": last.hash,
        "created_at": state.created_at,
        "updated_at": last.at,
        "state": encode_state(state),
        "updated_position": newest.position,
        "tournament": None if state.tournament is None else state.tournament.tournament,
        "round": None if state.tournament is None else state.tournament.round,
        "joinable": state.status == "open" and any(place.player is None for place in state.seats),
        "practice": state.origin is not None,
        "ended_by": None if result is None else result.rule,
    }


def _count(connection: Connection, game: str, before: str | None, status: str) -> None:
    """Move a match from one status to another; a new one comes from none."""
    if before is not None:
        connection.execute(_COUNT, {"game": game, "status": before, "change": -1})
    connection.execute(_COUNT, {"game": game, "status": status, "change": 1})


def _seat(connection: Connection, stream: UUID, state: State) -> None:
    connection.execute(players.delete().where(players.c.stream_id == stream))
    seated = [
        {"stream_id": stream, "seat": number, "player": place.player}
        for number, place in enumerate(state.seats)
        if place.player is not None
    ]
    if seated:
        connection.execute(players.insert(), seated)
