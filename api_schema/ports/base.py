"""The caller, and the base of structs that go out."""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from typing import Any

import msgspec


class Out(msgspec.Struct, frozen=True, rename="camel"):
    """The base of what goes out."""


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
