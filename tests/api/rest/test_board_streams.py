"""The streams of a tournament's boards over HTTP: what stands there, what changes, the way back after a break."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from api_schema.rest.streams import STREAMS
from tests.api.rest.club import Club, club
from tests.api.rest.test_stream import read_events
from tests.api.test_asyncapi import faults
from tests.kit.waiting import PATIENCE
from tests.kit.waiting import until as holds

pytestmark = pytest.mark.anyio
NAMES = {stream.id: {message.name for message in stream.messages} for stream in STREAMS}
BOARDS = ("pairings", "standings")


@pytest.fixture
async def hall(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    async with club(tmp_path_factory.mktemp("club")) as found:
        yield found


async def cancel(hall: Club, tournament: str) -> None:
    await hall.told("POST", f"{tournament}/cancel", hall.organiser, {"reason": "Rain"})


def stream(hall: Club, path: str, **headers: str) -> Any:
    """The stream, opened."""
    return hall.http.stream(
        "GET", f"/v1{path}", headers={name.replace("_", "-"): value for name, value in headers.items()}
    )


def documented(board: str, form: str, name: str, frame: Any) -> None:
    """The frame is as the AsyncAPI document says."""
    assert faults(f"channels/{board}Stream{form}/messages/{name}/payload", frame) == []


async def until(board: str, events: AsyncIterator[dict[str, str]], name: str) -> list[tuple[int, Any]]:
    """(id, data) of the events to the first one of this name, without pulses."""
    found = []
    async with asyncio.timeout(PATIENCE):
        async for event in events:
            if event.get("event") not in {None, "heartbeat"}:
                found.append((int(event["id"]), json.loads(event["data"])))
                documented(board, "Sse", event["event"], found[-1][1])
            if event.get("event") == name:
                return found
    raise AssertionError(f"the stream ends without {name}")


async def test_tables_then_what_changes_then_the_end_and_the_way_back(hall: Club) -> None:
    tournament = await hall.running()
    async with stream(hall, f"{tournament}/pairings/stream") as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        events = read_events(response)
        ((begun, first),) = await until("pairings", events, "pairings_changed")
        assert first["pairings"] == (await hall.told("GET", f"{tournament}/pairings"))["pairings"]
        await hall.play(tournament)
        await cancel(hall, tournament)
        found = await until("pairings", events, "tournament_closed")
    known = {one["table"]: one for _, data in found[:-1] for one in data["pairings"]}
    tables = {one["table"]: one for one in (await hall.told("GET", f"{tournament}/pairings"))["pairings"]}
    assert known == tables
    assert all(number == data["version"] for number, data in found)
    version = found[-1][0]
    async with stream(hall, f"{tournament}/pairings/stream?round=1", Last_Event_ID=str(begun)) as response:
        back = await until("pairings", read_events(response), "tournament_closed")
    assert {one["table"]: one for _, data in back[:-1] for one in data["pairings"]} == tables
    assert (await hall.ask("GET", f"{tournament}/pairings/stream", Last_Event_ID=str(version))).status_code == 204
    text = (await hall.ask("GET", f"{tournament}/pairings/stream?after={version}")).text
    assert (text.count("tournament_closed"), text.count("pairings_changed")) == (1, 0)


async def test_standings_then_those_after_the_round_and_the_way_back(hall: Club) -> None:
    tournament = await hall.running()
    async with stream(hall, f"{tournament}/standings/stream?limit=3") as response:
        events = read_events(response)
        ((begun, first),) = await until("standings", events, "standings_changed")
        assert (first["afterRound"], len(first["standings"])) == (0, 3)
        await hall.play(tournament)
        ((_, over),) = await until("standings", events, "standings_changed")
        await cancel(hall, tournament)
        ((version, _),) = await until("standings", events, "tournament_closed")
    page = await hall.told("GET", f"{tournament}/standings?afterRound=1&limit=3")
    assert (over["afterRound"], over["bracket"], over["standings"]) == (1, False, page["standings"])
    async with stream(hall, f"{tournament}/standings/stream?limit=3", Last_Event_ID=str(begun)) as response:
        back = await until("standings", read_events(response), "tournament_closed")
    assert [data["standings"] for _, data in back[:-1]] == [over["standings"]]
    assert (await hall.ask("GET", f"{tournament}/standings/stream", Last_Event_ID=str(version))).status_code == 204


@pytest.mark.parametrize("board", BOARDS)
async def test_lines_of_json_without_hidden_decks(hall: Club, board: str) -> None:
    tournament = await hall.running(decks="CLOSED")
    await hall.play(tournament)
    await cancel(hall, tournament)
    text = (await hall.ask("GET", f"{tournament}/{board}/stream", Accept="application/x-ndjson")).text
    told = [json.loads(line) for line in text.splitlines() if line]
    assert [frame["type"] for frame in told] == [f"{board}_changed", "tournament_closed"]
    for frame in told:
        documented(board, "Ndjson", frame["type"], frame)
    assert "front_desk" not in text


@pytest.mark.parametrize("board", BOARDS)
async def test_what_must_be_refused_is_refused_before_the_stream(hall: Club, board: str) -> None:
    tournament = await hall.make()
    for path, headers, status in (
        (f"/tournaments/tn_nothing/{board}/stream", {}, 404),
        (f"{tournament}/pairings/stream?round=1", {}, 404),
        (f"{tournament}/{board}/stream", {"Authorization": "Bearer pl_bad"}, 401),
        (f"{tournament}/{board}/stream", {"Last-Event-ID": "three"}, 400),
        (f"{tournament}/{board}/stream?after=-1", {}, 400),
        (f"{tournament}/standings/stream?limit=257", {}, 400),
    ):
        answer = await hall.http.get(f"/v1{path}", headers=headers)
        assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")


@pytest.mark.parametrize("board", BOARDS)
async def test_every_kind_of_frame_is_sent(hall: Club, board: str) -> None:
    """The seldom ones too: silence, a reader that is ahead, a token that ends."""
    lent, token = await hall.service.app.accounts.create_for("ac_lent", "lent", ["tournament:read"])
    tournament = await hall.make()
    seen: set[str] = set()

    async def follow(after: int, **headers: str) -> None:
        async with stream(hall, f"{tournament}/{board}/stream?after={after}", **headers) as response:
            async for event in read_events(response):
                if "event" in event:
                    documented(board, "Sse", event["event"], json.loads(event["data"]))
                    seen.add(event["event"])

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as live:
        live.create_task(follow(0))
        live.create_task(follow(99))
        live.create_task(follow(0, Authorization=f"Bearer {token}"))
        await holds(lambda: seen >= {f"{board}_changed", "heartbeat", "resync_required"})
        await hall.service.app.accounts.revoke(lent)
        await holds(lambda: "problem" in seen)
        await cancel(hall, tournament)
    assert seen == NAMES[f"{board}Stream"]
