"""Tournaments as a whole: make, find, read, pause, end."""

from __future__ import annotations

from typing import Any

from api_schema.errors import ErrorCode
from api_schema.packing import UNPACKED
from api_schema.ports.tournaments import (
    CreateTournament,
    ReasonInput,
    TournamentFilter,
    TournamentMade,
    TournamentOut,
    TournamentPage,
)
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import given
from api_schema.rest.replies import Reply, cached
from api_schema.rest.tournaments_parameters import TournamentPath, TournamentsQuery
from api_schema.tournament_policy import tournament_of


async def create(call: ApiCall) -> Reply:
    """A new tournament."""
    made = await call.uses.tournaments.create(call.caller, call.key, call.body)
    return changed(made, 201, Location=f"/v1/tournaments/{made.tournament.id}")


async def find(call: ApiCall) -> Reply:
    """A page of tournaments, newest first."""
    query: TournamentsQuery = call.query
    status = given(query.status)
    among: Any = () if status is None else tuple(status.split(","))
    wanted = TournamentFilter(given(query.game), among, mine=given(query.mine) == "true", name=given(query.name))
    page = await call.uses.tournaments.find(call.caller, first=query.limit, after=given(query.after), wanted=wanted)
    return Reply(page, headers=cached(call.request))


async def get(call: ApiCall) -> Reply:
    """One tournament. The entity tag begins with its version; names and the caller's own part can change without it."""
    found = await call.uses.tournaments.get(call.caller, call.path.id)
    return Reply(found, stands=str(found.version), headers=cached(call.request))


async def pause(call: ApiCall) -> Reply:
    """No round begins."""
    return changed(await call.uses.tournaments.pause(call.caller, call.path.id, call.key, call.body.reason))


async def resume(call: ApiCall) -> Reply:
    """It goes on."""
    return changed(await call.uses.tournaments.resume(call.caller, call.path.id, call.key))


async def cancel(call: ApiCall) -> Reply:
    """It ends without a result."""
    return changed(await call.uses.tournaments.cancel(call.caller, call.path.id, call.key, call.body.reason))


async def finish(call: ApiCall) -> Reply:
    """It ends with its ranks."""
    return changed(await call.uses.tournaments.finish(call.caller, call.path.id, call.key))


def changed(made: TournamentMade, status: int = 200, **headers: str) -> Reply:
    """The tournament after a change."""
    return Reply(made, status, headers={"Cache-Control": UNPACKED, "Playledger-Version": str(made.version), **headers})


CHANGE = (ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN, ErrorCode.KEY_REUSED, ErrorCode.TOURNAMENT_STATUS)
"""The refusals of any change of a tournament."""
_MADE = {"id": "$response.body#/tournament/id"}
OF_TOURNAMENT: dict[str, dict[str, Any]] = {
    "get": {"operationId": "getTournament", "parameters": _MADE, "description": "Read the tournament."},
    "codes": {"operationId": "getTournamentCodes", "parameters": _MADE, "description": "The codes to hand out."},
    "register": {"operationId": "registerEntrant", "parameters": _MADE, "description": "Enter."},
    "entrants": {"operationId": "getEntrants", "parameters": _MADE, "description": "The entrants."},
    "startRound": {"operationId": "startRound", "parameters": _MADE, "description": "Begin a round."},
    "rounds": {"operationId": "getRounds", "parameters": _MADE, "description": "The rounds that have begun."},
    "standings": {"operationId": "getStandings", "parameters": _MADE, "description": "The standings."},
    "events": {"operationId": "getTournamentEvents", "parameters": _MADE, "description": "The events."},
    "cancel": {"operationId": "cancelTournament", "parameters": _MADE, "description": "Call it off."},
}


def _change(name: str, path: str, handler: Any, summary: str, body: type | None = None, **more: Any) -> Operation:
    """An operation of organisers on the whole tournament."""
    return Operation(
        name,
        "POST",
        f"/v1/tournaments/{{id}}/{path}",
        handler,
        summary,
        "tournaments",
        TournamentMade,
        path_type=TournamentPath,
        body=body,
        key="optional",
        auth="required",
        scope="tournament:manage",
        codes=(*CHANGE, *more.pop("codes", ())),
        **more,
    )


OPERATIONS = (
    Operation(
        "createTournament",
        "POST",
        "/v1/tournaments",
        create,
        "Make a tournament",
        "tournaments",
        TournamentMade,
        201,
        body=CreateTournament,
        reads_body=tournament_of,
        key="optional",
        auth="required",
        scope="tournament:manage",
        codes=(ErrorCode.POLICY_INVALID, ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN, ErrorCode.KEY_REUSED),
        links=OF_TOURNAMENT,
        example={"game": "c4", "name": "Friday at eight", "policy": {"format": "SWISS", "rounds": 3}},
        description="You are its organiser. `errors` lists every fault of the policy at once, with INVALID_INPUT where"
        " a member has a wrong form, else with POLICY_INVALID.",
        costs=5,
    ),
    Operation(
        "findTournaments",
        "GET",
        "/v1/tournaments",
        find,
        "Find tournaments, newest first",
        "tournaments",
        TournamentPage,
        query_type=TournamentsQuery,
        auth="optional",
        description="A moment behind: one that was just made may not be there yet.",
        costs=lambda query: 10 + query.limit,
    ),
    Operation(
        "getTournament",
        "GET",
        "/v1/tournaments/{id}",
        get,
        "One tournament",
        "tournaments",
        TournamentOut,
        path_type=TournamentPath,
        auth="optional",
        codes=(ErrorCode.NOT_FOUND,),
        description="The entity tag begins with the version.",
    ),
    _change(
        "pauseTournament",
        "pause",
        pause,
        "Let no round begin and nobody enter until it is resumed",
        ReasonInput,
        description="Matches that run go on; the clock of the round stands still.",
    ),
    _change("resumeTournament", "resume", resume, "Go on after a pause"),
    _change(
        "cancelTournament",
        "cancel",
        cancel,
        "End it without a result",
        ReasonInput,
        codes=(ErrorCode.REASON_REQUIRED,),
        description="The reason is needed; it is public and stays for ever.",
    ),
    _change(
        "finishTournament",
        "finish",
        finish,
        "End it with the ranks as they are",
        codes=(ErrorCode.ROUND_OPEN,),
        description="ROUND_OPEN while a table has no result, or a disputed one.",
    ),
)
