"""Matches before they start: create, find, sit down, get up again. Practice, which goes on from one that is over."""

from __future__ import annotations

from operator import attrgetter

from api_schema.errors import ErrorCode
from api_schema.operations import beyond
from api_schema.operations.fields import ID, KEY, Field, Input, Missing, Mutation, Payload
from api_schema.operations.operation import Change, Keeps, Read
from api_schema.operations.parameters import MatchesQuery
from api_schema.ports.base import Caller
from api_schema.ports.matches import CreateMatch, CreateOut, ForkMatch, ForkOut, JoinMatch, Matches, MatchFilter
from api_schema.ports.use_cases import UseCases
from domain.kernel.game import Strength

PLAY, CREATE, SEEN = "match:play", "match:create", "match:read"
CLOSED = (ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN)
WHERE = {**KEY, "match_id": ID}
_KNOWN = "Somebody brought it to a match that is over and whose decks everybody may know."
_BY_ID = {"id": "$response.body#/match/id"}
_OF_MATCH = {
    "get": {"operationId": "getMatch", "parameters": _BY_ID, "description": "Read the match."},
    "join": {"operationId": "joinMatch", "parameters": _BY_ID, "description": "Take a seat."},
    "legalActions": {"operationId": "getLegalActions", "parameters": _BY_ID, "description": "The legal actions now."},
    "state": {"operationId": "getState", "parameters": _BY_ID, "description": "Read the state."},
    "events": {"operationId": "getEvents", "parameters": _BY_ID, "description": "Read the events."},
}
_OF_SEAT = {
    **_OF_MATCH,
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


async def _create(use_cases: UseCases, caller: Caller, key: str, request: CreateMatch) -> CreateOut:
    match, replayed, invite = await use_cases.matches.create(caller, key, request)
    return CreateOut(match, invite, replayed)


async def _fork(use_cases: UseCases, caller: Caller, match_id: str, key: str, request: ForkMatch) -> ForkOut:
    return ForkOut(*await use_cases.matches.fork(caller, match_id, key, request))


CREATE_MATCH = Change(
    "createMatch",
    "/v1/matches",
    "Create a match",
    "lobby",
    _create,
    scope=CREATE,
    auth="optional",
    body=CreateMatch,
    key="optional",
    created="/v1/matches/{0.match.id}",
    codes=(ErrorCode.KEY_REUSED, ErrorCode.FORBIDDEN, ErrorCode.NOT_FOUND, ErrorCode.DECK_ILLEGAL),
    beyond=f"{beyond.MATCH}, options of more than 8 KiB, a number of seats that no mode has",
    links=_OF_MATCH,
    example={"game": "c4", "seats": 2},
    description="With `spectatorDelayMs` callers without a seat see the running match so much later.",
    graphql=Mutation(
        Payload("CreateMatchPayload"),
        Input(
            "CreateMatchInput",
            CreateMatch,
            "A new match. `options` are the game's own; times in ms, 0: no limit.",
            texts={
                "spectator_delay_ms": "Up to an hour: once the match runs, strangers learn what happens so much later."
            },
        ),
    ),
)
FIND_MATCHES = Read(
    "findMatches",
    "/v1/matches",
    "Find matches by filter and order",
    "lobby",
    Matches.find,
    keeps=Keeps.BY_CALLER,
    sight=SEEN,
    query_type=MatchesQuery,
    codes=(ErrorCode.NOT_FOUND,),
    rows=1,
    description="Open matches, and those that your account sits in. A cursor is good for the filter and order that gave"
    " it; matches that are made meanwhile double nothing and hide nothing. There is no total: it would cost more"
    " than the page, and `/v1/statistics` counts by game and status.",
    graphql=Field(
        "matches",
        "Open matches, and those that your account sits in.",
        input=Input(
            "MatchFilter",
            MatchFilter,
            "Which matches: all conditions must hold. Times are exclusive.",
            first={},
            without=("order",),
            texts={
                "status": "One of these.",
                "visibility": "As far as the caller may see.",
                "mine": "Only matches that your account sits in.",
                "joinable": "Open, with a free seat.",
                "practice": "Forks, which count for nothing.",
                "player": "A player's reference: it is of one match alone.",
                "entrant": "An entrant (`en_...`), or a player of leaderboards (`ld_...`) in all rated tournaments.",
                "ended_by": "The ID of the rule that ended it.",
                "tournament": "Games of this tournament.",
                "round": "Games of this round; needs `tournament`.",
                "deck": f"The label of a deck. {_KNOWN}",
                "card": f"The ID of a card. {_KNOWN}",
            },
        ),
        apart=("order",),
        texts={"order": "RECENTLY_UPDATED: a match comes to the front whenever something happens in it."},
        most=200,
    ),
)
GET_MATCH = Read(
    "getMatch",
    "/v1/matches/{id}",
    "One match",
    "lobby",
    Matches.get,
    keeps=Keeps.BY_CALLER,
    sight=SEEN,
    codes=CLOSED,
    graphql=Field(
        "match",
        "Null, and the error NOT_FOUND, if there is no such match for you.",
        names={"match_id": "id"},
        missing=Missing.REFUSED,
    ),
)
GET_STATISTICS = Read(
    "getStatistics",
    "/v1/statistics",
    "The numbers of each game's open, running, finished and aborted matches",
    "lobby",
    Matches.statistics,
    keeps=Keeps.PUBLIC,
    description="Private matches are counted too: no match ends without being seen in these numbers,"
    " if its spectators are behind as much later.",
)
JOIN_MATCH = Change(
    "joinMatch",
    "/v1/matches/{id}/seats",
    "Take a seat with a deck, a saved deck or a loadout",
    "lobby",
    Matches.join,
    scope=PLAY,
    auth="optional",
    status=201,
    body=JoinMatch,
    key="optional",
    codes=(
        ErrorCode.NOT_FOUND,
        ErrorCode.SEAT_TAKEN,
        ErrorCode.MATCH_STARTED,
        ErrorCode.MATCH_OVER,
        ErrorCode.DECK_ILLEGAL,
        ErrorCode.KEY_REUSED,
        ErrorCode.FORBIDDEN,
    ),
    beyond=f"a seat that the match does not have, {beyond.DECK}, a bot that the game does not have, a bot with a saved"
    " deck or a loadout",
    links=_OF_SEAT,
    example={"deck": "front_desk"},
    description="Gives the token of the seat. A retry with the same Idempotency-Key gives the same token again. With"
    " the name of one of the game's `bots` as `bot` the house's bot takes the seat: in a match that your account"
    " has made, or that a guest has made and you sat down in first.",
    graphql=Mutation(
        Payload("JoinMatchPayload", empty=("seat_token",)),
        Input(
            "JoinMatchInput",
            JoinMatch,
            "A seat to take (the lowest free one if none is named), with a deck, saved or not, or a loadout.",
            first=WHERE,
            last={"house_bot": Strength | None},
            types={"deck": ID, "deckId": ID, "bot": bool},
            texts={
                "deck": "A preconstructed deck's id.",
                "deck_id": "The id of a deck that you saved.",
                "loadout": "As the game's loadoutSchema says.",
                "seed": "Mixed into every draw, so nobody chose them alone.",
                "bot": "A program of yours plays.",
                "house_bot": "Give the seat of your own match to the house's bot, with a deck that fits if you name"
                " none.",
            },
        ),
        target="match_id",
    ),
)
LEAVE_MATCH = Change(
    "leaveMatch",
    "/v1/matches/{id}/seats/{n}",
    "Leave a seat before the start",
    "lobby",
    Matches.leave,
    method="DELETE",
    scope=PLAY,
    asks="n",
    key="optional",
    codes=(
        ErrorCode.NOT_FOUND,
        ErrorCode.NOT_YOUR_SEAT,
        ErrorCode.MATCH_STARTED,
        ErrorCode.MATCH_OVER,
        ErrorCode.KEY_REUSED,
        ErrorCode.FORBIDDEN,
    ),
    description="Afterwards the action `concede` gives a match up.",
    graphql=Mutation(
        Payload("MatchPayload", "match"),
        Input(
            "LeaveMatchInput",
            description="A seat to free again, before the match has started.",
            first={**WHERE, "seat": int},
            reads=attrgetter("seat"),
        ),
        target="match_id",
    ),
)
FORK_MATCH = Change(
    "forkMatch",
    "/v1/matches/{id}/forks",
    "Go on from a past version in a practice match of your own",
    "lobby",
    _fork,
    scope=CREATE,
    body=ForkMatch,
    key="required",
    created="/v1/matches/{0.match.id}",
    costs=5,
    codes=(ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN, ErrorCode.FORK_REFUSED, ErrorCode.KEY_REUSED),
    beyond="a version that the match has not come to",
    links={name: link for name, link in _OF_MATCH.items() if name != "join"},
    description="Of a match that is over and hides nothing from anybody any more. The new match names its origin, gives"
    " all seats to the caller's account, has no clock and draws from a seed of its own. It is never rated."
    " A retry with the same Idempotency-Key finds the first one.",
    graphql=Mutation(
        Payload("ForkMatchPayload"),
        Input(
            "ForkMatchInput",
            ForkMatch,
            "A match that is over and hides nothing any more, and the version to go on from.",
            first=WHERE,
        ),
        "Go on from any past version of a match that is over, for practice.",
        "match_id",
    ),
)

ROWS = (CREATE_MATCH, FIND_MATCHES, GET_MATCH, GET_STATISTICS, JOIN_MATCH, LEAVE_MATCH, FORK_MATCH)
