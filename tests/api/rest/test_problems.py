"""Whatever goes wrong is a problem with a code, changes nothing, and tells nothing of the inside."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs

from api_schema.errors import ErrorCode
from tests.api.rest.fake import Fakes

pytestmark = pytest.mark.anyio
KEY = {"Idempotency-Key": "an-intent-of-mine-1", "Authorization": "Bearer st_x"}
JSON = {"Content-Type": "application/json"}
ACTIONS = "/v1/matches/mt_1/actions"


def check(response: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The problem of a response, after the checks that all of them must pass."""
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["cache-control"] == "no-store"
    found: dict[str, Any] = response.json()
    assert (response.status_code, found["status"], found["code"]) == (status, status, code)
    assert found["type"] == "/problems/" + code.lower().replace("_", "-")
    assert {"title", "detail", "instance", "ruleId", "legalActionsUrl", "errors"} <= found.keys()
    assert "Traceback" not in response.text
    return found


@pytest.mark.parametrize("path", ["/nowhere", "/v2", "/v1/games/", "/v1/matches/mt_1/seats/one/x", "/v1/matches/%00"])
async def test_unknown_addresses(client: httpx.AsyncClient, path: str) -> None:
    check(await client.get(path), 404, "NOT_FOUND")


@pytest.mark.parametrize("number", ["one", "-1", "1.5", "99", "%00"])
async def test_a_seat_that_is_no_number(client: httpx.AsyncClient, number: str) -> None:
    check(await client.delete(f"/v1/matches/mt_1/seats/{number}", headers=KEY), 404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("path", "allow"),
    [
        ("/v1/matches", "GET, HEAD, OPTIONS, POST"),
        ("/v1/matches/mt_1", "GET, HEAD, OPTIONS"),
        ("/v1/matches/mt_1/seats/0", "DELETE, OPTIONS"),
        ("/v1/matches/mt_1/actions", "OPTIONS, POST"),
    ],
)
async def test_a_wrong_method_is_told_all_the_right_ones(client: httpx.AsyncClient, path: str, allow: str) -> None:
    response = await client.patch(path)
    check(response, 405, "METHOD_NOT_ALLOWED")
    assert response.headers["allow"] == allow
    options = await client.options(path)
    assert (options.status_code, options.headers["allow"]) == (204, allow)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'"\xff"',
        b'{"type": "send", "card": "\\ud800"}',
        b'{"type": "send", "card": "\\u0000"}',
        b'{"type": "pay", "tokens": {"red": 1e300}}',
        b'{"type": "pay", "tokens": {"red": 9007199254740992}}',
        b'{"type": "pay", "tokens": {"red": 1e999}}',
        b"[" * 4000,
        b"[]",
        b"null",
        b"{}",
        b'{"type": 3}',
        b'{"token": 3}',
        b'{"token": "tok-1", "card": "fox"}',
        b'{"type": "send", "revision": "1"}',
        b'{"type": "send", "revision": -1}',
        b'{"type": "send", "seat": true}',
    ],
)
async def test_bodies_that_no_action_can_be(client: httpx.AsyncClient, fakes: Fakes, body: bytes) -> None:
    check(await client.post(ACTIONS, content=body, headers={**KEY, **JSON}), 400, "INVALID_INPUT")
    assert fakes.matches.orders == []


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"game": "envoys"}, ["seats"]),
        ({"game": "envoys", "seats": "2"}, ["seats"]),
        ({"game": "envoys", "seats": 2.5}, ["seats"]),
        ({"game": "envoys", "seats": 2, "colour": "red"}, ["colour"]),
        ({"game": "envoys", "seats": 2, "visibility": "SECRET"}, ["visibility"]),
    ],
)
async def test_a_fault_is_named_with_its_path(client: httpx.AsyncClient, body: dict[str, Any], path: list[str]) -> None:
    found = check(await client.post("/v1/matches", json=body), 400, "INVALID_INPUT")
    assert [fault["path"] for fault in found["errors"]] == [path]


@pytest.mark.parametrize(
    "query",
    [
        "state?at=-1",
        "state?at=two",
        "state?at=null",
        "state?at=99999999999999999999",
        "state?as=seat:x",
        "state?sa=seat:0",
        "state?at=1&at=2",
        "events?limit=0",
        "events?limit=257",
        "events?after=%00",
        "legal-actions?seat=-1",
        "stream?after=x",
    ],
)
async def test_bad_query_parameters(client: httpx.AsyncClient, query: str) -> None:
    found = check(await client.get(f"/v1/matches/mt_1/{query}", headers=KEY), 400, "INVALID_INPUT")
    assert found["errors"][0]["path"][0] == "query"


