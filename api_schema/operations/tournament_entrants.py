"""Entrants of a tournament: register, bring a deck, check in, report, drop."""

from __future__ import annotations

from api_schema.errors import ErrorCode
from api_schema.operations import beyond
from api_schema.operations.fields import ID, Field, Missing
from api_schema.operations.http import AS_OF, CSV
from api_schema.operations.operation import Read
from api_schema.operations.tournament_parameters import EntrantsQuery
from api_schema.operations.tournaments import ENTER, ITSELF, OWN_PART, UNKNOWN, change, request, value
from api_schema.ports.tournaments import DeckOrder, RegisterEntrant, ReportResult, Tournaments

ENTRANTS = ("entrant", "name", "status", "checked_in", "entered", "dropped", "deck", "deck_commitment")
"""The columns of the entrants as CSV; `deck` is the id of a preconstructed one."""
_DECK = (ErrorCode.ENTRY_REFUSED, ErrorCode.DECK_ILLEGAL, ErrorCode.CARD_SET_INVALID)
_OWN = {"id": "$request.path.id", "entrant": "$response.body#/tournament/you"}
_OR_ANYBODY = "Yourself; organisers anybody, with the scope `tournament:manage`."

REGISTER_ENTRANT = change(
    "registerEntrant",
    "/entrants",
    "Enter a tournament",
    Tournaments.register,
    *_DECK,
    scope=ENTER,
    body=RegisterEntrant,
    beyond=beyond.DECK,
    links={
        "checkIn": {"operationId": "checkInEntrant", "parameters": _OWN, "description": "Be there."},
        "drop": {"operationId": "dropEntrant", "parameters": _OWN, "description": "Leave again."},
        "deck": {
            "operationId": "changeEntrantDeck",
            "parameters": {"id": "$request.path.id"},
            "description": "Bring another deck.",
        },
    },
    example={"deck": {"deck": "front_desk"}},
    description="Late too, where the policy allows it. DECK_ILLEGAL has every violation with its rule in `errors`.",
    taken=request("RegisterEntrantInput", RegisterEntrant),
    text="Enter; late too where the policy allows it.",
)
GET_ENTRANTS = Read(
    "getEntrants",
    "/v1/tournaments/{id}/entrants",
    "The entrants, in the order of entering or of their names",
    "tournaments",
    Tournaments.entrants,
    sight=OWN_PART,
    query_type=EntrantsQuery,
    media={CSV: "A line for each entrant: " + ", ".join(ENTRANTS) + "."},
    codes=UNKNOWN,
    rows=1,
    sends=(AS_OF,),
    graphql=Field(
        "entrants",
        "In the order of entering, or of names; `name` is a part of the present name, case and accents aside.",
        "Tournament",
        apart=("name", "sort"),
        of=ITSELF,
    ),
)
GET_ENTRANT_RECORD = Read(
    "getEntrantRecord",
    "/v1/tournaments/{id}/entrants/{entrant}/record",
    "What an entrant did in each round, and what that brought",
    "tournaments",
    Tournaments.entrant_record,
    sight=OWN_PART,
    codes=UNKNOWN,
    points=50,
    sends=(AS_OF,),
    description="Each round that has begun, with its table, its points and the total, as standings have it.",
    graphql=Field(
        "entrantRecord",
        "What an entrant did in each round; your own without one. Null, and the error NOT_FOUND, for who is none.",
        "Tournament",
        ids=("entrant",),
        missing=Missing.REFUSED,
        of=ITSELF,
    ),
)
CHANGE_ENTRANT_DECK = change(
    "changeEntrantDeck",
    "/deck",
    "Bring another deck, before the start",
    Tournaments.change_deck,
    *_DECK,
    method="PUT",
    scope=ENTER,
    body=DeckOrder,
    beyond=beyond.DECK,
    example={"deck": "front_desk"},
    taken=request("ChangeEntrantDeckInput", DeckOrder),
    text="Bring another deck, before the start.",
)
CHECK_IN_ENTRANT = change(
    "checkInEntrant",
    "/entrants/{entrant}/check-in",
    "Say that an entrant is there",
    Tournaments.check_in,
    ErrorCode.ENTRY_REFUSED,
    sight=ENTER,
    asks="entrant",
    description=_OR_ANYBODY,
    taken=value("CheckInEntrantInput", "Who is there: the caller, or anybody by an organiser.", "entrant", ID | None),
)
DROP_ENTRANT = change(
    "dropEntrant",
    "/entrants/{entrant}",
    "Leave a tournament, or take an entrant out",
    Tournaments.drop,
    ErrorCode.ENTRY_REFUSED,
    method="DELETE",
    sight=ENTER,
    asks="entrant",
    description=_OR_ANYBODY,
    taken=value("DropEntrantInput", "Who leaves: the caller, or anybody by an organiser.", "entrant", ID | None),
    text="Leave. What was played stays.",
)
REPORT_RESULT = change(
    "reportResult",
    "/reports",
    "Confirm or dispute the result of your table",
    Tournaments.report,
    ErrorCode.RULING_REFUSED,
    ErrorCode.REASON_REQUIRED,
    scope=ENTER,
    body=ReportResult,
    beyond="a dispute without a reason, a table that the round does not have",
    example={"round": 1, "table": 1, "kind": "CONFIRM"},
    description="A dispute says why; no round begins before a referee has ruled.",
    taken=request("ReportResultInput", ReportResult),
    text="Confirm or dispute the result of your own table.",
)

ROWS = (
    REGISTER_ENTRANT,
    GET_ENTRANTS,
    GET_ENTRANT_RECORD,
    CHANGE_ENTRANT_DECK,
    CHECK_IN_ENTRANT,
    DROP_ENTRANT,
    REPORT_RESULT,
)
