"""Replay files over HTTP, of both games: what each perspective gets holds, and what it may not have it doesn't get."""

from __future__ import annotations

import json
import zlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api_schema.rest.app import build_app
from tests.api.records import GAMES, House, Table, bearer, housed
from tests.api.rest.fake import FakeHealth, FakeHistory, FakeMatches, Fakes
from tests.api.rest.server import serving
from tests.kit.records import footer_of, header_of, statuses, verified
from tests.kit.waiting import PATIENCE, until

pytestmark = pytest.mark.anyio
MIDDLE = 12


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with housed(tmp_path) as found:
        yield found


async def head_of_stream(table: Table, token: str | None, version: int) -> str:
    """The headHash that the live stream of a perspective tells for a version."""
    headers = {"Accept": "application/x-ndjson", **bearer(token)}
    async with table.http.stream("GET", f"/v1/matches/{table.id}/stream", headers=headers) as answer:
        async for line in answer.aiter_lines():
            told = json.loads(line) if line else {}
            if told.get("version") == version:
                return str(told["data"]["headHash"])
    raise AssertionError("the stream ended before")


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_everybody_takes_along_what_they_may_see_and_it_holds(house: House, game: str) -> None:
    table = await house.table(game)
    await table.play(MIDDLE)
    match = await table.match()
    assert match["status"] == "RUNNING"
    for token, seen_as in ((None, "spectator"), (table.tokens[0], "seat:0"), (table.tokens[1], "seat:1")):
        file = await table.file(token)
        report = verified(file, GAMES)
        assert (header_of(file).perspective, report.status) == (seen_as, "running")
        assert statuses(report) == {"L0": "ok", "L1": "ok", "L2": "skipped", "L3": "skipped", "L4": "skipped"}
        assert report.version == match["version"]
        assert report.head == match["headHash"] == await head_of_stream(table, token, match["version"])
    await table.end()
    full = await table.file(perspective="full")
    assert set(statuses(verified(full, GAMES)).values()) == {"ok"}
    for token, seen_as in ((None, "spectator"), (table.tokens[0], "seat:0"), (table.tokens[1], "seat:1")):
        file = await table.file(token, perspective=seen_as)
        assert statuses(verified(file, GAMES, full)) == {
            "L0": "ok",
            "L1": "ok",
            "L2": "skipped",
            "L3": "ok",
            "L4": "ok",
        }
        assert footer_of(file).head == footer_of(full).head


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_who_has_followed_so_far_gets_the_lines_that_follow(house: House, game: str) -> None:
    table = await house.table(game)
    await table.end()
    for token, seen_as in ((None, "full"), (None, "spectator"), (table.tokens[1], "seat:1")):
        whole = (await table.file(token, perspective=seen_as)).splitlines(keepends=True)
        last = footer_of(b"".join(whole)).version
        for after in (1, 2, MIDDLE, 49, 50, 51, last - 1, last, last + 7):
            tail = (await table.file(token, perspective=seen_as, after=after)).splitlines(keepends=True)
            assert [json.loads(line)["v"] for line in tail[:-1]] == sorted(json.loads(line)["v"] for line in tail[:-1])
            assert tail == whole[len(whole) - len(tail) :]
            assert [line for line in whole[1:-1] if json.loads(line)["v"] > after] == tail[:-1]


async def test_perspectives_of_others_are_closed(house: House) -> None:
    table = await house.table("envoys")
    for token, seen_as, status, code in (
        (None, "seat:0", 403, "NOT_YOUR_SEAT"),
        (table.tokens[0], "seat:1", 403, "NOT_YOUR_SEAT"),
        (table.tokens[0], "seat:9", 403, "NOT_YOUR_SEAT"),
        (None, "full", 403, "FORBIDDEN"),
        (table.tokens[0], "full", 403, "FORBIDDEN"),
        (None, "referee", 400, "INVALID_INPUT"),
        ("st_nonsense", "spectator", 401, "UNAUTHENTICATED"),
    ):
        answer = await table.replay(token, perspective=seen_as)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert answer.headers["content-type"] == "application/problem+json"
    assert (await table.replay(after=-1)).json()["errors"][0]["path"] == ["query", "after"]
    unknown = await house.http.get("/v1/matches/mt_nothing/replay")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "NOT_FOUND")


async def test_a_private_match_is_for_its_players(house: House) -> None:
    table = await house.table("envoys", visibility="INVITE")
    await table.end()
    for seen_as in ("spectator", "full"):
        assert (await table.replay(perspective=seen_as)).json()["code"] == "FORBIDDEN"
        answer = await table.replay(table.tokens[0], perspective=seen_as)
        assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
        assert verified(answer.content, GAMES).ok


async def test_a_record_revealed_to_its_players_is_full_for_them_alone(house: House) -> None:
    table = await house.table("envoys", reveal="PARTICIPANTS")
    await table.end()
    refused = await table.replay(perspective="full")
    assert (refused.status_code, refused.json()["code"]) == (403, "FORBIDDEN")
    file = await table.file(table.tokens[1], perspective="full")
    assert set(statuses(verified(file, GAMES)).values()) == {"ok"}
    outside = await table.file()
    assert (footer_of(outside).seed, footer_of(file).seed is None) == (None, False)
    assert statuses(verified(outside, GAMES))["L3"] == "skipped"


