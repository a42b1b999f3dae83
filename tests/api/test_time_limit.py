"""When a match ends by its time, over GraphQL and REST."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from service.app import web
from service.times import rfc3339
from tests.kit.served import serve, sqlite_url

pytestmark = pytest.mark.anyio
READ = """query($id: ID!) { match(id: $id) { endsAt events { nodes {
  __typename text actor ... on MatchStartedEvent { timeLimit } ... on TimeUpEvent { batchEnd } } } } }"""


async def test_both_skins_say_when_the_time_is_up_and_that_it_was_reported(tmp_path: Path) -> None:
    served = await serve(sqlite_url(tmp_path))
    async with (
        served.app,
        httpx.AsyncClient(transport=httpx.ASGITransport(web(served.app)), base_url="http://test") as client,
    ):
        match = await served.started(options={"timeLimitS": 60})
        state = (await served.app.matches.repository.current(match)).state
        assert state.ends_at is not None
        served.clock.now = state.ends_at
        await served.app.matches.play.time_up(match)
        body = {"query": READ, "variables": {"id": match}}
        found = (await client.post("/graphql", json=body)).json()["data"]["match"]
        read = (await client.get(f"/v1/matches/{match}")).json()
        events = (await client.get(f"/v1/matches/{match}/events")).json()["events"]
    assert found["endsAt"] == read["endsAt"] == rfc3339(state.ends_at)
    told = {node["__typename"]: node for node in found["events"]["nodes"]}
    assert told["MatchStartedEvent"]["timeLimit"] == 60_000
    assert told["TimeUpEvent"]["actor"] == "clock"
    [up] = [event for event in events if event["type"] == "time_up"]
    assert (up["actor"], up["text"]) == ("clock", "The time of the match is up.")


async def test_a_match_without_a_limit_says_so(tmp_path: Path) -> None:
    served = await serve(sqlite_url(tmp_path))
    async with (
        served.app,
        httpx.AsyncClient(transport=httpx.ASGITransport(web(served.app)), base_url="http://test") as client,
    ):
        match = await served.started()
        body = {"query": READ, "variables": {"id": match}}
        found = (await client.post("/graphql", json=body)).json()["data"]["match"]
        read = (await client.get(f"/v1/matches/{match}")).json()
    assert found["endsAt"] is None
    assert (read["endsAt"], "endsAt" in read) == (None, True)
    started = next(node for node in found["events"]["nodes"] if node["__typename"] == "MatchStartedEvent")
    assert started["timeLimit"] is None
