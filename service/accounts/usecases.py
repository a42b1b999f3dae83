"""The callers behind bearer tokens, and the changes of an account by itself."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Protocol

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.accounts import AccountOut, NewToken, TokenInfo
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.scopes import ADMIN
from service.accounts.directory import Directory
from service.accounts.personal_tokens import MOST, PERSONAL, PersonalTokens, bad_token, known_scopes
from service.application.names import checked
from service.application.permissions import require_scope
from service.application.refusals import store_errors
from service.application.tokens import SEAT, Tokens
from service.times import instant, rfc3339

CONFIRM = "ERASE"
"""The word that confirms an erasure. No id: logs hold addresses."""
MANAGE = "account:write"


def new_account() -> str:
    """The reference of a new account."""
    return f"ac_{secrets.token_hex(10)}"


class Provider(Protocol):
    """Another issuer of tokens that are good here."""

    async def caller(self, token: str) -> Caller:
        """The caller behind an access token. UNAUTHENTICATED, UNAVAILABLE."""
        ...


class AccountUseCases:
    """ports.Accounts.

    Seat tokens are not stored; the match says whether the seat is still held. A token with neither prefix of ours may
    be one of the identity provider, if there is one.
    """

    def __init__(
        self, personal: PersonalTokens, directory: Directory, seats: Tokens, provider: Provider | None = None
    ) -> None:
        self._personal = personal
        self._directory = directory
        self._seats = seats
        self._provider = provider

    async def authenticate(self, token: str | None) -> Caller:
        if token is None:
            return ANONYMOUS
        if token.startswith(SEAT):
            claim = self._seats.read_seat(token)
            if claim is not None:
                return claim.caller
        elif token.startswith(PERSONAL):
            return await self._personal.caller(token)
        elif self._provider is not None:
            return await self._provider.caller(token)
        raise bad_token()

    async def create_token(
        self, caller: Caller, name: str, scopes: Sequence[str], expires_at: str | None = None
    ) -> NewToken:
        account = require_account(caller, MANAGE)
        given = known_scopes(scopes)
        if not caller.scopes.issuperset(given) and ADMIN not in caller.scopes:
            raise ApiError(ErrorCode.FORBIDDEN, "a token can't give what yours doesn't have", path=("scopes",))
        ends = caller.expires_at if expires_at is None else instant(expires_at, "expiresAt")
        if caller.expires_at is not None and (ends is None or ends > caller.expires_at):
            message = f"a token can't outlive yours, which ends at {rfc3339(caller.expires_at)}"
            raise ApiError(ErrorCode.FORBIDDEN, message, path=("expiresAt",))
        with store_errors():
            return await self._personal.make(account, name, given, ends, MOST)

    async def create_for(
        self,
        account: str,
        name: str,
        scopes: Sequence[str],
        expires_at: int | None = None,
        account_name: str | None = None,
    ) -> tuple[str, str]:
        """(id, token) for any account, good until then, in ms: for the operator. INVALID_INPUT; NOT_FOUND for an erased
        one. `account_name` names the account, which else keeps the name that it has.
        """
        called = None if account_name is None else checked(account_name)
        made = await self._personal.make(account, name, scopes, expires_at)
        if called is not None:
            await self._directory.rename(account, called)
        return made.id, made.token

    async def tokens(self, caller: Caller) -> Sequence[TokenInfo]:
        account = require_account(caller, MANAGE)
        with store_errors():
            return await self._personal.of(account)

    async def profile(self, caller: Caller) -> AccountOut:
        with store_errors():
            return await self._directory.profile(require_account(caller))

    async def rename(self, caller: Caller, name: str | None) -> AccountOut:
        account = require_account(caller, MANAGE)
        with store_errors():
            return await self._directory.rename(account, None if name is None else checked(name))

    async def erase(self, caller: Caller, confirm: str) -> None:
        account = require_account(caller, MANAGE)
        if confirm != CONFIRM:
            message = f"this can't be undone: confirm it with the word {CONFIRM}"
            raise ApiError(ErrorCode.INVALID_INPUT, message, path=("confirm",))
        with store_errors():
            await self._directory.erase(account)

    async def revoke_token(self, caller: Caller, token_id: str) -> None:
        if not await self.revoke(token_id, require_account(caller, MANAGE)):
            raise ApiError(ErrorCode.NOT_FOUND, "you have no such token", path=("tokenId",))

    async def revoke(self, token_id: str, account: str | None = None) -> bool:
        """Revoke a token, of this account if one is given; whether there was one."""
        with store_errors():
            return await self._personal.revoke(token_id, account)

    async def all_tokens(self) -> list[dict[str, object]]:
        """Every token without its hash, newest first: for the operator."""
        return await self._personal.all()

    async def stop(self) -> None:
        """Let what is being noted come to its end."""
        await self._personal.uses.stop()


def require_account(caller: Caller, scope: str | None = None) -> str:
    """The caller's account. UNAUTHENTICATED for guests and seats, FORBIDDEN without the scope."""
    if caller.account is None:
        raise ApiError(ErrorCode.UNAUTHENTICATED, "this needs the token of an account")
    if scope is not None:
        require_scope(caller, scope)
    return caller.account
