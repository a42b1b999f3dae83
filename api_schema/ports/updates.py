"""What the messages of the streams of matches and tournaments hold.

One struct for each kind of update; the payload is its JSON.
"""

from __future__ import annotations

from typing import Literal

from api_schema.ports.base import Out
from api_schema.ports.matches import EventOut, ResultOut
from api_schema.ports.tournaments import TournamentEventOut, TournamentStatus


class EventsAppendedOut(Out, frozen=True):
    """New events, and the hashes that tell a client whether it has folded them rightly."""

    from_version: int
    to_version: int
    events: tuple[EventOut, ...]
    state_hash: str
    head_hash: str


class HeartbeatOut(Out, frozen=True):
    """Nothing happened, and the stream is alive; `version` is where the reader stands."""

    version: int


class ResyncRequiredOut(Out, frozen=True):
    """The reader was too slow, is ahead of this server, or the server stops: read the state, then follow again."""

    current_version: int
    reason: Literal["SLOW_READER", "AHEAD", "SHUTDOWN"]


class MatchClosedOut(Out, frozen=True):
    """The match is over and everything was sent."""

    version: int
    result: ResultOut | None


class TournamentChangedOut(Out, frozen=True):
    """New events of a tournament, and where it stands after them: hash of the chain (hex), last round, status."""

    from_version: int
    to_version: int
    events: tuple[TournamentEventOut, ...]
    head_hash: str
    round: int
    status: TournamentStatus


class TournamentClosedOut(Out, frozen=True):
    """The tournament is over and everything was sent."""

    version: int
    status: TournamentStatus
