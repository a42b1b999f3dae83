"""Whose account a subject's is: one for each, of its own issuer, until it is erased."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa

from api_schema.errors import ApiError, ErrorCode
from service.identity.mapping import REMEMBERED, OutsideAccounts
from service.tables import accounts, outside_identities
from tests.identity.conftest import House
from tests.kit.served import serve

pytestmark = pytest.mark.anyio


async def test_two_issuers_never_meet(house: House) -> None:
    """Not even where one's name and subject together read like those of the other."""
    store, clock = house.served.app.store, house.served.clock
    found = [
        await OutsideAccounts(store, issuer, clock).of(subject, clock.now)
        for issuer, subject in (("https://a", "bc"), ("https://ab", "c"), ("https://a", "b"), ("https://a", "bc"))
    ]
    names = [account for account, _ in found]
    assert names[0] == names[3]
    assert len(set(names)) == 3


async def test_whoever_comes_first_makes_the_account_for_all(url: str) -> None:
    served = await serve(url)
    async with served.app:
        entered = OutsideAccounts(served.app.store, "https://a.example", served.clock)
        found = await asyncio.gather(*(entered.of("somebody", served.clock.now) for _ in range(8)))
        assert len(set(found)) == 1
        count = sa.select(sa.func.count()).select_from(accounts)
        assert await served.app.store.sql.read(lambda connection: connection.execute(count).scalar_one()) == 1


async def test_neither_issuer_nor_subject_is_kept(house: House) -> None:
    await house.caller(house.token(sub="jane.doe@example.org"))
    database = house.served.app.settings.sqlite_file
    assert database is not None
    for file in database.parent.iterdir():
        assert b"jane.doe" not in file.read_bytes()


async def test_an_erased_account_stays_erased_until_somebody_signs_in_anew(house: House) -> None:
    served = house.served
    before = house.token()
    caller = await house.caller(before)
    await served.app.use_cases.accounts.erase(caller, "ERASE")
    code, message = await house.refused(before)
    assert (code, "erased" in message) == ("UNAUTHENTICATED", True)
    assert (await served.app.store.sql.read(_identities))[0].account is None
    served.clock.now += 5_000
    anew = await house.caller(house.token())
    assert anew.account not in (None, caller.account)
    assert anew.alias_key != caller.alias_key
    assert (await house.caller(house.token())).account == anew.account


async def test_what_is_left_of_an_erased_account_goes_away(house: House) -> None:
    served = house.served
    await served.app.use_cases.accounts.erase(await house.caller(house.token()), "ERASE")
    served.clock.now += REMEMBERED + 1_000
    await house.caller(house.token(sub="another"))
    (left,) = await served.app.store.sql.read(_identities)
    assert left.account is not None


async def test_a_token_that_is_made_with_a_token_of_the_provider_does_not_outlive_it(house: House) -> None:
    """Who is put out at the provider is out here, too, within minutes."""
    use = house.served.app.use_cases.accounts
    caller = await house.caller(house.token())
    made = await use.create_token(caller, "phone", ["match:play"])
    assert made.expires_at is not None
    with pytest.raises(ApiError) as refusal:
        await use.create_token(caller, "phone", ["match:play"], "2999-01-01T00:00:00Z")
    assert refusal.value.code == ErrorCode.FORBIDDEN
    assert (await use.authenticate(made.token)).account == caller.account
    house.served.clock.now += 400_000
    with pytest.raises(ApiError):
        await use.authenticate(made.token)


def _identities(connection: sa.Connection) -> list[sa.Row[tuple[object, ...]]]:
    return list(connection.execute(sa.select(outside_identities)).all())
