"""The inbox over REST: pages, and a live stream over a real server that resumes at a cursor."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import httpx
import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.rest.app import build_app
from api_schema.rest.config import RestConfig
from tests.api.rest.fake import FakeAccounts, Fakes
from tests.api.rest.server import serving
from tests.api.rest.test_stream import read_events
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.anyio
MINE = {"Authorization": "Bearer st_me"}
STREAM = "/v1/inbox/stream"


@pytest.fixture
async def live(fakes: Fakes) -> AsyncIterator[httpx.AsyncClient]:
    config = RestConfig(sse_heartbeat=0.1, ndjson_heartbeat=0.1, recheck=0)
    async with (
        serving(build_app(fakes.uses(), config=config)) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE, headers=MINE) as found,
    ):
        yield found


async def test_a_page_has_kinds_and_a_cursor_to_go_on_with(client: httpx.AsyncClient) -> None:
    first = (await client.get("/v1/inbox?limit=2", headers=MINE)).json()
    assert [(item["kind"], item["promptId"]) for item in first["items"]] == [("YourTurn", "pr_1"), ("YourTurn", "pr_2")]
    assert (first["endCursor"], first["hasNext"], first["truncated"]) == ("3", True, False)
    later = await client.get("/v1/inbox?after=2", headers=MINE)
    assert [item["cursor"] for item in later.json()["items"]] == ["3"]
    assert later.headers["cache-control"] == "private, no-cache"
    unchanged = await client.get("/v1/inbox?after=2", headers={**MINE, "If-None-Match": later.headers["etag"]})
    assert unchanged.status_code == 304


async def test_the_seats_that_are_waited_for(client: httpx.AsyncClient) -> None:
    answer = await client.get("/v1/inbox/seats", headers=MINE)
    assert answer.json() == {"seats": [{"matchId": "mt_1", "seat": 0, "promptId": "pr_3", "deadline": None}]}


@pytest.mark.parametrize("path", ["/v1/inbox", "/v1/inbox/seats", STREAM])
async def test_an_inbox_needs_a_token(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (401, "UNAUTHENTICATED")


async def test_what_was_missed_comes_first_and_each_frame_is_a_resume_point(live: httpx.AsyncClient) -> None:
    async with live.stream("GET", STREAM, params={"after": "0"}, headers={"Last-Event-ID": "1"}) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["cache-control"] == "no-store, no-transform"
        events = read_events(response)
        assert await anext(events) == {"retry": "2000"}
        told: list[dict[str, str]] = []
        while len(told) < 2 or "" not in told[-1]:
            # a pulse may also come before, where the machine is slow
            told = [*(event for event in told if "" not in event), await anext(events)]
    assert [(event.get("event"), event.get("id")) for event in told[:2]] == [("your_turn", "2"), ("your_turn", "3")]
    assert json.loads(told[0]["data"])["kind"] == "YourTurn"
    assert told[2:] == [{"": "still here"}]


async def test_lines_by_accept_with_blank_ones_in_silence(live: httpx.AsyncClient, fakes: Fakes) -> None:
    lines: list[str] = []
    told: list[str] = []
    async with live.stream("GET", STREAM, headers={"Accept": "application/x-ndjson"}) as response:
        async for line in response.aiter_lines():
            lines.append(line)
            told = [one for one in lines if one]
            if not line and len(told) == 4:
                break
            if not line and len(told) == 3:
                fakes.matches.version = 4
                fakes.matches.changed.set()
    found = [json.loads(line) for line in told]
    assert [(line["type"], line["data"]["cursor"]) for line in found[:3]] == [("your_turn", str(n)) for n in (1, 2, 3)]
    assert found[3]["data"]["cursor"] == "4"
    assert lines.count("") >= 2


async def test_a_stream_ends_with_its_token(
    live: httpx.AsyncClient, fakes: Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with live.stream("GET", STREAM) as response:
        events = read_events(response)
        while (await anext(events)).get("id") != "3":
            pass
        monkeypatch.setattr(FakeAccounts, "authenticate", _refuse)
        fakes.matches.changed.set()
        last = [event async for event in events][-1]
    assert (last["event"], json.loads(last["data"])["code"]) == ("problem", "UNAUTHENTICATED")
    assert "id" not in last


async def _refuse(*_: object) -> None:
    raise ApiError(ErrorCode.UNAUTHENTICATED, "The token is unknown.")


@pytest.mark.parametrize(("headers", "status"), [({"Last-Event-ID": "a b"}, 400), ({"Last-Event-ID": "x"}, 400)])
async def test_a_cursor_that_is_none_is_refused_with_a_status(
    client: httpx.AsyncClient, headers: dict[str, str], status: int
) -> None:
    assert (await client.get(STREAM, headers={**MINE, **headers})).status_code == status


async def test_head_opens_no_stream(client: httpx.AsyncClient) -> None:
    assert (await client.head(STREAM, headers=MINE)).status_code == 200
