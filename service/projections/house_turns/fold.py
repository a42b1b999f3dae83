"""The questions to bots of the house, folded from whole events, hidden ones too: the mover of bots finds them here.

It holds what no player may see (that a hidden prompt is open), so nothing of it goes out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from domain.kernel import match as kernel
from domain.kernel.audience import FULL
from domain.kernel.codec import SEALED
from domain.kernel.lineage import MatchForked
from eventstore import bulk
from eventstore.envelope import Logged, StoredEvent
from eventstore.past import Past
from service.application.pseudonyms import strength_of
from service.application.redaction import shown
from service.projections.house_turns.table import house_seats, house_turns

log = structlog.get_logger(__name__)

NAME = "house_turns"
Place = tuple[UUID, int]
"""A seat, or a prompt, of a match."""


@dataclass
class _Changes:
    """The changes of a page of the log. `seats` are those of the house in this page's matches; `opened` holds when."""

    seats: set[Place]
    taken: set[Place] = field(default_factory=set)
    left: set[Place] = field(default_factory=set)
    opened: dict[Place, int] = field(default_factory=dict)
    closed: set[Place] = field(default_factory=set)
    over: set[UUID] = field(default_factory=set)

    def concern(self, stream: UUID) -> bool:
        """Whether a bot of the house sits in the match."""
        return any(match == stream for match, _ in self.seats)

    def close(self, key: Place) -> None:
        """The prompt is answered or void."""
        if self.opened.pop(key, None) is None:
            self.closed.add(key)


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
        happened = [entry.event for entry in logged if entry.event.type == SEALED or entry.event.type in _FOLLOWED]
        if happened:
            changes = _Changes(_seats(connection, {event.stream_id for event in happened}))
            for event in happened:
                if event.type == kernel.SeatTaken.type or changes.concern(event.stream_id):
                    _fold(changes, event)
            _write(connection, changes)


def _taken(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    if strength_of(data["player"]):
        place = event.stream_id, int(data["seat"])
        changes.seats.add(place)
        changes.taken.add(place)


def _left(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    place = event.stream_id, int(data["seat"])
    if place in changes.seats:
        changes.seats.discard(place)
        changes.taken.discard(place)
        changes.left.add(place)


def _opened(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    """Nobody waits for an answer to a standing one."""
    if (event.stream_id, int(data["seat"])) in changes.seats and data.get("mode") != "standing":
        changes.opened[event.stream_id, event.version] = event.at


def _answered(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    changes.close((event.stream_id, int(data["prompt"])))


def _voided(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    for number in data["prompts"]:
        changes.close((event.stream_id, int(number)))


def _over(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    """No bot sits there any more: the match has ended, or is a fork, whose seats are all the forker's."""
    stream = event.stream_id
    changes.seats = {place for place in changes.seats if place[0] != stream}
    changes.taken = {place for place in changes.taken if place[0] != stream}
    changes.opened = {place: at for place, at in changes.opened.items() if place[0] != stream}
    changes.over.add(stream)


_FOLLOWED: Mapping[str, Callable[[_Changes, StoredEvent, Mapping[str, Any]], None]] = {
    kernel.SeatTaken.type: _taken,
    kernel.SeatLeft.type: _left,
    kernel.PromptOpened.type: _opened,
    kernel.ActionTaken.type: _answered,
    kernel.PromptClosed.type: _voided,
    kernel.MatchEnded.type: _over,
    MatchForked.type: _over,
}


def _fold(changes: _Changes, event: StoredEvent) -> None:
    whole = shown(event, FULL)
    folder = _FOLLOWED.get(whole.type)
    if folder is not None:
        try:
            folder(changes, event, whole.data)
        except (LookupError, TypeError, ValueError) as error:
            # a newer release writes it in another way; one match that this one can't serve holds up no other
            log.warning("house turns pass over an event", stream=str(event.stream_id), error=repr(error))


def _seats(connection: Connection, streams: Collection[UUID]) -> set[Place]:
    rows = connection.execute(sa.select(house_seats).where(bulk.among(connection, house_seats.c.stream_id, streams)))
    return {(row.stream_id, row.seat) for row in rows}


def _write(connection: Connection, changes: _Changes) -> None:
    if changes.over:
        for table in (house_seats, house_turns):
            connection.execute(table.delete().where(bulk.among(connection, table.c.stream_id, changes.over)))
    bulk.delete(connection, house_seats, [_seat(place) for place in changes.left])
    bulk.insert(connection, house_seats, [_seat(place) for place in changes.taken])
    bulk.delete(connection, house_turns, [_turn(place) for place in changes.closed])
    opened = changes.opened.items()
    bulk.insert(connection, house_turns, [{**_turn(place), "asked_at": at} for place, at in opened])


def _seat(place: Place) -> dict[str, object]:
    return {"stream_id": place[0], "seat": place[1]}


def _turn(place: Place) -> dict[str, object]:
    return {"stream_id": place[0], "prompt": place[1]}
