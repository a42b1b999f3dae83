"""The staff of a tournament: codes, roles, rulings."""

from __future__ import annotations

from api_schema import changes, reads
from api_schema.ports.tournaments import CodeInput, RulePairing
from api_schema.rest.caching import SECRET
from api_schema.rest.read_rows import read_row
from api_schema.rest.tournaments import change_in

OPERATIONS = (
    read_row(
        reads.GET_TOURNAMENT_CODES,
        "/v1/tournaments/{id}/codes",
        "The codes by which others enter, or take a role",
        "tournaments",
        SECRET,
        description="For organisers alone.",
    ),
    change_in(
        changes.JOIN_TOURNAMENT_STAFF,
        "POST",
        "/staff",
        "Take the role that a code stands for",
        body=CodeInput,
        description="FORBIDDEN for a wrong code.",
    ),
    change_in(
        changes.DISMISS_TOURNAMENT_STAFF,
        "DELETE",
        "/staff/{staff}",
        "Take a role back",
        asks=lambda call: call.path.staff,
        description=(
            "Whoever has the role may step down; organisers may take any back, with the scope `tournament:manage`."
            " RULING_REFUSED for the last organiser."
        ),
    ),
    change_in(
        changes.RULE_PAIRING,
        "POST",
        "/rulings",
        "Make a referee's call",
        body=RulePairing,
        example={"kind": "NO_SHOW", "reason": "Not there after ten minutes.", "round": 1, "table": 1},
        description=(
            "The reason is needed; the call is an event, public, and stays for ever. With an Idempotency-Key a retry"
            " warns nobody twice."
        ),
    ),
)
