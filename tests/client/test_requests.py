"""A request is sent until somebody has answered, under one key; a refusal is an exception that says what is wrong."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest

from playledger_client import (
    Client,
    Illegal,
    NotAllowed,
    NotFound,
    Overtaken,
    RateLimited,
    Refused,
    Unavailable,
    Unreachable,
)
from playledger_client.connection import WAITS
from playledger_client.models import CreateMatch, JoinMatch
from tests.client.scripted import HERE, MATCH, THERE, Answer, Scripted, lost, refusal, said

pytestmark = pytest.mark.anyio
ORDER = CreateMatch(game="c4", seats=2)


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that a client would have waited."""
    found: list[float] = []

    async def sleep(seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return found


FAILURES = [lost, lambda: refusal("UNAVAILABLE", 503), lambda: httpx.Response(502, text="<p>")]


@pytest.mark.parametrize("failure", FAILURES, ids=["nobody", "unavailable", "proxy"])
async def test_a_request_goes_out_four_times_at_one_server_after_the_other_under_one_key(
    failure: Any, slept: list[float]
) -> None:
    service = Scripted(failure(), failure(), failure(), refusal("FORBIDDEN", 403))
    async with service.client(waits=WAITS) as client:
        with pytest.raises(NotAllowed):
            await client.create_match(ORDER)
    assert slept == [1.0, 2.0, 4.0]
    assert len({request.headers["Idempotency-Key"] for request in service.asked}) == 1
    assert [f"http://{request.url.host}" for request in service.asked] == [HERE, THERE, HERE, THERE]
    assert {json.dumps(json.loads(request.content)) for request in service.asked} == {'{"game": "c4", "seats": 2}'}


async def test_two_intents_have_two_keys_and_a_given_key_is_kept() -> None:
    service = Scripted(*[refusal("FORBIDDEN", 403) for _ in range(3)])
    async with service.client() as client:
        for key in (None, None, "mine"):
            with pytest.raises(Refused):
                await client.create_match(ORDER, key=key)
    first, second, third = [request.headers["Idempotency-Key"] for request in service.asked]
    assert len({first, second, third}) == 3
    assert third == "mine"
    assert len(first) >= 16


async def test_a_budget_that_is_empty_is_waited_for_as_long_as_the_service_says(slept: list[float]) -> None:
    service = Scripted(refusal("RATE_LIMITED", 429, "7"), said({"seats": []}))
    async with service.client(waits=(1.0,)) as client:
        assert await client.inbox.seats_to_act() == []
    assert slept == [7.0]


async def test_nobody_waits_for_an_hour(slept: list[float]) -> None:
    service = Scripted(refusal("RATE_LIMITED", 429, "3600"))
    async with service.client() as client:
        with pytest.raises(RateLimited) as refused:
            await client.decks("c4")
    assert (refused.value.retry_after, slept) == (3600.0, [])


@pytest.mark.parametrize(
    ("answers", "kind"),
    [([lost()] * 3, Unreachable), ([refusal("UNAVAILABLE", 503) for _ in range(3)], Unavailable)],
)
async def test_there_is_an_end_to_it(answers: list[Answer], kind: type[Exception]) -> None:
    service = Scripted(*answers)
    async with service.client(waits=(0.0, 0.0)) as client:
        with pytest.raises(kind):
            await client.decks("c4")
    assert service.left == 0


async def test_a_change_without_a_key_is_not_repeated() -> None:
    service = Scripted(lost())
    async with service.client() as client:
        with pytest.raises(Unreachable):
            await client.connection.send("POST", "/v1/webhooks", body={})
    assert service.left == 0


@pytest.mark.parametrize(
    ("code", "status", "kind"),
    [
        ("PROMPT_CLOSED", 409, Overtaken),
        ("MATCH_OVER", 409, Overtaken),
        ("ILLEGAL_ACTION", 422, Illegal),
        ("NOT_FOUND", 404, NotFound),
        ("UNAUTHENTICATED", 401, NotAllowed),
        ("A_CODE_TO_COME", 418, Refused),
    ],
)
async def test_a_refusal_is_an_exception_of_its_kind(code: str, status: int, kind: type[Refused]) -> None:
    async with Scripted(refusal(code, status)).client() as client:
        with pytest.raises(Refused) as refused:
            await client.match("mt_1").info()
    assert (type(refused.value), refused.value.code) == (kind, code)


async def test_a_refusal_tells_rule_faults_and_what_is_legal() -> None:
    fault = {"message": "too many", "path": ["loadout", "cards"], "ruleId": "C4-201"}
    more: dict[str, Any] = {"ruleId": "C4-304", "legalActionsUrl": "/v1/matches/mt_1/legal-actions", "errors": [fault]}
    async with Scripted(refusal("ILLEGAL_ACTION", 422, **more)).client() as client:
        with pytest.raises(Illegal) as refused:
            await client.match("mt_1").concede()
    error = refused.value
    assert (error.rule_id, error.legal_actions_url) == ("C4-304", more["legalActionsUrl"])
    assert [(one.path, one.rule_id) for one in error.faults] == [(["loadout", "cards"], "C4-201")]
    assert str(error) == "ILLEGAL_ACTION (C4-304): why\n  loadout.cards: too many"


async def test_a_page_of_a_proxy_is_a_refusal_too() -> None:
    async with Scripted(httpx.Response(413, text="<h1>Too large</h1>")).client() as client:
        with pytest.raises(Refused) as refused:
            await client.decks("c4")
    assert (refused.value.code, refused.value.problem.detail) == ("HTTP_413", "<h1>Too large</h1>")


async def test_each_seat_speaks_with_its_own_token() -> None:
    match = {"match": MATCH, "seat": 1, "seatToken": "st_1", "replayed": False}
    service = Scripted(said(match, 201), refusal("MATCH_OVER", 409), refusal("NOT_FOUND", 404))
    async with service.client("pl_mine") as client:
        seat = await client.match("mt_1").join(JoinMatch(deck="one"))
        assert (seat.seat, seat.token) == (1, "st_1")
        for handle in (seat, client.match("mt_1")):
            with pytest.raises(Refused):
                await handle.info()
    assert [request.headers["Authorization"] for request in service.asked] == [
        "Bearer pl_mine", "Bearer st_1", "Bearer pl_mine"
    ]  # fmt: skip


def test_an_address_is_needed() -> None:
    with pytest.raises(ValueError, match="address"):
        Client([])
