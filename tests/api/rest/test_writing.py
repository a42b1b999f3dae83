"""Writes: what reaches the use cases, and what comes back."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.api.rest.fake import AGAIN, Fakes

pytestmark = pytest.mark.anyio
KEY = {"Idempotency-Key": "an-intent-of-mine-1", "Authorization": "Bearer st_x"}
ACTIONS = "/v1/matches/mt_1/actions"


async def test_a_match_is_created_with_its_place_and_never_stored(client: httpx.AsyncClient) -> None:
    made = await client.post("/v1/matches", json={"game": "envoys", "seats": 2}, headers={"Idempotency-Key": AGAIN})
    assert made.status_code == 201
    assert made.headers["location"] == "/v1/matches/mt_1"
    assert made.headers["cache-control"] == "no-store, no-transform"
    assert made.json()["invite"] == "invite-code"
    assert made.json()["replayed"] is True


async def test_a_seat_is_taken_and_left(client: httpx.AsyncClient) -> None:
    joined = await client.post("/v1/matches/mt_1/seats", json={"seat": 1, "loadout": {"charm": "fox"}})
    assert (joined.status_code, joined.json()["seatToken"], joined.json()["seat"]) == (201, "st_secret", 1)
    left = await client.delete("/v1/matches/mt_1/seats/1", headers=KEY)
    assert (left.status_code, left.json()["id"]) == (200, "mt_1")


async def test_an_illegal_loadout_is_an_answer(client: httpx.AsyncClient) -> None:
    report = await client.post(
        "/v1/loadouts/validate", json={"game": "envoys", "seats": 2, "loadout": {"charm": "cow"}}
    )
    assert report.status_code == 200
    assert report.json()["violations"] == [{"ruleId": "ENV-2", "message": "There is no such charm.", "path": ["charm"]}]


@pytest.mark.parametrize(
    ("body", "headers", "expected"),
    [
        ({"token": "tok-1"}, {}, {"token": "tok-1"}),
        ({"token": "tok-1", "seat": 1}, {}, {"token": "tok-1", "seat": 1}),
        (
            {"type": "send", "card": "fox", "promptId": "p1", "revision": 2, "seat": 1},
            {},
            {"action": {"type": "send", "card": "fox"}, "prompt_id": "p1", "revision": 2, "seat": 1},
        ),
        ({"type": "concede"}, {}, {"action": {"type": "concede"}}),
        ({"type": "pay", "tokens": {"red": 2.0}}, {}, {"action": {"type": "pay", "tokens": {"red": 2}}}),
        (
            {"type": "send", "card": "fox"},
            {"If-Match": '"3"'},
            {"action": {"type": "send", "card": "fox"}, "expected_version": 3},
        ),
        (
            {"type": "send", "card": "fox"},
            {"If-Match": '"3-seat:0"'},
            {"action": {"type": "send", "card": "fox"}, "expected_version": 3},
        ),
    ],
)
async def test_an_action_reaches_the_use_case_as_it_was_meant(
    client: httpx.AsyncClient, fakes: Fakes, body: dict[str, Any], headers: dict[str, str], expected: dict[str, Any]
) -> None:
    done = await client.post(ACTIONS, json=body, headers={**KEY, **headers})
    assert done.status_code == 200
    assert done.headers["playledger-version"] == str(done.json()["version"])
    [order] = fakes.matches.orders
    assert order.idempotency_key == "an-intent-of-mine-1"
    assert {name: getattr(order, name) for name in expected} == expected
    assert repr(order).count("2.0") == 0


async def test_tokens_are_shown_once_and_revoked(client: httpx.AsyncClient) -> None:
    made = await client.post("/v1/tokens", json={"name": "mine", "scopes": ["match:play"]}, headers=KEY)
    assert (made.status_code, made.json()["id"], made.json()["token"]) == (201, "tk_1", "pl_secret")
    (listed,) = (await client.get("/v1/tokens", headers=KEY)).json()["tokens"]
    assert (listed["id"], "token" in listed) == ("tk_1", False)
    assert made.headers["cache-control"] == "no-store, no-transform"
    assert (await client.delete("/v1/tokens/tk_1", headers=KEY)).status_code == 204
