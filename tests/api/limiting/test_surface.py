"""Limits as clients meet them: over REST, GraphQL, sockets and streams, on a whole service with small budgets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api_schema.limiting import acts, meter
from api_schema.rest import limits as exports
from service.app import web
from service.limits import Limits
from tests.kit.served import Served, serve, sqlite_url
from tests.kit.waiting import until

pytestmark = pytest.mark.anyio

GENEROUS = 1_000_000
ACT = "mutation($i: ActInput!) { act(input: $i) { version userErrors { code } } }"
OWN = {"Accept": "application/graphql-response+json"}


class Limited:
    """A service with budgets, and what asks it."""

    def __init__(self, service: Served, client: httpx.AsyncClient) -> None:
        self.service = service
        self.client = client

    async def graphql(
        self, query: str, token: str | None = None, accept: str = "*/*", **variables: Any
    ) -> httpx.Response:
        headers = {"Accept": accept} | ({"Authorization": f"Bearer {token}"} if token else {})
        return await self.client.post("/graphql", json={"query": query, "variables": variables}, headers=headers)

    async def get(self, path: str, token: str | None = None, **headers: str) -> httpx.Response:
        given = headers | ({"Authorization": f"Bearer {token}"} if token else {})
        return await self.client.get(path, headers=given)

    async def streams(self, count: int) -> None:
        """Until so many streams are open."""

        async def open_now() -> bool:
            return bool((await self.get("/v1/limits")).json()["streams"]["open"] == count)

        await until(open_now, f"there are never {count} streams open")


@pytest.fixture
async def make(tmp_path: Path) -> AsyncIterator[Any]:
    """make(reads=..., ...): a service with these limits and no others."""
    started: list[Any] = []

    async def made(**limits: int) -> Limited:
        off = dict.fromkeys(("reads", "acts", "writes", "export_rows", "guests", "streams", "sockets"), 0)
        off |= dict.fromkeys(("reads_anonymous", "writes_anonymous", "export_rows_anonymous", "streams_anonymous"), 0)
        service = await serve(sqlite_url(tmp_path), limits=Limits(**off | limits))
        await service.app.start()
        client = httpx.AsyncClient(transport=httpx.ASGITransport(web(service.app)), base_url="http://service")
        started.extend([client.aclose, service.app.stop])
        return Limited(service, client)

    yield made
    for stop in started:
        await stop()


def limited(answer: httpx.Response, bucket: str) -> None:
    """A refusal over REST."""
    assert answer.status_code == 429
    body = answer.json()
    assert body["code"] == "RATE_LIMITED"
    assert body["details"]["bucket"] == bucket
    assert int(answer.headers["retry-after"]) == -(-body["details"]["retryAfterMs"] // 1000) > 0


async def test_reads_over_rest_cost_and_run_out(make: Any) -> None:
    service = await make(reads_anonymous=100)
    first = await service.get("/v1/games")
    assert first.headers["ratelimit-policy"] == '"reads";q=100;w=60'
    assert first.headers["ratelimit"].startswith('"reads";r=90;t=')
    assert first.headers["playledger-cost"] == "10"
    page = await service.get("/v1/matches?limit=50")
    assert page.headers["playledger-cost"] == "60"
    assert (await service.get("/v1/matches?limit=nonsense")).headers["playledger-cost"] == "1"
    limited(await service.get("/v1/matches?limit=90"), "reads")
    assert (await service.get("/v1/games")).status_code == 200
    assert (await service.get("/health")).status_code == 200


async def test_the_own_limits_can_always_be_read(make: Any) -> None:
    service = await make(reads_anonymous=60, writes_anonymous=5, streams_anonymous=3)
    while (await service.get("/v1/games")).status_code == 200:
        pass
    report = (await service.get("/v1/limits")).json()
    assert report["countedBy"] == "ADDRESS"
    reads, writes = report["budgets"]
    assert (reads["name"], reads["limit"], reads["windowMs"]) == ("reads", 60, 60_000)
    assert reads["remaining"] < 10
    assert (writes["name"], writes["remaining"]) == ("writes", 5)
    assert report["streams"] == {"limit": 3, "open": 0}
    assert report["operationPoints"] == 5000


async def test_both_skins_tell_the_same_limits(make: Any) -> None:
    service = await make(writes=7, guests=GENEROUS)
    match = await service.service.open()
    seat = await service.client.post(f"/v1/matches/{match}/seats", json={"deck": "fox"})
    token = seat.json()["seatToken"]
    rest = (await service.get("/v1/limits", token)).json()
    query = """{ limits { countedBy operationPoints streams { limit open }
        budgets { name limit remaining windowMs resetMs } } }"""
    graphql = (await service.graphql(query, token)).json()["data"]["limits"]
    for report in (rest, graphql):
        assert report["countedBy"] == "SEAT"
        assert [budget["name"] for budget in report["budgets"]] == ["writes", "guests"]
    assert rest["streams"] == graphql["streams"] == {"limit": None, "open": 0}


async def test_graphql_pays_out_of_the_same_budget(make: Any) -> None:
    service = await make(reads_anonymous=200)
    await service.get("/v1/games")
    answer = await service.graphql("{ games { slug } }")
    cost = answer.json()["extensions"]["cost"]
    assert cost["requested"] == int(answer.headers["playledger-cost"])
    assert (cost["bucket"], cost["limit"]) == ("reads", 200)
    assert answer.headers["ratelimit"].startswith(f'"reads";r={cost["remaining"]};t=')
    for accept in ("*/*", OWN["Accept"]):
        refused = await service.graphql("{ matches(first: 190) { nodes { id } } }", accept=accept)
        assert refused.status_code == 429
        assert "data" not in refused.json()
        (error,) = refused.json()["errors"]
        assert error["extensions"]["code"] == "RATE_LIMITED"
        assert int(refused.headers["retry-after"]) == -(-error["extensions"]["retryAfterMs"] // 1000)


async def test_reading_never_starves_playing(make: Any) -> None:
    """Nor does playing starve reading."""
    service = await make(reads=50, reads_anonymous=50, acts=3, writes=GENEROUS)
    match = await service.service.open()
    tokens = []
    for _ in range(2):
        joined = await service.client.post(f"/v1/matches/{match}/seats", json={"deck": "fox"})
        tokens.append(joined.json()["seatToken"])
    while (await service.get(f"/v1/matches/{match}", tokens[0])).status_code == 200:
        pass
    limited(await service.get(f"/v1/matches/{match}/state", tokens[0]), "reads")
    own = {"Authorization": f"Bearer {tokens[0]}"}
    order = {"idempotencyKey": "a", "matchId": match, "what": {"token": "nonsense"}}
    first = await service.graphql(ACT, tokens[0], i=order)
    assert first.json()["data"]["act"]["userErrors"] == [{"code": "INVALID_INPUT"}]
    assert first.json()["extensions"]["cost"]["bucket"] == "acts"
    path = f"/v1/matches/{match}/actions"
    for key in ("b", "c"):
        answer = await service.client.post(path, json={"token": "x"}, headers=own | {"Idempotency-Key": key})
        assert answer.status_code == 400
        assert answer.headers["ratelimit-policy"] == '"acts";q=3;w=60'
    limited(await service.client.post(path, json={"token": "x"}, headers=own | {"Idempotency-Key": "d"}), "acts")
    refused = await service.graphql(ACT, tokens[0], i=order)
    assert refused.json()["errors"][0]["extensions"]["code"] == "RATE_LIMITED"
    other = {"Authorization": f"Bearer {tokens[1]}", "Idempotency-Key": "e"}
    assert (await service.client.post(path, json={"type": "concede"}, headers=other)).status_code == 200


@pytest.mark.parametrize("skin", ["rest", "graphql"])
async def test_an_action_costs_by_the_events_that_it_writes(
    make: Any, monkeypatch: pytest.MonkeyPatch, skin: str
) -> None:
    """It is paid for when it is done: the answer comes whole, and the next action has to wait."""
    monkeypatch.setattr(acts, "EVENTS", 1)
    service = await make(acts=4, reads=GENEROUS, reads_anonymous=GENEROUS)
    match = await service.service.open()
    seats = [await service.client.post(f"/v1/matches/{match}/seats", json={"deck": "fox"}) for _ in range(2)]
    tokens = [seat.json()["seatToken"] for seat in seats]
    path, key = f"/v1/matches/{match}/actions", "the-key-of-one-action"
    before = (await service.get(f"/v1/matches/{match}")).json()["version"]
    own = {"Authorization": f"Bearer {tokens[0]}", "Idempotency-Key": key}
    if skin == "rest":
        answer = await service.client.post(path, json={"type": "concede"}, headers=own)
        events = answer.json()["events"]
        assert int(answer.headers["playledger-cost"]) == 1 + len(events)
        assert answer.headers["ratelimit"].startswith('"acts";r=0;')
    else:
        order = {"idempotencyKey": key, "matchId": match, "what": {"match": "CONCEDE"}}
        assert (await service.graphql(ACT, tokens[0], i=order)).json()["data"]["act"]["userErrors"] == []
    written = (await service.get(f"/v1/matches/{match}")).json()["version"] - before
    assert written > 4
    limited(await service.client.post(path, json={"token": "x"}, headers=own | {"Idempotency-Key": "d"}), "acts")
    found = (await service.get("/v1/limits", tokens[0])).json()["budgets"]
    owed = next(budget for budget in found if budget["name"] == "acts")
    assert owed["remaining"] == 0
    assert owed["resetMs"] > 60_000 * written / 4


async def test_writes_run_out_by_themselves(make: Any) -> None:
    service = await make(writes_anonymous=2, reads_anonymous=GENEROUS)
    order = {"game": "envoys", "seats": 2}
    statuses = [(await service.client.post("/v1/matches", json=order)).status_code for _ in range(3)]
    assert statuses == [201, 201, 429]
    create = "mutation($i: CreateMatchInput!) { createMatch(input: $i) { match { id } } }"
    refused = await service.graphql(create, i={"idempotencyKey": "a-key-that-is-long-enough", **order})
    assert refused.status_code == 429
    await service.service.app.projector.catch_up()
    assert len((await service.get("/v1/matches")).json()["matches"]) == 2


async def test_guessing_tokens_is_paid_by_the_address(make: Any) -> None:
    service = await make(reads_anonymous=45)
    for _ in range(4):
        assert (await service.get("/v1/account", "pl_guess")).status_code == 401
    limited(await service.get("/v1/account", "pl_guess"), "reads")
    assert (await service.graphql("{ viewer { account } }", "pl_guess")).status_code == 429


async def test_documents_that_are_new_cost_more(make: Any) -> None:
    service = await make(reads_anonymous=10_000)
    query = "{ games { slug } } #" + "x" * 1000
    costs = [(await service.graphql(query)).json()["extensions"]["cost"]["requested"] for _ in range(2)]
    assert costs[0] == costs[1] + len(query) // 2


async def test_a_stream_holds_its_place(make: Any) -> None:
    service = await make(streams_anonymous=1)
    match = await service.service.started()
    follow = "subscription($id: ID!) { matchUpdates(matchId: $id, afterVersion: 0) { __typename } }"
    first = asyncio.create_task(service.graphql(follow, accept="text/event-stream", id=match))
    path = f"/v1/matches/{match}/stream"
    await service.streams(1)
    limited(await service.get(path), "streams")
    refused = await service.graphql(follow, accept="text/event-stream", id=match)
    assert "RATE_LIMITED" in refused.text
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    await service.streams(0)


async def test_exports_run_out_with_a_clear_problem(make: Any) -> None:
    service = await make(export_rows_anonymous=64)
    match = await service.service.started()
    lines = {"Accept": "application/x-ndjson"}
    while (await service.get(f"/v1/matches/{match}/events", **lines)).status_code == 200:
        pass
    limited(await service.get(f"/v1/matches/{match}/events", **lines), "exportRows")
    assert (await service.get(f"/v1/matches/{match}/events")).status_code == 200


async def test_a_replay_file_is_slowed_down_and_whole(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "ROWS", 4)
    time = Passing()
    monkeypatch.setattr(meter, "_monotonic", time)
    service = await make(export_rows_anonymous=6)
    match = await service.service.started()
    monkeypatch.setattr(exports, "sleep", time.sleep)
    text = (await service.get(f"/v1/matches/{match}/replay")).text
    kinds = [json.loads(line).get("k") for line in text.splitlines()]
    assert sum(time.slept) >= 60 * (len(kinds) - 6 - 4) / 6
    assert kinds[-1] == "f"


class Passing:
    """A clock that goes on only while somebody sleeps, and then at once."""

    def __init__(self) -> None:
        self.now = 0
        self.slept: list[float] = []

    def __call__(self) -> int:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += int(seconds * 1000)
