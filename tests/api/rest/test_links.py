"""The links of the OpenAPI document lead a client that knows nothing else into a game, and into a round."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api_schema.rest.app import build_app
from tests.api.rest.club import DECK, SWISS, club
from tests.kit.served import serve, sqlite_url
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio


class Walker:
    """Calls operations by their ID and follows links by their name."""

    def __init__(self, http: httpx.AsyncClient, document: dict[str, Any]) -> None:
        self._http = http
        self._operations = {
            operation["operationId"]: (method, path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
        }
        self.token = ""
        self.body: Any = None
        self._links: dict[str, Any] = {}
        self._path: dict[str, Any] = {}
        self._calls = 0

    async def call(self, name: str, values: dict[str, Any], body: Any = None) -> Any:
        """The body of the answer; the operation's links can be followed then."""
        method, path, operation = self._operations[name]
        self._calls += 1
        headers = {"Idempotency-Key": f"the-key-of-this-walk-{self._calls}"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        places = {entry["name"]: entry["in"] for entry in operation["parameters"]}
        query = {key: value for key, value in values.items() if places[key] == "query"}
        answer = await self._http.request(method, path.format(**values), params=query, json=body, headers=headers)
        assert answer.is_success, answer.text
        self.body = answer.json()
        self._path = {key: value for key, value in values.items() if places[key] == "path"}
        self._links = operation["responses"][str(answer.status_code)].get("links", {})
        return self.body

    async def follow(self, link: str, body: Any = None) -> Any:
        """The next call, as the link of the last answer says."""
        found = self._links[link]
        values = {name: self._value(text) for name, text in found["parameters"].items()}
        return await self.call(found["operationId"], values, body)

    def _value(self, expression: str) -> Any:
        if expression.startswith("$request.path."):
            return self._path[expression.removeprefix("$request.path.")]
        value = self.body
        for step in expression.removeprefix("$response.body#/").split("/"):
            value = value[int(step)] if isinstance(value, list) else value[step]
        return value


@pytest.fixture
async def walker(tmp_path: Path) -> AsyncIterator[Walker]:
    service = await serve(sqlite_url(tmp_path))
    app = build_app(service.app.use_cases)
    async with (
        service.app,
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://rest") as http,
    ):
        yield Walker(http, (await http.get("/v1/openapi.json")).json())


async def test_from_an_empty_lobby_into_a_game(walker: Walker) -> None:
    made = await walker.call("createMatch", {}, {"game": GAME.slug, "seats": 2})
    await walker.follow("join", {"deck": "fox"})
    joined = await walker.call("joinMatch", {"id": made["match"]["id"]}, {"deck": "owl"})
    walker.token = joined["seatToken"]
    legal = await walker.follow("legalActions")
    assert legal["seat"] == joined["seat"]
    first = legal["prompts"][0]["actions"][0]
    done = await walker.follow("act", {"token": first["token"], "seat": legal["seat"]})
    assert done["version"] > legal["version"]
    state = await walker.follow("state")
    assert state["version"] == done["version"]


async def test_from_a_new_tournament_into_a_round(tmp_path: Path) -> None:
    async with club(tmp_path, players=2) as hall:
        walker = Walker(hall.http, (await hall.http.get("/v1/openapi.json")).json())
        walker.token = hall.organiser
        order = {"game": "c4", "name": "Friday", "policy": SWISS}
        made = await walker.call("createTournament", {}, order)
        walker.token = hall.players[0]
        entered = await walker.follow("register", DECK)
        await walker.follow("checkIn")
        walker.token = hall.players[1]
        await walker.call("registerEntrant", {"id": made["tournament"]["id"]}, DECK)
        walker.token = hall.organiser
        begun = await walker.call("startRound", {"id": made["tournament"]["id"]}, {"round": 1})
        (table,) = (await walker.follow("pairings"))["pairings"]
        assert entered["tournament"]["you"] in {seat["entrant"] for seat in table["seats"]}
        await walker.call("getRounds", {"id": made["tournament"]["id"]})
        assert (await walker.follow("file"))["format"] == "playledger-round"
        assert begun["tournament"]["status"] == "RUNNING"
