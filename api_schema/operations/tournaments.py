"""Tournaments as a whole: make, find, read, pause, end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Any

from api_schema.errors import ErrorCode
from api_schema.input.faults import checked
from api_schema.operations import beyond
from api_schema.operations.fields import ID, KEY, Field, Input, Missing, Mutation, Payload
from api_schema.operations.http import VERSION
from api_schema.operations.operation import Change, Keeps, Read
from api_schema.operations.tournament_parameters import TournamentsQuery
from api_schema.ports.tournaments import (
    CancelInput,
    CreateTournament,
    ReasonInput,
    TournamentFilter,
    Tournaments,
)
from api_schema.tournament_policy import tournament_of

MANAGE, ENTER, REFEREE, OWN_PART = "tournament:manage", "tournament:enter", "tournament:referee", "tournament:read"
UNKNOWN = (ErrorCode.NOT_FOUND,)
TOURNAMENT = Payload("TournamentPayload")
ITSELF = {"tournament_id": "out.id"}
_WHERE = {"tournament_id": ID, **KEY}
_IDS = dict.fromkeys(("deck", "deckId", "entrant", "excused"), ID)
_MADE = {"id": "$response.body#/tournament/id"}


def request(name: str, struct: Any, first: Any = _WHERE, **more: Any) -> Input:
    """The input of a change that takes a Struct, of which all that may be left out may be null."""
    return Input(name, struct, first=first, nullable=True, types=_IDS, **more)


def words(name: str, description: str, struct: Any = None, **more: Any) -> Input:
    """The input of a change with a text of its own, of a Struct, or of these members."""
    return Input(name, struct, description, first={**_WHERE, **more})


def value(name: str, description: str, member: str, kind: Any) -> Input:
    """The input of a change that takes one plain value."""
    return words(name, description, **{member: kind})._replace(reads=attrgetter(member))


def change(
    name: str,
    path: str,
    summary: str,
    handler: Callable[..., Any],
    *codes: ErrorCode,
    taken: Input,
    text: str | None = None,
    payload: Payload = TOURNAMENT,
    body: Any = None,
    **more: Any,
) -> Change:
    """A change of one tournament, below whose address its own begins. `text` describes the mutation."""
    usual = (ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN, ErrorCode.KEY_REUSED, ErrorCode.TOURNAMENT_STATUS)
    return Change(
        name,
        f"/v1/tournaments/{{id}}{path}",
        summary,
        "tournaments",
        handler,
        key="optional",
        sends=(VERSION,),
        body=body,
        reads_body=None if body is None else partial(checked, struct=body),
        codes=(*usual, *codes),
        graphql=Mutation(payload, taken, text, "tournament_id"),
        **more,
    )


CREATE_TOURNAMENT = Change(
    "createTournament",
    "/v1/tournaments",
    "Make a tournament",
    "tournaments",
    Tournaments.create,
    scope=MANAGE,
    body=CreateTournament,
    reads_body=tournament_of,
    key="optional",
    created="/v1/tournaments/{0.tournament.id}",
    costs=5,
    sends=(VERSION,),
    codes=(ErrorCode.POLICY_INVALID, ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN, ErrorCode.KEY_REUSED),
    beyond=f"{beyond.MATCH}, {beyond.NAME}, a policy of which two members contradict each other, times out of bounds",
    links={
        "get": {"operationId": "getTournament", "parameters": _MADE, "description": "Read the tournament."},
        "codes": {"operationId": "getTournamentCodes", "parameters": _MADE, "description": "The codes to hand out."},
        "register": {"operationId": "registerEntrant", "parameters": _MADE, "description": "Enter."},
        "entrants": {"operationId": "getEntrants", "parameters": _MADE, "description": "The entrants."},
        "startRound": {"operationId": "startRound", "parameters": _MADE, "description": "Begin a round."},
        "rounds": {"operationId": "getRounds", "parameters": _MADE, "description": "The rounds that have begun."},
        "standings": {"operationId": "getStandings", "parameters": _MADE, "description": "The standings."},
        "events": {"operationId": "getTournamentEvents", "parameters": _MADE, "description": "The events."},
        "cancel": {"operationId": "cancelTournament", "parameters": _MADE, "description": "Call it off."},
    },
    example={"game": "c4", "name": "Friday at eight", "policy": {"format": "SWISS", "rounds": 3}},
    description="You are its organiser. `errors` lists every fault of the policy at once, with INVALID_INPUT where"
    " a member has a wrong form, else with POLICY_INVALID.",
    graphql=Mutation(
        TOURNAMENT,
        request("CreateTournamentInput", CreateTournament, KEY, reads=tournament_of),
        "Make a tournament; you are its organiser.",
    ),
)
FIND_TOURNAMENTS = Read(
    "findTournaments",
    "/v1/tournaments",
    "Find tournaments, newest first",
    "tournaments",
    Tournaments.find,
    keeps=Keeps.BY_CALLER,
    query_type=TournamentsQuery,
    rows=1,
    description="A moment behind: one that was just made may not be there yet.",
    graphql=Field(
        "tournaments",
        "All tournaments, newest first.",
        input=Input(
            "TournamentFilter",
            TournamentFilter,
            "Which tournaments: all conditions must hold.",
            first={},
            texts={
                "status": "One of these.",
                "mine": "Only those that your account has entered or has a role in.",
                "name": "A part of the name; neither case nor accents matter.",
            },
        ),
    ),
)
GET_TOURNAMENT = Read(
    "getTournament",
    "/v1/tournaments/{id}",
    "One tournament",
    "tournaments",
    Tournaments.get,
    keeps=Keeps.BY_CALLER,
    stands="version",
    codes=UNKNOWN,
    description="The entity tag begins with the version.",
    graphql=Field(
        "tournament",
        "Null, and the error NOT_FOUND, if there is no such tournament.",
        names={"tournament_id": "id"},
        missing=Missing.REFUSED,
    ),
)
PAUSE_TOURNAMENT = change(
    "pauseTournament",
    "/pause",
    "Let no round begin and nobody enter until it is resumed",
    Tournaments.pause,
    scope=MANAGE,
    body=ReasonInput,
    beyond="a reason of blanks alone",
    description="Matches that run go on; the clock of the round stands still.",
    taken=words("PauseTournamentInput", "Why no round begins for now.", ReasonInput),
    text="Let no round begin and nobody enter until it is resumed; the clock stops.",
)
RESUME_TOURNAMENT = change(
    "resumeTournament",
    "/resume",
    "Go on after a pause",
    Tournaments.resume,
    scope=MANAGE,
    taken=words("ResumeTournamentInput", "The tournament that goes on after a pause."),
)
CANCEL_TOURNAMENT = change(
    "cancelTournament",
    "/cancel",
    "End it without a result",
    Tournaments.cancel,
    ErrorCode.REASON_REQUIRED,
    scope=MANAGE,
    body=CancelInput,
    beyond="no reason, or one of blanks alone",
    description="The reason is needed; it is public and stays for ever.",
    taken=words("CancelTournamentInput", "Why it ends without a result. The reason is public and stays.", reason=str),
    text="End it without a result.",
)
FINISH_TOURNAMENT = change(
    "finishTournament",
    "/finish",
    "End it with the ranks as they are",
    Tournaments.finish,
    ErrorCode.ROUND_OPEN,
    scope=MANAGE,
    description="ROUND_OPEN while a table has no result, or a disputed one.",
    taken=words("FinishTournamentInput", "The tournament that ends with the ranks as they are."),
    text="End it with the ranks as they are.",
)

ROWS = (
    CREATE_TOURNAMENT,
    FIND_TOURNAMENTS,
    GET_TOURNAMENT,
    PAUSE_TOURNAMENT,
    RESUME_TOURNAMENT,
    CANCEL_TOURNAMENT,
    FINISH_TOURNAMENT,
)
