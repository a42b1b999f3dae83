"""Faults of the domain as the errors of the contract: the first one speaks for all, every one is listed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from api_schema.errors import ApiError, ErrorCode
from api_schema.errors import Fault as Listed
from domain.tournament.batch import TournamentDecision
from domain.tournament.faults import Fault

_CODES: Mapping[ErrorCode, tuple[str, ...]] = {
    ErrorCode.ENTRY_REFUSED: (
        "CHANGES_USED",
        "CHECKED_IN",
        "ENTRANTS_FULL",
        "ENTRANT_GONE",
        "ENTRANT_ID",
        "ENTRANT_TWICE",
        "ENTRY_CLOSED",
        "RETURNS_USED",
        "STARTED",
    ),
    ErrorCode.ROUND_OPEN: ("DISPUTE_OPEN", "ROUNDS_LEFT", "ROUND_OPEN"),
    ErrorCode.ROUND_STARTED: ("ROUND_STARTED", "ROUND_UNKNOWN"),
    ErrorCode.REASON_REQUIRED: ("REASON_LONG", "REASON_REQUIRED"),
    ErrorCode.TOURNAMENT_STATUS: (
        "CUT_ENTRANTS",
        "ENTRANTS_RANGE",
        "FINISHED",
        "NOT_PAUSED",
        "NOT_STARTED",
        "NO_ROUND_LEFT",
        "PAUSED",
        "PODS_ENTRANTS",
        "TOURNAMENT_OVER",
    ),
    ErrorCode.NOT_FOUND: ("ENTRANT_UNKNOWN", "GAME_UNKNOWN", "STAFF_UNKNOWN", "TABLE_UNKNOWN"),
    ErrorCode.FORBIDDEN: ("DISQUALIFIED", "NOT_YOUR_TABLE"),
    ErrorCode.INVALID_INPUT: ("EXCUSED_FORMAT",),
}
_CODE_OF = {name: code for code, names in _CODES.items() for name in names}


def accepted(
    outcome: TournamentDecision | Sequence[Fault], otherwise: ErrorCode = ErrorCode.RULING_REFUSED
) -> TournamentDecision:
    """The decision, or the refusal raised. `otherwise` is the code of faults that have none of their own."""
    if isinstance(outcome, TournamentDecision):
        return outcome
    raise refused(outcome, otherwise)


def refused(faults: Sequence[Fault], otherwise: ErrorCode) -> ApiError:
    """The error of some faults."""
    first = faults[0]
    code = _CODE_OF.get(first.code, otherwise)
    listed = tuple(Listed(fault.message, code=fault.code, path=fault.path) for fault in faults)
    return ApiError(code, first.message, path=first.path, faults=listed)
