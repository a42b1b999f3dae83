"""The caller, and the base of structs that go out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from hashlib import sha256
from typing import Any, Self

import msgspec


class Out(msgspec.Struct, frozen=True, rename="camel"):
    """The base of what goes out."""


class Page(Out, frozen=True, dict=True):
    """The base of a page of a list. Beside what goes out it knows where each of its rows stands in the list."""

    def placed(self, cursors: Callable[[int], str], rows: int, *, begun: bool) -> Self:
        """The same page: `cursors` gives the cursor behind a row by its place on the page; `begun`: others come
        before.
        """
        self.__dict__.update(cursors=cursors, placed_rows=rows, begun=begun)
        return self

    def changed(self, **members: object) -> Self:
        """The same page with other members, whose rows stand where they stood."""
        page = msgspec.structs.replace(self, **members)
        page.__dict__.update(self.__dict__)
        return page

    def cursor_of(self, row: int) -> str:
        """The cursor behind a row, as `after` takes it."""
        cursor: str = self.__dict__["cursors"](row)
        return cursor

    @property
    def start_cursor(self) -> str | None:
        """The cursor behind the first row; None of an empty page."""
        return self.cursor_of(0) if self.__dict__.get("placed_rows") else None

    @property
    def has_previous(self) -> bool:
        """Whether rows come before, as far as the page was asked to begin behind one."""
        return bool(self.__dict__.get("begun"))


class KeptOut(Out, frozen=True, dict=True):
    """The base of what never changes and is given out again and again: it is encoded once."""

    @cached_property
    def encoded(self) -> bytes:
        """Its JSON."""
        return msgspec.json.encode(self)

    @cached_property
    def digest(self) -> str:
        """The hex SHA-256 of its JSON."""
        return sha256(self.encoded).hexdigest()


class Caller(msgspec.Struct, frozen=True):
    """The caller. `ref` names it inside this process; `seat` is set for the token of one seat of one match.

    `alias_key` is the account's own key, which makes its pseudonyms in matches. It never goes out. `expires_at`: when
    the token ends, in ms since the epoch; None: it has no end of its own.
    """

    ref: str
    scopes: frozenset[str] = frozenset()
    account: str | None = None
    seat: tuple[str, int] | None = None
    alias_key: bytes = b""
    expires_at: int | None = None

    def __repr__(self) -> str:
        return f"Caller({self.ref!r})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("ref", self.ref)]


ANONYMOUS = Caller("anonymous")
