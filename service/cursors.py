"""Cursors: where a page of a list ends. They are good for the list that gave them, with its filter and order, alone."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Page
from eventstore.chain import canonical

T = TypeVar("T")
P = TypeVar("P", bound=Page)
_LARGEST = 2**63 - 1


def list_name(kind: str, *wanted: object) -> str:
    """The name of a list in its cursors: a different one for each filter and order."""
    return sha256(canonical([kind, *(msgspec.to_builtins(part) for part in wanted)])).hexdigest()[:16]


def cursor(name: str, *place: int | str) -> str:
    """The cursor of a place in the list of this name."""
    return urlsafe_b64encode(msgspec.json.encode([name, *place])).decode().rstrip("=")


def placed(page: P, name: str, places: Sequence[Sequence[int | str]], after: object) -> P:
    """A page of the list of this name that knows the places of its rows; `after`: what it was asked to come after."""
    return page.placed(lambda row: cursor(name, *places[row]), len(places), begun=after is not None)


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


class Part(NamedTuple, Generic[T]):
    """The rows of a page of a list that is here as a whole, and whether there are more. Places count from 1; `begin` is
    the one before the page.
    """

    name: str
    rows: Sequence[T]
    begin: int
    more: bool

    @property
    def end(self) -> str | None:
        """The cursor behind the last row."""
        return cursor(self.name, self.begin + len(self.rows)) if self.rows else None

    def placed(self, page: P) -> P:
        """The page as it goes out."""
        places = [(self.begin + place,) for place in range(1, len(self.rows) + 1)]
        return placed(page, self.name, places, self.begin or None)


def part_of(rows: Sequence[T], name: str, first: int, after: str | None) -> Part[T]:
    """The rows of a page."""
    begin = 0 if after is None else max(0, place_of(after, name, tuple[int])[0])
    page = rows[begin : begin + first]
    return Part(name, page, begin, begin + len(page) < len(rows))


def _refused() -> ApiError:
    message = "this is not a cursor of this list: it belongs to another filter or order, or to no list"
    return ApiError(ErrorCode.INVALID_INPUT, message, path=("after",))
