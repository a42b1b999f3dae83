"""The accounts behind subjects of the identity provider. See docs/decisions/0011."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from api_schema.errors import ApiError, ErrorCode
from eventstore import EventStore
from service.accounts.directory import ensured
from service.accounts.usecases import new_account
from service.tables import accounts, outside_identities
from service.times import Clock

REMEMBERED = 30 * 86_400_000
"""For so long after an erasure older tokens of the same subject are refused, in ms; none lives longer."""
_ADD = sa.text(
    "INSERT INTO outside_identities (digest, account) VALUES (:digest, :account) ON CONFLICT (digest) DO NOTHING"
)


class OutsideAccounts:
    """The accounts of one issuer's subjects. The store keeps a digest of both: two issuers never meet."""

    def __init__(self, store: EventStore, issuer: str, clock: Clock) -> None:
        self._store = store
        self._issuer = issuer
        self._clock = clock

    async def of(self, subject: str, issued: int) -> tuple[str, bytes]:
        """(account, key of its pseudonyms); the account is made on first use. `issued`: of the token, in ms.

        UNAUTHENTICATED for a token from before the erasure of its account: only a new sign-in makes a new account.
        """
        digest = self._digest(subject)
        row = await self._store.sql.read(lambda connection: _found(connection, digest))
        if row is not None and row.alias_key is not None:
            return row.account, row.alias_key
        now = self._clock()
        return await self._store.sql.write(lambda connection: _entered(connection, digest, issued, now))

    def _digest(self, subject: str) -> bytes:
        """The length keeps the two apart: no issuer can end with what another one's subjects begin with."""
        issuer = self._issuer.encode()
        return sha256(b"%d|%b|%b" % (len(issuer), issuer, subject.encode())).digest()


def _found(connection: Connection, digest: bytes) -> Any:
    joined = outside_identities.outerjoin(accounts, accounts.c.account == outside_identities.c.account)
    query = (
        sa.select(outside_identities.c.account, accounts.c.alias_key, outside_identities.c.erased_at)
        .select_from(joined)
        .where(outside_identities.c.digest == digest)
    )
    return connection.execute(query).first()


def _entered(connection: Connection, digest: bytes, issued: int, now: int) -> tuple[str, bytes]:
    """The account behind the digest, made or made anew; the first caller makes it for all."""
    gone = outside_identities.c.erased_at
    connection.execute(outside_identities.delete().where(gone < now - REMEMBERED))
    connection.execute(outside_identities.delete().where(outside_identities.c.digest == digest, gone < issued))
    account = new_account()
    if connection.execute(_ADD, {"digest": digest, "account": account}).rowcount:
        return account, ensured(connection, account, now)
    row = _found(connection, digest)
    if row is None or row.account is None or row.alias_key is None:
        raise ApiError(ErrorCode.UNAUTHENTICATED, "the account of this token was erased; sign in again for a new one")
    return row.account, row.alias_key
