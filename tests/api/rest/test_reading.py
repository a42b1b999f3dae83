"""Reads: models, negotiation, entity tags, caches."""

from __future__ import annotations

import json

import httpx
import msgspec
import pytest

from api_schema.ports.health import HintsHealth, StoreHealth
from tests.api.nothing import WELL
from tests.api.rest.fake import Fakes

pytestmark = pytest.mark.anyio
SEAT = {"Authorization": "Bearer st_x"}


async def test_a_game_tells_what_a_client_needs_to_offer_it(client: httpx.AsyncClient) -> None:
    listed = (await client.get("/v1/games")).json()["games"]
    one = (await client.get("/v1/games/envoys")).json()
    assert listed == [one]
    assert one["slug"] == "envoys"
    assert one["rulesHash"] == "rules-hash"
    assert one["minSeats"] <= one["maxSeats"]


async def test_rules_are_data_or_text_by_accept(client: httpx.AsyncClient) -> None:
    data = await client.get("/v1/games/envoys/rules")
    text = await client.get("/v1/games/envoys/rules", headers={"Accept": "text/markdown, application/json;q=0.5"})
    assert data.json()["rules"][0] == {"id": "ENV-1", "text": "Everybody sends.", "section": "Rounds"}
    assert text.headers["content-type"].startswith("text/markdown")
    assert "## Rounds\n\n- **ENV-1** Everybody sends." in text.text
    assert text.headers["vary"].startswith("Accept")
    assert text.headers["etag"] != data.headers["etag"]


@pytest.mark.parametrize("path", ["games", "games/envoys/rules", "games/envoys/cards", "games/envoys/decks", "matches"])
async def test_who_has_it_already_gets_304(client: httpx.AsyncClient, path: str) -> None:
    first = await client.get(f"/v1/{path}")
    again = await client.get(
        f"/v1/{path}", headers={"If-None-Match": f'"other", W/{first.headers["etag"].removeprefix("W/")}'}
    )
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"].removeprefix("W/") == first.headers["etag"].removeprefix("W/")


async def test_the_tag_of_the_current_state_begins_with_version_and_perspective(
    client: httpx.AsyncClient, fakes: Fakes
) -> None:
    mine = await client.get("/v1/matches/mt_1/state", headers=SEAT)
    assert mine.headers["etag"].startswith('"3-seat:0-')
    assert mine.headers["cache-control"] == "private, no-cache"
    assert mine.headers["vary"].startswith("Authorization")
    seen = {"If-None-Match": mine.headers["etag"]}
    assert (await client.get("/v1/matches/mt_1/state", headers={**SEAT, **seen})).status_code == 304
    assert (await client.get("/v1/matches/mt_1/state", headers=seen)).status_code == 200
    fakes.matches.version = 4
    assert (await client.get("/v1/matches/mt_1/state", headers={**SEAT, **seen})).status_code == 200


@pytest.mark.parametrize("path", ["state", "state?at=2", "legal-actions?seat=0", "legal-actions?seat=0&at=2"])
async def test_what_another_release_renders_otherwise_is_told_anew(
    client: httpx.AsyncClient, fakes: Fakes, path: str
) -> None:
    seen = await client.get(f"/v1/matches/mt_1/{path}", headers=SEAT)
    known = {**SEAT, "If-None-Match": seen.headers["etag"]}
    assert (await client.get(f"/v1/matches/mt_1/{path}", headers=known)).status_code == 304
    fakes.matches.rendering = "another"
    again = await client.get(f"/v1/matches/mt_1/{path}", headers=known)
    assert (again.status_code, again.content != seen.content) == (200, True)


async def test_a_past_state_is_kept_a_while_and_shared_only_if_nobody_in_particular_asked(
    client: httpx.AsyncClient,
) -> None:
    public = await client.get("/v1/matches/mt_1/state?at=2")
    private = await client.get("/v1/matches/mt_1/state?at=2&as=seat:0", headers=SEAT)
    floating = await client.get("/v1/matches/mt_1/state?at=2", headers=SEAT)
    assert public.headers["cache-control"] == "public, max-age=300"
    assert private.headers["cache-control"] == "private, max-age=300"
    assert floating.headers["cache-control"] == "private, no-cache"


