"""Reading requests: bodies within the limit, parameters by their types, keys and guards from headers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, TypeVar
from urllib.parse import parse_qsl
from uuid import uuid4

import msgspec

from api_schema.errors import ApiError, ErrorCode
from api_schema.idempotency import require_key
from api_schema.input.faults import invalid, refuse, refuse_nul
from api_schema.input.json_faults import CROWDED, crowded, marked
from api_schema.operations.http import JSON
from api_schema.operations.parameters import LARGEST, VERSION_TAG
from api_schema.ports.base import Caller
from api_schema.rest.http_request import HttpRequest
from api_schema.rest.problems import HttpError

T = TypeVar("T")
_JSON = re.compile(r"^application/([a-z0-9.+-]*\+)?json$")
_VERSION_TAG = re.compile(VERSION_TAG)
_DIGITS = re.compile("[0-9]+")
MINIMAL = "return=minimal"
LONGEST_QUERY = 1 << 13
"""Characters of all parameters: many times what any operation has. To read more would take longer than to answer."""
_BEARER = re.compile(r"^bearer +([!-~]+)$", re.IGNORECASE)


def bearer(request: HttpRequest) -> str | None:
    """The token of the Authorization header, None without one; UNAUTHENTICATED if it is no bearer token."""
    header = request.header(b"authorization")
    if header is None:
        return None
    found = _BEARER.match(header.strip())
    if found is None:
        raise ApiError(ErrorCode.UNAUTHENTICATED, "The Authorization header has to be `Bearer <token>`.")
    return found[1]


def path_of(given: Mapping[str, str], model: type[T]) -> T:
    """The path's parameters; what has the wrong form names nothing: NOT_FOUND."""
    try:
        return msgspec.convert(given, model, strict=False)
    except msgspec.ValidationError as error:
        raise ApiError(ErrorCode.NOT_FOUND, "Nothing has this address.") from error


@lru_cache(maxsize=256)
def query_of(text: bytes, model: type[T]) -> T:
    """The query's parameters; each at most once. Most calls of an operation have the same: none."""
    if len(text) > LONGEST_QUERY:
        raise refuse(f"The query is longer than {LONGEST_QUERY} characters.", "query")
    pairs = parse_qsl(text.decode("latin-1"), keep_blank_values=True)
    given = dict(pairs)
    if len(given) < len(pairs):
        raise refuse("A query parameter is given twice.", "query")
    _require_known(given, model)
    try:
        return msgspec.convert(given, model, strict=False)
    except msgspec.ValidationError as error:
        raise invalid(error, model, "query") from error


def _require_known(given: Mapping[str, str], model: Any) -> None:
    """Refuse parameters that there are none of, naming those that there are."""
    known = model.__struct_encode_fields__
    unknown = next((name for name in given if name not in known), None)
    if unknown is None:
        return
    there = f"there are {', '.join(known)}" if known else "there are none"
    meant = [name for name in known if unknown.lower() in name.lower()] or get_close_matches(unknown[:40], known, 1)
    hint = f"; did you mean `{meant[0]}`?" if meant else ""
    raise refuse(f"There is no parameter `{unknown}` here; {there}{hint}", "query", unknown)


async def json_body(request: HttpRequest, limit: int) -> Any:
    """The body as JSON data: integers within 53 bits (30253.0 counts as 30253), no NUL characters."""
    if not _JSON.match(request.media_type(JSON)):
        raise HttpError(415, "The body has to be application/json.")
    raw = await _raw(request, limit)
    if crowded(raw):
        raise refuse(f"The body is too much: {CROWDED}.", "body")
    try:
        return _plain(msgspec.json.decode(raw), ())
    except (UnicodeDecodeError, msgspec.MsgspecError) as error:
        raise refuse(_not_json(raw, error), "body") from error
    except RecursionError as error:
        raise refuse("The body is nested too deeply.", "body") from error


def _not_json(raw: bytes, error: Exception) -> str:
    if wrong := marked(raw):
        return f"The body is not JSON: {wrong}."
    return "The body is not UTF-8." if isinstance(error, UnicodeDecodeError) else f"The body is not JSON: {error}."


def typed(data: Any, model: type[T]) -> T:
    """The data as the model; INVALID_INPUT with the path of the fault."""
    try:
        return msgspec.convert(data, model)
    except msgspec.ValidationError as error:
        raise invalid(error, model) from error


def idempotency_key(request: HttpRequest, caller: Caller, *, required: bool) -> str:
    """The key of the intent; where it is not required, a fresh one stands for a request without it."""
    given = request.lines(b"idempotency-key")
    if not given and not required:
        return uuid4().hex
    if len(given) != 1:
        raise refuse("The header Idempotency-Key is required, once.", "header", "Idempotency-Key")
    require_key(caller, given[0])
    return given[0]


def expected_version(request: HttpRequest) -> int | None:
    """The version of If-Match: `"12"`, or the ETag of a state at that version, packed or not."""
    given = request.header(b"if-match")
    if given is None:
        return None
    found = _DIGITS.search(given) if _VERSION_TAG.fullmatch(given.strip()) else None
    if found is None:
        raise refuse('If-Match has to be a version in quotes, as `"12"`.', "header", "If-Match")
    return int(found[0])


def prefers_minimal(request: HttpRequest) -> bool:
    """Whether the client would rather have an answer without a body (RFC 7240, 4.2)."""
    for preference in ",".join(request.lines(b"prefer")).lower().split(","):
        name, _, value = preference.partition(";")[0].partition("=")
        if name.strip() == "return":
            return value.strip().strip('"') == "minimal"
    return False


def last_event_id(request: HttpRequest) -> int | None:
    """The version after which a broken stream goes on."""
    given = request.header(b"last-event-id")
    if given is None:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", given):
        raise refuse("Last-Event-ID has to be a version.", "header", "Last-Event-ID")
    return int(given)


async def _raw(request: HttpRequest, limit: int) -> bytes:
    raw = bytearray()
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > limit:
            raise HttpError(413, f"The body is larger than {limit} bytes.")
    return bytes(raw)


def _plain(value: Any, path: tuple[str, ...]) -> Any:
    """The value with integral numbers as integers, refusing what no store or hash can hold."""
    if isinstance(value, dict):
        return {_plain(key, path): _plain(item, (*path, key)) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item, (*path, str(index))) for index, item in enumerate(value)]
    if isinstance(value, str):
        refuse_nul(value, path)
        return value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and abs(value) > LARGEST:
        raise refuse("A number beyond 53 bits.", *path)
    return value
