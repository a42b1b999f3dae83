"""Answers of GraphQL over HTTP: media types, statuses, errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from cross_web import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from strawberry.types import ExecutionResult
from strawberry.types.execution import PreExecutionError

from api_schema.errors import STATUS, ApiError, ErrorCode
from api_schema.graphql.errors import ByPost, coded
from api_schema.limiting.headers import rate_headers
from api_schema.negotiation import negotiate
from api_schema.packing import NO_STORE, UNPACKED

JSON_TYPE = "application/json"
RESPONSE_TYPE = "application/graphql-response+json"
SSE_TYPE = "text/event-stream"
TOO_MANY = 429
METHODS = "GET, OPTIONS, POST"
NOT_KNOWN = 401
NOT_ALLOWED = 405
NOT_STORED = {"Cache-Control": NO_STORE}


def answer_type(request: Request) -> str:
    """The media type of an answer that is one document."""
    return negotiate(request.headers, JSON_TYPE, RESPONSE_TYPE)


def failure(request: Request, error: HTTPException | ApiError) -> Response:
    """A request that is no GraphQL request, or one whose document is not run."""
    media = answer_type(request)
    if isinstance(error, ApiError):
        kept = media == RESPONSE_TYPE or error.code in (ErrorCode.RATE_LIMITED, ErrorCode.INVALID_INPUT)
        return refusal(media, error, STATUS[error.code] if kept else 200)
    body = msgspec.json.encode({"errors": [coded({"message": error.reason})]})
    headers = {"Allow": METHODS} if error.status_code == NOT_ALLOWED else {}
    return Response(body, error.status_code, headers | NOT_STORED, f"{media}; charset=utf-8")


def refusal(media: str, error: ApiError, status: int) -> Response:
    """A refusal as a GraphQL answer."""
    body = msgspec.json.encode({"errors": [coded({"message": error.message, "extensions": error.extensions})]})
    more = {"Retry-After": str(error.retry_after)} if error.retry_after else {}
    if status == NOT_KNOWN:
        more["WWW-Authenticate"] = "Bearer"
    return Response(body, status, more | NOT_STORED, f"{media}; charset=utf-8")


def status_of(result: ExecutionResult) -> tuple[int, dict[str, str]]:
    """(status, headers): 200 if the service executed anything; 405 for what only POST may ask, 429 for a client beyond
    its budget, 500 for a fault of the service; else 400.
    """
    if not isinstance(result, PreExecutionError) or not result.errors:
        return 200, {}
    error = result.errors[0]
    original = error.original_error
    if isinstance(original, ByPost):
        return NOT_ALLOWED, {"allow": "POST"}
    if isinstance(original, ApiError) and original.code is ErrorCode.RATE_LIMITED:
        return TOO_MANY, {"retry-after": str(original.retry_after)}
    return (500 if (error.extensions or {}).get("code") == ErrorCode.INTERNAL else 400), {}


def negotiated(request: Request, body: Any, headers: Mapping[str, str]) -> Response:
    """In GraphQL's own media type the status tells of request errors; in plain JSON a well-formed request is 200.

    Too much is 429 in both, and a method that is wrong 405. No cache keeps an answer: one address gives each caller
    something else.
    """
    kept = {name: value for name, value in headers.items() if name not in ("content-type", "content-length")}
    kept["cache-control"] = UNPACKED if request.state.context.secret else NO_STORE
    status, told = getattr(request.state, "status", (200, {}))
    budget = request.state.context.budget
    if budget is not None:
        kept |= rate_headers(budget)
    media = answer_type(request)
    if media == JSON_TYPE and status not in (NOT_ALLOWED, TOO_MANY):
        status = 200
    return Response(body, status, kept | told, f"{media}; charset=utf-8")
