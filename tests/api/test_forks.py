"""Forks over GraphQL and REST: both skins give the same match, the same refusals, and find it again by its key."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.app import web
from tests.kit.served import ALICE, BOB, Served, serve, sqlite_url

pytestmark = pytest.mark.anyio

FORK = """mutation($input: ForkMatchInput!) { forkMatch(input: $input) { replayed
  match { id status version practice origin { matchId version headHash } seats { player } }
  userErrors { __typename code message path ... on ForkRefused { nearest } } } }"""
READ = "query($id: ID!) { match(id: $id) { practice origin { matchId version } events(afterVersion: %d) { nodes {" + (
    " __typename type text ... on MatchForkedEvent { origin { match version } players } } } } }"
)


@dataclass
class Table:
    """A match that is over, the version after its start, and somebody with an account who was not in it."""

    served: Served
    client: httpx.AsyncClient
    match: str
    version: int
    token: str

    async def rest(self, version: Any, key: str | None = "once", token: str | None = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token or self.token}"} | ({"Idempotency-Key": key} if key else {})
        return await self.client.post(f"/v1/matches/{self.match}/forks", json={"atVersion": version}, headers=headers)

    async def graphql(self, version: int, key: str = "once", token: str | None = None) -> Any:
        order = {"matchId": self.match, "atVersion": version, "idempotencyKey": key}
        answer = await self.ask(FORK, {"input": order}, token or self.token)
        return answer["forkMatch"]

    async def ask(self, query: str, variables: Any, token: str) -> Any:
        headers = {"Authorization": f"Bearer {token}"}
        body = {"query": query, "variables": variables}
        answer = (await self.client.post("/graphql", json=body, headers=headers)).json()
        assert "errors" not in answer, answer
        return answer["data"]


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    served = await serve(sqlite_url(tmp_path))
    async with (
        served.app,
        httpx.AsyncClient(transport=httpx.ASGITransport(web(served.app)), base_url="http://test") as client,
    ):
        match = await served.started()
        version = (await served.app.matches.repository.current(match)).version
        await served.play_out(match, ALICE, BOB)
        _, token = await served.app.accounts.create_for("ac_dora", "test", ["match:create", "match:play", "match:read"])
        yield Table(served, client, match, version, token)


async def test_both_skins_make_the_same_fork(table: Table) -> None:
    made = await table.rest(table.version)
    assert made.status_code == 201
    body = made.json()
    match = body["match"]
    assert made.headers["Location"] == f"/v1/matches/{match['id']}"
    assert (body["replayed"], match["practice"], match["status"]) == (False, True, "RUNNING")
    assert (match["origin"]["matchId"], match["origin"]["version"]) == (table.match, table.version)
    read = await table.client.get(made.headers["Location"])
    assert read.json()["origin"] == match["origin"]
    found = await table.graphql(table.version)
    assert (found["userErrors"], found["replayed"]) == ([], True)
    assert found["match"]["id"] == match["id"]
    assert found["match"]["origin"] == match["origin"]
    [player] = {seat["player"] for seat in found["match"]["seats"]}
    assert player.startswith("pl:")
    assert player not in (await table.rest(table.version, "elsewhere")).text
    again = await table.rest(table.version)
    assert (again.status_code, again.json()["replayed"], again.json()["match"]) == (201, True, match)
    other = await table.graphql(table.version, "another")
    assert (other["replayed"], other["match"]["id"] != match["id"]) == (False, True)


async def test_the_origin_is_read_over_both_skins(table: Table) -> None:
    match = (await table.graphql(table.version))["match"]["id"]
    read = (await table.ask(READ % table.version, {"id": match}, table.token))["match"]
    assert read["origin"] == {"matchId": table.match, "version": table.version}
    [told] = read["events"]["nodes"]
    assert told["__typename"] == "MatchForkedEvent"
    [player] = set(told["players"])
    assert player.startswith("pl:")
    assert len(told["players"]) == 2
    assert table.match in told["text"]
    ordinary = (await table.ask(READ % 0, {"id": table.match}, table.token))["match"]
    assert (ordinary["practice"], ordinary["origin"]) == (False, None)
    listed = await table.client.get("/v1/matches", headers={"Authorization": f"Bearer {table.token}"})
    assert all("practice" in one for one in listed.json()["matches"])


async def test_a_fork_is_played_on_over_rest(table: Table) -> None:
    match = (await table.rest(table.version)).json()["match"]["id"]
    headers = {"Authorization": f"Bearer {table.token}"}
    for seat in (0, 1):
        legal = await table.client.get(f"/v1/matches/{match}/legal-actions?seat={seat}", headers=headers)
        token = next(
            action["token"] for prompt in legal.json()["prompts"] for action in prompt["actions"]
            if action["type"] == "send"
        )  # fmt: skip
        done = await table.client.post(
            f"/v1/matches/{match}/actions",
            json={"token": token, "seat": seat},
            headers=headers | {"Idempotency-Key": f"send-{seat}"},
        )
        assert done.status_code == 200, done.text


async def test_refusals_are_the_same_over_both_skins(table: Table) -> None:
    seated = await table.served.sit(ALICE, await table.served.open())
    running = await table.served.started()
    last = (await table.served.app.matches.repository.current(table.match)).version
    _, reader = await table.served.app.accounts.create_for("ac_r", "test", ["match:read"])
    await table.rest(table.version, "used")
    finished = table.match
    cases = [
        (finished, last, "k1", table.token, "FORK_REFUSED", 409),
        (finished, 1, "k2", table.token, "FORK_REFUSED", 409),
        (running, table.version, "k3", table.token, "FORK_REFUSED", 409),
        ("mt_unknown", 4, "k4", table.token, "NOT_FOUND", 404),
        (finished, table.version, "k5", seated.seat_token, "UNAUTHENTICATED", 401),
        (finished, table.version, "k6", reader, "FORBIDDEN", 403),
        (finished, table.version + 1, "used", table.token, "KEY_REUSED", 422),
        (finished, 0, "k7", table.token, "INVALID_INPUT", 400),
    ]
    for match, version, key, token, code, status in cases:
        table.match = match
        answer = await table.rest(version, key, token)
        problem = answer.json()
        assert (problem["code"], answer.status_code) == (code, status), problem
        refused = await table.graphql(version, key, token)
        [error] = refused["userErrors"]
        assert refused["match"] is None
        assert error["code"] == code
        if code != "INVALID_INPUT":
            assert error["message"] == problem["detail"]
        if code == "FORK_REFUSED":
            assert error["nearest"] == problem["details"].get("nearest")
    table.match = finished
    nearest = (await table.rest(last, "k1")).json()["details"]["nearest"]
    assert (await table.rest(nearest, "k8")).status_code == 201


async def test_what_is_missing_is_named(table: Table) -> None:
    keyless = await table.rest(table.version, None)
    assert (keyless.status_code, keyless.json()["code"]) == (400, "INVALID_INPUT")
    assert "Idempotency-Key" in keyless.json()["detail"]
    for version in ("four", None, 2.5):
        answer = await table.rest(version, "k")
        assert (answer.status_code, answer.json()["errors"][0]["path"][-1]) == (400, "atVersion")
    bare = await table.client.post(f"/v1/matches/{table.match}/forks", json={"atVersion": 3})
    assert (bare.status_code, bare.json()["code"]) == (401, "UNAUTHENTICATED")
