"""The deadlines of matches and of open prompts, folded from whole events, hidden ones too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import structlog
from sqlalchemy import Connection

from domain.kernel import match as kernel
from domain.kernel.audience import FULL
from domain.kernel.codec import SEALED
from domain.kernel.lineage import MatchForked
from eventstore import bulk
from eventstore.envelope import Logged, StoredEvent
from eventstore.past import Past
from service.application.redaction import shown
from service.projections.deadlines.table import WHOLE_MATCH, deadlines

log = structlog.get_logger(__name__)

NAME = deadlines.name

Key = tuple[UUID, int]


@dataclass
class _Changes:
    """The changes of a page of the log. Most prompts open and close within one page of a rebuild.

    `opened` holds (due at, revision).
    """

    opened: dict[Key, tuple[int, int]] = field(default_factory=dict)
    revised: dict[Key, int] = field(default_factory=dict)
    closed: set[Key] = field(default_factory=set)
    ended: set[UUID] = field(default_factory=set)

    def close(self, key: Key) -> None:
        """The prompt is answered or void."""
        self.revised.pop(key, None)
        if self.opened.pop(key, None) is None:
            self.closed.add(key)


class DeadlineList:
    """Applies events of the log to the table; each event once, in the order of the log."""

    name = NAME
    tables = (deadlines,)

    @property
    def follows(self) -> Sequence[str]:
        """Types of events."""
        return (SEALED, *_FOLLOWED)

    def apply(self, connection: Connection, logged: Sequence[Logged], past: Past) -> None:
        """Fold a page of the log."""
        changes = _Changes()
        for entry in logged:
            _fold(changes, entry.event)
        _write(connection, changes)


def _opened(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    allowed = data.get("allowed")
    if allowed is not None:
        changes.opened[event.stream_id, event.version] = event.at + int(allowed), 0


def _started(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    limit = data.get("time_limit")
    if limit is not None:
        changes.opened[event.stream_id, WHOLE_MATCH] = event.at + int(limit), 0


def _reported_up(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    changes.close((event.stream_id, WHOLE_MATCH))


def _revised(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    key, revision = (event.stream_id, int(data["prompt"])), int(data["revision"])
    if key in changes.opened:
        changes.opened[key] = changes.opened[key][0], revision
    else:
        changes.revised[key] = revision


def _answered(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    changes.close((event.stream_id, int(data["prompt"])))


def _voided(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    for number in data["prompts"]:
        changes.close((event.stream_id, int(number)))


def _untimed(changes: _Changes, event: StoredEvent, data: Mapping[str, Any]) -> None:
    """Nobody is held to a time any more: the match is over, or a fork whose questions were timed in its origin."""
    for key in [key for key in changes.opened if key[0] == event.stream_id]:
        del changes.opened[key]
    changes.ended.add(event.stream_id)


_FOLLOWED: Mapping[str, Callable[[_Changes, StoredEvent, Mapping[str, Any]], None]] = {
    kernel.MatchStarted.type: _started,
    kernel.TimeUp.type: _reported_up,
    kernel.PromptOpened.type: _opened,
    kernel.PromptRevised.type: _revised,
    kernel.ActionTaken.type: _answered,
    kernel.PromptClosed.type: _voided,
    kernel.MatchEnded.type: _untimed,
    MatchForked.type: _untimed,
}


def _fold(changes: _Changes, event: StoredEvent) -> None:
    if event.type == SEALED or event.type in _FOLLOWED:
        whole = shown(event, FULL)
        folder = _FOLLOWED.get(whole.type)
        if folder is not None:
            try:
                folder(changes, event, whole.data)
            except (LookupError, TypeError, ValueError) as error:
                # a newer release writes it in another way; one match that this one can't serve holds up no other
                log.warning("deadlines pass over an event", stream=str(event.stream_id), error=repr(error))


def _write(connection: Connection, changes: _Changes) -> None:
    if changes.ended:
        over = bulk.among(connection, deadlines.c.stream_id, changes.ended)
        connection.execute(deadlines.delete().where(over))
    bulk.delete(connection, deadlines, [_named(key) for key in changes.closed])
    revised = [{**_named(key), "revision": revision} for key, revision in changes.revised.items()]
    bulk.update(connection, deadlines, revised)
    opened = changes.opened.items()
    bulk.insert(connection, deadlines, [_row(key, *limit) for key, limit in opened])


def _named(key: Key) -> dict[str, object]:
    return {"stream_id": key[0], "prompt": key[1]}


def _row(key: Key, due_at: int, revision: int) -> dict[str, object]:
    return {**_named(key), "revision": revision, "due_at": due_at}
