"""Entrants of a tournament: register, bring a deck, check in, report, drop."""

from __future__ import annotations

from functools import partial

from starlette.responses import Response

from api_schema.errors import ErrorCode
from api_schema.every_fault import checked
from api_schema.ports.tournaments import (
    DeckOrder,
    EntrantFilter,
    EntrantPage,
    RegisterEntrant,
    ReportResult,
    TournamentMade,
)
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import PAGE, given
from api_schema.rest.replies import CSV, JSON, Reply, negotiate
from api_schema.rest.tournaments import CHANGE, changed
from api_schema.rest.tournaments_csv import ENTRANTS, as_of, entrants_csv, table, whole
from api_schema.rest.tournaments_parameters import EntrantPath, EntrantsQuery, TournamentPath

OWN = "me"
"""Stands for the caller's own entrant."""


async def register(call: ApiCall) -> Reply:
    """An entry."""
    return changed(await call.uses.tournaments.register(call.caller, call.path.id, call.key, call.body))


async def change_deck(call: ApiCall) -> Reply:
    """Another deck for the own entrant."""
    return changed(await call.uses.tournaments.change_deck(call.caller, call.path.id, call.key, call.body))


async def check_in(call: ApiCall) -> Reply:
    """Somebody is there."""
    return changed(await call.uses.tournaments.check_in(call.caller, call.path.id, call.key, _entrant(call)))


async def drop(call: ApiCall) -> Reply:
    """Somebody leaves."""
    return changed(await call.uses.tournaments.drop(call.caller, call.path.id, call.key, _entrant(call)))


async def report(call: ApiCall) -> Reply:
    """An entrant's word on a result."""
    return changed(await call.uses.tournaments.report(call.caller, call.path.id, call.key, call.body))


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


_ENTRY = (*CHANGE, ErrorCode.ENTRY_REFUSED)
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
    Operation(
        "registerEntrant",
        "POST",
        "/v1/tournaments/{id}/entrants",
        register,
        "Enter a tournament",
        "tournaments",
        TournamentMade,
        path_type=TournamentPath,
        body=RegisterEntrant,
        reads_body=partial(checked, struct=RegisterEntrant),
        key="optional",
        auth="required",
        scope="tournament:enter",
        codes=(*_ENTRY, ErrorCode.DECK_ILLEGAL, ErrorCode.CARD_SET_INVALID),
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
    Operation(
        "changeEntrantDeck",
        "PUT",
        "/v1/tournaments/{id}/deck",
        change_deck,
        "Bring another deck, before the start",
        "tournaments",
        TournamentMade,
        path_type=TournamentPath,
        body=DeckOrder,
        reads_body=partial(checked, struct=DeckOrder),
        key="optional",
        auth="required",
        scope="tournament:enter",
        codes=(*_ENTRY, ErrorCode.DECK_ILLEGAL, ErrorCode.CARD_SET_INVALID),
        example={"deck": "front_desk"},
    ),
    Operation(
        "checkInEntrant",
        "POST",
        "/v1/tournaments/{id}/entrants/{entrant}/check-in",
        check_in,
        "Say that an entrant is there",
        "tournaments",
        TournamentMade,
        path_type=EntrantPath,
        key="optional",
        auth="required",
        sight="tournament:enter",
        codes=_ENTRY,
        description="Yourself; organisers anybody, with the scope `tournament:manage`.",
    ),
    Operation(
        "dropEntrant",
        "DELETE",
        "/v1/tournaments/{id}/entrants/{entrant}",
        drop,
        "Leave a tournament, or take an entrant out",
        "tournaments",
        TournamentMade,
        path_type=EntrantPath,
        key="optional",
        auth="required",
        sight="tournament:enter",
        codes=_ENTRY,
        description="Yourself; organisers anybody, with the scope `tournament:manage`.",
    ),
    Operation(
        "reportResult",
        "POST",
        "/v1/tournaments/{id}/reports",
        report,
        "Confirm or dispute the result of your table",
        "tournaments",
        TournamentMade,
        path_type=TournamentPath,
        body=ReportResult,
        reads_body=partial(checked, struct=ReportResult),
        key="optional",
        auth="required",
        scope="tournament:enter",
        codes=(*CHANGE, ErrorCode.RULING_REFUSED, ErrorCode.REASON_REQUIRED),
        example={"round": 1, "table": 1, "kind": "CONFIRM"},
        description="A dispute says why; no round begins before a referee has ruled.",
    ),
)
