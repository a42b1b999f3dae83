"""A follower hears everything once, whatever happens to its connections."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest

from playledger_client import Client, Diverged, NotAllowed, Unreachable
from playledger_client.models import EventsAppended, MatchClosed, YourTurn
from tests.client.scripted import Scripted, lost, refusal, stream

pytestmark = pytest.mark.anyio
CLOSED = {"type": "match_closed", "version": 4, "data": {"version": 4, "result": None}}


def event(version: int, text: str = "-") -> dict[str, Any]:
    return {
        "id": "-", "version": version, "type": "-", "at": "-", "actor": "-", "causedBy": None, "redacted": False,
        "hash": f"hash-{version}", "batchEnd": True, "text": text, "textKey": "-", "textArguments": {}, "ruleIds": [],
        "weight": "PLAY", "mark": None, "subjects": {"seats": [], "cards": [], "things": []}, "data": {},
    }  # fmt: skip


def appended(first: int, last: int, text: str = "-") -> dict[str, Any]:
    events = [event(version, text) for version in range(first, last + 1)]
    data = {"fromVersion": first, "toVersion": last, "events": events, "stateHash": "-", "headHash": "-"}
    return {"type": "events_appended", "version": last, "data": data}


def resync(reason: str, version: int) -> dict[str, Any]:
    return {"type": "resync_required", "version": version, "data": {"currentVersion": version, "reason": reason}}


async def heard(client: Client, after: int = 0) -> AsyncIterator[int]:
    async for update in client.match("mt_1").updates(after):
        if isinstance(update, EventsAppended):
            for each in update.events:
                yield each.version


def asked(service: Scripted) -> list[dict[str, str]]:
    return [dict(request.url.params) for request in service.asked]


@pytest.mark.parametrize(
    "cut",
    [
        lambda: stream(appended(1, 2), whole=False),
        lambda: stream(appended(1, 2)),
        lambda: stream(appended(1, 2), resync("SHUTDOWN", 2)),
        lambda: stream(appended(1, 2), resync("SLOW_READER", 9)),
    ],
)
async def test_a_stream_that_breaks_off_goes_on_after_the_last_version(cut: Callable[[], httpx.Response]) -> None:
    service = Scripted(cut(), lost(), refusal("UNAVAILABLE", 503), stream(appended(3, 4), CLOSED))
    async with service.client() as client:
        assert [version async for version in heard(client)] == [1, 2, 3, 4]
    after = {"after": "2", "afterHash": "hash-2"}
    assert asked(service) == [{"after": "0"}, after, after, after]
    assert {request.headers["Accept"] for request in service.asked} == {"application/x-ndjson"}


async def test_it_is_given_up_when_nothing_comes_any_more() -> None:
    service = Scripted(stream(appended(1, 1), whole=False), *[lost() for _ in range(3)])
    async with service.client() as client:
        with pytest.raises(Unreachable):
            [version async for version in heard(client)]
    assert service.left == 0


async def test_whatever_comes_ends_the_count_of_failures() -> None:
    """Also a kind of message that this release doesn't know, which nobody is told."""
    news = {"type": "of_another_release", "version": 1, "data": {"what": "ever"}}
    service = Scripted(*[stream(news, whole=False) for _ in range(9)], stream(CLOSED))
    async with service.client() as client:
        updates = [update async for update in client.match("mt_1").updates()]
    assert [type(update) for update in updates] == [MatchClosed]


@pytest.mark.parametrize("reason", ["AHEAD", "DIVERGED"])
async def test_a_service_that_has_lost_what_it_told_is_no_one_to_go_on_with(reason: str) -> None:
    service = Scripted(stream(appended(1, 3), resync(reason, 2)))
    async with service.client() as client:
        with pytest.raises(Diverged) as diverged:
            [version async for version in heard(client)]
    assert diverged.value.version == 2


@pytest.mark.parametrize("early", [True, False], ids=["refused", "while it follows"])
async def test_a_token_that_has_ended_ends_the_stream(early: bool) -> None:
    problem = refusal("UNAUTHENTICATED", 401)
    line = {"type": "problem", "data": problem.json()}
    service = Scripted(problem if early else stream(appended(1, 1), line))
    async with service.client() as client:
        with pytest.raises(NotAllowed):
            [version async for version in heard(client)]


async def test_only_a_line_feed_ends_a_line() -> None:
    """A text may hold U+2028, and a connection may be cut in the middle of a line."""
    half = httpx.Response(200, content=b'{"type": "events_app')
    service = Scripted(half, stream(appended(1, 1, text="two\u2028lines\x85"), CLOSED))
    async with service.client() as client:
        first = await anext(client.match("mt_1").updates())
    assert isinstance(first, EventsAppended)
    assert first.events[0].text == "two\u2028lines\x85"


async def test_an_inbox_goes_on_after_its_last_item() -> None:
    def turn(cursor: str) -> dict[str, Any]:
        data = {"kind": "YourTurn", "cursor": cursor, "at": "-", "matchId": "mt_1", "seat": 0, "promptId": "1"}
        return {"type": "your_turn", "data": {**data, "deadline": None}}

    service = Scripted(stream(turn("a"), turn("b"), whole=False), stream(turn("c")), stream(turn("d")))
    async with service.client() as client:
        found = []
        async for item in client.inbox.updates():
            assert isinstance(item, YourTurn)
            found.append(item.cursor)
            if len(found) == 4:
                break
    assert found == ["a", "b", "c", "d"]
    assert asked(service) == [{}, {"after": "b"}, {"after": "c"}]
