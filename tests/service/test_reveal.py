"""To whom the secrets of a match are opened when it is over: to all, or to its players alone, however they ask."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import msgspec
import pytest

from api_schema.ports.base import Caller
from service.app import web
from service.application.ids import MATCH_IDS
from tests.kit.served import ALICE, BOB, EVE, Served

pytestmark = pytest.mark.anyio

FULL = """query($id: ID!) { match(id: $id) { reveal state(as: {role: FULL}) { json } } }"""
WHOLE = """query($id: ID!) { match(id: $id) { reveal seats { player } events(first: 256) { nodes { json text hash } }
  state { json hash } past: state(atVersion: 12) { json hash } } }"""
ALL_EVENTS = "query($id: ID!) { match(id: $id) { events(as: {role: FULL}, first: 256) { nodes { json } } } }"


class Client:
    """One who asks over both skins, and what was told."""

    def __init__(self, http: httpx.AsyncClient, token: str | None) -> None:
        self._http = http
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    async def rest(self, path: str, **headers: str) -> httpx.Response:
        return await self._http.get(f"/v1/matches/{path}", headers=self._headers | headers)

    async def graphql(self, query: str, match: str) -> httpx.Response:
        body = {"query": query, "variables": {"id": match}}
        return await self._http.post("/graphql", json=body, headers=self._headers)

    async def everything(self, match: str, last: int) -> bytes:
        """Every answer that there is about a match that is over, errors included."""
        paths = ["", "/events", "/events?as=full", "/events?as=seat:0", "/state", "/state?as=full", "/legal-actions"]
        paths += [f"/stream?after=0&as={viewer}" for viewer in ("spectator", "full", "seat:1")]
        paths += [f"/state?at={version}" for version in range(1, last + 1)]
        paths += [f"/state?as=full&at={last}", f"/events?after={last - 1}"]
        answers = [await self.rest(f"{match}{path}") for path in paths]
        answers += [await self.rest(f"{match}/{path}", Accept="application/x-ndjson") for path in ("events", "stream")]
        answers += [await self.graphql(query, match) for query in (FULL, WHOLE, ALL_EVENTS)]
        return b"\n".join(answer.content + repr(answer.headers.raw).encode() for answer in answers)


@pytest.fixture
async def http(served: Served) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(web(served.app))
    async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
        yield client


async def over(served: Served, reveal: str) -> tuple[str, str, str]:
    """(match, token of seat 0, token of an account on seat 1) of a match that was played to its end."""
    ada, personal = await served.account("Ada")
    match = await served.open(reveal=reveal)
    token = (await served.sit(ALICE, match, deck="owl", seed="abcd")).seat_token
    await served.sit(ada, match)
    await served.play_out(match, ALICE, ada)
    return match, token, personal


async def secrets_of(served: Served, match: str) -> tuple[bytes, list[bytes], int]:
    """(seed in hex, the private parts that a spectator never sees, the last version)."""
    stored = await served.app.store.read(MATCH_IDS.stream_of(match))
    last = msgspec.json.decode(stored[-1].body)["pub"] | msgspec.json.decode(stored[-1].private or b"{}").get(
        "participants", {}
    )
    hidden = [part for event in stored if event.private for part in parts_of(event.private)]
    return str(last["seed"]).encode(), hidden, len(stored)


def parts_of(private: bytes) -> list[bytes]:
    """The cards and choices in private parts: what no public part repeats."""
    found = msgspec.json.decode(private)
    return [msgspec.json.encode(part) for audience, part in found.items() if audience == "nobody"]


async def test_a_spectator_never_gets_what_is_revealed_to_players(served: Served, http: httpx.AsyncClient) -> None:
    match, token, personal = await over(served, "PARTICIPANTS")
    seed, hidden, last = await secrets_of(served, match)
    assert len(seed) == 64
    assert hidden
    stranger = (await served.account())[1]
    for asking in (None, stranger):
        told = await Client(http, asking).everything(match, last)
        assert seed not in told
        assert [part for part in hidden if part[1:-1] in told] == []
        assert b'"PARTICIPANTS"' in told
    for asking in (token, personal):
        assert seed in await Client(http, asking).everything(match, last)


async def test_to_all_means_everybody(served: Served, http: httpx.AsyncClient) -> None:
    match, token, _ = await over(served, "ALL")
    seed, hidden, last = await secrets_of(served, match)
    for asking in (None, token):
        told = await Client(http, asking).everything(match, last)
        assert seed in told
        assert b'"ALL"' in told
        assert all(part[1:-1] in told for part in hidden)


async def test_streams_end_with_what_their_viewer_may_know(served: Served) -> None:
    match, _, _ = await over(served, "PARTICIPANTS")
    seed, _, _ = await secrets_of(served, match)

    async def told(caller: Caller, perspective: str | None) -> bytes:
        updates = served.app.use_cases.matches.updates(caller, match, perspective=perspective)
        return b"".join([update.payload async for update in updates])

    assert seed not in await told(EVE, None)
    assert seed not in await told(BOB, "spectator")
    assert seed in await told(ALICE, None)
    assert seed not in await told(ALICE, "spectator")


async def test_a_match_says_to_whom_it_reveals_before_anybody_sits_down(
    served: Served, http: httpx.AsyncClient
) -> None:
    for reveal in ("ALL", "PARTICIPANTS"):
        match = await served.open(reveal=reveal)
        client = Client(http, None)
        assert (await client.rest(match)).json()["reveal"] == reveal
        answer: Any = (await client.graphql("query($id: ID!) { match(id: $id) { reveal } }", match)).json()
        assert answer["data"]["match"]["reveal"] == reveal
        await served.app.projector.catch_up()
        listed = (await served.app.use_cases.matches.find(EVE, first=1)).matches[0]
        assert (listed.id, listed.reveal) == (match, reveal)
