"""Accounts that are not erased: checked inside a transaction, which holds their erasure up until it is over."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from api_schema.errors import ApiError, ErrorCode
from service.tables import accounts


def require_living(connection: Connection, account: str) -> None:
    """The account can't be erased before the transaction is over. NOT_FOUND if it was."""
    refuse_erased(account, locked(connection, account))


def no_account(account: str) -> ApiError:
    """There is no such account, or none any more."""
    return ApiError(ErrorCode.NOT_FOUND, f"there is no account {account[:64]!r}, or it was erased", path=("account",))


def locked(connection: Connection, account: str) -> Any:
    """Key and end of the account, None if it isn't there."""
    query = sa.select(accounts.c.alias_key, accounts.c.erased_at).where(accounts.c.account == account)
    return connection.execute(query.with_for_update(read=True)).first()


def refuse_erased(account: str, row: Any) -> None:
    """NOT_FOUND for the row of an account that was erased."""
    if row is not None and row.erased_at is not None:
        raise no_account(account)