async def test_full_pages_of_events_are_kept_a_while(client: httpx.AsyncClient, fakes: Fakes) -> None:
    fakes.matches.version = 300
    full = await client.get("/v1/matches/mt_1/events")
    rest = await client.get("/v1/matches/mt_1/events?after=256")
    assert len(full.json()["events"]) == 256
    assert full.headers["cache-control"] == "public, max-age=300"
    fakes.matches.version = 301
    assert (await client.get("/v1/matches/mt_1/events")).content == full.content
    assert rest.json()["complete"] is True
    assert rest.headers["cache-control"] == "public, no-cache"


async def test_events_come_a_line_each_by_accept(client: httpx.AsyncClient) -> None:
    found = await client.get("/v1/matches/mt_1/events?after=1", headers={"Accept": "application/x-ndjson"})
    assert [json.loads(line)["version"] for line in found.text.splitlines()] == [2, 3]
    assert found.headers["vary"].startswith("Authorization, Accept")
    assert found.headers["playledger-version"] == "3"


async def test_legal_actions_are_private_with_version_and_seat_in_the_tag(client: httpx.AsyncClient) -> None:
    found = await client.get("/v1/matches/mt_1/legal-actions?seat=1", headers=SEAT)
    assert found.headers["etag"].startswith('"3-seat:1-')
    assert found.headers["cache-control"].startswith("private")
    assert found.json()["prompts"][0]["actions"][0]["token"] == "tok-1"


async def test_head_has_the_headers_of_get_and_no_body(client: httpx.AsyncClient) -> None:
    head, get = await client.head("/v1/games"), await client.get("/v1/games")
    assert head.content == b""
    assert head.headers["content-length"] == get.headers["content-length"]
    assert head.headers["etag"] == get.headers["etag"]
    stream = await client.head("/v1/matches/mt_1/stream")
    assert stream.headers["content-type"].startswith("text/event-stream")


async def test_every_response_is_safe_to_look_at(client: httpx.AsyncClient) -> None:
    for path in ("/v1/games", "/nowhere", "/v1/openapi.json", "/docs", "/v1/matches/mt_1/events"):
        headers = (await client.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in headers["content-security-policy"]


async def test_ready_only_when_every_part_is(client: httpx.AsyncClient, fakes: Fakes) -> None:
    assert (await client.get("/health")).json() == {"status": "ok"}
    assert (await client.get("/live")).json() == {"status": "ok"}
    ready = await client.get("/ready")
    assert (ready.status_code, ready.json()["parts"]["store"]) == (200, "ok")
    late = msgspec.structs.replace(WELL, status="degraded", hints=HintsHealth("degraded", 3.0))
    fakes.health.told = late
    degraded = await client.get("/ready")
    assert (degraded.status_code, degraded.json()["hints"]) == (200, {"status": "degraded", "lostSeconds": 3.0})
    fakes.health.told = msgspec.structs.replace(late, status="failed", store=StoreHealth("failed", "unreachable"))
    down = await client.get("/ready")
    assert down.status_code == 503
    assert down.json()["details"]["store"] == {"status": "failed", "says": "unreachable"}
    assert down.json()["details"].keys() == degraded.json().keys()


async def test_the_service_describes_itself(client: httpx.AsyncClient) -> None:
    assert (await client.get("/v1/openapi.json")).json()["openapi"] == "3.1.0"
    assert (await client.get("/v1/schema.graphql")).text == "type Query { a: Int }"
    page = await client.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert 'id="createMatch"' in page.text
    assert "://" not in page.text.replace("https://play.example", "")
    assert "ILLEGAL_ACTION" in (await client.get("/problems/illegal-action")).text
    assert "ILLEGAL_ACTION" in (await client.get("/problems")).text


async def test_a_web_origin_may_call_if_it_is_configured(client: httpx.AsyncClient) -> None:
    ask = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "Idempotency-Key"}
    fine = await client.options("/v1/matches", headers={"Origin": "https://play.example", **ask})
    foreign = await client.options("/v1/matches", headers={"Origin": "https://other.example", **ask})
    assert fine.headers["access-control-allow-origin"] == "https://play.example"
    assert "access-control-allow-origin" not in foreign.headers
    read = await client.get("/v1/games", headers={"Origin": "https://play.example"})
    assert "ETag" in read.headers["access-control-expose-headers"]