@pytest.mark.parametrize(
    ("name", "value"),
    [("If-Match", "3"), ("If-Match", "W/3"), ("If-Match", "*"), ("Idempotency-Key", "x" * 129)],
)
async def test_bad_headers(client: httpx.AsyncClient, fakes: Fakes, name: str, value: str) -> None:
    response = await client.post(ACTIONS, json={"token": "tok-1"}, headers={**KEY, name: value})
    assert check(response, 400, "INVALID_INPUT")["errors"][0]["path"] == ["header", name]
    assert fakes.matches.orders == []


async def test_an_action_needs_a_key(client: httpx.AsyncClient, fakes: Fakes) -> None:
    headers = {"Authorization": "Bearer st_x"}
    response = await client.post(ACTIONS, json={"token": "tok-1"}, headers=headers)
    assert "Idempotency-Key" in check(response, 400, "INVALID_INPUT")["detail"]
    assert fakes.matches.orders == []


async def test_a_body_over_the_limit_or_of_another_kind(client: httpx.AsyncClient) -> None:
    check(await client.post("/v1/matches", content=b" " * 5000, headers=JSON), 413, "INVALID_INPUT")
    check(
        await client.post("/v1/matches", content=b"a=1", headers={"Content-Type": "text/plain"}), 415, "INVALID_INPUT"
    )


@pytest.mark.parametrize("header", ["Bearer bad", "Basic abc", "Bearer", "Bearer a b"])
async def test_a_token_that_is_no_good(client: httpx.AsyncClient, header: str) -> None:
    response = await client.get("/v1/matches/mt_1", headers={"Authorization": header})
    check(response, 401, "UNAUTHENTICATED")
    assert response.headers["www-authenticate"] == "Bearer"


async def test_what_needs_a_token_says_so_before_anything_else(client: httpx.AsyncClient) -> None:
    check(await client.post(ACTIONS, content=b"{"), 401, "UNAUTHENTICATED")
    check(await client.get("/v1/matches/mt_1/legal-actions"), 401, "UNAUTHENTICATED")


async def test_a_rule_of_the_game_is_named_and_the_way_out_too(client: httpx.AsyncClient) -> None:
    response = await client.post(ACTIONS, json={"type": "ban", "card": "fox"}, headers=KEY)
    found = check(response, 422, "ILLEGAL_ACTION")
    assert found["ruleId"] == "ENV-7"
    assert found["legalActionsUrl"] == "/v1/matches/mt_1/legal-actions"
    (fault,) = found["errors"]
    assert {name: value for name, value in fault.items() if value is not None} == {
        "message": "Once in a match.",
        "ruleId": "ENV-7",
        "path": ["card"],
    }


async def test_a_stale_version_is_told_the_current_one(client: httpx.AsyncClient) -> None:
    response = await client.post(ACTIONS, json={"type": "send"}, headers={**KEY, "If-Match": '"2"'})
    assert check(response, 409, "VERSION_CONFLICT")["details"] == {"expected": 2, "actual": 3}


async def test_an_illegal_deck_has_every_violation(client: httpx.AsyncClient) -> None:
    response = await client.post("/v1/matches/mt_1/seats", json={"deck": "short"})
    found = check(response, 422, "DECK_ILLEGAL")
    assert [fault["ruleId"] for fault in found["errors"]] == ["ENV-3", "ENV-2"]


async def test_who_asks_too_often_is_told_when_to_come_back(client: httpx.AsyncClient) -> None:
    response = await client.post(ACTIONS, json={"type": "flood"}, headers=KEY)
    check(response, 429, "RATE_LIMITED")
    assert response.headers["retry-after"] == "2"


async def test_what_nobody_foresaw_is_in_the_log_and_not_in_the_answer(client: httpx.AsyncClient) -> None:
    with capture_logs() as logs:
        response = await client.post(ACTIONS, json={"type": "boom"}, headers=KEY)
    found = check(response, 500, "INTERNAL")
    assert "secret inside" not in response.text
    [entry] = logs
    assert entry["reference"] in found["detail"]
    assert str(entry["exc_info"]) == "the secret inside"


async def test_every_type_of_a_problem_is_the_address_of_its_page(client: httpx.AsyncClient) -> None:
    for code in ErrorCode:
        page = await client.get("/problems/" + code.lower().replace("_", "-"))
        assert page.status_code == 200
        assert f"`{code}`" in page.text
        assert f'"code":"{code}"' in page.text
