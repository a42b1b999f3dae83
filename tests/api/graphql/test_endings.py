"""How a socket ends, as a client that others wrote is told: each reason has a close code of its own."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scripts.node import command, environment
from service.app import web
from service.streams.hub import HubSettings
from tests.kit.listening import Server, listening, socket_to
from tests.kit.served import ALICE, BOB, Served, serve, sqlite_url
from tests.kit.waiting import PATIENCE, until

CLIENTS = Path(__file__).parents[2] / "clients"
HOUR = 3_600_000

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.programs,
    pytest.mark.skipif(not (CLIENTS / "node_modules").exists(), reason="client packages come with make setup"),
]


@dataclass
class House:
    """A service on a socket."""

    served: Served
    server: Server

    @asynccontextmanager
    async def client(self, match: str, after: int = 0, token: str = "") -> AsyncIterator[Client]:
        process = await asyncio.create_subprocess_exec(
            *command("node"),
            str(CLIENTS / "ending.mjs"),
            f"ws://127.0.0.1:{self.server.port}/graphql",
            match,
            str(after),
            token,
            env=environment(),
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            yield Client(process)
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()


@dataclass
class Client:
    """A client in a process of its own."""

    process: asyncio.subprocess.Process

    async def told(self) -> Any:
        """The next line that it prints, but for presence, which is told whenever it changes."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while True:
                line = await self.process.stdout.readline()
                assert line, "it ended without a word"
                told = json.loads(line)
                if told.get("__typename") != "PresenceChanged":
                    return told


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    served = await serve(sqlite_url(tmp_path))
    async with served.app, listening(web(served.app)) as server:
        yield House(served, server)


async def test_a_bad_token_is_no_way_in(house: House) -> None:
    match = await house.served.started()
    async with house.client(match, token="pl_nonsense") as client:
        assert await client.told() == {"closed": 4403}


async def test_while_nobody_can_say_whose_a_token_is_clients_come_again(house: House) -> None:
    match = await house.served.started()
    _, token = await house.served.account()
    await house.served.app.accounts.stop()
    await house.served.app.store.close()
    async with house.client(match, token=token) as client:
        assert await client.told() == {"closed": 1013}


async def test_a_token_that_ends_closes_a_socket_on_which_nothing_happens(house: House) -> None:
    served = house.served
    match = await served.started()
    _, token = await served.app.accounts.create_for("ac_x", "x", ["match:play"], served.clock.now + HOUR)
    async with house.client(match, token=token) as client:
        assert (await client.told())["__typename"] == "EventsAppended"
        served.clock.now += 2 * HOUR
        assert await client.told() == {"closed": 4401}


async def test_a_client_goes_on_after_what_it_has(house: House) -> None:
    served = house.served
    match = await served.started()
    async with house.client(match) as client:
        version = (await client.told())["toVersion"]
    await served.act(ALICE, match, token=await served.token(ALICE, match, "send"))
    async with house.client(match, version) as client:
        assert (await client.told())["fromVersion"] == version + 1
        await served.act(BOB, match, action={"type": "concede"})
        found = [await client.told() for _ in range(3)]
        assert [one.get("__typename") for one in found] == ["EventsAppended", "MatchClosed", None]
        assert found[-1] == {"complete": True}


async def test_a_server_that_stops_says_so_before_it_closes(house: House) -> None:
    match = await house.served.started()
    async with house.client(match) as client:
        await client.told()
        house.served.app.drain()
        assert await client.told() == {"__typename": "ResyncRequired", "reason": "SHUTDOWN"}
        assert await client.told() == {"complete": True}
        house.server.should_exit = True
        assert await client.told() == {"closed": 1012}


LARGE = " ".join(f"a{number}: events {{ id version type at actor hash text json }}" for number in range(28))
"""The same events many times over: what makes few of them fill the buffers of a socket."""


async def test_a_reader_that_is_too_slow_is_told_to_come_again(house: House) -> None:
    """Its buffers are small and it reads nothing, so the server's queue for it runs over."""
    served = house.served
    served.app.matches.hub._settings = HubSettings(queue=2)
    for listener in house.server.servers[0].sockets:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    match = await served.open(options={"rounds": 4})
    await served.sit(ALICE, match)
    await served.sit(BOB, match)
    version = (await served.app.use_cases.matches.get(ALICE, match)).version
    query = f"""subscription($id: ID!, $after: Int!) {{ matchUpdates(matchId: $id, afterVersion: $after) {{
      __typename ... on EventsAppended {{ toVersion {LARGE} }} ... on ResyncRequired {{ reason }} }} }}"""
    payload = {"query": query, "variables": {"id": match, "after": version}}
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.connect(("127.0.0.1", house.server.port))
    address = f"ws://127.0.0.1:{house.server.port}/graphql"
    async with socket_to(address, sock=slow, max_queue=1, max_size=None) as client:
        await client.send(json.dumps({"type": "connection_init"}))
        await client.send(json.dumps({"id": "a", "type": "subscribe", "payload": payload}))
        assert json.loads(await client.recv())["type"] == "connection_ack"
        # who catches up is never too slow
        channels = served.app.matches.hub._channels
        await until(lambda: any(watcher.live for channel in channels.values() for watcher in channel.watchers))
        client.transport.pause_reading()
        await served.play_out(match, ALICE, BOB)
        client.transport.resume_reading()
        updates = []
        async with asyncio.timeout(PATIENCE):
            while (message := json.loads(await client.recv()))["type"] == "next":
                updates.append(message["payload"]["data"]["matchUpdates"])
    assert message == {"id": "a", "type": "complete"}
    assert updates[-1] == {"__typename": "ResyncRequired", "reason": "SLOW_READER"}
    # who watches is told each second
    assert {update["__typename"] for update in updates[:-1]} <= {"EventsAppended", "PresenceChanged"}
