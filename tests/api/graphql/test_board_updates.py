"""The boards of a tournament over a socket: its tables and standings, followed, left, and followed on."""

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

OTHERS = """... on Heartbeat { version } ... on ResyncRequired { currentVersion reason }
  ... on TournamentClosed { version status }"""
PAIRINGS = f"""subscription($id: ID!, $after: Int!, $round: Int) {{
  pairingsUpdates(tournamentId: $id, afterVersion: $after, round: $round) {{ __typename
  ... on PairingsChanged {{ round version hasNext pairings {{
    table status seats {{ entrant name }} games {{ matchId status }} result {{ places source }} }} }} {OTHERS} }} }}"""
STANDINGS = f"""subscription($id: ID!, $after: Int!, $first: Int! = 256) {{
  standingsUpdates(tournamentId: $id, afterVersion: $after, first: $first) {{ __typename
  ... on StandingsChanged {{ afterRound bracket version standings {{
    rank entrant name points {{ exact }} decidedBy }} }} {OTHERS} }} }}"""


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
            assert "errors" not in message["payload"], message
            (found,) = message["payload"]["data"].values()
            if found["__typename"] != "Heartbeat":
                return found


@asynccontextmanager
async def following(hall: Arena, query: str, **variables: Any) -> AsyncIterator[Socket]:
    """A subscription over a real socket, by nobody in particular."""
    async with listening(web(hall.served.app)) as server:
        address = f"ws://127.0.0.1:{server.port}/graphql"
        async with socket_to(address) as client:
            await client.send(json.encode({"type": "connection_init"}).decode())
            assert json.decode(await client.recv())["type"] == "connection_ack"
            payload = {"query": query, "variables": variables}
            await client.send(json.encode({"id": "a", "type": "subscribe", "payload": payload}).decode())
            yield Socket(client)


async def entered(hall: Arena, **order: Any) -> tuple[str, str, dict[str, str]]:
    """(organiser's token, tournament, tokens by entrant) of one that two have entered."""
    organiser = await hall.token("Olga", STAFF)
    tournament = await hall.opened(organiser, **order)
    tokens = [await hall.token(name) for name in ("Ada", "Ben")]
    return organiser, tournament, dict(zip(await hall.entered(tournament, tokens), tokens, strict=True))


async def test_tables_first_all_then_those_that_change_then_the_end(hall: Arena) -> None:
    organiser, tournament, players = await entered(hall)
    async with following(hall, PAIRINGS, id=tournament, after=0) as socket:
        empty = await socket.update()
        assert (empty["round"], empty["pairings"], empty["version"]) == (0, [], 3)
        await hall.done("startRound", organiser, tournamentId=tournament, round=1)
        begun = await socket.update()
        assert begun["pairings"] == await hall.pairings(tournament)
        assert {seat["name"] for seat in begun["pairings"][0]["seats"]} == {"Ada", "Ben"}
        played = await hall.play_round(tournament, players)
        while (changed := await socket.update())["pairings"] != played:
            assert (changed["round"], changed["hasNext"]) == (1, False)
        assert played[0]["result"]["source"] == "PLAYED"
        done = await hall.done("cancelTournament", organiser, tournamentId=tournament, reason="the lights went out")
        closed = {"__typename": "TournamentClosed", "version": done["version"], "status": "CANCELLED"}
        assert await socket.update() == closed
        assert await socket.message() == {"id": "a", "type": "complete"}
    async with following(hall, PAIRINGS, id=tournament, after=begun["version"], round=1) as again:
        assert (await again.update())["pairings"] == played
        assert await again.update() == closed


async def test_standings_come_with_the_end_of_a_round(hall: Arena) -> None:
    organiser, tournament, players = await entered(hall)
    async with following(hall, STANDINGS, id=tournament, after=0, first=1) as socket:
        first = await socket.update()
        assert (first["afterRound"], first["bracket"], first["standings"]) == (0, False, [])
        await hall.done("startRound", organiser, tournamentId=tournament, round=1)
        begun = await socket.update()
        assert len(begun["standings"]) == 1
        await hall.play_round(tournament, players)
        over = await socket.update()
        assert (over["afterRound"], over["standings"][0]["points"]["exact"]) == (1, "3")
        assert over["standings"][0]["entrant"] in players
    async with following(hall, STANDINGS, id=tournament, after=begun["version"], first=1) as again:
        assert await again.update() == over


async def test_whoever_asks_gets_the_same_bytes_without_hidden_decks(hall: Arena) -> None:
    organiser, tournament, players = await entered(hall, decks="CLOSED")
    await hall.done("startRound", organiser, tournamentId=tournament, round=1)
    tokens = [None, organiser, *players.values()]
    for query in (PAIRINGS, STANDINGS):
        shown = [
            await first_data(
                schema(), Context(hall.served.app.use_cases, schema().games, token), query, id=tournament, after=0
            )
            for token in tokens
        ]
        assert isinstance(shown[0], Rendered)
        assert all(one is shown[0] for one in shown)
        assert b"front_desk" not in shown[0].encoded
        assert b"cold_case" not in shown[0].encoded


@pytest.mark.parametrize(
    ("query", "variables", "code"),
    [
        (PAIRINGS, {"after": 0, "round": 1}, "NOT_FOUND"),
        (PAIRINGS, {"after": -1}, "INVALID_INPUT"),
        (STANDINGS, {"after": -1}, "INVALID_INPUT"),
        (STANDINGS, {"after": 0, "first": 257}, "INVALID_INPUT"),
    ],
)
async def test_what_can_not_be_followed_says_why(hall: Arena, query: str, variables: dict[str, Any], code: str) -> None:
    tournament = await hall.opened(await hall.token("Olga", STAFF))
    async with following(hall, query, id=tournament, **variables) as socket:
        message = await socket.message()
        assert message["payload"]["errors"][0]["extensions"]["code"] == code
    async with following(
        hall, query, **{**variables, "id": tournament, "after": 1000, "round": None, "first": 9}
    ) as far:
        update = await far.update()
        assert (update["__typename"], update["currentVersion"], update["reason"]) == ("ResyncRequired", 1, "AHEAD")
