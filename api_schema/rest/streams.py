"""The one table of what the streams of REST send. A new kind of message, or a new stream, is a row here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from api_schema.operations.models import Problem
from api_schema.operations.parameters import MatchId
from api_schema.operations.tournament_parameters import TournamentId
from api_schema.ports.inbox import (
    ByeReceivedOut,
    InboxTruncatedOut,
    MatchOverOut,
    MatchStartedOut,
    PairingPostedOut,
    ResultDisputedNewsOut,
    ResultRuledOut,
    RulingNeededOut,
    SeatVacatedOut,
    TournamentOverOut,
    YourTurnOut,
)
from api_schema.ports.matches import ClockTickOut, PresenceOut
from api_schema.ports.updates import (
    EventsAppendedOut,
    HeartbeatOut,
    MatchClosedOut,
    PairingsChangedOut,
    ResyncRequiredOut,
    StandingsChangedOut,
    TournamentChangedOut,
    TournamentClosedOut,
)


@dataclass(frozen=True)
class Message:
    """A kind of message: its name on the wire (SSE `event`, NDJSON `type`), what its data is, when it comes.

    `resumes`: it carries the point from which a reader goes on. `sse_only`: over NDJSON a blank line stands for it.
    """

    name: str
    payload: type
    summary: str
    resumes: bool = True
    sse_only: bool = False


@dataclass(frozen=True)
class Stream:
    """A stream over HTTP: one address, in both forms, with the parameters of its path as annotated types.

    `point`: from where a reader goes on. The version of a match or tournament, which over NDJSON stands beside the
    data; or a cursor, which is in the data already.
    """

    id: str
    address: str
    summary: str
    messages: tuple[Message, ...]
    parameters: tuple[tuple[str, Any], ...] = ()
    point: Literal["version", "cursor"] = "version"


_OF_TOURNAMENT = (
    Message("heartbeat", HeartbeatOut, "After a while in which nothing happened", sse_only=True),
    Message("resync_required", ResyncRequiredOut, "The stream ends: read the tournament, then follow again"),
    Message("tournament_closed", TournamentClosedOut, "The stream ends: nothing follows"),
    Message("problem", Problem, "The stream ends with an error: see the catalogue", resumes=False),
)
STREAMS = (
    Stream(
        "matchStream",
        "/v1/matches/{id}/stream",
        "What was missed of a match after a version, then everything live, until the match is closed",
        (
            Message("events_appended", EventsAppendedOut, "Whole events in version order: first history, then live"),
            Message("presence_changed", PresenceOut, "Others watch than before; told once to whoever comes"),
            Message(
                "clock_tick", ClockTickOut, "Clocks that run in public begin, change or stop, and every few seconds"
            ),
            Message("heartbeat", HeartbeatOut, "After a while in which nothing happened", sse_only=True),
            Message("resync_required", ResyncRequiredOut, "The stream ends: read the state, then follow again"),
            Message("match_closed", MatchClosedOut, "The stream ends: nothing follows"),
            Message("problem", Problem, "The stream ends with an error: see the catalogue", resumes=False),
        ),
        (("id", MatchId),),
    ),
    Stream(
        "tournamentStream",
        "/v1/tournaments/{id}/stream",
        "What was missed of a tournament after a version, then everything live, until it is over",
        (
            Message("tournament_changed", TournamentChangedOut, "Events in version order: first history, then live"),
            *_OF_TOURNAMENT,
        ),
        (("id", TournamentId),),
    ),
    Stream(
        "pairingsStream",
        "/v1/tournaments/{id}/pairings/stream",
        "The tables of a round of a tournament, then those that change, until it is over",
        (
            Message("pairings_changed", PairingsChangedOut, "Tables as they stand now: first all, then changed ones"),
            *_OF_TOURNAMENT,
        ),
        (("id", TournamentId),),
    ),
    Stream(
        "standingsStream",
        "/v1/tournaments/{id}/standings/stream",
        "The first rows of the standings of a tournament, then again whenever they change, until it is over",
        (
            Message("standings_changed", StandingsChangedOut, "The rows as they are after the last round that is over"),
            *_OF_TOURNAMENT,
        ),
        (("id", TournamentId),),
    ),
    Stream(
        "inboxStream",
        "/v1/inbox/stream",
        "What an account was told after a cursor, then everything live; a comment or blank line in silence",
        (
            Message("your_turn", YourTurnOut, "A question waits for a seat of the account"),
            Message("match_started", MatchStartedOut, "A match in which the account sits has begun"),
            Message("match_over", MatchOverOut, "A match in which the account sat is over"),
            Message("seat_vacated", SeatVacatedOut, "Somebody who sat there too has left before the start"),
            Message("pairing_posted", PairingPostedOut, "A game of the account has begun in a round of a tournament"),
            Message("bye_received", ByeReceivedOut, "The account doesn't play in a round"),
            Message("result_ruled", ResultRuledOut, "A referee has made a call at a table of the account, or about it"),
            Message("result_disputed_news", ResultDisputedNewsOut, "Somebody disputes a result: for who can rule"),
            Message(
                "ruling_needed", RulingNeededOut, "A table whose game was aborted waits for a ruling: for them too"
            ),
            Message("tournament_over", TournamentOverOut, "A tournament that the account had entered is over"),
            Message("inbox_truncated", InboxTruncatedOut, "What follows the cursor may be gone: read the seats to act"),
            Message("problem", Problem, "The stream ends with an error: see the catalogue", resumes=False),
        ),
        point="cursor",
    ),
)
