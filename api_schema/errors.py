"""The one list of error codes, the same over GraphQL (`userErrors`), REST (problem+json) and the CLI."""

from __future__ import annotations

import re
from enum import StrEnum

import msgspec


class ErrorCode(StrEnum):
    """An error, for programs. Clients must tolerate codes that they don't know."""

    ILLEGAL_ACTION = "ILLEGAL_ACTION"
    VERSION_CONFLICT = "VERSION_CONFLICT"
    PROMPT_CLOSED = "PROMPT_CLOSED"
    GUARD_REQUIRED = "GUARD_REQUIRED"
    KEY_REUSED = "KEY_REUSED"
    NOT_YOUR_SEAT = "NOT_YOUR_SEAT"
    SEAT_TAKEN = "SEAT_TAKEN"
    MATCH_STARTED = "MATCH_STARTED"
    MATCH_OVER = "MATCH_OVER"
    INVALID_INPUT = "INVALID_INPUT"
    METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED"
    TOO_COMPLEX = "TOO_COMPLEX"
    PERSISTED_QUERY_NOT_FOUND = "PERSISTED_QUERY_NOT_FOUND"
    DOCUMENT_NOT_LISTED = "DOCUMENT_NOT_LISTED"
    DECK_ILLEGAL = "DECK_ILLEGAL"
    CARD_SET_INVALID = "CARD_SET_INVALID"
    FORK_REFUSED = "FORK_REFUSED"
    POLICY_INVALID = "POLICY_INVALID"
    ENTRY_REFUSED = "ENTRY_REFUSED"
    ROUND_OPEN = "ROUND_OPEN"
    ROUND_STARTED = "ROUND_STARTED"
    RULING_REFUSED = "RULING_REFUSED"
    REASON_REQUIRED = "REASON_REQUIRED"
    TOURNAMENT_STATUS = "TOURNAMENT_STATUS"
    NOT_FOUND = "NOT_FOUND"
    UNAUTHENTICATED = "UNAUTHENTICATED"
    FORBIDDEN = "FORBIDDEN"
    RATE_LIMITED = "RATE_LIMITED"
    RELEASE_MISMATCH = "RELEASE_MISMATCH"
    UNAVAILABLE = "UNAVAILABLE"
    INTERNAL = "INTERNAL"


STATUS: dict[ErrorCode, int] = {
    ErrorCode.ILLEGAL_ACTION: 422,
    ErrorCode.VERSION_CONFLICT: 409,
    ErrorCode.PROMPT_CLOSED: 409,
    ErrorCode.GUARD_REQUIRED: 428,
    ErrorCode.KEY_REUSED: 422,
    ErrorCode.NOT_YOUR_SEAT: 403,
    ErrorCode.SEAT_TAKEN: 409,
    ErrorCode.MATCH_STARTED: 409,
    ErrorCode.MATCH_OVER: 409,
    ErrorCode.INVALID_INPUT: 400,
    ErrorCode.METHOD_NOT_ALLOWED: 405,
    ErrorCode.TOO_COMPLEX: 400,
    ErrorCode.PERSISTED_QUERY_NOT_FOUND: 404,
    ErrorCode.DOCUMENT_NOT_LISTED: 403,
    ErrorCode.DECK_ILLEGAL: 422,
    ErrorCode.CARD_SET_INVALID: 422,
    ErrorCode.FORK_REFUSED: 409,
    ErrorCode.POLICY_INVALID: 422,
    ErrorCode.ENTRY_REFUSED: 409,
    ErrorCode.ROUND_OPEN: 409,
    ErrorCode.ROUND_STARTED: 409,
    ErrorCode.RULING_REFUSED: 409,
    ErrorCode.REASON_REQUIRED: 422,
    ErrorCode.TOURNAMENT_STATUS: 409,
    ErrorCode.NOT_FOUND: 404,
    ErrorCode.UNAUTHENTICATED: 401,
    ErrorCode.FORBIDDEN: 403,
    ErrorCode.RATE_LIMITED: 429,
    ErrorCode.RELEASE_MISMATCH: 503,
    ErrorCode.UNAVAILABLE: 503,
    ErrorCode.INTERNAL: 500,
}
"""The HTTP status of each code."""


class Fault(msgspec.Struct, frozen=True, rename="camel"):
    """One of several faults of an input: a loadout's violation, a wrong field, a fault of a card file with its place.

    `rule_id` is the rule that forbids it, if one does; `code` names the fault for programs where no rule does.
    `line` and `column` count from 1; `line` is where the card begins, `column` a place in the value of `key`.
    """

    message: str
    rule_id: str | None = None
    path: tuple[str, ...] = ()
    code: str | None = None
    line: int | None = None
    card: str | None = None
    key: str | None = None
    column: int | None = None


class ApiError(Exception):
    """A refusal on its way to the client.

    `details` are the code's own facts: VERSION_CONFLICT has expected, actual; PROMPT_CLOSED and ILLEGAL_ACTION may have
    `legal` (a LegalActionSet); KEY_REUSED has firstUsedAt.
    """

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        *,
        rule_id: str | None = None,
        path: tuple[str, ...] = (),
        faults: tuple[Fault, ...] = (),
        details: dict[str, object] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule_id = rule_id
        self.path = path
        self.faults = faults
        self.details = details or {}

    def at(self, *path: str) -> ApiError:
        """The same refusal, of a member that the caller's skin has at another path."""
        own = re.escape(".".join(self.path))
        message = re.sub(rf"^{own}(?=[: ])", lambda _: ".".join(path), self.message)
        return ApiError(self.code, message, rule_id=self.rule_id, path=path, faults=self.faults, details=self.details)

    @property
    def extensions(self) -> dict[str, object]:
        """The members of a GraphQL error beside its message; graphql-core takes them from the original error."""
        rule = {} if self.rule_id is None else {"ruleId": self.rule_id}
        wait = self.details.get("retryAfterMs")
        return {"code": self.code.value, **rule, **({} if wait is None else {"retryAfterMs": wait})}

    @property
    def retry_after(self) -> int:
        """Seconds until it is worth trying again, 0 if the code says nothing of it."""
        wait = self.details.get("retryAfterMs")
        return -(-wait // 1000) if isinstance(wait, int) else 0
