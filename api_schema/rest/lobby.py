"""Matches before they start: create, find, sit down, get up again."""

from __future__ import annotations

from typing import Any

from api_schema import changes
from api_schema.errors import ErrorCode
from api_schema.ports.matches import (
    CreateMatch,
    JoinMatch,
    MatchFilter,
    MatchOut,
    MatchPage,
    Statistics,
)
from api_schema.rest.change_rows import Answer, change_row, created
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import MatchesQuery, MatchPath, SeatPath, given
from api_schema.rest.replies import Reply, cached


async def find(call: ApiCall) -> Reply:
    """A page of matches."""
    query: MatchesQuery = call.query
    wanted = _wanted(query)
    page = await call.uses.matches.find(call.caller, first=query.limit, after=given(query.after), wanted=wanted)
    return Reply(page, headers=cached(call.request))


async def get(call: ApiCall) -> Reply:
    """One match."""
    match = await call.uses.matches.get(call.caller, call.path.id)
    return Reply(match, headers=cached(call.request))


async def statistics(call: ApiCall) -> Reply:
    """Matches by game and status."""
    return Reply(await call.uses.matches.statistics(), headers={"Cache-Control": "public, no-cache"})


def _wanted(query: MatchesQuery) -> MatchFilter:
    """The same words as over GraphQL; flags and lists are texts here."""
    asked: dict[str, Any] = {name: given(getattr(query, name)) for name in MatchFilter.__struct_fields__}
    asked["status"] = tuple(asked["status"].split(",")) if asked["status"] else ()
    for flag in ("joinable", "practice"):
        asked[flag] = None if asked[flag] is None else asked[flag] == "true"
    return MatchFilter(**{**asked, "mine": asked["mine"] == "true"})


_BY_ID = {"id": "$response.body#/match/id"}
OF_MATCH = {
    "get": {"operationId": "getMatch", "parameters": _BY_ID, "description": "Read the match."},
    "join": {"operationId": "joinMatch", "parameters": _BY_ID, "description": "Take a seat."},
    "legalActions": {"operationId": "getLegalActions", "parameters": _BY_ID, "description": "The legal actions now."},
    "state": {"operationId": "getState", "parameters": _BY_ID, "description": "Read the state."},
    "events": {"operationId": "getEvents", "parameters": _BY_ID, "description": "Read the events."},
}
_OF_SEAT = {
    **OF_MATCH,
    "legalActions": {
        "operationId": "getLegalActions",
        "parameters": {**_BY_ID, "seat": "$response.body#/seat"},
        "description": "The legal actions of this seat now.",
    },
    "leave": {
        "operationId": "leaveMatch",
        "parameters": {**_BY_ID, "n": "$response.body#/seat"},
        "description": "Leave the seat again.",
    },
}

OPERATIONS = (
    change_row(
        changes.CREATE_MATCH,
        "POST",
        "/v1/matches",
        "Create a match",
        "lobby",
        created("/v1/matches/{0.match.id}"),
        body=CreateMatch,
        key="optional",
        auth="optional",
        links=OF_MATCH,
        example={"game": "c4", "seats": 2},
        description="With `spectatorDelayMs` callers without a seat see the running match so much later.",
    ),
    Operation(
        "findMatches",
        "GET",
        "/v1/matches",
        find,
        "Find matches by filter and order",
        "lobby",
        MatchPage,
        query_type=MatchesQuery,
        auth="optional",
        sight="match:read",
        codes=(ErrorCode.NOT_FOUND,),
        description=(
            "Open matches, and those that your account sits in. A cursor is good for the filter and order that gave it;"
            " matches that are made meanwhile double nothing and hide nothing. There is no total: it would cost more"
            " than the page, and `/v1/statistics` counts by game and status."
        ),
        costs=lambda query: 10 + query.limit,
    ),
    Operation(
        "getMatch",
        "GET",
        "/v1/matches/{id}",
        get,
        "One match",
        "lobby",
        MatchOut,
        path_type=MatchPath,
        auth="optional",
        sight="match:read",
        codes=(ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN),
    ),
    Operation(
        "getStatistics",
        "GET",
        "/v1/statistics",
        statistics,
        "The numbers of each game's open, running, finished and aborted matches",
        "lobby",
        Statistics,
        description="Private matches are counted too: no match ends without being seen in these numbers,"
        " if its spectators are behind as much later.",
    ),
    change_row(
        changes.JOIN_MATCH,
        "POST",
        "/v1/matches/{id}/seats",
        "Take a seat with a deck, a saved deck or a loadout",
        "lobby",
        Answer(201, lambda joined: Reply(joined, 201)),
        path_type=MatchPath,
        body=JoinMatch,
        key="optional",
        auth="optional",
        links=_OF_SEAT,
        example={"deck": "front_desk"},
        description=(
            "Gives the token of the seat. A retry with the same Idempotency-Key gives the same token again. With the"
            " name of one of the game's `bots` as `bot` the house's bot takes the seat: in a match that your account"
            " has made, or that a guest has made and you sat down in first."
        ),
    ),
    change_row(
        changes.LEAVE_MATCH,
        "DELETE",
        "/v1/matches/{id}/seats/{n}",
        "Leave a seat before the start",
        "lobby",
        asks=lambda call: call.path.n,
        path_type=SeatPath,
        key="optional",
        description="Afterwards the action `concede` gives a match up.",
    ),
)
