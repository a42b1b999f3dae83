"""Generated requests against the OpenAPI document: every operation, its boundaries, and chains along the links.

PLAYLEDGER_FUZZ multiplies the number of examples; `make fuzz` sets it. Streams never end, so they have their own tests.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import pytest
import schemathesis
from anyio.from_thread import start_blocking_portal
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.core.transport import Response
from schemathesis.generation.case import Case

from api_schema.ports import AccountOut, Accounts, Caller, NewToken, TokenInfo
from api_schema.rest import build_app
from api_schema.rest.openapi import build
from tests.api.rest.server import serving
from tests.kit.served import ALICE, serve, sqlite_url
from tests.toy_game import GAME

BODIES: dict[str, Any] = {"createMatch": {"game": GAME.slug, "seats": 2}, "joinMatch": {"deck": "owl", "seat": 0}}
TOKEN = "the-token-of-alice"
WRITER = msgspec.structs.replace(ALICE, scopes=ALICE.scopes | {"deck:write"})
MORE = int(os.environ.get("PLAYLEDGER_FUZZ", "1"))
SETTINGS = settings(deadline=None, suppress_health_check=list(HealthCheck))
COUNTED = ["getDeckStatistics", "getCardStatistics", "getDeckMatchups", "getHeadToHead"]
BESIDE = ["findMatches", "forkMatch", "getStatistics", "getPresence", *COUNTED]
"""Operations that lead to no other one."""
LENIENT = {"checks": {"positive_data_acceptance": {"enabled": False}}}
"""What a schema calls valid may be refused: by a game's rules, by a list whose cursor it isn't, for want of a seat."""
CONFIG = SchemathesisConfig.from_dict(
    {
        "auth": {"openapi": {"bearer": {"bearer": TOKEN}}},
        "operations": [
            {"include-method": ["POST", "PUT", "PATCH", "DELETE"], **LENIENT},
            {"include-operation-id": ["findMatches", "findDecks", "getLegalActions", "getInbox", *COUNTED], **LENIENT},
        ],
    }
)
schemathesis.serializer.alias(["application/x-ndjson", "application/gzip"], "application/octet-stream")
DOCUMENT = schemathesis.openapi.from_dict(build([GAME]), config=CONFIG).exclude(
    operation_id=["streamMatch", "streamInbox"]
)


class OneAccount:
    """ports.Accounts with one token that is known before the service runs."""

    def __init__(self, behind: Accounts) -> None:
        self._behind = behind

    async def authenticate(self, token: str | None) -> Caller:
        return WRITER if token == TOKEN else await self._behind.authenticate(token)

    async def create_token(
        self, caller: Caller, name: str, scopes: Sequence[str], expires_at: str | None = None
    ) -> NewToken:
        return await self._behind.create_token(caller, name, scopes, expires_at)

    async def tokens(self, caller: Caller) -> Sequence[TokenInfo]:
        return await self._behind.tokens(caller)

    async def revoke_token(self, caller: Caller, token_id: str) -> None:
        await self._behind.revoke_token(caller, token_id)

    async def profile(self, caller: Caller) -> AccountOut:
        return await self._behind.profile(caller)

    async def rename(self, caller: Caller, name: str | None) -> AccountOut:
        return await self._behind.rename(caller, name)

    async def erase(self, caller: Caller, confirm: str) -> None:
        await self._behind.erase(caller, confirm)


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[str]:
    """The real service with Envoys."""
    service = await serve(sqlite_url(folder))
    uses = service.app.use_cases
    app = build_app(msgspec.structs.replace(uses, accounts=OneAccount(uses.accounts)), sdl="type Query { a: Int }")
    async with service.app, serving(app) as found:
        await service.app.directory.key_of("ac_alice")
        yield found


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("fuzz")
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(running(folder)) as found:
        yield found


@DOCUMENT.parametrize()
@settings(SETTINGS, max_examples=5 * MORE)
def test_every_operation_keeps_the_contract(case: Case[Any], address: str) -> None:
    case.call_and_validate(base_url=address)


def test_chains_along_the_links_keep_the_contract(address: str) -> None:
    """Matches are made and joined as they have to be, a guest on seat 1, so that the chains go on to play."""
    chained = DOCUMENT.include(tag=["lobby", "play"]).exclude(operation_id=BESIDE)
    chained.config.update(base_url=address)
    reached: set[tuple[str, int]] = set()

    def before_call(machine: Any, case: Case[Any]) -> None:
        case.body = BODIES.get(name_of(case), case.body)
        if "Idempotency-Key" in case.headers:
            case.headers["Idempotency-Key"] = uuid4().hex

    def after_call(machine: Any, response: Response, case: Case[Any]) -> None:
        reached.add((name_of(case), response.status_code))
        if name_of(case) == "createMatch" and response.status_code == 201:
            seats = f"{address}{response.headers['location'][0]}/seats"
            httpx.post(seats, json={"deck": "fox", "seat": 1}, headers={"Idempotency-Key": uuid4().hex})

    hooks = {"before_call": before_call, "after_call": after_call}
    chains: Any = type("Chains", (chained.as_state_machine(),), hooks)
    how = settings(SETTINGS, max_examples=20 * MORE, stateful_step_count=10, derandomize=MORE == 1)
    chains.run(settings=how)
    assert {("createMatch", 201), ("joinMatch", 201)} <= reached


def name_of(case: Case[Any]) -> str:
    """The ID of the operation that is called."""
    return str(case.operation.definition.raw["operationId"])
