"""The live stream of a tournament: what was missed, what happens, its pulse, its end, and both its forms."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from itertools import pairwise
from typing import Any

import pytest

from api_schema.rest.streams import STREAMS
from tests.api.rest.club import DECK, Club, club
from tests.api.rest.test_stream import read_events
from tests.api.test_asyncapi import faults
from tests.kit.waiting import PATIENCE
from tests.kit.waiting import until as holds

pytestmark = pytest.mark.anyio
NDJSON = {"Accept": "application/x-ndjson"}
NAMES = {message.name for stream in STREAMS if stream.id == "tournamentStream" for message in stream.messages}


@pytest.fixture
async def hall(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    async with club(tmp_path_factory.mktemp("club")) as found:
        yield found


async def cancel(hall: Club, tournament: str) -> None:
    await hall.told("POST", f"{tournament}/cancel", hall.organiser, {"reason": "Rain"})


def stream(hall: Club, tournament: str, token: str | None = None, **headers: str) -> Any:
    """The stream, opened."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if token is not None:
        sent["Authorization"] = f"Bearer {token}"
    return hall.http.stream("GET", f"/v1{tournament}/stream", headers=sent)


def documented(form: str, name: str, frame: Any) -> None:
    """The frame is as the AsyncAPI document says, and each of its events as that of its type."""
    assert faults(f"channels/tournamentStream{form}/messages/{name}/payload", frame) == []


async def until(events: AsyncIterator[dict[str, str]], name: str) -> list[dict[str, str]]:
    """The events to the first one of this name, without pulses."""
    found = []
    async with asyncio.timeout(PATIENCE):
        async for event in events:
            if event.get("event") not in {None, "heartbeat"}:
                found.append(event)
                documented("Sse", event["event"], json.loads(event["data"]))
            if event.get("event") == name:
                return found
    raise AssertionError(f"the stream ends without {name}")


def versions(events: list[dict[str, str]]) -> list[int]:
    """The versions of all events that were told."""
    told = [json.loads(event["data"]) for event in events if event["event"] == "tournament_changed"]
    return [one["version"] for frame in told for one in frame["events"]]


async def test_what_was_missed_then_what_happens_then_the_end(hall: Club) -> None:
    tournament = await hall.make()
    async with stream(hall, tournament) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["cache-control"] == "no-store, no-transform"
        events = read_events(response)
        first = await until(events, "tournament_changed")
        await hall.enter(tournament)
        await hall.start(tournament, 1)
        await hall.play(tournament)
        await cancel(hall, tournament)
        found = [*first, *await until(events, "tournament_closed")]
        assert [event async for event in events] == []
    over = await hall.told("GET", tournament)
    assert versions(found) == list(range(1, over["version"] + 1))
    last, closed = json.loads(found[-2]["data"]), json.loads(found[-1]["data"])
    assert (last["headHash"], last["status"], last["round"]) == (over["headHash"], "CANCELLED", 1)
    assert (closed, found[-1]["id"]) == ({"version": over["version"], "status": "CANCELLED"}, str(over["version"]))


async def test_a_broken_stream_goes_on_after_the_last_event(hall: Club) -> None:
    tournament = await hall.make()
    async with stream(hall, tournament) as response:
        (seen,) = await until(read_events(response), "tournament_changed")
    await hall.enter(tournament)
    await cancel(hall, tournament)
    async with stream(hall, tournament, Last_Event_ID=seen["id"]) as response:
        rest = await until(read_events(response), "tournament_closed")
    version = (await hall.told("GET", tournament))["version"]
    assert versions(rest) == list(range(2, version + 1))
    again = await hall.ask("GET", f"{tournament}/stream", Last_Event_ID=str(version))
    assert again.status_code == 204
    assert (await hall.ask("GET", f"{tournament}/stream?after={version}")).text.count("tournament_closed") == 1
    head = await hall.ask("HEAD", f"{tournament}/stream")
    assert (head.status_code, head.headers["cache-control"]) == (200, "no-store, no-transform")


async def test_lines_of_json_with_blank_ones_while_nothing_happens(hall: Club) -> None:
    tournament = await hall.make()
    lines: list[str] = []
    async with stream(hall, tournament, **NDJSON) as response:
        async for line in response.aiter_lines():
            if not line and "" not in lines:
                await cancel(hall, tournament)
            lines.append(line)
    told = [json.loads(line) for line in lines if line]
    assert [frame["type"] for frame in told] == ["tournament_changed", "tournament_changed", "tournament_closed"]
    assert all(before["version"] <= after["version"] for before, after in pairwise(told))
    for frame in told:
        documented("Ndjson", frame["type"], frame)


async def test_a_quiet_stream_has_a_pulse_and_one_that_is_ahead_is_told(hall: Club) -> None:
    tournament = await hall.make()
    async with stream(hall, tournament) as response:
        events = read_events(response)
        await until(events, "tournament_changed")
        beat = await anext(event async for event in events if "event" in event or "" in event)
        assert beat.get("event") == "heartbeat" or beat == {"": "still here"}
    async with hall.http.stream("GET", f"/v1{tournament}/stream?after=99") as response:
        (ahead,) = await until(read_events(response), "resync_required")
    assert json.loads(ahead["data"]) == {"currentVersion": 1, "reason": "AHEAD"}


async def test_each_is_told_what_is_theirs_to_see(hall: Club) -> None:
    tournament = await hall.make(decks="CLOSED")
    await hall.told("POST", f"{tournament}/entrants", hall.players[0], DECK)
    texts = {}
    for name, token in (("own", hall.players[0]), ("other", hall.players[1]), ("nobody", None)):
        async with stream(hall, tournament, token) as response:
            found: list[str] = []
            events = read_events(response)
            while "entrant_registered" not in "".join(found):
                found += [event["data"] for event in await until(events, "tournament_changed")]
            texts[name] = "".join(found)
    assert {name: "front_desk" in text for name, text in texts.items()} == {
        "own": True,
        "other": False,
        "nobody": False,
    }


async def test_what_must_be_refused_is_refused_before_the_stream(hall: Club) -> None:
    tournament = await hall.make()
    for path, headers, status in (
        ("/tournaments/tn_nothing/stream", {}, 404),
        (f"{tournament}/stream", {"Authorization": "Bearer pl_bad"}, 401),
        (f"{tournament}/stream", {"Last-Event-ID": "three"}, 400),
        (f"{tournament}/stream?after=-1", {}, 400),
    ):
        answer = await hall.http.get(f"/v1{path}", headers=headers)
        assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")


async def test_every_kind_of_frame_is_sent(hall: Club) -> None:
    """The seldom ones too: silence, a reader that is ahead, a token that ends."""
    made = hall.service.app.accounts.create_for
    lent, token = await made("ac_lent", "lent", ["tournament:read"])
    tournament = await hall.make()
    seen: set[str] = set()

    async def follow(token: str | None, after: int) -> None:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        url = f"/v1{tournament}/stream?after={after}"
        async with hall.http.stream("GET", url, headers=headers) as response:
            async for event in read_events(response):
                if "event" in event:
                    documented("Sse", event["event"], json.loads(event["data"]))
                    seen.add(event["event"])

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as live:
        live.create_task(follow(None, 0))
        live.create_task(follow(None, 99))
        live.create_task(follow(token, 0))
        await holds(lambda: seen >= {"tournament_changed", "heartbeat", "resync_required"})
        await hall.service.app.accounts.revoke(lent)
        await holds(lambda: "problem" in seen)
        await cancel(hall, tournament)
    assert seen == NAMES
