"""Many sockets on one match are told at once: what each of them gets, and how often it is made."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import websockets

from api_schema.graphql.socket_sink import SocketSink
from api_schema.ports.base import Caller
from api_schema.ports.matches import Update
from api_schema.token_check import SECONDS
from service.app import web
from service.streams.presence import PresenceSettings
from service.wire.sockets import GuardedSocket
from tests.kit.listening import listening, socket_to
from tests.kit.served import Served, serve, sqlite_url
from tests.kit.waiting import until

pytestmark = pytest.mark.anyio
EVENTS = "... on EventsAppended { toVersion events { version type json } }"
FOLLOW = f"subscription($id: ID!) {{ matchUpdates(matchId: $id, afterVersion: 0) {{ {EVENTS} }} }}"
OTHER = FOLLOW.replace("json", "text hash")
MOVE = FOLLOW.replace("toVersion", "toVersion yourMove { version }")


class Client:
    """A client of one socket; `events` are those that it was told of by operation, in its order."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.events: dict[str, list[Any]] = {}
        self.updates: list[Any] = []
        self.task = asyncio.create_task(self._listen())

    async def subscribe(self, match: str, query: str = FOLLOW, name: str = "a") -> Client:
        payload = {"query": query, "variables": {"id": match}}
        self.events[name] = []
        await self.socket.send(json.dumps({"id": name, "type": "subscribe", "payload": payload}))
        return self

    async def complete(self, name: str) -> None:
        await self.socket.send(json.dumps({"id": name, "type": "complete"}))

    async def at(self, version: int, name: str = "a") -> None:
        await until(lambda: bool(self.events[name]) and self.events[name][-1]["version"] == version)

    async def _listen(self) -> None:
        # a socket that is closed with a code of its own is looked at by its test, not by whoever finds the task
        with suppress(websockets.ConnectionClosedError):
            async for text in self.socket:
                message = json.loads(text)
                if message["type"] == "next":
                    update = message["payload"]["data"]["matchUpdates"]
                    self.updates.append(update)
                    self.events[message["id"]] += update.get("events", ())


class House:
    """A service on a socket, with two players. `prepared` and `sent` count what went out at once."""

    def __init__(self, served: Served, port: int, stack: AsyncExitStack) -> None:
        self.served = served
        self.prepared: Counter[tuple[str, int]] = Counter()
        self.sent = 0
        self._address = f"ws://127.0.0.1:{port}/graphql"
        self._stack = stack

    async def client(self, token: str | None = None) -> Client:
        socket = await self._stack.enter_async_context(socket_to(self._address))
        await socket.send(json.dumps({"type": "connection_init", "payload": {"token": token} if token else {}}))
        assert json.loads(await socket.recv())["type"] == "connection_ack"
        return Client(socket)

    async def match(self) -> tuple[str, list[tuple[Caller, str]]]:
        """A running match and its players with their tokens."""
        match = await self.served.open()
        players = [await self.served.account() for _ in range(2)]
        for caller, _ in players:
            await self.served.sit(caller, match)
        return match, players

    async def act(self, match: str, players: list[tuple[Caller, str]]) -> int:
        """Whoever is asked does something; the version then."""
        for caller, _ in players:
            legal = await self.served.app.use_cases.matches.legal_actions(caller, match)
            for action in (action for prompt in legal.prompts for action in prompt.actions):
                return (await self.served.act(caller, match, token=action.token)).version
        raise AssertionError("nobody is asked")


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    never = PresenceSettings(settle=3600)
    monkeypatch.setattr("service.streams.presence.PresenceSettings", lambda: never)
    served = await serve(sqlite_url(tmp_path))
    async with served.app, listening(web(served.app)) as server, AsyncExitStack() as stack:
        house = House(served, server.port, stack)
        prepare, send = SocketSink.prepare, GuardedSocket.send_now

        async def counted(sink: SocketSink, update: Update) -> bytes | None:
            house.prepared[update.kind, update.version] += 1
            return await prepare(sink, update)

        def noted(socket: GuardedSocket, text: bytes) -> bool:
            house.sent += 1
            return send(socket, text)

        monkeypatch.setattr(SocketSink, "prepare", counted)
        monkeypatch.setattr(GuardedSocket, "send_now", noted)
        yield house


