"""Accounts and their tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from api_schema.ports.base import Caller, Out


class AccountOut(Out, frozen=True):
    """An account as it sees itself. `name` is what the others see; it need not be unique."""

    id: str
    name: str | None
    created_at: str


class Accounts(Protocol):
    """Tokens to callers."""

    async def authenticate(self, token: str | None) -> Caller:
        """The caller behind a bearer token (personal `pl_...` or seat `st_...`); UNAUTHENTICATED if it is no good."""
        ...

    async def create_token(self, caller: Caller, name: str, scopes: Sequence[str]) -> tuple[str, str]:
        """(token id, token): shown once, stored hashed."""
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
