"""Card sets over GraphQL and REST: both skins store the same set, and tell the same faults with their places."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.kernel.cardfile import BYTES
from domain.kernel.cardsets import hash_of
from service.app import web
from tests.games.c4.own_sets import HEAD, KITCHEN, card
from tests.kit.own_cards import loadout
from tests.kit.served import Served, serve, sqlite_url

pytestmark = pytest.mark.anyio
DIGEST = hash_of(KITCHEN)
WRONG = HEAD + card(1, 'play = "gian(you, 1)"') + card(2, 'play = "draw(you, 1"')
UPLOAD = """mutation($input: CardSetInput!) { uploadCardSet(input: $input) { cardSet { hash game name cards text }
  userErrors { __typename code message path faults { message path line card key column } } } }"""
READ = """query($hash: String!, $options: JSON!, $loadout: JSON!) { cardSet(hash: $hash) { name }
  cards(game: "c4", cardSet: $hash, first: 2) { totalCount nodes { id name set } pageInfo { hasNextPage } }
  game(slug: "c4") { cards(cardSet: $hash, first: 1, filter: {text: "soup"}) { nodes { name } } }
  validateLoadout(input: {game: "c4", seats: 2, options: $options, loadout: $loadout}) { legal } }"""


@dataclass
class Client:
    """A client with the token of an account that may upload."""

    served: Served
    http: httpx.AsyncClient
    token: str

    async def rest(self, text: str, token: str | None = None, game: str = "c4") -> httpx.Response:
        headers = {"Authorization": f"Bearer {token or self.token}"}
        return await self.http.post("/v1/card-sets", json={"game": game, "text": text}, headers=headers)

    async def graphql(self, text: str, token: str | None = None) -> Any:
        return (await self.ask(UPLOAD, {"input": {"game": "c4", "text": text}}, token))["uploadCardSet"]

    async def ask(self, query: str, variables: Any, token: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {token or self.token}"}
        body = {"query": query, "variables": variables}
        answer = (await self.http.post("/graphql", json=body, headers=headers)).json()
        assert "errors" not in answer, answer
        return answer["data"]


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    served = await serve(sqlite_url(tmp_path))
    async with (
        served.app,
        httpx.AsyncClient(transport=httpx.ASGITransport(web(served.app)), base_url="http://test") as http,
    ):
        _, token = await served.app.accounts.create_for("ac_cook", "test", ["deck:write"])
        yield Client(served, http, token)


async def test_a_set_is_the_same_over_both_ways_in(client: Client) -> None:
    made = await client.rest(KITCHEN)
    assert made.status_code == 201
    assert made.headers["Location"] == f"/v1/card-sets/{DIGEST}"
    want = {"hash": DIGEST, "game": "c4", "name": "Kitchen Table", "cards": 5, "text": KITCHEN}
    assert made.json() == want
    assert await client.graphql(KITCHEN) == {"cardSet": want, "userErrors": []}
    found = await client.http.get(made.headers["Location"])
    assert found.json() == want
    assert "immutable" in found.headers["Cache-Control"]
    again = await client.http.get(made.headers["Location"], headers={"If-None-Match": found.headers["ETag"]})
    assert again.status_code == 304


async def test_the_cards_of_a_set_are_listed(client: Client) -> None:
    await client.rest(KITCHEN)
    found = (await client.http.get("/v1/games/c4/cards", params={"set": DIGEST})).json()
    assert (found["cardSetHash"], len(found["cards"])) == (DIGEST, 5)
    assert found["cards"][1] == {
        "id": f"{DIGEST[:12]}-2",
        "name": "Thrown Plate",
        "set": DIGEST,
        "number": 2,
        "text": "Eat.",
        "attributes": {"kind": "Regular", "symbol": "paper"},
        "face": found["cards"][1]["face"],
    }
    core = (await client.http.get("/v1/games/c4/cards")).json()["cards"]
    assert DIGEST not in {shown["set"] for shown in core}


async def test_what_is_asked_over_graphql(client: Client) -> None:
    await client.rest(KITCHEN)
    asked = {"hash": DIGEST, "loadout": loadout(DIGEST), "options": {"cardSets": [DIGEST]}}
    found = await client.ask(READ, asked)
    assert found["cardSet"] == {"name": "Kitchen Table"}
    assert found["cards"]["totalCount"] == 5
    assert found["cards"]["nodes"][0] == {"id": f"{DIGEST[:12]}-1", "name": "Crème Brûlée", "set": DIGEST}
    assert found["cards"]["pageInfo"] == {"hasNextPage": True}
    assert found["game"]["cards"]["nodes"] == [{"name": "Cold Soup"}]
    assert found["validateLoadout"] == {"legal": True}
    lost = "query($hash: String!) { cardSet(hash: $hash) { name } }"
    assert await client.ask(lost, {"hash": "0" * 64}) == {"cardSet": None}


async def test_every_fault_has_its_line(client: Client) -> None:
    over_rest, over_graphql = await client.rest(WRONG), await client.graphql(WRONG)
    assert over_rest.status_code == 422
    assert over_rest.headers["Content-Type"] == "application/problem+json"
    problem = over_rest.json()
    assert problem["code"] == "CARD_SET_INVALID"
    first, second = problem["errors"]
    assert first == {
        "message": "card-set.toml:4: card 'Dish 1', key 'play', column 1: unknown effect 'gian'; did you mean 'gain'?",
        "ruleId": None,
        "code": None,
        "path": ["text"],
        "line": 4,
        "card": "Dish 1",
        "key": "play",
        "column": 1,
    }
    assert (second["line"], second["card"]) == (12, "Dish 2")
    assert over_graphql["cardSet"] is None
    (error,) = over_graphql["userErrors"]
    assert (error["__typename"], error["code"], error["path"]) == ("InputError", "CARD_SET_INVALID", ["text"])
    assert error["message"] == problem["detail"]
    assert [fault | {"ruleId": None, "code": None} for fault in error["faults"]] == [first, second]


async def test_who_may_not_upload_and_what_is_not_there(client: Client) -> None:
    _, reader = await client.served.app.accounts.create_for("ac_cook", "test", ["match:play"])
    assert (await client.rest(KITCHEN, reader)).status_code == 403
    assert (await client.graphql(KITCHEN, reader))["userErrors"][0]["code"] == "FORBIDDEN"
    assert (await client.http.post("/v1/card-sets", json={"game": "c4", "text": KITCHEN})).status_code == 401
    assert (await client.rest(KITCHEN, game="chess")).status_code == 404
    assert (await client.http.get(f"/v1/card-sets/{DIGEST}")).status_code == 404
    assert (await client.http.get("/v1/card-sets/short")).status_code == 404
    assert (await client.http.get("/v1/games/c4/cards", params={"set": DIGEST})).status_code == 404


async def test_texts_of_any_size_are_answered(client: Client) -> None:
    line = "# " + "é" * 1_000 + "\n"
    fits = KITCHEN + line * ((BYTES - len(KITCHEN.encode())) // len(line.encode()))
    assert (await client.rest(fits)).status_code == 201
    assert (await client.graphql(fits))["userErrors"] == []
    too_long = await client.rest(fits + line)
    assert (too_long.status_code, too_long.json()["code"]) == (422, "CARD_SET_INVALID")
    assert (await client.rest("x" * (1 << 20))).status_code == 413
