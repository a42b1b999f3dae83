"""Whole matches over REST against the real service, and what a stranger may do wrong in one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import httpx
import pytest

from api_schema.rest.app import build_app
from tests.api.rest.server import serving
from tests.kit.served import serve, sqlite_url
from tests.kit.waiting import PATIENCE, until
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
_KEYS = count(1)


@dataclass
class Player:
    """A client of the API; with a seat token it plays that seat."""

    http: httpx.AsyncClient
    match: str = ""
    token: str = ""

    def headers(self, **more: str) -> dict[str, str]:
        key = {"Idempotency-Key": f"a-key-nobody-guesses-{next(_KEYS)}"}
        return {**key, **({"Authorization": f"Bearer {self.token}"} if self.token else {}), **more}

    async def get(self, path: str, **more: str) -> httpx.Response:
        return await self.http.get(f"/v1/matches/{self.match}{path}", headers=self.headers(**more))

    async def act(self, body: Any, **more: str) -> httpx.Response:
        return await self.http.post(f"/v1/matches/{self.match}/actions", json=body, headers=self.headers(**more))

    async def first_token(self) -> str | None:
        """The token of the first enumerated answer, None if nothing is asked."""
        legal = (await self.get("/legal-actions")).json()
        return next((action["token"] for prompt in legal["prompts"] for action in prompt["actions"]), None)

    async def version(self) -> int:
        found: int = (await self.get("")).json()["version"]
        return found


@pytest.fixture(scope="module")
async def http(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[httpx.AsyncClient]:
    """The real service with Envoys behind a real server; every test makes matches of its own."""
    service = await serve(sqlite_url(tmp_path_factory.mktemp("rest")))
    app = build_app(service.app.use_cases)
    async with service.app, serving(app) as address, httpx.AsyncClient(base_url=address, timeout=PATIENCE) as found:
        yield found


async def open_match(http: httpx.AsyncClient, **order: Any) -> str:
    """The ID of a new match of Envoys."""
    body = {"game": GAME.slug, "seats": 2, **order}
    made = await http.post("/v1/matches", json=body, headers=Player(http).headers())
    assert made.status_code == 201, made.text
    match: str = made.json()["match"]["id"]
    assert made.headers["location"] == f"/v1/matches/{match}"
    return match


async def sit(http: httpx.AsyncClient, match: str, deck: str = "fox") -> Player:
    """A guest who took a seat."""
    path = f"/v1/matches/{match}/seats"
    joined = await http.post(path, json={"deck": deck}, headers=Player(http).headers())
    assert joined.status_code == 201, joined.text
    return Player(http, match, joined.json()["seatToken"])


@pytest.fixture
async def players(http: httpx.AsyncClient) -> list[Player]:
    """Two guests in a match that has begun."""
    match = await open_match(http)
    return [await sit(http, match), await sit(http, match, "owl")]


async def play_out(players: list[Player]) -> None:
    """Everybody takes the first legal answer until the match is over."""
    while (await players[0].get("")).json()["status"] == "RUNNING":
        for player in players:
            token = await player.first_token()
            if token is not None:
                done = await player.act({"token": token})
                assert done.status_code in {200, 409}, done.text


async def refused(player: Player, answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The problem, after seeing that it is one."""
    assert answer.headers["content-type"] == "application/problem+json"
    found: dict[str, Any] = answer.json()
    assert (answer.status_code, found["code"]) == (status, code), answer.text
    return found


async def test_a_whole_match_is_played_read_and_watched(players: list[Player]) -> None:
    watcher = Player(players[0].http, players[0].match)
    watching = asyncio.create_task(watcher.get("/stream", Accept="application/x-ndjson"))
    await play_out(players)
    match = (await watcher.get("")).json()
    assert match["status"] == "FINISHED"
    assert match["result"]["placings"]

    page = (await watcher.get("/events")).json()
    versions = [event["version"] for event in page["events"]]
    assert versions == list(range(1, match["version"] + 1))
    assert page["complete"] is True

    lines = [json.loads(line) for line in (await watching).text.splitlines() if line]
    streamed = [event for line in lines if line["type"] == "events_appended" for event in line["data"]["events"]]
    assert [event["hash"] for event in streamed] == [event["hash"] for event in page["events"]]
    assert (lines[-1]["type"], lines[-1]["version"]) == ("match_closed", match["version"])

    by_version = {line["version"]: line["data"] for line in lines if line["type"] == "events_appended"}
    for version, told in by_version.items():
        state = await watcher.get(f"/state?at={version}&as=spectator")
        assert state.json()["hash"] == told["stateHash"]
        assert state.headers["cache-control"].endswith("max-age=300")


