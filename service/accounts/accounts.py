"""Who a bearer token stands for: personal tokens of accounts, seat tokens of guests."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import sha256

from sqlalchemy import Connection, select

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports import ANONYMOUS, AccountOut, Caller
from eventstore.store import EventStore, StoreUnavailable
from service.accounts.directory import Directory, ensured
from service.accounts.names import checked
from service.matches.access import require_scope
from service.matches.identity import named_account
from service.matches.refusals import store_errors
from service.matches.tokens import SEAT, Tokens
from service.tables import accounts, tokens
from service.times import Clock

PERSONAL = "pl_"
SCOPES = frozenset(
    {
        "match:read",
        "match:create",
        "match:play",
        "deck:write",
        "tournament:read",
        "tournament:enter",
        "tournament:manage",
        "tournament:referee",
        "replay:read",
        "webhook:manage",
        "account:write",
        "admin",
    }
)


CONFIRM = "ERASE"
"""What has to be said for an account to be erased. No id: addresses are logged."""


def new_account() -> str:
    """The reference of a new account."""
    return f"ac_{secrets.token_hex(10)}"


class TokenAccounts:
    """ports.Accounts.

    A personal token holds 256 random bits, so one SHA-256 is enough: there is nothing to guess, and a slow hash would
    only cost every request. Seat tokens are not stored at all; the match says whether the seat is still held.
    """

    def __init__(self, store: EventStore, directory: Directory, seats: Tokens, clock: Clock) -> None:
        self._store = store
        self._directory = directory
        self._seats = seats
        self._clock = clock

    async def authenticate(self, token: str | None) -> Caller:
        if token is None:
            return ANONYMOUS
        if token.startswith(SEAT):
            claim = self._seats.read_seat(token)
            if claim is not None:
                return claim.caller
        elif token.startswith(PERSONAL):
            return await self._personal(token)
        raise _bad_token()

    async def create_token(self, caller: Caller, name: str, scopes: Sequence[str]) -> tuple[str, str]:
        account = _account(caller)
        if not caller.scopes.issuperset(scopes) and "admin" not in caller.scopes:
            raise ApiError(ErrorCode.FORBIDDEN, "a token can't give what yours doesn't have", path=("scopes",))
        return await self.create_for(account, name, scopes)

    async def create_for(self, account: str, name: str, scopes: Sequence[str]) -> tuple[str, str]:
        """A token for any account: for the operator. NOT_FOUND for an erased one."""
        unknown = sorted(set(scopes) - SCOPES)
        if unknown:
            known = ", ".join(sorted(SCOPES))
            raise ApiError(ErrorCode.INVALID_INPUT, f"no scope {unknown[0]!r}; there are {known}", path=("scopes",))
        token_id, token = f"tk_{secrets.token_hex(8)}", PERSONAL + secrets.token_urlsafe(32)
        now = self._clock()
        row = {
            "id": token_id,
            "account": account,
            "name": name[:100],
            "scopes": " ".join(sorted(set(scopes))),
            "hash": _hash(token),
            "created_at": now,
        }

        def work(connection: Connection) -> None:
            ensured(connection, account, now)
            connection.execute(tokens.insert().values(row))

        await self._store.sql.write(work)
        return token_id, token

    async def profile(self, caller: Caller) -> AccountOut:
        with store_errors():
            return await self._directory.profile(_account(caller))

    async def rename(self, caller: Caller, name: str | None) -> AccountOut:
        account = _account(caller)
        require_scope(caller, "account:write")
        with store_errors():
            return await self._directory.rename(account, None if name is None else checked(name))

    async def erase(self, caller: Caller, confirm: str) -> None:
        account = _account(caller)
        require_scope(caller, "account:write")
        if confirm != CONFIRM:
            message = f"this can't be undone: confirm it with the word {CONFIRM}"
            raise ApiError(ErrorCode.INVALID_INPUT, message, path=("confirm",))
        with store_errors():
            await self._directory.erase(account)

    async def revoke_token(self, caller: Caller, token_id: str) -> None:
        if not await self.revoke(token_id, _account(caller)):
            raise ApiError(ErrorCode.NOT_FOUND, "you have no such token", path=("tokenId",))

    async def revoke(self, token_id: str, account: str | None = None) -> bool:
        """Revoke a token, of this account if one is given; whether there was one."""
        query = tokens.update().where(tokens.c.id == token_id).values(revoked_at=self._clock())
        if account is not None:
            query = query.where(tokens.c.account == account)
        return await self._store.sql.write(lambda connection: connection.execute(query).rowcount > 0)

    async def all_tokens(self) -> list[dict[str, object]]:
        """Every token without its hash, newest first: for the operator."""
        shown = [column for column in tokens.c if column.name != "hash"]
        query = select(*shown).order_by(tokens.c.created_at.desc())

        def work(connection: Connection) -> list[dict[str, object]]:
            return [dict(row) for row in connection.execute(query).mappings()]

        return await self._store.sql.read(work)

    async def _personal(self, token: str) -> Caller:
        owned = tokens.outerjoin(accounts, accounts.c.account == tokens.c.account)
        query = (
            select(tokens.c.account, tokens.c.scopes, accounts.c.alias_key)
            .select_from(owned)
            .where(tokens.c.hash == _hash(token), tokens.c.revoked_at.is_(None))
        )
        try:
            row = await self._store.sql.read(lambda connection: connection.execute(query).first())
            if row is None:
                raise _bad_token()
            key = row.alias_key or await self._key_of(row.account)
        except StoreUnavailable as error:
            raise ApiError(ErrorCode.UNAVAILABLE, "tokens can't be checked now; try again") from error
        return Caller(named_account(row.account), frozenset(row.scopes.split()), row.account, alias_key=key)

    async def _key_of(self, account: str) -> bytes:
        """The key of a token's account that has none yet: a replica of an earlier release made the token."""
        try:
            return await self._directory.key_of(account)
        except ApiError:
            raise _bad_token() from None


def _hash(token: str) -> bytes:
    return sha256(token.encode()).digest()


def _account(caller: Caller) -> str:
    if caller.account is None:
        raise ApiError(ErrorCode.UNAUTHENTICATED, "this needs a personal token")
    return caller.account


def _bad_token() -> ApiError:
    return ApiError(ErrorCode.UNAUTHENTICATED, "this token is not valid")