async def test_each_gets_its_own_view_in_order_and_what_many_see_is_made_once(house: House) -> None:
    match, players = await house.match()
    crowd = [await (await house.client()).subscribe(match) for _ in range(5)]
    other = await (await house.client()).subscribe(match, OTHER)
    seats = [await (await house.client(token)).subscribe(match) for _, token in players]
    moves = await (await house.client(players[0][1])).subscribe(match, MOVE)
    everybody = [*crowd, other, *seats, moves]
    version = (await house.served.app.use_cases.matches.get(players[0][0], match)).version
    for client in everybody:
        await client.at(version)
    for number in range(1, 4):
        reached = await house.act(match, players)
        for client in everybody:
            await client.at(reached)
        assert house.prepared["EventsAppended", reached] == 4, "the crowd, another selection, two seats"
        assert house.sent == 8 * number, "one whose own move is told is told by itself"
    page = house.served.app.use_cases.matches.events
    for callers, clients in ((None, [*crowd]), (players[0][0], [seats[0], moves]), (players[1][0], [seats[1]])):
        seen = (await page(callers or Caller("anonymous"), match)).events
        for client in clients:
            assert [event["version"] for event in client.events["a"]] == list(range(1, reached + 1))
            assert [event["json"] for event in client.events["a"]] == [json.loads(json.dumps(e.data)) for e in seen]
    assert [event["version"] for event in other.events["a"]] == list(range(1, reached + 1))


async def test_nothing_goes_out_at_once_before_the_start(house: House) -> None:
    """A seat may be taken or left, by which watchers may see another match than before."""
    match = await house.served.open()
    client = await (await house.client()).subscribe(match)
    players = [await house.served.account() for _ in range(2)]
    use = house.served.app.use_cases.matches

    async def caught_up() -> None:
        # step by step: whoever lags is told of the start before it hears of it, and then needs no asking again
        await client.at((await use.get(players[0][0], match)).version)

    await house.served.sit(players[0][0], match)
    await caught_up()
    await use.leave(players[0][0], match, 0, house.served.key())
    for caller, _ in players:
        await caught_up()
        await house.served.sit(caller, match)
    await caught_up()
    assert house.sent == 0
    await client.at(await house.act(match, players))
    assert house.sent == 1


async def test_an_operation_that_was_completed_is_told_nothing_under_its_name(house: House) -> None:
    match, players = await house.match()
    elsewhere, others = await house.match()
    client = await (await house.client()).subscribe(match)
    await client.subscribe(elsewhere, name="b")
    for followed, name in ((match, "a"), (elsewhere, "b")):
        await client.at((await house.served.app.use_cases.matches.get(players[0][0], followed)).version, name)
    await client.complete("a")
    await client.subscribe(elsewhere)
    await house.act(match, players)
    reached = await house.act(elsewhere, others)
    await client.at(reached)
    await client.at(reached, "b")
    assert client.events["a"] == client.events["b"]
    assert [event["version"] for event in client.events["a"]] == list(range(1, reached + 1))


async def test_a_revoked_token_ends_though_its_socket_is_told_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr("api_schema.token_check.time", SimpleNamespace(monotonic=lambda: now, time=time.time))
    match, players = await house.match()
    caller, token = await house.served.account()
    client, stays = await house.client(token), await house.client()
    for one in (client, stays):
        await one.subscribe(match)
        await one.at((await house.served.app.use_cases.matches.get(players[0][0], match)).version)
    listed = await house.served.app.accounts.tokens(caller)
    await house.served.app.accounts.revoke_token(caller, listed[0].id)
    now += SECONDS
    reached = await house.act(match, players)
    await stays.at(reached)
    await until(client.task.done)
    assert client.socket.close_code == 4401
    assert client.events["a"][-1]["version"] < reached