async def test_a_stream_resumes_where_it_broke(players: list[Player]) -> None:
    first = players[0]
    await play_out(players)
    end = await first.version()
    whole = (await first.get("/stream?after=0")).text
    rest = (await first.get("/stream?after=0", **{"Last-Event-ID": str(end - 3)})).text
    assert f"id: {end}\nevent: match_closed" in whole
    told = [json.loads(line[6:]) for line in rest.splitlines() if line.startswith("data: ")]
    assert [event["version"] for part in told for event in part.get("events", [])] == [end - 2, end - 1, end]
    assert (await first.get("/stream", **{"Last-Event-ID": str(end)})).status_code == 204


async def test_a_retry_gives_the_first_result(players: list[Player]) -> None:
    tokens = [(player, await player.first_token()) for player in players]
    player, token = next(asked for asked in tokens if asked[1])
    key = {"Idempotency-Key": "the-very-same-key"}
    first, again = await player.act({"token": token}, **key), await player.act({"token": token}, **key)
    assert (first.status_code, again.status_code) == (200, 200)
    assert (first.json()["replayed"], again.json()["replayed"]) == (False, True)
    assert first.json()["events"] == again.json()["events"]
    version = await player.version()
    reused = await player.act({"type": "concede"}, **key)
    assert (await refused(player, reused, 422, "KEY_REUSED"))["details"]["firstUsedAt"]
    assert await player.version() == version


PREFERRED = [
    ("return=minimal", 204),
    ('respond-async, Return="minimal"; x=1, return=representation', 204),
    ("return=representation, return=minimal", 200),
    ("minimal", 200),
    ("return", 200),
]


@pytest.mark.parametrize(("preference", "status"), PREFERRED)
async def test_a_client_may_prefer_an_answer_without_a_body(
    players: list[Player], preference: str, status: int
) -> None:
    tokens = [(player, await player.first_token()) for player in players]
    player, token = next(asked for asked in tokens if asked[1])
    key = {"Idempotency-Key": "the-very-same-key"}
    least = await player.act({"token": token}, **key, Prefer=preference)
    whole = (await player.act({"token": token}, **key)).json()
    assert least.status_code == status
    assert least.headers["playledger-version"] == str(whole["version"])
    if status == 204:
        assert least.content == b""
        assert least.headers["playledger-head-hash"] == whole["headHash"]
        assert least.headers["preference-applied"] == "return=minimal"
    else:
        assert least.json() == {**whole, "replayed": False}
        assert "preference-applied" not in least.headers


async def test_a_retried_join_gives_the_same_token(http: httpx.AsyncClient) -> None:
    match = await open_match(http)
    key = {"Idempotency-Key": "my-own-key-for-this-seat"}
    path, body = f"/v1/matches/{match}/seats", {"deck": "fox"}
    one, two = [(await http.post(path, json=body, headers=key)).json() for _ in range(2)]
    assert one["seatToken"] == two["seatToken"]
    assert (one["replayed"], two["replayed"]) == (False, True)


async def test_a_seat_left_is_free_and_its_token_dead(http: httpx.AsyncClient) -> None:
    guest = await sit(http, await open_match(http))
    left = await http.delete(f"/v1/matches/{guest.match}/seats/0", headers=guest.headers())
    assert left.json()["seats"][0]["taken"] is False
    await refused(guest, await guest.get("/state"), 401, "UNAUTHENTICATED")


@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        ({"type": "send", "card": "dragon"}, {}, 428, "GUARD_REQUIRED"),
        ({"type": "dance"}, {"If-Match": "now"}, 400, "INVALID_INPUT"),
        ({"type": "send"}, {"If-Match": "now"}, 400, "INVALID_INPUT"),
        ({"type": "send", "card": 7}, {"If-Match": "now"}, 400, "INVALID_INPUT"),
        ({"type": "send", "card": "fox", "colour": "red"}, {"If-Match": "now"}, 400, "INVALID_INPUT"),
        ({"type": "send", "card": "dragon"}, {"If-Match": '"1"'}, 409, "VERSION_CONFLICT"),
        ({"token": "made up"}, {}, 400, "INVALID_INPUT"),
        ({"type": "send", "card": "fox", "seat": 1}, {"If-Match": "now"}, 403, "NOT_YOUR_SEAT"),
    ],
)
async def test_what_a_stranger_sends_is_refused_and_appends_nothing(
    players: list[Player], body: dict[str, Any], headers: dict[str, str], status: int, code: str
) -> None:
    player = players[0]
    version = await player.version()
    guard = {name: f'"{version}"' if value == "now" else value for name, value in headers.items()}
    await refused(player, await player.act(body, **guard), status, code)
    assert await player.version() == version


async def test_an_illegal_action_names_its_rule_and_the_way_out(players: list[Player]) -> None:
    for player in players:
        legal = (await player.get("/legal-actions")).json()
        for options in legal["prompts"]:
            prompt, chosen = options["prompt"], {"ban": "ban", "send": "send"}.get(options["prompt"]["kind"])
            if chosen is None:
                continue
            body = {
                "type": chosen,
                "card": "dragon",
                "promptId": prompt["id"],
                "revision": prompt["revision"],
                "seat": prompt["seat"],
            }
            found = await refused(player, await player.act(body), 422, "ILLEGAL_ACTION")
            assert found["ruleId"].startswith("TOY-")
            assert found["legalActionsUrl"] == f"/v1/matches/{player.match}/legal-actions"
            return
    pytest.fail("nobody was asked anything")


