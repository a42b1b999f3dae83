"""graphql-sse in the mode of distinct connections, as the client that others wrote speaks it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from api_schema.graphql.streams import renewed
from api_schema.ports.base import ANONYMOUS
from api_schema.ports.matches import Update
from api_schema.token_check import TokenCheck
from scripts.node import command, environment
from service.app import web
from tests.kit.listening import Server, listening
from tests.kit.served import ALICE, BOB, Served, serve, sqlite_url
from tests.kit.waiting import PATIENCE

CLIENTS = Path(__file__).parents[2] / "clients"
NEWS = ("EventsAppended", "MatchClosed")
"""Beside these, presence is told when it changes."""

pytestmark = [pytest.mark.anyio, pytest.mark.programs]
node_packages = pytest.mark.skipif(
    not (CLIENTS / "node_modules").exists(), reason="client packages come with make setup"
)


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    served = await serve(sqlite_url(tmp_path))
    async with served.app:
        yield served


@pytest.fixture
async def server(served: Served) -> AsyncIterator[Server]:
    async with listening(web(served.app)) as server:
        yield server


@asynccontextmanager
async def told(server: Server, match: str, after: int = 0, token: str = "") -> AsyncIterator[AsyncIterator[Any]]:
    """What a client in a process of its own prints, without presence; it is gone after the block."""
    process = await asyncio.create_subprocess_exec(
        *command("node"),
        str(CLIENTS / "distinct.mjs"),
        f"http://127.0.0.1:{server.port}/graphql",
        match,
        str(after),
        token,
        env=environment(),
        stdout=asyncio.subprocess.PIPE,
    )
    output = process.stdout
    assert output is not None

    async def lines() -> AsyncGenerator[Any]:
        async with asyncio.timeout(PATIENCE):
            async for line in output:
                found = json.loads(line)
                if found.get("__typename", NEWS[0]) in NEWS:
                    yield found

    try:
        async with aclosing(lines()) as found:
            yield found
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@node_packages
async def test_it_follows_goes_on_after_a_version_and_completes_with_the_match(served: Served, server: Server) -> None:
    match = await served.started()
    async with told(server, match) as updates:
        first = await anext(updates)
        assert (first["__typename"], first["fromVersion"]) == ("EventsAppended", 1)
    await served.act(ALICE, match, token=await served.token(ALICE, match, "send"))
    async with told(server, match, first["toVersion"]) as updates:
        assert (await anext(updates))["fromVersion"] == first["toVersion"] + 1
        await served.act(BOB, match, action={"type": "concede"})
        rest = [update async for update in updates]
    assert [update.get("__typename") for update in rest] == ["EventsAppended", "MatchClosed", None]
    assert rest[-1] == {"complete": True}


@node_packages
async def test_a_bad_token_is_told_and_nothing_else(served: Served, server: Server) -> None:
    match = await served.started()
    async with told(server, match, token="pl_nonsense") as updates:
        assert [update async for update in updates] == [{"errors": ["UNAUTHENTICATED"]}, {"complete": True}]


async def test_who_leaves_leaves_the_match_at_once() -> None:
    """Not only when the source is collected as garbage: who watches is counted."""
    left = []

    async def updates(*_: Any, **__: Any) -> AsyncGenerator[Update]:
        try:
            yield Update("EventsAppended", 1, b"{}")
        finally:
            left.append("the match")

    async def caller() -> Any:
        return ANONYMOUS

    async with aclosing(renewed(updates(), TokenCheck(ANONYMOUS, caller), None)) as found:
        assert (await anext(found)).version == 1
    assert left == ["the match"]
