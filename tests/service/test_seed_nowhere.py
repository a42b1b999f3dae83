"""The seed of a running match is in one place, encrypted. Here it is looked for everywhere else."""

from __future__ import annotations

import asyncio
import logging
from base64 import b64encode, urlsafe_b64encode
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import httpx
import pytest
import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from rich.pretty import pretty_repr
from sqlalchemy import Connection

from api_schema.ports.base import Caller
from domain.kernel.batch import Batch
from domain.kernel.draws import Draws
from service import logs
from service.app import web
from service.application.ids import MATCH_IDS
from service.application.vault import Vault
from tests.kit.lanes import sampled
from tests.kit.play import opening
from tests.kit.served import ALICE, BOB, EVE, Served, serve, sqlite_url
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio

SEED = b"the seed that only a test knows?"
"""Printable and without escapes, so that it would be found raw in any text as well, and in a `repr`."""
CODED = b64encode(SEED).rstrip(b"=")
FORMS = (SEED, SEED.hex().encode(), SEED.hex().upper().encode(), CODED, urlsafe_b64encode(SEED).rstrip(b"="))


def seeds_in(data: object) -> list[bytes]:
    """The forms of the seed that are found in something: bytes as they are, all else as text."""
    text = data if isinstance(data, bytes) else str(data).encode()
    return [form for form in FORMS if form in text]


class Outside:
    """A client that keeps all it was ever told."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client
        self.told: list[bytes] = []

    async def ask(self, method: str, path: str, token: str | None = None, **rest: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= rest.pop("headers", {})
        answer = await self._client.request(method, path, headers=headers, **rest)
        self.told += [answer.content, repr(answer.headers.raw).encode()]
        return answer


@pytest.fixture(params=sampled(["console", "json"], keep=1))
def logged(request: pytest.FixtureRequest, capfd: pytest.CaptureFixture[str]) -> Iterator[Callable[[], str]]:
    """All that the process writes, with logs at their most talkative."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    logs.configure(request.param, "debug")
    yield lambda: "".join(capfd.readouterr())
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.fixture
async def served(
    tmp_path: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch, logged: object
) -> AsyncIterator[Served]:
    monkeypatch.setattr(Vault, "new", lambda _: SEED)
    found = await serve(sqlite_url(tmp_path), redis_url=redis_url, snapshot_every=10)
    async with found.app:
        yield found


@pytest.fixture
async def overheard(redis_url: str) -> AsyncIterator[list[bytes]]:
    """Everything that is published on this Redis while the test runs."""
    heard: list[bytes] = []

    async def listen(channels: PubSub) -> None:
        async for message in channels.listen():
            heard.append(repr(message).encode())

    async with Redis.from_url(redis_url) as client, client.pubsub() as channels:
        await channels.psubscribe("*")
        listening = asyncio.create_task(listen(channels))
        yield heard
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


