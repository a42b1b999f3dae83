"""The headers of answers, as OpenAPI describes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from api_schema.errors import ErrorCode
from api_schema.limiting.headers import COST, SHOWN
from api_schema.operations.http import APPLIED, AS_OF, FILE_NAME, FINAL, HEAD_HASH, ROUND_OVER, VERSION
from api_schema.operations.operation import Operation
from api_schema.rest.sides import Schema

_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_FLAG: Schema = {"type": "string", "enum": ["true", "false"]}
HEADERS: dict[str, tuple[str, Schema]] = {
    "Cache-Control": ("Who may keep the answer, and for how long.", _TEXT),
    FILE_NAME: ("The name of the file.", _TEXT),
    "Deprecation": ("Since when the operation should no longer be used (RFC 9745).", _TEXT),
    "ETag": ("The entity tag, for If-None-Match; for If-Match where the operation takes it.", _TEXT),
    HEAD_HASH: ("The hash of the last event that the action has caused, hex: the head of the chain.", _TEXT),
    "Link": ("Where the deprecation is explained.", _TEXT),
    "Location": ("Where it is.", _TEXT),
    COST: ("Units of the budget that this call took.", _COUNT),
    VERSION: ("The version of the match, tournament or ladder that the answer shows.", _COUNT),
    APPLIED: ("The preference of the request that the answer follows.", _TEXT),
    "RateLimit": ("What is left of the budget, and the seconds until all of it is there again.", _TEXT),
    "RateLimit-Policy": ("The budget that the call counts in: units, and seconds of its window.", _TEXT),
    "Retry-After": ("Seconds until it is worth trying again.", _COUNT),
    "Sunset": ("From when on the operation may be gone (RFC 8594).", _TEXT),
    "WWW-Authenticate": ("How to say who one is: by a bearer token.", _TEXT),
    AS_OF: ("The version of the tournament that it shows.", _COUNT),
    FINAL: ("Whether the tournament is over, so that the ranks are final.", _FLAG),
    ROUND_OVER: ("Whether the round has all its results; without that the standings are those of now.", _FLAG),
    "X-Request-Id": ("What the log of the service calls this request.", _TEXT),
}
_WAITS = {ErrorCode.RATE_LIMITED, ErrorCode.UNAVAILABLE, ErrorCode.RELEASE_MISMATCH}


def components(answers: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The headers of these answers by name."""
    used = {name for answer in answers for name in answer.get("headers", ())}
    return {name: {"description": text, "schema": schema} for name, (text, schema) in HEADERS.items() if name in used}


def of_success(operation: Operation) -> dict[str, Any]:
    """The headers of an answer that refuses nothing."""
    return _named([*_always(operation), *_shown(operation), *operation.sends])


def of_minimal(operation: Operation) -> dict[str, Any]:
    """The headers of an answer without a body, for a client that prefers it so."""
    return _named([*_always(operation), *operation.sends, APPLIED, HEAD_HASH])


def of_refusal(operation: Operation, codes: Sequence[ErrorCode]) -> dict[str, Any]:
    """The headers of a refusal with one of these codes."""
    waits = ["Retry-After"] if _WAITS & {*codes} else []
    asks = ["WWW-Authenticate"] if ErrorCode.UNAUTHENTICATED in codes else []
    return _named([*_always(operation), *waits, *asks])


def _always(operation: Operation) -> Iterator[str]:
    yield from ("Cache-Control", "X-Request-Id")
    if operation.counted:
        yield from SHOWN
    if operation.deprecated:
        yield from ("Deprecation", "Link", "Sunset")


def _shown(operation: Operation) -> Iterator[str]:
    if operation.reads or "If-Match" in operation.headers:
        yield "ETag"
    if operation.status == 201:
        yield "Location"


def _named(names: list[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in sorted(names)}
