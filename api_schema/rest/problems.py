"""Every error as application/problem+json, wherever it was raised."""

from __future__ import annotations

from secrets import token_hex

import msgspec
import structlog
from starlette.types import Scope

from api_schema.error_catalogue import error_text, slug
from api_schema.errors import STATUS, ApiError, ErrorCode, Fault
from api_schema.operations.models import Problem
from api_schema.rest.config import RestConfig
from api_schema.rest.http_request import path_asked
from api_schema.rest.replies import Answer
from api_schema.rooted import rooted
from api_schema.tracing import trace_id

MEDIA = "application/problem+json"
_OFFERS_LEGAL = {
    ErrorCode.ILLEGAL_ACTION,
    ErrorCode.PROMPT_CLOSED,
    ErrorCode.VERSION_CONFLICT,
    ErrorCode.GUARD_REQUIRED,
}
_CODES = {404: ErrorCode.NOT_FOUND, 405: ErrorCode.METHOD_NOT_ALLOWED}
"""Of what HTTP itself refuses; all else of it is INVALID_INPUT."""
_log = structlog.get_logger(__name__)


class HttpError(ApiError):
    """A refusal for which HTTP has a more exact status than the code's own."""

    def __init__(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(_CODES.get(status, ErrorCode.INVALID_INPUT), message)
        self.status = status
        self.headers = headers or {}


def problem(error: ApiError, scope: Scope, config: RestConfig) -> Problem:
    """The error as the body that goes out."""
    path = path_asked(scope)
    return Problem(
        type=rooted(config.problem_base + slug(error.code)),
        title=error_text(error.code).title,
        status=status_of(error),
        detail=error.message,
        instance=rooted(path),
        code=error.code,
        rule_id=error.rule_id,
        legal_actions_url=_legal_actions(error, path),
        errors=error.faults or _own_fault(error),
        details=error.details,
        trace_id=trace_id() or msgspec.UNSET,
    )


def status_of(error: ApiError) -> int:
    """The HTTP status of an error."""
    return error.status if isinstance(error, HttpError) else STATUS[error.code]


def respond(error: ApiError, scope: Scope, config: RestConfig) -> Answer:
    """The answer to an error; never stored by a cache."""
    headers = {"Cache-Control": "no-store", **(error.headers if isinstance(error, HttpError) else {})}
    if error.code is ErrorCode.UNAUTHENTICATED:
        headers["WWW-Authenticate"] = "Bearer"
    if error.retry_after:
        headers["Retry-After"] = str(error.retry_after)
    return Answer(status_of(error), headers, MEDIA, msgspec.json.encode(problem(error, scope, config)))


def unexpected(error: Exception, scope: Scope) -> ApiError:
    """An unexpected error: the log gets all of it, the client a reference to it."""
    reference = token_hex(8)
    _log.error("unexpected", reference=reference, method=scope["method"], path=_without_names(scope), exc_info=error)
    return ApiError(ErrorCode.INTERNAL, f"An internal error; its reference is {reference}.")


def _without_names(scope: Scope) -> str:
    """The path as its route says it: no log tells which match it was."""
    given = {str(value): f"{{{name}}}" for name, value in scope.get("path_params", {}).items()}
    return "/".join(given.get(part, part) for part in path_asked(scope).split("/"))


def _own_fault(error: ApiError) -> tuple[Fault, ...]:
    if not error.path:
        return ()
    return (Fault(error.message, error.rule_id, error.path),)


def _legal_actions(error: ApiError, path: str) -> str | None:
    """The address of the legal actions, for the errors of an action."""
    if error.code not in _OFFERS_LEGAL or not path.endswith("/actions"):
        return None
    return rooted(path.removesuffix("actions") + "legal-actions")
