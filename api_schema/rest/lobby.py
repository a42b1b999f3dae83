"""Matches before they start: create, find, sit down, get up again."""

from __future__ import annotations

from api_schema import changes, reads
from api_schema.ports.matches import CreateMatch, JoinMatch
from api_schema.rest.caching import PUBLIC, by_caller
from api_schema.rest.change_rows import Answer, change_row, created
from api_schema.rest.parameters import MatchesQuery
from api_schema.rest.read_rows import read_row
from api_schema.rest.replies import Reply

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
    read_row(
        reads.FIND_MATCHES,
        "/v1/matches",
        "Find matches by filter and order",
        "lobby",
        by_caller,
        query_type=MatchesQuery,
        description=(
            "Open matches, and those that your account sits in. A cursor is good for the filter and order that gave it;"
            " matches that are made meanwhile double nothing and hide nothing. There is no total: it would cost more"
            " than the page, and `/v1/statistics` counts by game and status."
        ),
    ),
    read_row(reads.GET_MATCH, "/v1/matches/{id}", "One match", "lobby", by_caller),
    read_row(
        reads.GET_STATISTICS,
        "/v1/statistics",
        "The numbers of each game's open, running, finished and aborted matches",
        "lobby",
        PUBLIC,
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
        key="optional",
        description="Afterwards the action `concede` gives a match up.",
    ),
)
