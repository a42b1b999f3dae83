"""The live stream over a real server: resumes, pulses, ends, and lets go of clients that are gone."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import AsyncGenerator, AsyncIterator
from itertools import pairwise
from typing import Any

import httpx
import msgspec
import pytest

from api_schema.ports.base import Caller
from api_schema.rest.app import build_app
from api_schema.rest.config import RestConfig
from api_schema.rest.stream import with_pulse
from tests.api.rest.fake import FakeAccounts, Fakes
from tests.api.rest.server import serving
from tests.kit.waiting import PATIENCE, until

pytestmark = pytest.mark.anyio
STREAM = "/v1/matches/mt_1/stream"


@pytest.fixture
async def live(fakes: Fakes) -> AsyncIterator[httpx.AsyncClient]:
    config = RestConfig(sse_heartbeat=0.1, ndjson_heartbeat=0.1)
    async with (
        serving(build_app(fakes.uses(), config=config)) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE) as found,
    ):
        yield found


async def read_events(response: httpx.Response) -> AsyncIterator[dict[str, str]]:
    """Server-Sent Events as their fields; a comment has the name of an empty text."""
    fields: dict[str, str] = {}
    async for line in response.aiter_lines():
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif fields:
            yield fields
            fields = {}


def finish(fakes: Fakes) -> None:
    """The match ends."""
    fakes.matches.version += 1
    fakes.matches.status = "FINISHED"
    fakes.matches.changed.set()


async def test_what_was_missed_comes_first_then_what_happens_then_the_end(
    live: httpx.AsyncClient, fakes: Fakes
) -> None:
    found: list[dict[str, str]] = []
    async with live.stream("GET", STREAM, params={"after": 1}) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["cache-control"] == "no-store, no-transform"
        async for event in read_events(response):
            found.append(event)
            if event.get("id") == "3":
                finish(fakes)
    assert found[0] == {"retry": "2000"}
    appended = [event for event in found if event.get("event") == "events_appended"]
    assert [event["id"] for event in appended] == ["2", "3", "4"]
    assert found[-1] == {"id": "4", "event": "match_closed", "data": '{"version":4}'}


async def test_last_event_id_resumes_and_goes_before_after(live: httpx.AsyncClient, fakes: Fakes) -> None:
    fakes.matches.status = "FINISHED"
    response = await live.get(STREAM, params={"after": 0}, headers={"Last-Event-ID": "2"})
    ids = [line for line in response.text.splitlines() if line.startswith("id: ")]
    assert ids == ["id: 3", "id: 3"]


async def test_a_client_that_has_seen_all_of_a_closed_match_is_told_to_stay_away(
    live: httpx.AsyncClient, fakes: Fakes
) -> None:
    fakes.matches.status = "FINISHED"
    assert (await live.get(STREAM, headers={"Last-Event-ID": "3"})).status_code == 204
    assert (await live.get(STREAM, params={"after": 3})).text.count("match_closed") == 1


async def test_lines_of_json_with_blank_ones_while_nothing_happens(live: httpx.AsyncClient, fakes: Fakes) -> None:
    lines: list[str] = []
    headers = {"Accept": "application/x-ndjson"}
    async with live.stream("GET", STREAM, params={"after": 2}, headers=headers) as response:
        async for line in response.aiter_lines():
            if not line and "" not in lines:
                finish(fakes)
            lines.append(line)
    told: list[dict[str, Any]] = [json.loads(line) for line in lines if line]
    assert [entry["type"] for entry in told] == ["events_appended", "events_appended", "match_closed"]
    assert all(before["version"] <= after["version"] for before, after in pairwise(told))


async def test_a_quiet_stream_has_a_pulse_and_its_source_closes_when_the_client_is_gone(
    live: httpx.AsyncClient, fakes: Fakes
) -> None:
    async with live.stream("GET", STREAM, params={"after": 3}) as response:
        found = read_events(response)
        assert [await anext(found) for _ in range(3)] == [{"retry": "2000"}, {"": "still here"}, {"": "still here"}]
        assert fakes.matches.closed_streams == 0
    await until(lambda: fakes.matches.closed_streams)
    assert fakes.matches.closed_streams == 1


async def test_what_must_be_refused_is_refused_before_the_stream(live: httpx.AsyncClient) -> None:
    for path, headers, status in (
        ("/v1/matches/mt_2/stream", {}, 404),
        (STREAM, {"Authorization": "Bearer bad"}, 401),
        (STREAM, {"Last-Event-ID": "three"}, 400),
    ):
        response = await live.get(path, headers=headers)
        assert response.status_code == status
        assert response.headers["content-type"] == "application/problem+json"


async def test_a_fault_in_mid_stream_is_said_without_its_inside(
    live: httpx.AsyncClient, fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(version: int) -> Any:
        raise RuntimeError("the secret inside")

    async def updates(*args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        yield broken(1)

    monkeypatch.setattr(fakes.matches, "updates", updates)
    response = await live.get(STREAM)
    assert "event: problem" in response.text
    assert '"code":"INTERNAL"' in response.text
    assert "secret inside" not in response.text


class RevokedSoon(FakeAccounts):
    """The token is good for two questions."""

    asked = 0

    async def authenticate(self, token: str | None) -> Caller:
        self.asked += 1
        return await super().authenticate(token if self.asked <= 2 else "pl_revoked")


async def test_a_stream_whose_token_was_revoked_ends_however_busy_the_match_is(fakes: Fakes) -> None:
    uses = msgspec.structs.replace(fakes.uses(), accounts=RevokedSoon())
    app = build_app(uses, config=RestConfig(sse_heartbeat=10 * PATIENCE, recheck=0))
    async with serving(app) as address, httpx.AsyncClient(base_url=address, timeout=PATIENCE) as live:
        headers = {"Authorization": "Bearer st_1"}
        async with live.stream("GET", STREAM, params={"after": 1}, headers=headers) as response:
            found = [event async for event in read_events(response)]
    assert [event.get("event") for event in found] == [None, "events_appended", "problem"]
    assert json.loads(found[-1]["data"])["code"] == "UNAUTHENTICATED"


@pytest.mark.parametrize("turns", range(6))
async def test_a_reader_who_leaves_as_the_source_ends_leaves_no_error(turns: int) -> None:
    loop, told = asyncio.get_running_loop(), list[str]()
    loop.set_exception_handler(lambda _, context: told.append(context["message"]))

    async def nothing() -> AsyncGenerator[int, None]:
        for number in range(0):
            yield number

    try:
        reading = asyncio.create_task(anext(with_pulse(nothing(), PATIENCE), None))
        for _ in range(turns):
            await asyncio.sleep(0)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        del reading
        gc.collect()
        await asyncio.sleep(0)
    finally:
        loop.set_exception_handler(None)
    assert told == []
