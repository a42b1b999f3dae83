"""ApiErrors as data: every mutation answers `userErrors`, typed by what the client can do about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import strawberry

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql import shapes
from api_schema.graphql.scalars import DateTime
from api_schema.ports.matches import LegalActionSet, PromptOut
from api_schema.tracing import trace_id

BY_POST = "use POST for mutations"


class ByPost(ApiError):
    """A request by another method for a thing that POST alone may ask for."""

    def __init__(self) -> None:
        super().__init__(ErrorCode.INVALID_INPUT, BY_POST)


def coded(error: Any) -> Any:
    """The error with a code, and the trace of the request: what has no code of its own is a fault of the request, for
    those of the service have one.
    """
    own = error.get("extensions", {})
    code = {} if "code" in own else {"code": ErrorCode.INVALID_INPUT}
    trace = trace_id()
    members = {**own, **code, **({"traceId": trace} if trace else {})}
    return {**error, "extensions": members} if members else error


ErrorCodeEnum = strawberry.enum(ErrorCode, description="What went wrong, for programs; tolerate codes you don't know.")


@strawberry.interface(description="Why a mutation was refused. Nothing was written.")
class UserError:
    """The base of what stands in `userErrors`."""

    error: strawberry.Private[ApiError]

    @strawberry.field
    def code(self) -> ErrorCode:
        return self.error.code

    @strawberry.field
    def message(self) -> str:
        return self.error.message

    @strawberry.field(description="The path in the input.")
    def path(self) -> list[str]:
        return list(self.error.path)

    @strawberry.field(description="The rule of the game that forbids it, if one does.")
    def rule_id(self) -> str | None:
        return self.error.rule_id

    @strawberry.field(graphql_type=list[shapes.Fault], description="Every fault of the input, where there are several.")
    def faults(self) -> Any:
        return self.error.faults


def _legal(error: ApiError) -> LegalActionSet | None:
    legal = error.details.get("legal")
    return legal if isinstance(legal, LegalActionSet) else None


def _number(error: ApiError, name: str) -> int | None:
    value = error.details.get(name)
    return value if isinstance(value, int) else None


@strawberry.type(description="A rule of the game forbids the action; `legal` is what may be done now.")
class IllegalAction(UserError):
    """ILLEGAL_ACTION."""

    @strawberry.field(graphql_type=shapes.LegalActionSet | None)
    def legal(self) -> Any:
        return _legal(self.error)


@strawberry.type(description="The prompt was answered, closed or revised; these are open now.")
class PromptClosed(UserError):
    """PROMPT_CLOSED."""

    @strawberry.field(graphql_type=shapes.LegalActionSet | None)
    def legal(self) -> Any:
        return _legal(self.error)

    @strawberry.field(graphql_type=list[shapes.Prompt])
    def open_prompts(self) -> Any:
        legal = _legal(self.error)
        prompts: list[PromptOut] = [options.prompt for options in legal.prompts] if legal else []
        return prompts


@strawberry.type(description="Something happened since the version that the caller expected.")
class VersionConflict(UserError):
    """VERSION_CONFLICT."""

    @strawberry.field
    def expected(self) -> int | None:
        return _number(self.error, "expected")

    @strawberry.field
    def actual(self) -> int | None:
        return _number(self.error, "actual")


@strawberry.type(description="The idempotency key was used before with another payload.")
class KeyReused(UserError):
    """KEY_REUSED."""

    @strawberry.field
    def first_used_at(self) -> DateTime | None:
        at = self.error.details.get("firstUsedAt")
        return DateTime(str(at)) if at is not None else None


@strawberry.type(description="The input, a deck, a card file or match options are wrong; `faults` lists everything.")
class InputError(UserError):
    """INVALID_INPUT, DECK_ILLEGAL, CARD_SET_INVALID, GUARD_REQUIRED, and the refusals of tournaments."""


@strawberry.type(description="The token is missing, expired, or does not allow this.")
class AccessError(UserError):
    """UNAUTHENTICATED, FORBIDDEN, NOT_YOUR_SEAT."""


@strawberry.type(description="The match hides something yet, or can't be forked at this version.")
class ForkRefused(UserError):
    """FORK_REFUSED."""

    @strawberry.field(description="The nearest version that can be forked, if there is one.")
    def nearest(self) -> int | None:
        return _number(self.error, "nearest")


@strawberry.type(description="Too many requests.")
class RateLimited(UserError):
    """RATE_LIMITED."""

    @strawberry.field(description="When to try again, in ms.")
    def retry_after_ms(self) -> int | None:
        return _number(self.error, "retryAfterMs")


@strawberry.type(description="Any other refusal: the code says it all.")
class OtherError(UserError):
    """The codes without facts of their own."""


TYPES: Mapping[ErrorCode, type[UserError]] = {
    ErrorCode.ILLEGAL_ACTION: IllegalAction,
    ErrorCode.PROMPT_CLOSED: PromptClosed,
    ErrorCode.VERSION_CONFLICT: VersionConflict,
    ErrorCode.KEY_REUSED: KeyReused,
    ErrorCode.INVALID_INPUT: InputError,
    ErrorCode.DECK_ILLEGAL: InputError,
    ErrorCode.CARD_SET_INVALID: InputError,
    ErrorCode.GUARD_REQUIRED: InputError,
    ErrorCode.POLICY_INVALID: InputError,
    ErrorCode.ENTRY_REFUSED: InputError,
    ErrorCode.ROUND_OPEN: InputError,
    ErrorCode.ROUND_STARTED: InputError,
    ErrorCode.RULING_REFUSED: InputError,
    ErrorCode.REASON_REQUIRED: InputError,
    ErrorCode.TOURNAMENT_STATUS: InputError,
    ErrorCode.UNAUTHENTICATED: AccessError,
    ErrorCode.FORBIDDEN: AccessError,
    ErrorCode.NOT_YOUR_SEAT: AccessError,
    ErrorCode.FORK_REFUSED: ForkRefused,
    ErrorCode.RATE_LIMITED: RateLimited,
}
IMPLEMENTATIONS = [*dict.fromkeys(TYPES.values()), OtherError]


def user_error(error: ApiError) -> UserError:
    """The typed error of a refusal."""
    return TYPES.get(error.code, OtherError)(error=error)
