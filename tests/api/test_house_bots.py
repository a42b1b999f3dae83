"""Bots of the house over GraphQL and REST: both skins say the same."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.app import web
from service.limits import Limits
from tests.kit.chance import key
from tests.kit.served import serve, sqlite_url
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
DEALING = replace(GAME, dealt=lambda state, seat, shuffled: state.copy())
JOIN = """mutation($input: JoinMatchInput!) { joinMatch(input: $input) { seat seatToken
  match { seats { bot houseBot player } } userErrors { code path message } } }"""
GAMES = "{ games { slug bots } }"


@pytest.fixture
async def http(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service with a game that has every bot, with the token of an account."""
    served = await serve(sqlite_url(tmp_path), {GAME.slug: DEALING}, limits=Limits(house_bots=2))
    async with served.app:
        _, token = await served.account()
        headers = {"Authorization": f"Bearer {token}"}
        transport = httpx.ASGITransport(web(served.app))
        async with httpx.AsyncClient(transport=transport, base_url="http://test", headers=headers) as client:
            yield client


async def opened(http: httpx.AsyncClient, seats: int = 3) -> str:
    made = await http.post("/v1/matches", json={"game": GAME.slug, "seats": seats})
    return str(made.json()["match"]["id"])


async def give(http: httpx.AsyncClient, match: str, bot: str, **order: Any) -> Any:
    """Over GraphQL."""
    given = {"idempotencyKey": key(), "matchId": match, "houseBot": bot, **order}
    answer = (await http.post("/graphql", json={"query": JOIN, "variables": {"input": given}})).json()
    assert "errors" not in answer, answer
    return answer["data"]["joinMatch"]


async def test_a_seat_is_given_over_both(http: httpx.AsyncClient) -> None:
    match = await opened(http)
    told = await give(http, match, "GREEDY")
    assert (told["seat"], told["seatToken"], told["userErrors"]) == (0, None, [])
    assert told["match"]["seats"][0] == {"bot": True, "houseBot": "GREEDY", "player": "house:greedy"}
    answer = await http.post(f"/v1/matches/{match}/seats", json={"bot": "searching", "deck": "owl"})
    assert (answer.status_code, answer.json()["seat"], answer.json()["seatToken"]) == (201, 1, "")
    bots = [(seat["bot"], seat.get("houseBot")) for seat in answer.json()["match"]["seats"]]
    assert bots == [(True, "greedy"), (True, "searching"), (False, None)]


async def test_a_refusal_names_the_number_and_the_place_over_both(http: httpx.AsyncClient) -> None:
    match, other = await opened(http), await opened(http)
    for _ in range(2):
        await give(http, match, "RANDOM")
    (fault,) = (await give(http, other, "RANDOM"))["userErrors"]
    problem = (await http.post(f"/v1/matches/{other}/seats", json={"bot": "random"})).json()
    assert (fault["code"], fault["path"]) == ("FORBIDDEN", ["houseBot"])
    assert (problem["code"], problem["detail"]) == ("FORBIDDEN", fault["message"])
    assert "at most 2 seats" in fault["message"]


async def test_what_is_no_bot_is_refused(http: httpx.AsyncClient) -> None:
    answer = await http.post(f"/v1/matches/{await opened(http)}/seats", json={"bot": "cheating"})
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_INPUT")


async def test_a_program_of_ones_own_says_so_as_before(http: httpx.AsyncClient) -> None:
    answer = await http.post(f"/v1/matches/{await opened(http)}/seats", json={"bot": True, "deck": "owl"})
    assert answer.json()["seatToken"].startswith("st_")
    assert answer.json()["match"]["seats"][0]["bot"]
    assert answer.json()["match"]["seats"][0].get("houseBot") is None


async def test_a_game_tells_its_bots_over_both(http: httpx.AsyncClient) -> None:
    told = (await http.post("/graphql", json={"query": GAMES})).json()["data"]["games"]
    rest = (await http.get("/v1/games")).json()["games"]
    assert [game["bots"] for game in rest if game["slug"] == GAME.slug] == [["random", "greedy", "searching"]]
    assert [[bot.lower() for bot in game["bots"]] for game in told] == [game["bots"] for game in rest]
