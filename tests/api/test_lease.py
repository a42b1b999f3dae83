"""Streams ask for their token again."""

from __future__ import annotations

import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.lease import Lease

pytestmark = pytest.mark.anyio


class Accounts:
    """Counts; answers with an error if it has one."""

    def __init__(self, error: ErrorCode | None = None) -> None:
        self.asked = 0
        self.error = error

    async def authenticate(self) -> None:
        self.asked += 1
        if self.error is not None:
            raise ApiError(self.error, "no")


async def test_a_token_is_trusted_for_a_while() -> None:
    accounts = Accounts()
    for lease, times in ((Lease(accounts.authenticate, 60), 0), (Lease(accounts.authenticate, 0), 2)):
        await lease.renew()
        await lease.renew()
        assert accounts.asked == times


async def test_a_revoked_token_ends_the_stream() -> None:
    with pytest.raises(ApiError):
        await Lease(Accounts(ErrorCode.UNAUTHENTICATED).authenticate, 0).renew()


async def test_while_the_accounts_are_away_the_stream_goes_on_and_asks_again() -> None:
    accounts = Accounts(ErrorCode.UNAVAILABLE)
    lease = Lease(accounts.authenticate, 0)
    await lease.renew()
    await lease.renew()
    assert accounts.asked == 2
