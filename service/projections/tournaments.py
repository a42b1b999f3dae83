"""The list of tournaments, and who has to do with each, folded from their events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from domain.tournament import events as told
from eventstore.envelope import Logged
from service.tables import tournament_people, tournaments

NAME = "tournament_list"


class TournamentList:
    """Applies events of the log to the list; each event once, in the order of the log."""

    name = NAME
    tables = (tournaments, tournament_people)

    def apply(self, connection: Connection, logged: Sequence[Logged]) -> None:
        """Fold a page of the log. Streams that don't begin as tournaments are passed over."""
        begun = {entry.event.stream_id for entry in logged if entry.event.type == told.TournamentCreated.type}
        wanted = {entry.event.stream_id for entry in logged if entry.event.type in _FOLLOWED} - begun
        query = sa.select(tournaments.c.stream_id).where(tournaments.c.stream_id.in_(wanted))
        known = begun | (set(connection.execute(query).scalars()) if wanted else set())
        for entry in logged:
            if entry.event.stream_id in known and entry.event.type in _FOLLOWED:
                _FOLLOWED[entry.event.type](connection, entry, _public(entry))


def _public(entry: Logged) -> Mapping[str, Any]:
    body: dict[str, Any] = msgspec.json.decode(entry.event.body)
    data: dict[str, Any] = body["pub"]
    return data


def _created(connection: Connection, entry: Logged, data: Mapping[str, Any]) -> None:
    row = {
        "stream_id": entry.event.stream_id,
        "game": data["game"],
        "status": "registration",
        "created_position": entry.position,
    }
    connection.execute(tournaments.insert().values(**row))
    _known(connection, entry.event.stream_id, data["organiser"])


def _entered(connection: Connection, entry: Logged, data: Mapping[str, Any]) -> None:
    _known(connection, entry.event.stream_id, data["entrant"])


def _appointed(connection: Connection, entry: Logged, data: Mapping[str, Any]) -> None:
    _known(connection, entry.event.stream_id, data["staff"])


def _known(connection: Connection, stream: UUID, who: str) -> None:
    row = {"stream_id": stream, "reference": who}
    there = sa.select(tournament_people.c.reference).filter_by(**row)
    if connection.execute(there).first() is None:
        connection.execute(tournament_people.insert().values(**row))


def _status(name: str) -> Callable[[Connection, Logged, Mapping[str, Any]], None]:
    def follow(connection: Connection, entry: Logged, data: Mapping[str, Any]) -> None:
        changed = tournaments.update().where(tournaments.c.stream_id == entry.event.stream_id)
        connection.execute(changed.values(status=name))

    return follow


_FOLLOWED: Mapping[str, Callable[[Connection, Logged, Mapping[str, Any]], None]] = {
    told.TournamentCreated.type: _created,
    told.EntrantRegistered.type: _entered,
    told.StaffAppointed.type: _appointed,
    told.TournamentStarted.type: _status("running"),
    told.TournamentFinished.type: _status("finished"),
    told.TournamentCancelled.type: _status("cancelled"),
}
