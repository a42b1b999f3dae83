"""Entrants of a tournament: register, bring a deck, check in, report, drop."""

from __future__ import annotations

from starlette.responses import Response

from api_schema import changes
from api_schema.errors import ErrorCode
from api_schema.ports.tournaments import (
    DeckOrder,
    EntrantFilter,
    EntrantPage,
    RegisterEntrant,
    ReportResult,
)
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import PAGE, given
from api_schema.rest.replies import CSV, JSON, Reply, negotiate
from api_schema.rest.tournaments import change_in
from api_schema.rest.tournaments_csv import ENTRANTS, as_of, entrants_csv, table, whole
from api_schema.rest.tournaments_parameters import EntrantPath, EntrantsQuery, TournamentPath

OWN = "me"
"""Stands for the caller's own entrant."""


def _entrant(call: ApiCall) -> str | None:
    return None if call.path.entrant == OWN else call.path.entrant


async def entrants(call: ApiCall) -> Reply | Response:
    """The participants, as one JSON page or as a whole CSV."""
    query: EntrantsQuery = call.query
    wanted = EntrantFilter(given(query.name), query.sort)

    async def ask(after: str | None, first: int = PAGE) -> EntrantPage:
        return await call.uses.tournaments.entrants(call.caller, call.path.id, first=first, after=after, wanted=wanted)

    if negotiate(call.request, JSON, CSV) == JSON:
        return as_of(call, await ask(given(query.after), query.limit))
    pages = await whole(ask)
    return table(call, entrants_csv([row for page in pages for row in page.entrants]), pages[0].version)


_OWN = {"id": "$request.path.id", "entrant": "$response.body#/tournament/you"}
_OF_ENTRANT = {
    "checkIn": {"operationId": "checkInEntrant", "parameters": _OWN, "description": "Be there."},
    "drop": {"operationId": "dropEntrant", "parameters": _OWN, "description": "Leave again."},
    "deck": {
        "operationId": "changeEntrantDeck",
        "parameters": {"id": "$request.path.id"},
        "description": "Bring another deck.",
    },
}

OPERATIONS = (
    change_in(
        changes.REGISTER_ENTRANT,
        "POST",
        "/entrants",
        "Enter a tournament",
        body=RegisterEntrant,
        links=_OF_ENTRANT,
        example={"deck": {"deck": "front_desk"}},
        description="Late too, where the policy allows it. DECK_ILLEGAL has every violation with its rule in `errors`.",
    ),
    Operation(
        "getEntrants",
        "GET",
        "/v1/tournaments/{id}/entrants",
        entrants,
        "The entrants, in the order of entering or of their names",
        "tournaments",
        EntrantPage,
        path_type=TournamentPath,
        query_type=EntrantsQuery,
        auth="optional",
        sight="tournament:read",
        media={CSV: "A line for each entrant: " + ", ".join(ENTRANTS) + "."},
        codes=(ErrorCode.NOT_FOUND,),
        costs=lambda query: 10 + query.limit,
        as_of=True,
    ),
    change_in(
        changes.CHANGE_ENTRANT_DECK,
        "PUT",
        "/deck",
        "Bring another deck, before the start",
        body=DeckOrder,
        example={"deck": "front_desk"},
    ),
    change_in(
        changes.CHECK_IN_ENTRANT,
        "POST",
        "/entrants/{entrant}/check-in",
        "Say that an entrant is there",
        asks=_entrant,
        path_type=EntrantPath,
        description="Yourself; organisers anybody, with the scope `tournament:manage`.",
    ),
    change_in(
        changes.DROP_ENTRANT,
        "DELETE",
        "/entrants/{entrant}",
        "Leave a tournament, or take an entrant out",
        asks=_entrant,
        path_type=EntrantPath,
        description="Yourself; organisers anybody, with the scope `tournament:manage`.",
    ),
    change_in(
        changes.REPORT_RESULT,
        "POST",
        "/reports",
        "Confirm or dispute the result of your table",
        body=ReportResult,
        example={"round": 1, "table": 1, "kind": "CONFIRM"},
        description="A dispute says why; no round begins before a referee has ruled.",
    ),
)
