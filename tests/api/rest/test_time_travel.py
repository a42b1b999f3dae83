"""The past over REST: who may see which part of it, and what caches may keep of it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from functools import cached_property
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from api_schema.ports.base import KeptOut
from api_schema.ports.matches import StateOut
from api_schema.rest import replies
from api_schema.rest.app import build_app
from service.application.ids import MATCH_IDS
from tests.kit.served import serve, sqlite_url
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio

A_WHILE = "max-age=300"
DOCS = Path(__file__).parents[3] / "docs"


@pytest.fixture
async def http(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    service = await serve(sqlite_url(tmp_path))
    app = build_app(service.app.use_cases)
    async with service.app, httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://rest") as found:
        yield found


async def seated(http: httpx.AsyncClient, **order: str) -> tuple[str, list[dict[str, str]]]:
    """The address of a running match, and the headers of its two guests."""
    key = {"Idempotency-Key": "a-key-nobody-guesses"}
    made = await http.post("/v1/matches", json={"game": GAME.slug, "seats": 2, **order}, headers=key)
    address = made.headers["location"]
    guests = []
    for number in range(2):
        key = {"Idempotency-Key": f"a-key-nobody-guesses-{number}"}
        joined = await http.post(f"{address}/seats", json={"deck": "fox"}, headers=key)
        guests.append({"Authorization": f"Bearer {joined.json()['seatToken']}"})
    return address, guests


def test_the_page_tells_what_caches_are_told() -> None:
    told = (DOCS / "time-travel.md").read_text()
    assert f"`{replies.A_WHILE}`" in told
    assert f"`{replies.FOR_EVER}`" in told


async def test_a_state_is_encoded_once_for_each_perspective(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, (own, other) = await seated(http)
    version = (await http.get(address)).json()["version"]
    encoded: list[str] = []
    kept: cached_property[bytes] = vars(KeptOut)["encoded"]
    encode = kept.func

    def counted(state: StateOut) -> bytes:
        encoded.append(state.perspective)
        return encode(state)

    monkeypatch.setattr(kept, "func", counted)
    for path in 2 * (f"{address}/state", f"{address}/state?at={version}"):
        for who in (own, other, {}):
            assert (await http.get(path, headers=who)).json()["version"] == version
    assert encoded == ["seat:0", "seat:1", "spectator"]


async def test_options_of_a_past_version_are_kept_a_while_by_who_may_see_them(http: httpx.AsyncClient) -> None:
    address, (own, other) = await seated(http)
    then = (await http.get(address)).json()["version"]
    past = f"{address}/legal-actions?seat=0&at={then}"
    mine = await http.get(past, headers=own)
    assert (mine.json()["version"], mine.json()["prompts"] == []) == (then, False)
    assert mine.headers["cache-control"] == f"private, {A_WHILE}"
    assert mine.headers["vary"] == "Authorization, Accept-Encoding"
    again = await http.get(past, headers={**own, "If-None-Match": mine.headers["etag"]})
    plain = await http.get(past, headers={**own, "Accept-Encoding": "identity"})
    assert (again.status_code, plain.headers["etag"].startswith("W/")) == (304, False)
    floating = await http.get(f"{address}/legal-actions?at={then}", headers=own)
    assert (floating.json(), floating.headers["cache-control"]) == (mine.json(), "private, no-cache")
    for headers in (other, {}):
        closed = await http.get(past, headers=headers)
        assert (closed.status_code, closed.json()["code"]) == (403, "NOT_YOUR_SEAT")
        assert closed.headers["cache-control"] == "no-store", "it opens when the match is over"

    key = {"Idempotency-Key": "the-end-of-this-match"}
    await http.post(f"{address}/actions", json={"type": "concede"}, headers={**own, **key})
    assert (await http.get(past, headers=own)).content == mine.content
    for headers, who in ((other, "private"), ({}, "public")):
        opened = await http.get(past, headers=headers)
        assert (opened.content, opened.headers["etag"]) == (mine.content, mine.headers["etag"])
        assert opened.headers["cache-control"] == f"{who}, {A_WHILE}"
    now = await http.get(f"{address}/legal-actions?seat=0")
    assert (now.status_code, now.json()["code"]) == (401, "UNAUTHENTICATED")


async def test_frames_of_another_release_are_told_anew(tmp_path: Path) -> None:
    service = await serve(sqlite_url(tmp_path))
    uses = service.app.use_cases
    newer = replace(uses, about=replace(uses.about, version="9.9.9"))
    apps = [build_app(each) for each in (uses, newer)]
    async with service.app:
        match = await service.started()
        known = await service.app.matches.repository.current(match)
        address = f"http://rest/v1/matches/{match}/frames?from=1&to={known.version - 1}&as=spectator"
        tags: list[str] = []
        for app in apps:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app)) as client:
                drawn = await client.get(address, headers={"If-None-Match": ", ".join(tags)})
                again = await client.get(address, headers={"If-None-Match": drawn.headers["etag"]})
                assert (drawn.status_code, again.status_code) == (200, 304)
                assert drawn.headers["cache-control"] == f"public, {A_WHILE}"
                tags.append(drawn.headers["etag"])
        (last,) = await service.app.store.read(MATCH_IDS.stream_of(match), known.version - 2, 1)
    assert tags == [f'W/"1-{last.version}-spectator-{last.hash.hex()[:16]}-{uses.about.version}"', tags[1]]


async def test_brief_frames_are_kept_as_others_and_have_a_tag_of_their_own(http: httpx.AsyncClient) -> None:
    address, _ = await seated(http)
    whole = await http.get(f"{address}/frames?to=5&as=spectator")
    brief = await http.get(
        f"{address}/frames?to=5&as=spectator&brief=true", headers={"If-None-Match": whole.headers["etag"]}
    )
    assert brief.status_code == 200
    assert brief.headers["cache-control"] == whole.headers["cache-control"] == f"public, {A_WHILE}"
    first, *others = (json.loads(line) for line in brief.text.splitlines())
    assert first == json.loads(whole.text.splitlines()[0])
    assert [sorted(line) for line in others] == [["at", "patch", "version"]] * len(others)
    assert (await http.get(f"{address}/frames?brief=yes")).status_code == 400


@pytest.mark.parametrize("path", ["/state?at=5&as=full", "/events?limit=5&as=full"])
async def test_no_cache_keeps_that_the_full_record_is_still_closed(http: httpx.AsyncClient, path: str) -> None:
    address, (own, _) = await seated(http)
    closed = await http.get(address + path)
    assert (closed.status_code, closed.headers["cache-control"]) == (403, "no-store")
    key = {"Idempotency-Key": "the-end-of-this-match"}
    await http.post(f"{address}/actions", json={"type": "concede"}, headers={**own, **key})
    opened = await http.get(address + path)
    assert (opened.status_code, opened.headers["cache-control"]) == (200, f"public, {A_WHILE}")


async def test_what_only_players_may_see_is_never_public(http: httpx.AsyncClient) -> None:
    address, (own, other) = await seated(http, reveal="PARTICIPANTS")
    key = {"Idempotency-Key": "the-end-of-this-match"}
    await http.post(f"{address}/actions", json={"type": "concede"}, headers={**own, **key})
    for path in ("/state?at=5&as=full", "/events?limit=5&as=full", "/legal-actions?seat=0&at=5"):
        opened = await http.get(address + path, headers=other)
        assert (opened.status_code, opened.headers["cache-control"]) == (200, f"private, {A_WHILE}")
        closed = await http.get(address + path)
        assert (closed.status_code, closed.headers["cache-control"]) == (403, "no-store")
