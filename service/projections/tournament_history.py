"""The history of tournaments for read models, by its public parts alone: tables and staff."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import Connection

from domain.kernel.codec import PublicReader
from domain.kernel.facts import Event
from domain.tournament import events as told
from domain.tournament.codec import UPCASTERS
from eventstore.envelope import StoredEvent
from eventstore.tables import events

_reader = PublicReader(told.EVENTS, UPCASTERS)


def public(event: StoredEvent) -> Event | None:
    """An event as everybody may see it. Raises UnreadableEvent for one of a newer release."""
    return _reader.decode(event.type, event.schema, event.body)


class TournamentHistory:
    """The past of tournaments before an event of theirs. It reads a round once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rounds: dict[tuple[UUID, int], Mapping[int, tuple[str, ...]]] = {}

    def seats(self, event: StoredEvent, number: int, table: int) -> tuple[str, ...]:
        """The entrants at a table of a round that has begun. LookupError if there is none."""
        place = event.stream_id, number
        if place not in self._rounds:
            self._rounds[place] = self._tables(event, number)
        return self._rounds[place][table]

    def _tables(self, event: StoredEvent, number: int) -> Mapping[int, tuple[str, ...]]:
        """Rounds begin one after the other, each once. They are long, so no other one is read."""
        query = _before(event, told.RoundStarted).order_by(events.c.version).offset(number - 1).limit(1)
        for one in self._read(query):
            if isinstance(one, told.RoundStarted):
                return {pairing.table: pairing.seats for pairing in one.proof.result.pairings}
        raise LookupError(f"round {number} has not begun")

    def staff(self, event: StoredEvent) -> set[str]:
        """The staff of that time."""
        found: set[str] = set()
        changes = _before(event, told.TournamentCreated, told.StaffAppointed, told.StaffDismissed)
        for one in self._read(changes.order_by(events.c.version)):
            if isinstance(one, told.TournamentCreated):
                found.add(one.organiser)
            elif isinstance(one, told.StaffAppointed):
                found.add(one.staff)
            elif isinstance(one, told.StaffDismissed):
                found.discard(one.staff)
        return found

    def entrants(self, event: StoredEvent) -> set[str]:
        """The entrants of that time, without those that had withdrawn."""
        found: set[str] = set()
        changes = _before(event, told.EntrantRegistered, told.EntrantWithdrawn)
        for one in self._read(changes.order_by(events.c.version)):
            if isinstance(one, told.EntrantRegistered):
                found.add(one.entrant)
            elif isinstance(one, told.EntrantWithdrawn):
                found.discard(one.entrant)
        return found

    def ruling(self, event: StoredEvent) -> told.RulingMade:
        """The last call before an event. LookupError if there was none."""
        for one in self._read(_before(event, told.RulingMade).order_by(events.c.version.desc()).limit(1)):
            if isinstance(one, told.RulingMade):
                return one
        raise LookupError("no call was made")

    def decided(self, event: StoredEvent, number: int, table: int) -> bool:
        """Whether a table with a played game had a result."""
        changes = _before(event, told.ResultRecorded, told.ResultReopened)
        for one in self._read(changes.order_by(events.c.version.desc())):
            if isinstance(one, told.ResultRecorded) and (one.round, one.result.table) == (number, table):
                return True
            if isinstance(one, told.ResultReopened) and (one.round, one.table) == (number, table):
                return False
        return False

    def _read(self, query: sa.Select[Any]) -> Iterator[Event | None]:
        for row in self._connection.execute(query):
            yield _reader.decode(row.type, row.schema, row.body)


def _before(event: StoredEvent, *kinds: type[Event]) -> sa.Select[Any]:
    """Earlier events of the stream of these types."""
    return sa.select(events.c.type, events.c.schema, events.c.body).where(
        events.c.stream_id == event.stream_id,
        events.c.version < event.version,
        events.c.type.in_([kind.type for kind in kinds]),
    )
