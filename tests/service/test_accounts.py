"""Tokens: who they stand for, what they allow, when they end."""

from __future__ import annotations

import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import CreateMatch
from service.accounts.usecases import new_account
from tests.kit.served import Served
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
MANAGER = Caller("account:ac_m", frozenset({"account:write", "match:play"}), "ac_m", alias_key=b"a key")


async def test_a_personal_token_stands_for_its_account_until_it_is_revoked(served: Served) -> None:
    accounts = served.app.use_cases.accounts
    account = new_account()
    token_id, token = await served.app.accounts.create_for(account, "test", ["match:play", "account:write"])
    caller = await accounts.authenticate(token)
    key = await served.app.directory.key_of(account)
    assert caller == Caller(f"account:{account}", frozenset({"match:play", "account:write"}), account, alias_key=key)
    with pytest.raises(ApiError) as refusal:
        await accounts.revoke_token(MANAGER, token_id)
    assert refusal.value.code == ErrorCode.NOT_FOUND
    await accounts.revoke_token(caller, token_id)
    with pytest.raises(ApiError) as refusal:
        await accounts.authenticate(token)
    assert refusal.value.code == ErrorCode.UNAUTHENTICATED


async def test_only_a_hash_of_a_token_is_kept(served: Served) -> None:
    _, token = await served.app.accounts.create_for("ac_x", "test", [])
    (row,) = await served.app.accounts.all_tokens()
    assert token not in str(row)
    assert "hash" not in row
    database = served.app.settings.sqlite_file
    assert database is not None
    for file in database.parent.iterdir():
        assert token.encode() not in file.read_bytes()


async def test_a_token_can_give_no_more_than_it_has(served: Served) -> None:
    accounts = served.app.use_cases.accounts
    with pytest.raises(ApiError) as refusal:
        await accounts.create_token(MANAGER, "more", ["admin"])
    assert refusal.value.code == ErrorCode.FORBIDDEN
    with pytest.raises(ApiError) as refusal:
        await accounts.create_token(ANONYMOUS, "any", [])
    assert refusal.value.code == ErrorCode.UNAUTHENTICATED
    made = await accounts.create_token(MANAGER, "less", ["match:play"])
    assert (await accounts.authenticate(made.token)).account == MANAGER.account


async def test_an_account_needs_the_scope(served: Served) -> None:
    reader = Caller("account:ac_reader", frozenset({"match:read"}), "ac_reader")
    with pytest.raises(ApiError) as refusal:
        await served.app.use_cases.matches.create(reader, "key", CreateMatch(GAME.slug, 2))
    assert refusal.value.code == ErrorCode.FORBIDDEN


@pytest.mark.parametrize(
    "token", ["", "pl_", "pl_wrong", "st_", "st_AAAA", "st_ä", "xx_1", "la_AAAA", "st_" + "A" * 50]
)
async def test_what_is_no_token_is_refused(served: Served, token: str) -> None:
    with pytest.raises(ApiError) as refusal:
        await served.app.use_cases.accounts.authenticate(token)
    assert refusal.value.code == ErrorCode.UNAUTHENTICATED


async def test_nobody_in_particular_is_anonymous(served: Served) -> None:
    assert await served.app.use_cases.accounts.authenticate(None) == ANONYMOUS


async def test_the_service_says_whether_it_can_work(served: Served) -> None:
    assert (await served.app.use_cases.health.ready()).status == "ok"
    await served.app.store.close()
    assert (await served.app.use_cases.health.ready()).status == "failed"
