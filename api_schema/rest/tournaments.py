"""Tournaments as a whole: make, find, read, pause, end."""

from __future__ import annotations

from functools import partial
from typing import Any

from api_schema import changes, reads
from api_schema.input.faults import checked
from api_schema.packing import UNPACKED
from api_schema.ports.tournaments import CancelInput, CreateTournament, ReasonInput, TournamentMade
from api_schema.rest.caching import by_caller
from api_schema.rest.change_rows import Answer, change_row
from api_schema.rest.operation import Operation
from api_schema.rest.read_rows import read_row
from api_schema.rest.replies import VERSION, Reply
from api_schema.rest.tournaments_parameters import TournamentsQuery
from api_schema.tournament_policy import tournament_of


def changed(made: TournamentMade, status: int = 200, **headers: str) -> Reply:
    """The tournament after a change."""
    return Reply(made, status, headers={"Cache-Control": UNPACKED, VERSION: str(made.version), **headers})


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


def change_in(change: changes.Change, method: str, path: str, summary: str, body: Any = None, **more: Any) -> Operation:
    """The operation of a change of one tournament, below whose address its own begins."""
    usual: dict[str, Any] = {"key": "optional", "sends": (VERSION,)}
    if body is not None:
        usual |= {"body": body, "reads_body": partial(checked, struct=body)}
    whole = f"/v1/tournaments/{{id}}{path}"
    return change_row(change, method, whole, summary, "tournaments", Answer(200, changed), **(usual | more))


_CREATED = Answer(201, lambda made: changed(made, 201, Location=f"/v1/tournaments/{made.tournament.id}"))
OPERATIONS = (
    change_row(
        changes.CREATE_TOURNAMENT,
        "POST",
        "/v1/tournaments",
        "Make a tournament",
        "tournaments",
        _CREATED,
        body=CreateTournament,
        reads_body=tournament_of,
        key="optional",
        links=OF_TOURNAMENT,
        sends=(VERSION,),
        example={"game": "c4", "name": "Friday at eight", "policy": {"format": "SWISS", "rounds": 3}},
        description="You are its organiser. `errors` lists every fault of the policy at once, with INVALID_INPUT where"
        " a member has a wrong form, else with POLICY_INVALID.",
    ),
    read_row(
        reads.FIND_TOURNAMENTS,
        "/v1/tournaments",
        "Find tournaments, newest first",
        "tournaments",
        by_caller,
        query_type=TournamentsQuery,
        description="A moment behind: one that was just made may not be there yet.",
    ),
    read_row(
        reads.GET_TOURNAMENT,
        "/v1/tournaments/{id}",
        "One tournament",
        "tournaments",
        by_caller,
        stands="version",
        description="The entity tag begins with the version.",
    ),
    change_in(
        changes.PAUSE_TOURNAMENT,
        "POST",
        "/pause",
        "Let no round begin and nobody enter until it is resumed",
        body=ReasonInput,
        description="Matches that run go on; the clock of the round stands still.",
    ),
    change_in(changes.RESUME_TOURNAMENT, "POST", "/resume", "Go on after a pause"),
    change_in(
        changes.CANCEL_TOURNAMENT,
        "POST",
        "/cancel",
        "End it without a result",
        body=CancelInput,
        description="The reason is needed; it is public and stays for ever.",
    ),
    change_in(
        changes.FINISH_TOURNAMENT,
        "POST",
        "/finish",
        "End it with the ranks as they are",
        description="ROUND_OPEN while a table has no result, or a disputed one.",
    ),
)
