"""The messages of the streams of matches and tournaments.

One struct for each kind of update; the payload is its JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from api_schema.ports.base import Out
from api_schema.ports.matches import EventOut, ResultOut
from api_schema.ports.tournaments import PairingOut, StandingOut, TableSeatOut, TournamentEventOut, TournamentStatus


class EventsAppendedOut(Out, frozen=True):
    """New events, and the hashes that tell a client whether it has folded them rightly.

    `patch`, for who asked for frames: the JSON Patch (RFC 6902) from the frame before `from_version` to the one at
    `to_version`; of a match from its beginning, to nothing.
    """

    from_version: int
    to_version: int
    events: tuple[EventOut, ...]
    state_hash: str
    head_hash: str
    patch: tuple[Mapping[str, Any], ...] | UnsetType = UNSET


class HeartbeatOut(Out, frozen=True):
    """Nothing happened, and the stream is alive; `version` is where the reader stands."""

    version: int


class ResyncRequiredOut(Out, frozen=True):
    """The reader was too slow, is ahead of this server, was told what the store has lost since, or the server stops.

    Read the state, then follow again.
    """

    current_version: int
    reason: Literal["SLOW_READER", "AHEAD", "DIVERGED", "SHUTDOWN"]


class MatchClosedOut(Out, frozen=True):
    """The match is over and everything was sent."""

    version: int
    result: ResultOut | None


class TournamentChangedOut(Out, frozen=True):
    """New events of a tournament, and where it stands after them: hash of the chain (hex), last round, status.

    `round_ends_at` and `round_left_ms` are the clock of that round: when its time is over, or what is left in a pause.
    """

    from_version: int
    to_version: int
    events: tuple[TournamentEventOut, ...]
    head_hash: str
    round: int
    round_ends_at: str | None
    round_left_ms: int | None
    status: TournamentStatus


class PairingsChangedOut(Out, frozen=True):
    """Tables of a round as they stand now: all of them, or those that have changed. `round` 0: none has begun.

    `ends_at`: when its time is over; in a pause null, with what is left as `left_ms`. Where only that changes there are
    no tables.
    `byes` and `half` (let off for half a win) are those without a table, told where all tables begin. `has_next`: more
    tables of the same change follow, so `version`, from which a reader may go on, is still the one before it.
    """

    round: int
    ends_at: str | None
    left_ms: int | None
    pairings: tuple[PairingOut, ...]
    byes: tuple[TableSeatOut, ...]
    half: tuple[TableSeatOut, ...]
    version: int
    has_next: bool


class StandingsChangedOut(Out, frozen=True):
    """The first rows of the standings after the last round that is over. `bracket`: they are those of the bracket."""

    after_round: int
    bracket: bool
    version: int
    standings: tuple[StandingOut, ...]


class TournamentClosedOut(Out, frozen=True):
    """The tournament is over and everything was sent."""

    version: int
    status: TournamentStatus
