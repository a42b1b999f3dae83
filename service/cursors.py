"""Cursors: where a page of a list ends. They are good for the list that gave them, with its filter and order, alone."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from api_schema.errors import ApiError, ErrorCode
from eventstore.chain import canonical

T = TypeVar("T")
_LARGEST = 2**63 - 1


def list_name(kind: str, *wanted: object) -> str:
    """The name of a list in its cursors: a different one for each filter and order."""
    return sha256(canonical([kind, *(msgspec.to_builtins(part) for part in wanted)])).hexdigest()[:16]


def cursor(name: str, *place: int | str) -> str:
    """The cursor of a place in the list of this name."""
    return urlsafe_b64encode(msgspec.json.encode([name, *place])).decode().rstrip("=")


def place_of(text: str, name: str, kind: type[T]) -> T:
    """The place as a tuple of this kind. INVALID_INPUT for what isn't a cursor of this list."""
    try:
        found: list[Any] = msgspec.json.decode(urlsafe_b64decode(text + "=" * (-len(text) % 4)), type=list)
        place = msgspec.convert(found[1:], kind)
    except (ValueError, msgspec.MsgspecError, RecursionError):
        raise _refused() from None
    if found[0] != name or any(isinstance(part, int) and abs(part) > _LARGEST for part in found[1:]):
        raise _refused()
    return place


def _refused() -> ApiError:
    message = "this is not a cursor of this list: it belongs to another filter or order, or to no list"
    return ApiError(ErrorCode.INVALID_INPUT, message, path=("after",))
