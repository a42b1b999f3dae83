"""The one table of what the streams of REST send. A new kind of frame, or a new stream, is a row here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from api_schema.ports.updates import EventsAppendedOut, HeartbeatOut, MatchClosedOut, ResyncRequiredOut
from api_schema.rest.models import Problem
from api_schema.rest.parameters import MatchId


@dataclass(frozen=True)
class Frame:
    """A kind of frame: its name on the wire (SSE `event`, NDJSON `type`), what its data is, when it comes.

    `resumes`: it carries the version from which a reader goes on. `sse_only`: over NDJSON a blank line stands for it.
    """

    name: str
    payload: type
    summary: str
    resumes: bool = True
    sse_only: bool = False


@dataclass(frozen=True)
class Stream:
    """A stream over HTTP: one address, in both forms, with the parameters of its path as annotated types."""

    id: str
    address: str
    summary: str
    frames: tuple[Frame, ...]
    parameters: tuple[tuple[str, Any], ...] = ()


STREAMS = (
    Stream(
        "matchStream",
        "/v1/matches/{id}/stream",
        "What was missed of a match after a version, then everything live, until the match is closed",
        (
            Frame("events_appended", EventsAppendedOut, "Whole events in version order: first history, then live"),
            Frame("heartbeat", HeartbeatOut, "After a while in which nothing happened", sse_only=True),
            Frame("resync_required", ResyncRequiredOut, "The stream ends: read the state, then follow again"),
            Frame("match_closed", MatchClosedOut, "The stream ends: nothing follows"),
            Frame("problem", Problem, "The stream ends with an error: see the catalogue", resumes=False),
        ),
        (("id", MatchId),),
    ),
)
