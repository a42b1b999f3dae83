"""How a stream over HTTP ends: with the last of the match, a word about why, or plainly."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from scripts.node import command, environment
from service.app import web
from tests.api.rest.test_stream import read_events
from tests.kit.listening import listening
from tests.kit.served import ALICE, BOB, Served, serve, sqlite_url
from tests.kit.waiting import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.programs]
CLIENTS = Path(__file__).parents[2] / "clients"
HOUR = 3_600_000


@dataclass
class House:
    """A service on a socket."""

    served: Served
    http: httpx.AsyncClient
    streams: list[str | None]
    """The header Last-Event-ID of each stream that was asked for."""

    async def token(self) -> str:
        """A personal token that ends in an hour."""
        ends = self.served.clock.now + HOUR
        return (await self.served.app.accounts.create_for("ac_x", "x", ["match:play"], ends))[1]


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    served = await serve(sqlite_url(tmp_path))
    app, streams = web(served.app), list[str | None]()

    async def noted(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].endswith("/stream"):
            streams.append(Request(scope).headers.get("last-event-id"))
        await app(scope, receive, send)

    async with (
        served.app,
        listening(noted) as server,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=PATIENCE) as http,
    ):
        yield House(served, http, streams)


async def test_a_token_that_ends_ends_its_stream(house: House) -> None:
    served, token = house.served, await house.token()
    match = await served.started()
    headers = {"Authorization": f"Bearer {token}"}
    async with house.http.stream("GET", f"/v1/matches/{match}/stream", headers=headers) as response:
        events = read_events(response)
        assert [(await anext(events)).get("event") for _ in range(2)] == [None, "events_appended"]
        served.clock.now += 2 * HOUR
        await served.act(ALICE, match, token=await served.token(ALICE, match, "send"))
        rest = [event async for event in events]
    (problem,) = (json.loads(event["data"]) for event in rest if event.get("event") == "problem")
    assert (problem["code"], "expired" in problem["detail"]) == ("UNAUTHENTICATED", True)
    assert rest[-1]["event"] == "problem"


async def test_a_server_that_stops_says_that_the_client_shall_come_again(house: House) -> None:
    match = await house.served.started()
    async with house.http.stream("GET", f"/v1/matches/{match}/stream") as response:
        events = read_events(response)
        assert [(await anext(events)).get("event") for _ in range(2)] == [None, "events_appended"]
        # counted each second, so it might come in the moment before the end
        house.served.app.matches.presence.tick()
        assert (await anext(events))["event"] == "presence_changed"
        house.served.app.drain()
        last = [event async for event in events]
    assert [(event["event"], json.loads(event["data"])["reason"]) for event in last] == [
        ("resync_required", "SHUTDOWN")
    ]


async def test_graphql_over_server_sent_events_ends_with_its_token(house: House) -> None:
    served, token = house.served, await house.token()
    match = await served.started()
    query = "subscription($id: ID!) { matchUpdates(matchId: $id, afterVersion: 0) { __typename } }"
    headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
    body = {"query": query, "variables": {"id": match}}
    async with house.http.stream("POST", "/graphql", json=body, headers=headers) as response:
        events = read_events(response)
        first = await anext(events)
        assert json.loads(first["data"])["data"]["matchUpdates"]["__typename"] == "EventsAppended"
        served.clock.now += 2 * HOUR
        await served.act(ALICE, match, token=await served.token(ALICE, match, "send"))
        told = [json.loads(event["data"]) async for event in events if event.get("event") == "next"]
    assert told[-1]["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"


async def test_an_event_source_comes_back_once_and_then_stays_away(house: House) -> None:
    """It sends Last-Event-ID by itself; 204 tells it that there is nothing more."""
    served = house.served
    match = await served.started()
    process = await asyncio.create_subprocess_exec(
        *command("node"),
        "--experimental-eventsource",
        "--no-warnings",
        str(CLIENTS / "source.mjs"),
        f"{house.http.base_url}/v1/matches/{match}/stream",
        env=environment(),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            told: list[Any] = [json.loads(await process.stdout.readline())]
            await served.act(BOB, match, action={"type": "concede"})
            told += [json.loads(line) async for line in process.stdout]
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
    assert [event["event"] for event in told] == ["events_appended", "events_appended", "match_closed"]
    version = str((await served.app.use_cases.matches.get(BOB, match)).version)
    assert told[1]["id"] == told[2]["id"] == version
    assert house.streams == [None, version], "what it had seen when it came, and when it came back"