async def test_the_token_of_another_seat_opens_nothing(players: list[Player]) -> None:
    mine, other = players
    await refused(mine, await mine.get("/state?as=seat:1"), 403, "NOT_YOUR_SEAT")
    await refused(mine, await mine.get("/events?as=seat:1"), 403, "NOT_YOUR_SEAT")
    await refused(mine, await mine.get("/stream?as=seat:1"), 403, "NOT_YOUR_SEAT")
    await refused(mine, await mine.get("/legal-actions?seat=1"), 403, "NOT_YOUR_SEAT")
    await refused(mine, await mine.get("/state?as=full"), 403, "FORBIDDEN")
    for player in (other, mine):
        token = await player.first_token()
        if token is not None:
            thief, version = mine if player is other else other, await mine.version()
            found = await refused(thief, await thief.act({"token": token}), 409, "PROMPT_CLOSED")
            assert found["details"]["legal"]["seat"] == players.index(thief)
            assert await mine.version() == version


async def test_a_loadout_that_is_no_good_takes_no_seat(http: httpx.AsyncClient) -> None:
    match = await open_match(http)
    guest = Player(http, match)
    path = f"/v1/matches/{match}/seats"
    answer = await http.post(path, json={"loadout": {"charm": "cow"}}, headers=guest.headers())
    found = await refused(guest, answer, 422, "DECK_ILLEGAL")
    assert [fault["ruleId"] for fault in found["errors"]] == ["TOY-103"]
    report = await http.post("/v1/loadouts/validate", json={"game": GAME.slug, "seats": 2, "loadout": {"charm": "cow"}})
    assert (report.status_code, report.json()["legal"]) == (200, False)
    assert await guest.version() == 1


async def test_a_deck_is_checked_for_a_seat_before_there_is_a_match(http: httpx.AsyncClient) -> None:
    async def checked(**asked: object) -> httpx.Response:
        return await http.post("/v1/loadouts/validate", json={"game": "capcom_crossovers", "seats": 2, **asked})

    assert (await checked(deck="ryu", seat=1)).json() == {"legal": True, "violations": []}
    for asked, where in (
        ({"deck": "hollow_titan"}, ["deck"]),
        ({"deck": "no_such_deck"}, ["deck"]),
        ({"deck": "ryu", "seat": 2}, ["seat"]),
        ({"deck": "ryu", "loadout": {}}, ["loadout"]),
        ({}, ["loadout"]),
    ):
        refused = await checked(**asked)
        assert refused.status_code == 400, f"{asked} was not refused, but answered {refused.text}"
        assert refused.json()["code"] == "INVALID_INPUT"
        assert refused.json()["errors"][0]["path"] == where


async def test_past_and_future_versions(players: list[Player]) -> None:
    first = players[0]
    assert (await first.get("/state?at=1&as=spectator")).json()["view"] is None
    await refused(first, await first.get("/state?at=999999"), 404, "NOT_FOUND")
    now = await first.get("/state")
    seen = {"If-None-Match": now.headers["etag"]}
    assert (await first.get("/state", **seen)).status_code == 304
    await first.act({"type": "concede"})
    assert (await first.get("/state", **seen)).status_code == 200


async def test_what_is_over_stays_over(players: list[Player]) -> None:
    await players[0].act({"type": "concede"})
    assert (await players[0].get("")).json()["status"] == "FINISHED"
    await refused(players[1], await players[1].act({"type": "concede"}), 409, "MATCH_OVER")
    late = await players[0].http.post(
        f"/v1/matches/{players[0].match}/seats", json={"deck": "fox"}, headers=Player(players[0].http).headers()
    )
    assert late.status_code == 409


async def newest(http: httpx.AsyncClient, match: str) -> dict[str, Any]:
    """The first page of open matches, once the list has caught up with this match."""
    page: dict[str, Any] = {}

    async def listed() -> bool:
        page.update((await http.get("/v1/matches", params={"limit": 2, "status": "OPEN"})).json())
        return match in {found["id"] for found in page["matches"]}

    await until(listed, "the list has never caught up")
    return page


async def test_matches_are_listed_newest_first(http: httpx.AsyncClient) -> None:
    made = [await open_match(http) for _ in range(3)]
    first = await newest(http, made[2])
    rest = (await http.get("/v1/matches", params={"after": first["endCursor"], "status": "OPEN"})).json()
    found = [match["id"] for match in [*first["matches"], *rest["matches"]]]
    assert found[:3] == made[::-1]
    assert len(found) == len(set(found))
    await refused(Player(http), await http.get("/v1/matches?after=made-up"), 400, "INVALID_INPUT")
    await refused(Player(http, "mt_nothing"), await Player(http, "mt_nothing").get(""), 404, "NOT_FOUND")
