"""The staff of a tournament: codes, roles, rulings."""

from __future__ import annotations

from functools import partial

from api_schema.errors import ErrorCode
from api_schema.every_fault import checked
from api_schema.packing import UNPACKED
from api_schema.ports.tournaments import CodeInput, RulePairing, TournamentCodes, TournamentMade
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.replies import Reply
from api_schema.rest.tournaments import CHANGE, changed
from api_schema.rest.tournaments_parameters import StaffPath, TournamentPath


async def codes(call: ApiCall) -> Reply:
    """The codes that an organiser hands out."""
    found = await call.uses.tournaments.codes(call.caller, call.path.id)
    return Reply(found, headers={"Cache-Control": UNPACKED, "Vary": "Authorization"})


async def join(call: ApiCall) -> Reply:
    """A role taken."""
    return changed(await call.uses.tournaments.join_staff(call.caller, call.path.id, call.key, call.body.code))


async def dismiss(call: ApiCall) -> Reply:
    """A role taken back."""
    return changed(await call.uses.tournaments.dismiss(call.caller, call.path.id, call.key, call.path.staff))


async def rule(call: ApiCall) -> Reply:
    """A referee's call."""
    return changed(await call.uses.tournaments.rule(call.caller, call.path.id, call.key, call.body))


OPERATIONS = (
    Operation(
        "getTournamentCodes",
        "GET",
        "/v1/tournaments/{id}/codes",
        codes,
        "The codes by which others enter, or take a role",
        "tournaments",
        TournamentCodes,
        path_type=TournamentPath,
        auth="required",
        scope="tournament:manage",
        codes=(ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN),
        description="For organisers alone.",
    ),
    Operation(
        "joinTournamentStaff",
        "POST",
        "/v1/tournaments/{id}/staff",
        join,
        "Take the role that a code stands for",
        "tournaments",
        TournamentMade,
        path_type=TournamentPath,
        body=CodeInput,
        key="optional",
        auth="required",
        scope="tournament:referee",
        codes=(*CHANGE, ErrorCode.RULING_REFUSED),
        description="FORBIDDEN for a wrong code.",
    ),
    Operation(
        "dismissTournamentStaff",
        "DELETE",
        "/v1/tournaments/{id}/staff/{staff}",
        dismiss,
        "Take a role back",
        "tournaments",
        TournamentMade,
        path_type=StaffPath,
        key="optional",
        auth="required",
        sight="tournament:referee",
        codes=(*CHANGE, ErrorCode.RULING_REFUSED),
        description=(
            "Whoever has the role may step down; organisers may take any back, with the scope `tournament:manage`."
            " RULING_REFUSED for the last organiser."
        ),
    ),
    Operation(
        "rulePairing",
        "POST",
        "/v1/tournaments/{id}/rulings",
        rule,
        "Make a referee's call",
        "tournaments",
        TournamentMade,
        path_type=TournamentPath,
        body=RulePairing,
        reads_body=partial(checked, struct=RulePairing),
        key="required",
        auth="required",
        scope="tournament:referee",
        codes=(*CHANGE, ErrorCode.RULING_REFUSED, ErrorCode.REASON_REQUIRED),
        example={"kind": "NO_SHOW", "reason": "Not there after ten minutes.", "round": 1, "table": 1},
        description=(
            "The reason is needed; the call is an event, public, and stays for ever. Idempotency-Key is needed too,"
            " so that a retry warns nobody twice."
        ),
    ),
)
