"""Matches that run: state, legal actions, acting, events, frames, who watches, and the live stream."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from api_schema.errors import ErrorCode
from api_schema.limiting.budgets import Bucket
from api_schema.operations.fields import Field
from api_schema.operations.http import NDJSON, SSE, VERSION
from api_schema.operations.lobby import CLOSED, PLAY, SEEN
from api_schema.operations.operation import Keeps, Operation, Read
from api_schema.operations.parameters import EventsQuery, FramesQuery, LegalQuery, SeatQuery, StateQuery, StreamQuery
from api_schema.ports.matches import (
    EVENT,
    FRAME_VERSIONS,
    ActOut,
    EventPage,
    FrameOut,
    LegalActionSet,
    Matches,
    StateOut,
)

_PAST = "what the answer says never changes, but the next release may word it otherwise: after some minutes ask again, \
with its ETag."
_OF_SEAT: Any = {"auth": "optional", "sight": SEEN}
_CODES = (*CLOSED, ErrorCode.NOT_YOUR_SEAT)
_KINDS = "`events_appended`, `presence_changed`, `clock_tick`, `heartbeat`, `resync_required`, `match_closed`"


def _of_a_version(query: Any) -> int:
    """Points: a past version is folded."""
    return 20 if query.at is UNSET else 60


GET_STATE = Operation(
    "getState",
    "/v1/matches/{id}/state",
    "The state as one perspective sees it, now or at a past version",
    "play",
    reply=StateOut,
    query_type=StateQuery,
    **_OF_SEAT,
    codes=_CODES,
    description=f"With `at`: {_PAST}",
    costs=_of_a_version,
)
GET_LEGAL_ACTIONS = Operation(
    "getLegalActions",
    "/v1/matches/{id}/legal-actions",
    "Everything that a seat may do now, or might have done at a past version",
    "play",
    reply=LegalActionSet,
    query_type=LegalQuery,
    **_OF_SEAT,
    codes=(*_CODES, ErrorCode.MATCH_OVER),
    links={
        "act": {
            "operationId": "act",
            "parameters": {"id": "$request.path.id"},
            "description": "Take one of the enumerated answers: its `token`, and the `seat` of the list, are the body.",
        }
    },
    description="Without `at` this needs the token of a seat. With `at` other seats are open with the full record, "
    f"nothing is legal between two facts of one action, and {_PAST}",
    costs=_of_a_version,
)
GET_UNPLAYABLE = Read(
    "getUnplayable",
    "/v1/matches/{id}/unplayable",
    "The cards in one's hand that can't be played now, and why",
    "play",
    Matches.unplayable,
    keeps=Keeps.PRIVATE,
    scope=PLAY,
    sight=SEEN,
    query_type=SeatQuery,
    codes=_CODES,
    points=30,
    description="Of each card that no open prompt of the seat offers the rule that stops it, and a sentence: what an"
    " action with it would be refused with.",
    graphql=Field(
        "unplayable",
        "The cards in the hand of an own seat that it can't play now, and why. Default: the only one.",
        "Match",
        of={"match_id": "out.id"},
        points=20,
    ),
)
ACT = Operation(
    "act",
    "/v1/matches/{id}/actions",
    "Answer a prompt, or concede",
    "play",
    method="POST",
    reply=ActOut,
    actions=True,
    key="required",
    auth="required",
    scope=PLAY,
    headers=("If-Match", "Prefer"),
    codes=(
        ErrorCode.NOT_FOUND,
        ErrorCode.NOT_YOUR_SEAT,
        ErrorCode.ILLEGAL_ACTION,
        ErrorCode.VERSION_CONFLICT,
        ErrorCode.PROMPT_CLOSED,
        ErrorCode.GUARD_REQUIRED,
        ErrorCode.KEY_REUSED,
        ErrorCode.MATCH_OVER,
        ErrorCode.FORBIDDEN,
    ),
    beyond="a token of another match, an action or a parameter of another game, `promptId` without `revision` or the"
    " other way round, parameters beside `concede`",
    links={
        "legalActions": {"operationId": "getLegalActions", "parameters": {"id": "$request.path.id"}},
        "state": {
            "operationId": "getState",
            "parameters": {"id": "$request.path.id", "at": "$response.body#/version"},
        },
        "events": {"operationId": "getEvents", "parameters": {"id": "$request.path.id"}},
    },
    sends=(VERSION,),
    description="By the token of a legal action, or by type and parameters beside a guard.",
    bucket=Bucket.ACTS,
)
GET_EVENTS = Operation(
    "getEvents",
    "/v1/matches/{id}/events",
    "Events in version order",
    "play",
    reply=EventPage,
    query_type=EventsQuery,
    **_OF_SEAT,
    media={NDJSON: "One event a line, as in `events` of the JSON page."},
    codes=_CODES,
    description=f"Of a full page `version` is that of its last event, and {_PAST}",
    costs=lambda query: 10 + EVENT * query.limit,
    sends=(VERSION,),
)
GET_FRAMES = Operation(
    "getFrames",
    "/v1/matches/{id}/frames",
    "A match as a client draws it, after each batch from one version to another",
    "play",
    lines=FrameOut,
    query_type=FramesQuery,
    **_OF_SEAT,
    codes=_CODES,
    costs=60,
    sends=(VERSION,),
    description="A frame a line. "
    "The first line has `state`: what a client draws, the same as in the state at that version. Each "
    "further line has a JSON Patch (RFC 6902) to the frame before it, or `state` again. With `brief` the first "
    "line alone has `state` and the hashes, which takes far fewer bytes. One answer goes over at most "
    f"{FRAME_VERSIONS} versions; go on from the version after its last line, until you have come to "
    "`Playledger-Version`. With `to` in the past only another release can draw the frames otherwise: after some "
    "minutes ask again, with the ETag.",
)
GET_PRESENCE = Read(
    "getPresence",
    "/v1/matches/{id}/presence",
    "The present watchers of a match",
    "play",
    Matches.presence,
    keeps=Keeps.UNSTORED,
    sight=SEEN,
    codes=CLOSED,
    description="The seats that have a stream of their own view open, and how many other streams there are.",
    graphql=Field("presence", "The present watchers, at all replicas.", "Match", of={"match_id": "out.id"}, points=0),
)
STREAM_MATCH = Operation(
    "streamMatch",
    "/v1/matches/{id}/stream",
    "The events after a version, then everything live",
    "play",
    query_type=StreamQuery,
    **_OF_SEAT,
    headers=("Last-Event-ID",),
    media={
        SSE: f"Events {_KINDS}, `problem`; id: version. There will be more: pass over those that you don't know.",
        NDJSON: 'Lines {"type", "version", "data"} with the same types; blank lines while nothing happens.',
    },
    codes=_CODES,
    description="Ends with `match_closed`. 204: the match is closed and Last-Event-ID has seen all of it.",
    costs=50,
    live=True,
)

ROWS = (GET_STATE, GET_LEGAL_ACTIONS, GET_UNPLAYABLE, ACT, GET_EVENTS, GET_FRAMES, GET_PRESENCE, STREAM_MATCH)
