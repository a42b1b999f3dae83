"""What is live, over sockets of the real service: inbox, presence and clocks, through REST and GraphQL alike."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from api_schema.ports.base import Caller
from service.app import web
from service.streams.presence import PresenceSettings
from tests.api.rest.test_stream import read_events
from tests.kit.listening import listening, socket_to
from tests.kit.served import Served, serve, sqlite_url
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.anyio
BOTH = {"seats": [0], "spectators": 1}
CLOCK = ["bankMs", "deadline", "promptId", "remainingMs", "seat"]
INBOX = """subscription($after: String) { inbox(afterCursor: $after) {
  __typename
  ... on YourTurn { cursor matchId seat promptId }
  ... on MatchStarted { cursor matchId seat }
  ... on MatchOver { cursor matchId seat result { kind } }
} }"""
UPDATES = """subscription($id: ID!) { matchUpdates(matchId: $id, afterVersion: 0) {
  __typename
  ... on PresenceChanged { seats spectators }
  ... on ClockTick { at clocks { seat promptId deadline remainingMs bankMs } }
} }"""


@dataclass
class Live:
    """A service on a socket, and two accounts with their tokens."""

    served: Served
    http: httpx.AsyncClient
    socket: str
    ada: tuple[Caller, str]
    bea: tuple[Caller, str]

    async def match(self) -> str:
        """A running match with clocks: Ada on seat 0, Bea on seat 1."""
        match = await self.served.open(decision_ms=60_000, turn_ms=60_000, bank_ms=5_000)
        for player, _ in (self.ada, self.bea):
            await self.served.sit(player, match)
        return match


@pytest.fixture
async def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Live]:
    quick = PresenceSettings(settle=0.01, linger=0.05)
    monkeypatch.setattr("service.streams.presence.PresenceSettings", lambda: quick)
    served = await serve(sqlite_url(tmp_path))
    async with served.app, listening(web(served.app)) as server:
        address = f"127.0.0.1:{server.port}"
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=PATIENCE) as http:
            accounts = [await served.account() for _ in range(2)]
            yield Live(served, http, f"ws://{address}/graphql", accounts[0], accounts[1])


@asynccontextmanager
async def subscribed(live: Live, token: str | None, query: str, **variables: Any) -> AsyncIterator[AsyncIterator[Any]]:
    """The updates of a subscription."""
    async with socket_to(live.socket) as one:
        await one.send(json.dumps({"type": "connection_init", "payload": {"token": token} if token else {}}))
        assert json.loads(await one.recv())["type"] == "connection_ack"
        payload = {"query": query, "variables": variables}
        await one.send(json.dumps({"id": "a", "type": "subscribe", "payload": payload}))

        async def updates() -> AsyncIterator[Any]:
            async for text in one:
                message = json.loads(text)
                if message["type"] == "complete":
                    return
                yield next(iter(message["payload"]["data"].values()))

        yield updates()


async def first(updates: AsyncIterator[Any], kind: str, **wanted: Any) -> Any:
    """The next message of a kind that says this."""
    async with asyncio.timeout(PATIENCE):
        async for update in updates:
            if update["__typename"] == kind and all(update[name] == value for name, value in wanted.items()):
                return update
    raise AssertionError(kind)


async def test_both_skins_tell_an_account_the_same_and_go_on_where_the_other_ended(live: Live) -> None:
    _, token = live.ada
    headers = {"Authorization": f"Bearer {token}"}
    async with subscribed(live, token, INBOX) as updates:
        match = await live.match()
        started = await first(updates, "MatchStarted", matchId=match, seat=0)
        turn = await first(updates, "YourTurn", matchId=match, seat=0)
        await live.served.act(live.bea[0], match, action={"type": "concede"})
        over = await first(updates, "MatchOver")
        assert over["result"]["kind"] == "WIN"
    page = (await live.http.get("/v1/inbox", headers=headers)).json()
    kinds = {item["cursor"]: item["kind"] for item in page["items"]}
    assert [kinds[item["cursor"]] for item in (started, turn, over)] == ["MatchStarted", "YourTurn", "MatchOver"]
    resumed = {**headers, "Last-Event-ID": started["cursor"]}
    async with live.http.stream("GET", "/v1/inbox/stream", headers=resumed) as response:
        events = read_events(response)
        heard: list[str | None] = []
        while not heard or heard[-1] != over["cursor"]:
            heard.append((await anext(events)).get("id"))
        assert [cursor for cursor in heard if cursor] == list(kinds)[1:]
        live.served.app.drain()
        assert [event async for event in events] == [], "a server that stops lets its streams go"


async def test_where_an_account_is_waited_for_is_where_its_match_says(live: Live) -> None:
    match, (player, token) = await live.match(), live.bea
    await live.served.app.projector.catch_up()
    legal = await live.served.app.use_cases.matches.legal_actions(player, match)
    asked = [one.prompt.id for one in legal.prompts if one.prompt.mode != "STANDING"]
    answer = await live.http.get("/v1/inbox/seats", headers={"Authorization": f"Bearer {token}"})
    assert [(seat["matchId"], seat["seat"]) for seat in answer.json()["seats"]] == [(match, 1)] * len(asked)
    assert [seat["promptId"] for seat in answer.json()["seats"]] == asked
    query = "{ viewer { seatsToAct { matchId seat promptId deadline } } }"
    over_graphql = await live.http.post("/graphql", json={"query": query}, headers={"Authorization": f"Bearer {token}"})
    assert over_graphql.json()["data"]["viewer"]["seatsToAct"] == answer.json()["seats"]


async def test_presence_and_clocks_come_beside_the_events_of_both_skins(live: Live) -> None:
    match, (_, token) = await live.match(), live.ada
    async with live.http.stream("GET", f"/v1/matches/{match}/stream") as response:
        events, frames = read_events(response), dict[str, Any]()
        async with subscribed(live, token, UPDATES, id=match) as updates:
            heard: dict[str, Any] = {}
            while heard.get("PresenceChanged") != BOTH or "ClockTick" not in heard:
                update = await asyncio.wait_for(anext(updates), PATIENCE)
                heard[update.pop("__typename")] = update
            while frames.get("presence_changed") != BOTH or "clock_tick" not in frames:
                event = await asyncio.wait_for(anext(events), PATIENCE)
                if "event" in event:
                    frames[event["event"]] = json.loads(event["data"])
                    assert event["id"].isdecimal()
    for tick in (heard["ClockTick"], frames["clock_tick"]):
        assert [sorted(clock) for clock in tick["clocks"]] == [CLOCK, CLOCK]
        assert [clock["seat"] for clock in tick["clocks"]] == [0, 1]
    assert set((await live.http.get(f"/v1/matches/{match}/presence")).json()) == {"seats", "spectators"}
