"""Entrants of a tournament: register, bring a deck, check in, report, drop."""

from __future__ import annotations

from collections.abc import Sequence

from api_schema import changes, reads
from api_schema.ports.tournaments import DeckOrder, EntrantPage, RegisterEntrant, ReportResult
from api_schema.rest.caching import as_of
from api_schema.rest.operation import ApiCall
from api_schema.rest.read_rows import operation_of
from api_schema.rest.replies import AS_OF, Reply
from api_schema.rest.tournaments import change_in
from api_schema.rest.tournaments_csv import ENTRANTS, entrants_csv, table_row
from api_schema.rest.tournaments_parameters import EntrantsQuery

OWN = "me"
"""Stands for the caller's own entrant."""


def _entrant(call: ApiCall) -> str | None:
    return None if call.path.entrant == OWN else call.path.entrant


async def _record(call: ApiCall) -> Reply:
    found = await call.use_cases.tournaments.entrant_record(call.caller, call.path.id, entrant=_entrant(call))
    return Reply(found, headers=as_of(call.request, found))


async def _csv(call: ApiCall, pages: Sequence[EntrantPage]) -> str:
    return entrants_csv([row for page in pages for row in page.entrants])


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
    table_row(
        reads.GET_ENTRANTS,
        "/entrants",
        "The entrants, in the order of entering or of their names",
        EntrantsQuery,
        _csv,
        "A line for each entrant: " + ", ".join(ENTRANTS) + ".",
    ),
    operation_of(
        reads.GET_ENTRANT_RECORD,
        _record,
        "/v1/tournaments/{id}/entrants/{entrant}/record",
        "What an entrant did in each round, and what that brought",
        "tournaments",
        sends=(AS_OF,),
        description="Each round that has begun, with its table, its points and the total, as standings have it.",
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
        description="Yourself; organisers anybody, with the scope `tournament:manage`.",
    ),
    change_in(
        changes.DROP_ENTRANT,
        "DELETE",
        "/entrants/{entrant}",
        "Leave a tournament, or take an entrant out",
        asks=_entrant,
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
