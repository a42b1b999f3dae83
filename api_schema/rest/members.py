"""The members of a request by their names over REST. The ports call them as GraphQL does."""

from __future__ import annotations

import re

from api_schema.errors import ApiError
from api_schema.rest.problems import HttpError

HEADERS = {"idempotencyKey": "Idempotency-Key", "expectedVersion": "If-Match"}
QUERY = {"atVersion": "at"}
_HEADER = re.compile(rf"\b({'|'.join(HEADERS)})\b")
_QUERY = re.compile(rf"\b({'|'.join(QUERY)})\b")


def as_sent(error: ApiError, method: str) -> ApiError:
    """The refusal of a request, with message and path of what was sent: headers, query, members of an action."""
    if isinstance(error, HttpError):
        return error
    found = error.at(*_path(error.path, method))
    found.message = _HEADER.sub(lambda name: HEADERS[name[0]], found.message)
    if method == "GET":
        found.message = _QUERY.sub(lambda name: QUERY[name[0]], found.message)
    return found


def _path(path: tuple[str, ...], method: str) -> tuple[str, ...]:
    first, rest = path[:1], path[1:]
    if first == ("action",):
        return rest or ("body",)
    if not rest and path and path[0] in HEADERS:
        return ("header", HEADERS[path[0]])
    if not rest and path and path[0] in QUERY and method == "GET":
        return ("query", QUERY[path[0]])
    return path
