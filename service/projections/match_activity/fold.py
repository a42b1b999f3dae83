"""Where each match stands: what every batch of events changes, kept apart from what changes in a match's life.

The list of matches has wide rows and many indexes, and only events of a match's life change them. Here a row is narrow
and has few, since every action writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import structlog
from sqlalchemy import Connection

from domain.kernel import match as kernel
from domain.kernel.codec import PublicReader
from domain.kernel.upcasters import UnreadableEvent
from eventstore import Logged, bulk
from eventstore.read_models.past import Past
from service.projections.match_activity.table import activity

log = structlog.get_logger(__name__)

NAME = "match_activity"
_reader = PublicReader((kernel.MatchCreated, kernel.MatchEnded))
_STATUS = (kernel.MatchCreated.type, kernel.MatchStarted.type, kernel.MatchEnded.type)


class MatchActivity:
    """Applies events of the log; each event once, in the order of the log."""

    name = NAME
    follows = _STATUS
    tables = (activity,)

    def apply(self, connection: Connection, logged: Sequence[Logged], past: Past) -> None:
        """Note the newest event of each match. Streams that are no matches have no row, and none is changed."""
        newest = {entry.event.stream_id: entry for entry in logged}
        created, status = dict[UUID, str](), dict[UUID, str]()
        for entry in logged:
            if entry.event.type in _STATUS:
                _note(entry, created, status)
        rows = {stream: _row(entry) for stream, entry in newest.items()}
        begun = [{**rows.pop(stream), "game": game, "status": status[stream]} for stream, game in created.items()]
        bulk.insert(connection, activity, begun)
        bulk.update(connection, activity, list(rows.values()))
        moved = [{"stream_id": stream, "status": now} for stream, now in status.items() if stream not in created]
        bulk.update(connection, activity, moved)


def _note(entry: Logged, created: dict[UUID, str], status: dict[UUID, str]) -> None:
    """Note the game of a new match, and the status that an event brings about."""
    event = entry.event
    try:
        fact = _reader.decode(event.type, event.schema, event.body)
    except UnreadableEvent as error:
        log.warning("the activity of matches passes over an event", stream=str(event.stream_id), error=str(error))
        return
    if isinstance(fact, kernel.MatchCreated):
        created[event.stream_id] = fact.game
        status[event.stream_id] = "open"
    elif isinstance(fact, kernel.MatchEnded):
        status[event.stream_id] = "aborted" if fact.result.kind == "aborted" else "finished"
    else:
        status[event.stream_id] = "running"


def _row(newest: Logged) -> dict[str, Any]:
    event = newest.event
    return {
        "stream_id": event.stream_id,
        "version": event.version,
        "head_hash": event.hash,
        "updated_at": event.at,
        "updated_position": newest.position,
    }
