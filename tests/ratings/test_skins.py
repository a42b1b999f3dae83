"""Ratings over REST and GraphQL: the same numbers to everybody, without a token."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.app import web
from service.history.verify.ratings import verify_ratings
from tests.kit.rated import Tournament
from tests.kit.served import Served
from tests.ratings.given import board, file_of, rate, written
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
BOARD = f"/v1/leaderboards/{GAME.slug}"
FOUR = ("ana", "ben", "cem", "dea")
ASKED = """query ($game: String!, $after: String) {
  leaderboard(game: $game, first: 3, after: $after) {
    model ratingsUrl ladder { id season version headHash players games tournaments ratedAt } seasons { season }
    nodes { rank player name rating mu sigma ordinal games wins ratedAt }
    pageInfo { hasNextPage endCursor }
  }
  ratingHistory(game: $game, player: "ld_ana", first: 2) {
    ladder { version } player { rank mu }
    nodes { version at tournamentId round table game matchId place of
      before { mu sigma ordinal games } after { mu sigma ordinal games } }
    pageInfo { hasNextPage endCursor }
  }
}"""


@pytest.fixture
async def http(served: Served) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service with two seasons."""
    await Tournament(served.app.store, "old", season="2025 autumn/1").held(*FOUR)
    await Tournament(served.app.store, "new").held(*FOUR)
    await rate(served)
    transport = httpx.ASGITransport(web(served.app))
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
        yield client


async def asked(http: httpx.AsyncClient, after: str | None = None) -> Any:
    sent = {"query": ASKED, "variables": {"game": GAME.slug, "after": after}}
    answer = (await http.post("/graphql", json=sent)).json()
    assert "errors" not in answer, answer
    return answer["data"]


async def test_both_skins_say_the_same(http: httpx.AsyncClient) -> None:
    told = (await http.get(BOARD, params={"limit": 3})).json()
    found = (await asked(http))["leaderboard"]
    assert found["nodes"] == told["rows"]
    assert found["ladder"] == told["ladder"]
    assert found["pageInfo"] == {"hasNextPage": told["hasNext"], "endCursor": told["endCursor"]}
    rest = (await http.get(BOARD, params={"limit": 3, "after": told["endCursor"]})).json()
    assert (await asked(http, told["endCursor"]))["leaderboard"]["nodes"] == rest["rows"]
    assert [row["rank"] for row in (*told["rows"], *rest["rows"])] == [1, 2, 3, 4]


async def test_seasons_and_the_board_of_one(http: httpx.AsyncClient) -> None:
    told = (await http.get(f"{BOARD}/seasons")).json()
    names = [one["season"] for one in told["seasons"]]
    assert names == ["2026", "2025 autumn/1"]
    assert [one["season"] for one in (await asked(http))["leaderboard"]["seasons"]] == names
    older = (await http.get(BOARD, params={"season": "2025 autumn/1"})).json()
    assert older["ladder"]["season"] == "2025 autumn/1"
    assert (await http.get(BOARD, params={"season": "1999"})).status_code == 404
    assert (await http.get("/v1/leaderboards/nothing")).status_code == 404


async def test_a_history_over_both(http: httpx.AsyncClient) -> None:
    told = (await http.get(f"{BOARD}/players/ld_ana", params={"limit": 2})).json()
    found = (await asked(http))["ratingHistory"]
    assert found["nodes"] == told["changes"]
    assert found["player"] == {"rank": told["player"]["rank"], "mu": told["player"]["mu"]}
    assert (await http.get(f"{BOARD}/players/ld_zoe")).status_code == 404


async def test_the_file_is_an_attachment_that_verifies(served: Served, http: httpx.AsyncClient, tmp_path: Path) -> None:
    url = (await asked(http))["leaderboard"]["ratingsUrl"]
    assert url == f"{BOARD}/ratings.ndjson?season=2026"
    answer = await http.get(url)
    ladder = (await board(served.app)).ladder
    assert ladder is not None
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert answer.headers["content-disposition"] == f'attachment; filename="{ladder.id}.ratings.ndjson"'
    assert answer.headers["playledger-version"] == str(ladder.version)
    assert answer.content == await file_of(served.app)
    report = verify_ratings(written(tmp_path / "file", answer.content))
    assert report is not None
    assert report.ok
    again = await http.get(url, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    head = await http.head(url)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == answer.headers["etag"].removeprefix("W/")
    older = await http.get(f"{BOARD}/ratings.ndjson", params={"season": "2025 autumn/1"})
    assert older.headers["etag"] != answer.headers["etag"]


async def test_where_nothing_was_rated_there_is_a_board_and_no_file(http: httpx.AsyncClient) -> None:
    empty = (await http.get("/v1/leaderboards/c4")).json()
    assert (empty["ladder"], empty["rows"]) == (None, [])
    assert (await http.get("/v1/leaderboards/c4/ratings.ndjson")).status_code == 404
    sent = {"query": '{ leaderboard(game: "c4", first: 1) { ratingsUrl ladder { id } nodes { rank } } }'}
    told = (await http.post("/graphql", json=sent)).json()["data"]["leaderboard"]
    assert told == {"ratingsUrl": None, "ladder": None, "nodes": []}
