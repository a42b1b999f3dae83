"""The staff of a tournament: codes, roles, rulings."""

from __future__ import annotations

from api_schema.errors import ErrorCode
from api_schema.operations.fields import ID, Field, Missing
from api_schema.operations.operation import Keeps, Read
from api_schema.operations.tournaments import MANAGE, REFEREE, change, request, value, words
from api_schema.ports.tournaments import CodeInput, RulePairing, Tournaments

GET_TOURNAMENT_CODES = Read(
    "getTournamentCodes",
    "/v1/tournaments/{id}/codes",
    "The codes by which others enter, or take a role",
    "tournaments",
    Tournaments.codes,
    keeps=Keeps.SECRET,
    scope=MANAGE,
    codes=(ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN),
    description="For organisers alone.",
    graphql=Field(
        "tournamentCodes",
        "The codes that organisers hand out to entrants and to staff.",
        missing=Missing.NULL,
    ),
)
JOIN_TOURNAMENT_STAFF = change(
    "joinTournamentStaff",
    "/staff",
    "Take the role that a code stands for",
    Tournaments.join_staff,
    ErrorCode.RULING_REFUSED,
    scope=REFEREE,
    body=CodeInput,
    beyond="a code that opens no role",
    description="FORBIDDEN for a wrong code.",
    taken=words("JoinTournamentStaffInput", "The code that an organiser has handed out for a role.", CodeInput),
    text="Become a referee or an organiser, as the code says.",
)
DISMISS_TOURNAMENT_STAFF = change(
    "dismissTournamentStaff",
    "/staff/{staff}",
    "Take a role back",
    Tournaments.dismiss,
    ErrorCode.RULING_REFUSED,
    method="DELETE",
    sight=REFEREE,
    asks="staff",
    description="Whoever has the role may step down; organisers may take any back, with the scope `tournament:manage`."
    " RULING_REFUSED for the last organiser.",
    taken=value(
        "DismissTournamentStaffInput",
        "The reference whose role ends; a referee's own, or anybody's by an organiser.",
        "staff",
        ID,
    ),
    text="Take a role back, or give one up.",
)
RULE_PAIRING = change(
    "rulePairing",
    "/rulings",
    "Make a referee's call",
    Tournaments.rule,
    ErrorCode.RULING_REFUSED,
    ErrorCode.REASON_REQUIRED,
    scope=REFEREE,
    body=RulePairing,
    beyond="a kind without what it is about (`round` and `table`, `entrant`, `result`) or with what it is not about,"
    " places or games that the table does not have",
    example={"kind": "NO_SHOW", "reason": "Not there after ten minutes.", "round": 1, "table": 1},
    description="The reason is needed; the call is an event, public, and stays for ever. With an Idempotency-Key a"
    " retry warns nobody twice.",
    taken=request("RulePairingInput", RulePairing),
    text="Make a referee's call: an override, an award, a penalty. The reason is needed.",
)

ROWS = (GET_TOURNAMENT_CODES, JOIN_TOURNAMENT_STAFF, DISMISS_TOURNAMENT_STAFF, RULE_PAIRING)
