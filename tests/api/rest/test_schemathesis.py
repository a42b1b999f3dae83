"""Generated requests against the OpenAPI document: every operation, its boundaries, and chains along the links.

PLAYLEDGER_FUZZ multiplies the number of examples; `make fuzz` sets it. Streams never end, so they have their own tests.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
import schemathesis
from anyio.from_thread import start_blocking_portal
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.generation.case import Case

from api_schema.ports import Accounts, Caller
from api_schema.rest import build_app
from api_schema.rest.openapi import build
from tests.api.rest.server import serving
from tests.kit.served import ALICE, serve, sqlite_url
from tests.toy_game import GAME

TOKEN = "the-token-of-alice"
MORE = int(os.environ.get("PLAYLEDGER_FUZZ", "1"))
SETTINGS = settings(deadline=None, suppress_health_check=list(HealthCheck))
LENIENT = {"checks": {"positive_data_acceptance": {"enabled": False}}}
"""What a schema calls valid the rules of a game may refuse, and a cursor has to come from a page."""
CONFIG = SchemathesisConfig.from_dict(
    {
        "auth": {"openapi": {"bearer": {"bearer": TOKEN}}},
        "operations": [{"include-method": "POST", **LENIENT}, {"include-operation-id": "findMatches", **LENIENT}],
    }
)
DOCUMENT = schemathesis.openapi.from_dict(build([GAME]), config=CONFIG).exclude(operation_id="streamMatch")


class OneAccount:
    """ports.Accounts with one token that is known before the service runs."""

    def __init__(self, behind: Accounts) -> None:
        self._behind = behind

    async def authenticate(self, token: str | None) -> Caller:
        return ALICE if token == TOKEN else await self._behind.authenticate(token)

    async def create_token(self, caller: Caller, name: str, scopes: Sequence[str]) -> tuple[str, str]:
        return await self._behind.create_token(caller, name, scopes)

    async def revoke_token(self, caller: Caller, token_id: str) -> None:
        await self._behind.revoke_token(caller, token_id)


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[str]:
    """The real service with Envoys."""
    service = await serve(sqlite_url(folder))
    uses = service.app.use_cases
    app = build_app(msgspec.structs.replace(uses, accounts=OneAccount(uses.accounts)), sdl="type Query { a: Int }")
    async with service.app, serving(app) as found:
        yield found


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("fuzz")
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(running(folder)) as found:
        yield found


@DOCUMENT.parametrize()
@settings(SETTINGS, max_examples=5 * MORE)
def test_every_operation_keeps_the_contract(case: Case, address: str) -> None:
    case.call_and_validate(base_url=address)


def test_chains_along_the_links_keep_the_contract(address: str) -> None:
    DOCUMENT.config.update(base_url=address)
    machine = DOCUMENT.as_state_machine()
    machine.run(settings=settings(SETTINGS, max_examples=5 * MORE, stateful_step_count=8))