async def test_a_file_is_named_and_known_by_version_perspective_and_packing(house: House) -> None:
    table = await house.table("envoys")
    version = (await table.match())["version"]
    plain = await table.replay(table.tokens[0])
    assert plain.headers["content-type"] == "application/x-ndjson"
    saved = f'attachment; filename="{table.id}.seat-0.playledger.ndjson"'
    assert plain.headers["content-disposition"] == saved
    assert (await table.replay(after=3)).headers["content-disposition"].endswith('.spectator.after-3.ndjson"')
    assert plain.headers["etag"].startswith(f'"{version}-seat:0-')
    assert plain.headers["playledger-version"] == str(version)
    assert plain.headers["cache-control"] == "private, no-cache"
    assert plain.headers["vary"] == "Authorization, Accept-Encoding"
    assert plain.headers["x-content-type-options"] == "nosniff"
    packed = await table.replay(table.tokens[0], {"Accept-Encoding": "gzip"})
    assert packed.headers["etag"] == plain.headers["etag"][:-1] + '-gzip"'
    again = await table.replay(table.tokens[0], {"If-None-Match": plain.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", plain.headers["etag"])
    other = await table.replay(table.tokens[1], {"If-None-Match": plain.headers["etag"]})
    assert other.status_code == 200
    await table.play(1)
    assert (await table.replay(table.tokens[0], {"If-None-Match": plain.headers["etag"]})).status_code == 200


async def test_it_is_packed_for_who_prefers_that(house: House) -> None:
    table = await house.table("c4")
    await table.play(MIDDLE)
    plain = await table.replay()
    assert "content-encoding" not in plain.headers
    for wish, packed in (
        ("gzip", True),
        ("gzip, deflate, br", True),
        ("gzip;q=0.5, identity;q=0.5", True),
        ("gzip;q=0.4, identity;q=0.5", False),
        ("gzip;q=0", False),
        ("br", False),
        ("*", False),
    ):
        async with table.http.stream(
            "GET", f"/v1/matches/{table.id}/replay", headers={"Accept-Encoding": wish}
        ) as answer:
            raw = b"".join([chunk async for chunk in answer.aiter_raw()])
        assert answer.headers.get("content-encoding") == ("gzip" if packed else None)
        assert (answer.headers["etag"] == plain.headers["etag"]) is not packed
        assert (zlib.decompress(raw, wbits=31) if packed else raw) == plain.content
        assert (len(raw) * 2 < len(plain.content)) is packed


async def test_what_is_over_may_be_kept_for_ever_and_shared_if_nobody_in_particular_asked(house: House) -> None:
    table = await house.table("envoys")
    assert (await table.replay(perspective="spectator")).headers["cache-control"] == "public, no-cache"
    await table.end()
    for_ever = "max-age=31536000, immutable"
    assert (await table.replay()).headers["cache-control"] == f"public, {for_ever}"
    assert (await table.replay(perspective="full")).headers["cache-control"] == f"public, {for_ever}"
    token = table.tokens[0]
    assert (await table.replay(token, perspective="seat:0")).headers["cache-control"] == f"private, {for_ever}"
    # this address means another file for who holds another seat, or none
    assert (await table.replay(token)).headers["cache-control"] == "private, no-cache"


async def test_head_has_the_headers_and_no_length(house: House) -> None:
    table = await house.table("envoys")
    asked = await table.replay()
    head = await table.http.head(f"/v1/matches/{table.id}/replay", headers={"Accept-Encoding": "identity"})
    assert (head.status_code, head.content) == (200, b"")
    for name in ("etag", "content-type", "content-disposition", "cache-control", "vary"):
        assert head.headers[name] == asked.headers[name]
    assert "content-length" not in head.headers


async def test_a_client_that_goes_away_ends_the_reading() -> None:
    matches = FakeMatches()
    matches.version = 5_000_000
    fakes = Fakes(matches, FakeHealth(), FakeHistory(matches))
    async with (
        serving(build_app(fakes.uses())) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http,
    ):
        # packed, such lines would all fit into what a connection holds
        plain = {"Accept-Encoding": "identity"}
        async with http.stream("GET", "/v1/matches/mt_1/replay", headers=plain) as answer:
            assert await anext(answer.aiter_lines()) == '{"k":"e","v":1}'
            assert fakes.history.closed_files == 0
        await until(lambda: fakes.history.closed_files)
    assert fakes.history.closed_files == 1
    assert fakes.history.lines_read < matches.version


async def test_the_link_over_graphql_leads_to_the_file(house: House) -> None:
    table = await house.table("envoys")
    query = """query($id: ID!, $as: PerspectiveInput) { match(id: $id) { headHash
      replay(as: $as) { url perspective { kind seat } version complete mediaType } } }"""

    async def link(token: str | None, seen_as: Any = None) -> Any:
        body = {"query": query, "variables": {"id": table.id, "as": seen_as}}
        return (await house.http.post("/graphql", json=body, headers=bearer(token))).json()

    match = (await link(table.tokens[1]))["data"]["match"]
    assert match["replay"] == {
        "url": f"/v1/matches/{table.id}/replay?as=seat:1",
        "perspective": {"kind": "SEAT", "seat": 1},
        "version": (await table.match())["version"],
        "complete": False,
        "mediaType": "application/x-ndjson",
    }
    file = (await house.http.get(match["replay"]["url"], headers=bearer(table.tokens[1]))).content
    assert footer_of(file).head == match["headHash"]
    for token, seen_as, code in ((None, {"seat": 0}, "NOT_YOUR_SEAT"), (None, {"role": "FULL"}, "FORBIDDEN")):
        (error,) = (await link(token, seen_as))["errors"]
        assert error["extensions"]["code"] == code
    await table.end()
    over = (await link(None, {"role": "FULL"}))["data"]["match"]["replay"]
    assert (over["complete"], over["url"]) == (True, f"/v1/matches/{table.id}/replay?as=full")