@pytest.fixture
async def outside(served: Served) -> AsyncIterator[Outside]:
    transport = httpx.ASGITransport(web(served.app), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
        yield Outside(client)


async def seated(outside: Outside) -> tuple[str, list[str]]:
    """A running match of two guests and their tokens."""
    created = await outside.ask("POST", "/v1/matches", json={"game": "envoys", "seats": 2})
    match = created.json()["match"]["id"]
    joins = [await outside.ask("POST", f"/v1/matches/{match}/seats", json={"deck": deck}) for deck in ("owl", "fox")]
    return match, [joined.json()["seatToken"] for joined in joins]


async def look_around(outside: Outside, match: str, token: str | None) -> None:
    """Everything that can be read of the match, and some of what can't."""
    for path in (
        "",
        "/state",
        "/state?at=3",
        "/state?at=99999",
        "/events",
        "/legal-actions",
        "/state?as=full",
        "/events?as=full",
    ):
        await outside.ask("GET", f"/v1/matches/{match}{path}", token)
    query = """query($id: ID!) { match(id: $id) { pins { seedCommitment } options seats { player name } headHash
      state { json hash headHash } events { nodes { json text actor hash } }
      legalActions { prompts { actions { token } } } } }"""
    await outside.ask("POST", "/graphql", token, json={"query": query, "variables": {"id": match}})
    for path in ("/v1/matches", "/v1/statistics", "/health", "/ready"):
        await outside.ask("GET", path, token)


async def moved(outside: Outside, match: str, token: str, random: Random, number: int) -> None:
    """One legal action of a seat, if it has any, and one that is refused."""
    legal = (await outside.ask("GET", f"/v1/matches/{match}/legal-actions", token)).json()
    actions = [action for options in legal.get("prompts", ()) for action in options["actions"]]
    path, headers = f"/v1/matches/{match}/actions", {"Idempotency-Key": f"move-{number}"}
    wrong = {"type": "send", "card": "envoy-99", "promptId": "pr_1", "revision": 0}
    await outside.ask("POST", path, token, json=wrong, headers={"Idempotency-Key": f"wrong-{number}"})
    if actions:
        await outside.ask("POST", path, token, json={"token": random.choice(actions)["token"]}, headers=headers)


async def rows(served: Served) -> dict[str, bytes]:
    """Every row of every table, texts and bytes as they are stored."""

    def work(connection: Connection) -> dict[str, bytes]:
        named = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars().all()
        return {name: cells(connection.exec_driver_sql(f'SELECT * FROM "{name}"').all()) for name in named}

    await served.app.projector.catch_up()
    await served.app.matches.repository.flush()
    return await served.app.store.sql.read(work)


def cells(found: Sequence[Sequence[object]]) -> bytes:
    every = (cell for row in found for cell in row)
    return b"\n".join(cell if isinstance(cell, bytes) else str(cell).encode() for cell in every)


async def fail_while_deciding(outside: Outside, match: str, tokens: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours, in the middle of a decision, over both skins."""

    def broken(*_: object) -> NoReturn:
        raise RuntimeError("a fault in the middle of a decision")

    with monkeypatch.context() as patch:
        patch.setitem(GAME.__dict__, "leave", broken)
        key = {"Idempotency-Key": "fault"}
        path = f"/v1/matches/{match}/actions"
        answer = await outside.ask("POST", path, tokens[0], json={"type": "concede"}, headers=key)
        assert answer.status_code == 500
        act = "mutation($input: ActInput!) { act(input: $input) { version } }"
        order = {"idempotencyKey": "fault", "matchId": match, "what": {"match": "CONCEDE"}}
        answer = await outside.ask("POST", "/graphql", tokens[1], json={"query": act, "variables": {"input": order}})
        assert answer.json()["errors"]


async def test_the_seed_of_a_running_match_is_nowhere(
    served: Served,
    outside: Outside,
    overheard: list[bytes],
    logged: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random, written = Random(5), ""
    match, tokens = await seated(outside)
    updates: list[bytes] = []
    watching = asyncio.create_task(watched(served, match, updates))
    await fail_while_deciding(outside, match, tokens, monkeypatch)
    number = 0
    while (await served.app.use_cases.matches.get(EVE, match)).status == "RUNNING":
        assert [found for told in outside.told for found in seeds_in(told)] == []
        written += logged()
        assert seeds_in(written) == []
        before = await rows(served)
        for name, content in before.items():
            assert seeds_in(content) == [], name
        for viewer in (tokens[0], None):
            await look_around(outside, match, viewer)
        known = await served.app.matches.repository.current(match)
        for thing in (known, known.state, served.app, served.app.matches.repository):
            assert seeds_in(repr(thing)) == [], type(thing)
        outside.told, seen = [], outside.told
        number += 1
        await moved(outside, match, tokens[number % 2], random, number)
        ended = (await served.app.use_cases.matches.get(EVE, match)).status != "RUNNING"
        outside.told = seen + ([] if ended else outside.told)
    await watching
    assert number > 4
    assert "a fault in the middle of a decision" in written
    assert "Traceback" in written
    assert before["snapshots"]
    await nothing_but_the_last_event(served, match)
    assert seeds_in(logged()) == []
    assert [found for hint in overheard for found in seeds_in(hint)] == []
    assert match.encode() in b"".join(overheard)
    assert [bool(seeds_in(update)) for update in updates] == [False] * (len(updates) - 1) + [True]


async def watched(served: Served, match: str, updates: list[bytes]) -> None:
    """All that a spectator's stream brings before it says that nothing follows."""
    async for update in served.app.use_cases.matches.updates(EVE, match):
        if update.kind == "EventsAppended":
            updates.append(update.payload)


async def nothing_but_the_last_event(served: Served, match: str) -> None:
    """When it is over the seed stands in secrets_revealed, in hex, and in no other row of any table."""
    stored = await served.app.store.read(MATCH_IDS.stream_of(match))
    assert [event.version for event in stored if seeds_in(event.body) or seeds_in(event.private)] == [len(stored)]
    after = await rows(served)
    assert {name for name, content in after.items() if seeds_in(content)} <= {"events"} | {
        name for name in after if name.startswith("events_")
    }


async def test_with_participants_the_public_part_of_no_event_ever_holds_the_seed(
    served: Served, outside: Outside
) -> None:
    match = await served.started(reveal="PARTICIPANTS")
    await served.play_out(match, ALICE, BOB)
    stored = await served.app.store.read(MATCH_IDS.stream_of(match))
    assert [event.version for event in stored if seeds_in(event.body)] == []
    assert seeds_in(stored[-1].private)


def test_what_a_decision_is_made_of_shows_no_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.kit.play.server_seed", lambda _: SEED)
    step = None
    for step in opening(GAME, 3):
        assert seeds_in(repr(step)) == []
    assert step is not None
    draws = Draws(SEED, "mt_1", b"", {})
    drawn = draws.shuffle("deck", 20), draws.below("die", 6)
    for thing in (draws, drawn, Batch(GAME, step.state, draws, 0), step, step.state, Caller("anonymous")):
        assert seeds_in(repr(thing)) == seeds_in(str(thing)) == seeds_in(pretty_repr(thing)) == []
