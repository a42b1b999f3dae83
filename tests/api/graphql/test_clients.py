"""Clients that others wrote, against a server on a socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import websockets

from api_schema.graphql.http import GraphQLApp
from scripts.node import command, environment
from tests.api.graphql.playing import Ask, table
from tests.kit.listening import Server, listening, socket_to
from tests.kit.waiting import PATIENCE

CLIENTS = Path(__file__).parents[2] / "clients"

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.programs,
    pytest.mark.skipif(not (CLIENTS / "node_modules").exists(), reason="client packages come with make setup"),
]


@pytest.fixture
async def server(app: GraphQLApp) -> AsyncIterator[Server]:
    async with listening(app) as server:
        yield server


async def node(script: str, *arguments: str) -> list[str]:
    """The lines that a script prints; fails if it fails."""
    process = await asyncio.create_subprocess_exec(
        *command("node"),
        str(CLIENTS / script),
        *arguments,
        env=environment(),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 0, err.decode()
    return out.decode().splitlines()


async def test_graphql_ws_follows_and_plays_over_one_socket(ask: Ask, server: Server) -> None:
    match, tokens = await table(ask)
    lines = await node("follow.mjs", f"ws://127.0.0.1:{server.port}/graphql", tokens[0], match)
    messages: list[Any] = [json.loads(line) for line in lines]
    acted = next(message for message in messages if "userErrors" in message)
    assert acted["userErrors"] == []
    updates = [message for message in messages if "__typename" in message]
    versions = [event["version"] for update in updates for event in update.get("events", ())]
    assert versions == list(range(1, acted["version"] + 1))
    assert updates[-1] == {"__typename": "MatchClosed", "version": acted["version"]}


async def test_the_server_passes_the_audit_of_graphql_over_http(server: Server) -> None:
    *failed, total = await node("audit.mjs", f"http://127.0.0.1:{server.port}/graphql")
    assert failed == []
    assert total == "audited 61, ok 61"


async def test_a_server_stops_though_somebody_follows(ask: Ask, server: Server) -> None:
    match, _ = await table(ask)
    query = "subscription($id: ID!) { matchUpdates(matchId: $id, afterVersion: 0) { __typename } }"
    subscribe = {"id": "a", "type": "subscribe", "payload": {"query": query, "variables": {"id": match}}}
    address = f"ws://127.0.0.1:{server.port}/graphql"
    async with socket_to(address) as client:
        await client.send(json.dumps({"type": "connection_init"}))
        await client.send(json.dumps(subscribe))
        assert json.loads(await client.recv())["type"] == "connection_ack"
        assert json.loads(await client.recv())["type"] == "next"
        server.should_exit = True
        with pytest.raises(websockets.ConnectionClosed):
            await asyncio.wait_for(client.recv(), PATIENCE)
