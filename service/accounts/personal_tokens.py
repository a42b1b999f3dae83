"""Personal tokens: made, checked, listed, revoked."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, select

from api_schema.errors import ApiError, ErrorCode
from api_schema.input.patterns import LONGEST_OF_TOKEN
from api_schema.ports.accounts import NewToken, TokenInfo
from api_schema.ports.base import Caller
from api_schema.scopes import SCOPES
from eventstore import EventStore, StoreUnavailable
from service.accounts.directory import ensured
from service.accounts.last_uses import LastUses
from service.application.names import checked
from service.application.pseudonyms import named_account
from service.tables import accounts, tokens
from service.times import Clock, rfc3339

PERSONAL = "pl_"
MOST = 100
"""Tokens of one account that are not revoked."""


class PersonalTokens:
    """The tokens of one store.

    A token holds 256 random bits, so one SHA-256 is enough: there is nothing to guess, and a slow hash would only cost
    every request.
    """

    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self.uses = LastUses(store)

    async def caller(self, token: str) -> Caller:
        """The caller behind the token. UNAUTHENTICATED, UNAVAILABLE."""
        owned = tokens.join(accounts, accounts.c.account == tokens.c.account)
        columns = (tokens.c.id, tokens.c.account, tokens.c.scopes, tokens.c.expires_at, tokens.c.last_used_at)
        query = (
            select(*columns, accounts.c.alias_key)
            .select_from(owned)
            .where(tokens.c.hash == _hash(token), tokens.c.revoked_at.is_(None))
        )
        try:
            row = await self._store.sql.read(lambda connection: connection.execute(query).first())
            if row is None:
                raise bad_token()
            now = self._clock()
            if row.expires_at is not None and row.expires_at <= now:
                raise expired(row.expires_at)
        except StoreUnavailable as error:
            raise ApiError(ErrorCode.UNAVAILABLE, "tokens can't be checked now; try again") from error
        self.uses.note(row.id, row.last_used_at, now)
        scopes, key = frozenset(row.scopes.split()), row.alias_key
        return Caller(named_account(row.account), scopes, row.account, alias_key=key, expires_at=row.expires_at)

    async def make(
        self, account: str, name: str, scopes: Iterable[str], expires_at: int | None, most: int | None = None
    ) -> NewToken:
        """A new token of an account, which is made if it isn't there. INVALID_INPUT; NOT_FOUND for an erased account.

        `most`: how many the account may have then.
        """
        given, called = known_scopes(scopes), checked(name, LONGEST_OF_TOKEN)
        token_id, token, now = f"tk_{secrets.token_hex(8)}", PERSONAL + secrets.token_urlsafe(32), self._clock()
        if expires_at is not None and expires_at <= now:
            raise ApiError(ErrorCode.INVALID_INPUT, "expiresAt is a time that is still to come", path=("expiresAt",))
        row = {
            "id": token_id,
            "account": account,
            "name": called,
            "scopes": " ".join(given),
            "hash": _hash(token),
            "created_at": now,
            "expires_at": expires_at,
        }

        def work(connection: Connection) -> None:
            ensured(connection, account, now)
            if most is not None:
                _require_room(connection, account, most)
            connection.execute(tokens.insert().values(row))

        await self._store.sql.write(work)
        ends = None if expires_at is None else rfc3339(expires_at)
        return NewToken(id=token_id, name=called, scopes=given, created_at=rfc3339(now), expires_at=ends, token=token)

    async def of(self, account: str) -> Sequence[TokenInfo]:
        """The account's tokens that were not revoked, newest first."""
        own = tokens.c.account == account, tokens.c.revoked_at.is_(None)
        query = select(*_shown()).where(*own).order_by(tokens.c.created_at.desc(), tokens.c.id)
        rows = await self._store.sql.read(lambda connection: connection.execute(query).all())
        return [_info(row) for row in rows]

    async def revoke(self, token_id: str, account: str | None) -> bool:
        """Revoke a token, of this account if one is given; whether there was one."""
        query = tokens.update().where(tokens.c.id == token_id).values(revoked_at=self._clock())
        if account is not None:
            query = query.where(tokens.c.account == account)
        return await self._store.sql.write(lambda connection: connection.execute(query).rowcount > 0)

    async def all(self) -> list[dict[str, object]]:
        """Every token without its hash, newest first: for the operator."""
        query = select(*_shown()).order_by(tokens.c.created_at.desc())

        def work(connection: Connection) -> list[dict[str, object]]:
            return [dict(row) for row in connection.execute(query).mappings()]

        return await self._store.sql.read(work)


def known_scopes(scopes: Iterable[str]) -> tuple[str, ...]:
    """The scopes in order, each once. INVALID_INPUT for an unknown one."""
    given = sorted(set(scopes))
    unknown = [scope for scope in given if scope not in SCOPES]
    if unknown:
        message = f"no scope {unknown[0][:64]!r}; there are {', '.join(sorted(SCOPES))}"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("scopes",))
    return tuple(given)


def bad_token() -> ApiError:
    """A token that stands for nobody: not ours, not whole, revoked."""
    return ApiError(ErrorCode.UNAUTHENTICATED, "this token is not valid")


def expired(at: int) -> ApiError:
    """A token that was good until then, in ms."""
    return ApiError(ErrorCode.UNAUTHENTICATED, f"this token expired at {rfc3339(at)}")


def _hash(token: str) -> bytes:
    return sha256(token.encode()).digest()


def _shown() -> list[sa.Column[Any]]:
    return [column for column in tokens.c if column.name != "hash"]


def _info(row: Any) -> TokenInfo:
    return TokenInfo(
        id=row.id,
        name=row.name,
        scopes=tuple(row.scopes.split()),
        created_at=rfc3339(row.created_at),
        expires_at=None if row.expires_at is None else rfc3339(row.expires_at),
        last_used_at=None if row.last_used_at is None else rfc3339(row.last_used_at),
    )


def _require_room(connection: Connection, account: str, most: int) -> None:
    own = tokens.c.account == account, tokens.c.revoked_at.is_(None)
    if connection.execute(select(sa.func.count()).select_from(tokens).where(*own)).scalar_one() >= most:
        raise ApiError(ErrorCode.FORBIDDEN, f"an account has at most {most} tokens: revoke one", path=("name",))
