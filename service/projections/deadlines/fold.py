"""The deadlines of matches and of open prompts, folded from whole events, hidden ones too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from domain.kernel import match as kernel
from domain.kernel.codec import SEALED
from domain.kernel.lineage import MatchForked
from eventstore import Logged, StoredEvent
from eventstore.read_models.past import Past
from service.projections.deadlines.table import WHOLE_MATCH, deadlines
from service.projections.page import PageRows, passing_over, whole

NAME = deadlines.name


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
        rows = PageRows(deadlines)
        for entry, seen in whole(logged, _FOLLOWED):
            with passing_over("deadlines", entry):
                _FOLLOWED[seen.type](rows, entry.event, seen.data)
        rows.write(connection)


def _opened(rows: PageRows, event: StoredEvent, data: Mapping[str, Any]) -> None:
    allowed = data.get("allowed")
    if allowed is not None:
        rows.add((event.stream_id, event.version), due_at=event.at + int(allowed), revision=0)


def _started(rows: PageRows, event: StoredEvent, data: Mapping[str, Any]) -> None:
    limit = data.get("time_limit")
    if limit is not None:
        rows.add((event.stream_id, WHOLE_MATCH), due_at=event.at + int(limit), revision=0)


def _reported_up(rows: PageRows, event: StoredEvent, data: Mapping[str, Any]) -> None:
    rows.remove((event.stream_id, WHOLE_MATCH))


def _revised(rows: PageRows, event: StoredEvent, data: Mapping[str, Any]) -> None:
    rows.change((event.stream_id, int(data["prompt"])), revision=int(data["revision"]))


def _answered(rows: PageRows, event: StoredEvent, data: Mapping[str, Any]) -> None:
    rows.remove((event.stream_id, int(data["prompt"])))


def _voided(rows: PageRows, event: StoredEvent, data: Mapping[str, Any]) -> None:
    for number in data["prompts"]:
        rows.remove((event.stream_id, int(number)))


def _untimed(rows: PageRows, event: StoredEvent, data: Mapping[str, Any]) -> None:
    """Nobody is held to a time any more: the match is over, or a fork whose questions were timed in its origin."""
    rows.remove_all(event.stream_id)


_FOLLOWED: Mapping[str, Callable[[PageRows, StoredEvent, Mapping[str, Any]], None]] = {
    kernel.MatchStarted.type: _started,
    kernel.TimeUp.type: _reported_up,
    kernel.PromptOpened.type: _opened,
    kernel.PromptRevised.type: _revised,
    kernel.ActionTaken.type: _answered,
    kernel.PromptClosed.type: _voided,
    kernel.MatchEnded.type: _untimed,
    MatchForked.type: _untimed,
}
