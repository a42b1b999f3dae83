"""Streams ask for their token again."""

from __future__ import annotations

import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.token_check import TokenCheck

pytestmark = pytest.mark.anyio


class Accounts:
    """Counts; answers with an error if it has one."""

    def __init__(self, error: ErrorCode | None = None) -> None:
        self.asked = 0
        self.error = error

    async def authenticate(self) -> Caller:
        self.asked += 1
        if self.error is not None:
            raise ApiError(self.error, "no")
        return ANONYMOUS


async def test_a_token_is_trusted_for_a_while() -> None:
    accounts = Accounts()
    for check, times in (
        (TokenCheck(ANONYMOUS, accounts.authenticate, 60), 0),
        (TokenCheck(ANONYMOUS, accounts.authenticate, 0), 2),
    ):
        await check.renew()
        await check.renew()
        assert accounts.asked == times


async def test_a_revoked_token_ends_the_stream() -> None:
    with pytest.raises(ApiError):
        await TokenCheck(ANONYMOUS, Accounts(ErrorCode.UNAUTHENTICATED).authenticate, 0).renew()


async def test_while_the_accounts_are_away_the_stream_goes_on_and_asks_again() -> None:
    accounts = Accounts(ErrorCode.UNAVAILABLE)
    check = TokenCheck(ANONYMOUS, accounts.authenticate, 0)
    await check.renew()
    await check.renew()
    assert accounts.asked == 2


async def test_a_token_that_has_ended_is_asked_for_at_once_and_holds_no_longer_though_nobody_answers() -> None:
    ended, lasting = Caller("a", expires_at=1), Caller("a", expires_at=2**53)
    accounts = Accounts()
    await TokenCheck(ended, accounts.authenticate, 60).renew()
    await TokenCheck(lasting, accounts.authenticate, 60).renew()
    assert accounts.asked == 1
    with pytest.raises(ApiError) as refusal:
        await TokenCheck(ended, Accounts(ErrorCode.UNAVAILABLE).authenticate, 60).renew()
    assert (refusal.value.code, "expired" in refusal.value.message) == (ErrorCode.UNAUTHENTICATED, True)
