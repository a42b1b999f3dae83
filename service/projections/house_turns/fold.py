"""The questions to bots of the house, folded from whole events, hidden ones too: the mover of bots finds them here.

It holds what no player may see (that a hidden prompt is open), so nothing of it goes out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import Connection

from domain.kernel import match as kernel
from domain.kernel.codec import SEALED
from domain.kernel.lineage import MatchForked
from eventstore import Logged, StoredEvent, bulk
from eventstore.read_models.past import Past
from service.application.pseudonyms import strength_of
from service.projections.house_turns.table import house_seats, house_turns
from service.projections.page import Key, PageRows, passing_over, whole

NAME = "house_turns"


@dataclass
class _Changes:
    """The changes of a page of the log. `known` are the seats of the house in this page's matches."""

    known: set[Key]
    seats: PageRows = field(default_factory=lambda: PageRows(house_seats))
    turns: PageRows = field(default_factory=lambda: PageRows(house_turns))

    def concern(self, stream: UUID) -> bool:
        """Whether a bot of the house sits in the match."""
        return any(match == stream for match, _ in self.known)


class HouseTurns:
    """Applies events of the log to the tables; each event once, in the order of the log."""

    name = NAME
    tables = (house_seats, house_turns)

    @property
    def follows(self) -> Sequence[str]:
        """Types of events."""
        return (SEALED, *_FOLLOWED)

    def apply(self, connection: Connection, logged: Sequence[Logged], past: Past) -> None:
        """Fold a page of the log."""
        happened = [entry for entry in logged if entry.event.type == SEALED or entry.event.type in _FOLLOWED]
        if happened:
            changes = _Changes(_seats(connection, {entry.event.stream_id for entry in happened}))
            for entry in happened:
                if entry.event.type == kernel.SeatTaken.type or changes.concern(entry.event.stream_id):
                    _fold(changes, entry)
            changes.seats.write(connection)
            changes.turns.write(connection)


def _taken(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    if strength_of(data["player"]):
        place = event.stream_id, int(data["seat"])
        changes.known.add(place)
        changes.seats.add(place)


def _left(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    place = event.stream_id, int(data["seat"])
    if place in changes.known:
        changes.known.discard(place)
        changes.seats.remove(place)


def _opened(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    """Nobody waits for an answer to a standing one."""
    if (event.stream_id, int(data["seat"])) in changes.known and data.get("mode") != "standing":
        changes.turns.add((event.stream_id, event.version), asked_at=event.at)


def _answered(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    changes.turns.remove((event.stream_id, int(data["prompt"])))


def _voided(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    for number in data["prompts"]:
        changes.turns.remove((event.stream_id, int(number)))


def _over(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    """No bot sits there any more: the match has ended, or is a fork, whose seats are all the forker's."""
    changes.known = {place for place in changes.known if place[0] != event.stream_id}
    changes.seats.remove_all(event.stream_id)
    changes.turns.remove_all(event.stream_id)


_FOLLOWED: Mapping[str, Callable[[_Changes, StoredEvent, Mapping[str, Any]], None]] = {
    kernel.SeatTaken.type: _taken,
    kernel.SeatLeft.type: _left,
    kernel.PromptOpened.type: _opened,
    kernel.ActionTaken.type: _answered,
    kernel.PromptClosed.type: _voided,
    kernel.MatchEnded.type: _over,
    MatchForked.type: _over,
}


def _fold(changes: _Changes, entry: Logged) -> None:
    for _, seen in whole([entry], _FOLLOWED):
        with passing_over("house turns", entry):
            _FOLLOWED[seen.type](changes, entry.event, seen.data)


def _seats(connection: Connection, streams: Collection[UUID]) -> set[Key]:
    rows = connection.execute(sa.select(house_seats).where(bulk.among(connection, house_seats.c.stream_id, streams)))
    return {(row.stream_id, row.seat) for row in rows}
