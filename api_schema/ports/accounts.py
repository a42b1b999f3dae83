"""Accounts and their tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Protocol

import msgspec
from msgspec import Meta

from api_schema.input.patterns import NAME, NAME_OF_TOKEN, WRITTEN_MOMENT
from api_schema.ports.base import Caller, Out
from api_schema.scopes import SCOPES


class AccountOut(Out, frozen=True):
    """An account as it sees itself. `name` is what the others see; it need not be unique."""

    id: str
    name: str | None
    created_at: str


class TokenInfo(Out, frozen=True, kw_only=True):
    """A personal token without its secret. `expires_at` null: it has no end. `last_used_at` is within an hour."""

    id: str
    name: str
    scopes: tuple[str, ...]
    created_at: str
    expires_at: str | None = None
    last_used_at: str | None = None


class NewToken(TokenInfo, frozen=True, kw_only=True):
    """A token that was just made: its secret is shown this once."""

    token: str


class TokenInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A personal token to create: a name for people, what it may do, and when it ends (null: as late as yours)."""

    name: Annotated[str, Meta(min_length=1, max_length=80, extra_json_schema=NAME_OF_TOKEN)]
    scopes: tuple[Annotated[str, Meta(min_length=1, max_length=40, extra_json_schema={"enum": [*SCOPES]})], ...]
    expires_at: Annotated[str, Meta(max_length=40, extra_json_schema=WRITTEN_MOMENT)] | None = None


class NameInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The new name of the account: 1 to 40 visible characters, or null for no name."""

    name: Annotated[str, Meta(min_length=1, max_length=400, extra_json_schema=NAME)] | None


class Accounts(Protocol):
    """Tokens to callers."""

    async def authenticate(self, token: str | None) -> Caller:
        """The caller behind a bearer token; UNAUTHENTICATED if it is no good, UNAVAILABLE if nobody can say now.

        Personal `pl_...`, seat `st_...`, or an access token of the identity provider.
        """
        ...

    async def create_token(
        self, caller: Caller, name: str, scopes: Sequence[str], expires_at: str | None = None
    ) -> NewToken:
        """A token that can do no more than the caller's, and ends no later. Its secret is stored hashed."""
        ...

    async def tokens(self, caller: Caller) -> Sequence[TokenInfo]:
        """The account's own tokens that were not revoked, newest first; expired ones too."""
        ...

    async def revoke_token(self, caller: Caller, token_id: str) -> None: ...

    async def profile(self, caller: Caller) -> AccountOut:
        """The caller's own account; UNAUTHENTICATED for guests."""
        ...

    async def rename(self, caller: Caller, name: str | None) -> AccountOut:
        """Give the caller's account a name, or none."""
        ...

    async def erase(self, caller: Caller, confirm: str) -> None:
        """Forget who the caller's account is: its name, its tokens, which matches are its own. `confirm`: ERASE."""
        ...
