"""Following a tournament over a socket, and over another that comes later: nothing missed, nothing twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import websockets
from msgspec import json

from api_schema.graphql.context import Context
from api_schema.graphql.render import Rendered
from service.app import web
from tests.api.graphql.arena import STAFF, Arena, arena, schema
from tests.api.graphql.test_follow import first_data
from tests.kit.listening import listening, socket_to
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.anyio

FOLLOW = """subscription($id: ID!, $after: Int!) { tournamentUpdates(tournamentId: $id, afterVersion: $after) {
  __typename
  ... on TournamentChanged { fromVersion toVersion events { version type redacted data hash } headHash round status }
  ... on Heartbeat { version }
  ... on ResyncRequired { currentVersion reason }
  ... on TournamentClosed { version status } } }"""


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Arena]:
    async with arena(tmp_path) as found:
        yield found


class Socket:
    """One operation on a socket of its own."""

    def __init__(self, connection: websockets.ClientConnection) -> None:
        self._connection = connection

    async def message(self) -> Any:
        async with asyncio.timeout(PATIENCE):
            return json.decode(await self._connection.recv())

    async def update(self) -> Any:
        """The next update that is no sign of life."""
        while True:
            message = await self.message()
            assert message["type"] == "next", message
            assert "errors" not in message["payload"], message
            found = message["payload"]["data"]["tournamentUpdates"]
            if found["__typename"] != "Heartbeat":
                return found


@asynccontextmanager
async def following(hall: Arena, tournament: str, after: int = 0, token: str | None = None) -> AsyncIterator[Socket]:
    """A subscription over a real socket."""
    async with listening(web(hall.served.app)) as server:
        address = f"ws://127.0.0.1:{server.port}/graphql"
        async with socket_to(address) as client:
            await client.send(json.encode({"type": "connection_init", "payload": {"token": token}}).decode())
            assert json.decode(await client.recv())["type"] == "connection_ack"
            payload = {"query": FOLLOW, "variables": {"id": tournament, "after": after}}
            await client.send(json.encode({"id": "a", "type": "subscribe", "payload": payload}).decode())
            yield Socket(client)


async def test_first_what_was_missed_then_live_then_closed(hall: Arena) -> None:
    organiser = await hall.token("Olga", STAFF)
    tournament = await hall.opened(organiser)
    tokens = [await hall.token(name) for name in ("Ada", "Ben")]
    await hall.entered(tournament, tokens)
    async with following(hall, tournament, after=1) as socket:
        missed = await socket.update()
        assert (missed["__typename"], missed["fromVersion"]) == ("TournamentChanged", 2)
        assert [event["type"] for event in missed["events"]] == ["entrant_registered", "entrant_registered"]
        assert (missed["round"], missed["status"]) == (0, "REGISTRATION")
        begun = await hall.done("startRound", organiser, tournamentId=tournament, round=1)
        live = await socket.update()
        assert (live["fromVersion"], live["toVersion"]) == (missed["toVersion"] + 1, begun["version"])
        assert (live["round"], live["status"]) == (1, "RUNNING")
        assert live["headHash"] == live["events"][-1]["hash"] == begun["tournament"]["headHash"]
        await hall.done("cancelTournament", organiser, tournamentId=tournament, reason="the lights went out")
        last = await socket.update()
        assert last["status"] == "CANCELLED"
        closed = await socket.update()
        assert closed == {"__typename": "TournamentClosed", "version": last["toVersion"], "status": "CANCELLED"}
        assert await socket.message() == {"id": "a", "type": "complete"}
    async with following(hall, tournament, after=live["toVersion"]) as again:
        assert (await again.update())["fromVersion"] == live["toVersion"] + 1
        assert (await again.update())["__typename"] == "TournamentClosed"


async def test_a_hidden_deck_is_told_to_its_entrant_and_to_nobody_else(hall: Arena) -> None:
    organiser, ada = await hall.token("Olga", STAFF), await hall.token("Ada")
    tournament = await hall.opened(organiser, decks="CLOSED")
    await hall.entered(tournament, [ada])
    query = FOLLOW.replace("$after: Int!", "").replace("$after", "1").replace("($id: ID!, )", "($id: ID!)")

    async def first(token: str | None) -> Any:
        return await first_data(
            schema(), Context(hall.served.app.use_cases, schema().games, token), query, id=tournament
        )

    shown = {name: await first(token) for name, token in (("ada", ada), ("ben", await hall.token("Ben")))}
    (own,), (other,) = (found["tournamentUpdates"]["events"] for found in shown.values())
    assert own["data"]["deck"]["precon"] == "front_desk"
    assert not own["redacted"]
    assert other["redacted"]
    assert "front_desk" not in json.encode(other).decode()
    assert own["hash"] == other["hash"]
    assert isinstance(shown["ben"], Rendered)
    assert await first(None) is shown["ben"]
    assert await first(await hall.token("Cem")) is shown["ben"]
    assert shown["ada"] is not shown["ben"]


async def test_what_can_not_be_followed_says_why(hall: Arena) -> None:
    async with following(hall, "tn_nothing") as socket:
        message = await socket.message()
        assert message["payload"]["errors"][0]["extensions"] == {"code": "NOT_FOUND"}
    tournament = await hall.opened(await hall.token("Olga", STAFF))
    async with following(hall, tournament, after=-1) as socket:
        message = await socket.message()
        assert message["payload"]["errors"][0]["extensions"] == {"code": "INVALID_INPUT"}
    async with following(hall, tournament, after=1000) as socket:
        update = await socket.update()
        assert (update["__typename"], update["currentVersion"], update["reason"]) == ("ResyncRequired", 1, "AHEAD")
