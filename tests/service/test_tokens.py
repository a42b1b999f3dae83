"""Personal tokens: what they are called, when they end, what is shown of them, when they were used."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from api_schema.errors import ErrorCode
from api_schema.ports.base import Caller
from service.accounts.last_uses import COARSE
from service.accounts.personal_tokens import MOST
from service.accounts.usecases import new_account
from service.tables import tokens
from service.times import rfc3339
from tests.kit.refusals import refused
from tests.kit.served import Served

pytestmark = pytest.mark.anyio
HOUR = 3_600_000


async def signed_in(served: Served, expires_at: int | None = None) -> tuple[Caller, str]:
    """An account that manages its tokens, and its token."""
    scopes = ["account:write", "match:play", "match:read"]
    _, token = await served.app.accounts.create_for(new_account(), "first", scopes, expires_at)
    return await served.app.use_cases.accounts.authenticate(token), token


async def test_a_token_ends_when_it_says(served: Served) -> None:
    use, ends = served.app.use_cases.accounts, served.clock.now + HOUR
    caller, token = await signed_in(served, ends)
    assert caller.expires_at == ends
    served.clock.now = ends - 1_001
    assert (await use.authenticate(token)).account == caller.account
    error = await refused(use.authenticate(token))
    assert (error.code, error.message) == (ErrorCode.UNAUTHENTICATED, f"this token expired at {rfc3339(ends)}")
    error = await refused(use.authenticate(token + "x"))
    assert error.message == "this token is not valid"


async def test_a_token_gives_none_that_outlives_it(served: Served) -> None:
    use, ends = served.app.use_cases.accounts, served.clock.now + HOUR
    caller, _ = await signed_in(served, ends)
    assert (await use.create_token(caller, "as long", ["match:play"])).expires_at == rfc3339(ends)
    shorter = rfc3339(ends - 60_000)
    assert (await use.create_token(caller, "shorter", [], shorter)).expires_at == shorter
    error = await refused(use.create_token(caller, "longer", [], rfc3339(ends + 1)))
    assert (error.code, error.path) == (ErrorCode.FORBIDDEN, ("expiresAt",))


@pytest.mark.parametrize(
    "text", ["", "tomorrow", "2030-01-31", "2030-01-31T12:00:00", "2001-01-01T00:00:00Z", "9999-99-99T00:00:00Z"]
)
async def test_an_end_is_a_time_to_come_with_its_offset(served: Served, text: str) -> None:
    caller, _ = await signed_in(served)
    error = await refused(served.app.use_cases.accounts.create_token(caller, "x", [], text))
    assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, ("expiresAt",))


@pytest.mark.answers("listTokens")
async def test_own_tokens_are_listed_without_what_opens(served: Served) -> None:
    use = served.app.use_cases.accounts
    caller, token = await signed_in(served)
    await signed_in(served)
    made = await use.create_token(caller, "  phone\u0301 ", ["match:play"], rfc3339(served.clock.now + HOUR))
    gone = await use.create_token(caller, "lost", [])
    await use.revoke_token(caller, gone.id)
    newest, oldest = await use.tokens(caller)
    assert (newest.id, newest.name, newest.scopes) == (made.id, "phon\u00e9", ("match:play",))
    assert (newest.expires_at, newest.last_used_at, oldest.name) == (made.expires_at, None, "first")
    assert made.token not in str((newest, oldest))
    assert token not in str((newest, oldest))
    served.clock.now += 2 * HOUR
    assert len(await use.tokens(caller)) == 2, "an expired one is still shown to whom it belongs"


@pytest.mark.parametrize("name", ["", " ", "x" * 81, "a\x00b", "a\u202eb", "a\nb", "a  b", "\u0301a", "a\u200db"])
async def test_a_token_is_called_what_can_be_seen(served: Served, name: str) -> None:
    caller, _ = await signed_in(served)
    error = await refused(served.app.use_cases.accounts.create_token(caller, name, []))
    assert (error.code, error.path) == (ErrorCode.INVALID_INPUT, ("name",))


async def test_tokens_are_managed_with_the_scope_for_it(served: Served) -> None:
    use = served.app.use_cases.accounts
    caller, _ = await signed_in(served)
    player = Caller(caller.ref, frozenset({"match:play"}), caller.account, alias_key=caller.alias_key)
    for work in (use.create_token(player, "x", []), use.tokens(player), use.revoke_token(player, "tk_x")):
        error = await refused(work)
        assert (error.code, "account:write" in error.message) == (ErrorCode.FORBIDDEN, True)


async def test_an_account_has_no_more_than_so_many(served: Served) -> None:
    use = served.app.use_cases.accounts
    caller, _ = await signed_in(served)
    made = [await use.create_token(caller, "x", []) for _ in range(MOST - 1)]
    assert (await refused(use.create_token(caller, "x", []))).code == ErrorCode.FORBIDDEN
    await use.revoke_token(caller, made[0].id)
    assert (await use.create_token(caller, "x", [])).id


async def test_the_last_use_is_noted_once_an_hour_and_no_request_waits_for_it(served: Served) -> None:
    use = served.app.use_cases.accounts
    # it writes, at its start
    await served.app.projector.stop()
    writes = 0
    write = served.app.store.sql.write

    async def counted(work: Any) -> Any:
        nonlocal writes
        writes += 1
        return await write(work)

    served.app.store.sql.write = counted  # type: ignore[method-assign]
    caller, token = await signed_in(served)
    await served.app.accounts.stop()
    assert writes == 2, "one for the token, one for its use"
    first = (await use.tokens(caller))[0].last_used_at
    assert first is not None
    for _ in range(20):
        await use.authenticate(token)
    await served.app.accounts.stop()
    assert writes == 2
    served.clock.now += COARSE
    for _ in range(2):
        await use.authenticate(token)
        await served.app.accounts.stop()
    assert writes == 3
    assert ((await use.tokens(caller))[0].last_used_at or "") > first


async def test_a_store_that_is_busy_costs_the_note_and_nothing_else(served: Served) -> None:
    from eventstore.store import StoreUnavailable

    caller, token = await signed_in(served)
    await served.app.accounts.stop()
    write = served.app.store.sql.write

    async def away(work: Any) -> Any:
        raise StoreUnavailable("away")

    served.app.store.sql.write = away  # type: ignore[method-assign]
    served.clock.now += COARSE
    assert (await served.app.use_cases.accounts.authenticate(token)).account == caller.account
    await served.app.accounts.stop()
    served.app.store.sql.write = write  # type: ignore[method-assign]
    await served.app.use_cases.accounts.authenticate(token)
    await served.app.accounts.stop()
    noted = sa.select(tokens.c.last_used_at)
    used = await served.app.store.sql.read(lambda connection: connection.execute(noted).scalar_one())
    assert used > served.clock.now - 10_000
