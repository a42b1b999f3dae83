"""What is packed, for whom, and what is not, whoever asks for it."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api_schema.packing import SMALLEST
from domain.games import discover
from service.app import web
from tests.kit.chance import key
from tests.kit.served import Served, serve, sqlite_url

pytestmark = pytest.mark.anyio

C4 = discover()["c4"]
PACKED, PLAIN = {"Accept-Encoding": "gzip"}, {"Accept-Encoding": "identity"}
TABLE = """query($id: ID!) { match(id: $id) { id status state { json table {
  players { seat zones { name count cards { id card name } } } } } } }"""
JOIN = "mutation($i: JoinMatchInput!) { joinMatch(input: $i) { seatToken match { id } } }"
ACT = "mutation($i: ActInput!) { act(input: $i) { version events { json text hash } userErrors { code } } }"


class Table:
    """A match of two, and the service that has it."""

    def __init__(self, client: httpx.AsyncClient, served: Served, match: str, tokens: list[str]) -> None:
        self.client, self.served, self.tokens = client, served, tokens
        self.address = f"/v1/matches/{match}"
        self.match = match

    async def get(self, path: str, **headers: str) -> httpx.Response:
        """What is sent, unpacked by the client."""
        return await self.client.get(self.address + path, headers=headers)

    async def ask(self, query: str, token: str | None = None, **variables: Any) -> httpx.Response:
        sent = PACKED | ({"Authorization": f"Bearer {token}"} if token else {})
        return await self.client.post("/graphql", json={"query": query, "variables": variables}, headers=sent)

    async def choice(self) -> tuple[str, str]:
        """Who is asked, and the token of an answer."""
        for token in self.tokens:
            legal = (await self.get("/legal-actions", Authorization=f"Bearer {token}")).json()
            for options in legal["prompts"]:
                if options["actions"]:
                    return token, options["actions"][0]["token"]
        raise AssertionError("nobody is asked anything")


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    served = await serve(sqlite_url(tmp_path), {C4.slug: C4})
    async with served.app:
        transport = httpx.ASGITransport(web(served.app))
        async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
            match = (await client.post("/v1/matches", json={"game": "c4", "seats": 2})).json()["match"]["id"]
            seats = f"/v1/matches/{match}/seats"
            joined = [(await client.post(seats, json={"deck": deck.id})).json() for deck in C4.decks()[:2]]
            yield Table(client, served, match, [one["seatToken"] for one in joined])


def is_packed(answer: httpx.Response) -> bool:
    """Whether it came packed; whether it may be is said to caches in any case."""
    return answer.headers.get("content-encoding") == "gzip"


@pytest.mark.parametrize("path", ["/state", "/events", "/events?after=2&as=spectator"])
async def test_a_long_answer_is_packed_for_who_takes_it(table: Table, path: str) -> None:
    packed, plain = await table.get(path, **PACKED), await table.get(path, **PLAIN)
    assert (is_packed(packed), is_packed(plain)) == (True, False)
    assert packed.content == plain.content
    assert len(plain.content) > SMALLEST > int(packed.headers["content-length"]) / 4
    for answer in (packed, plain):
        assert answer.headers.get_list("vary", split_commas=True).count("Accept-Encoding") == 1
        assert "Authorization" in answer.headers["vary"]


async def test_lines_of_accept_encoding_are_one(table: Table) -> None:
    lines = [("Accept-Encoding", "br"), ("Accept-Encoding", "gzip")]
    assert is_packed(await table.client.get(f"/v1/matches/{table.match}/state", headers=lines))


@pytest.mark.parametrize("wish", ["gzip;q=0", "gzip;q=0.5, identity", "br", ""])
async def test_who_would_rather_have_it_plain_gets_it_plain(table: Table, wish: str) -> None:
    assert not is_packed(await table.get("/state", **{"Accept-Encoding": wish}))


async def test_a_packed_answer_has_a_weak_tag_that_is_taken_back(table: Table) -> None:
    """As a validator, and as the guard of an action."""
    token, _ = await table.choice()
    own = {"Authorization": f"Bearer {token}"}
    packed, plain = await table.get("/state", **own, **PACKED), await table.get("/state", **own, **PLAIN)
    tag = packed.headers["etag"]
    assert tag == f"W/{plain.headers['etag']}"
    again = await table.get("/state", **own, **PACKED, **{"If-None-Match": tag})
    assert (again.status_code, again.headers["etag"], again.content) == (304, tag, b"")
    body = {"type": "concede"}
    sent = {**own, "If-Match": tag, "Idempotency-Key": key()}
    assert (await table.client.post(f"{table.address}/actions", json=body, headers=sent)).status_code == 200


async def test_a_short_answer_is_sent_as_it_is(table: Table) -> None:
    answer = await table.client.get("/v1/games/c4/decks?x", headers=PACKED)
    assert (answer.status_code, is_packed(answer)) == (400, False)
    assert len(answer.content) < SMALLEST


async def test_what_holds_a_new_token_is_never_packed(table: Table) -> None:
    """Over both skins, however long it is; what happened in an action holds none."""
    made = await table.client.post(
        "/v1/matches", json={"game": "c4", "seats": 2, "visibility": "INVITE"}, headers=PACKED
    )
    match, invite = made.json()["match"]["id"], made.json()["invite"]
    order = {"deck": "front_desk", "invite": invite}
    joined = await table.client.post(f"/v1/matches/{match}/seats", json=order, headers=PACKED)
    order |= {"matchId": match, "idempotencyKey": key()}
    over_graphql = await table.ask(JOIN, i=order)
    assert "seatToken" in joined.text
    assert over_graphql.json()["data"]["joinMatch"]["seatToken"], over_graphql.text
    for answer in (made, joined, over_graphql):
        assert not is_packed(answer)
        assert answer.headers["cache-control"] == "no-store, no-transform"
    assert max(len(answer.content) for answer in (made, joined)) > SMALLEST


async def test_an_action_and_a_table_are_packed_over_graphql(table: Table) -> None:
    token, answer = await table.choice()
    read = await table.ask(TABLE, token, id=table.match)
    done = await table.ask(ACT, token, i={"matchId": table.match, "idempotencyKey": key(), "what": {"token": answer}})
    assert done.json()["data"]["act"]["userErrors"] == []
    assert is_packed(read)
    assert is_packed(done) == (len(done.content) > SMALLEST)
    for found in (read, done):
        assert found.headers["cache-control"] == "no-store"


async def test_codes_of_a_tournament_are_never_packed(table: Table) -> None:
    query = 'query { tournamentCodes(tournamentId: "tn_x") { referee } }'
    assert (await table.ask(query)).headers["cache-control"] == "no-store, no-transform"


@pytest.mark.parametrize("path", ["/v1/openapi.json", "/v1/asyncapi.json", "/v1/schema.graphql", "/docs"])
async def test_a_document_has_a_tag_for_each_form(table: Table, path: str) -> None:
    packed, plain = [await table.client.get(path, headers=wish) for wish in (PACKED, PLAIN)]
    assert is_packed(packed)
    assert packed.content == plain.content
    assert packed.headers["etag"] != plain.headers["etag"]
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    head = await table.client.head(path, headers=PACKED)
    assert head.headers["content-length"] == packed.headers["content-length"]
    assert int(packed.headers["content-length"]) < len(plain.content) / 3


async def test_a_file_is_packed_as_it_is_written(table: Table) -> None:
    for path in ("/replay", "/events"):
        wish = PACKED | {"Accept": "application/x-ndjson"}
        packed, plain = await table.get(path, **wish), await table.get(path, **(wish | PLAIN))
        assert (is_packed(packed), is_packed(plain)) == (True, False)
        assert packed.content == plain.content
        assert packed.headers["vary"].count("Accept-Encoding") == 1


@pytest.mark.parametrize("media", ["text/event-stream", "application/x-ndjson"])
async def test_a_live_stream_is_not_packed(table: Table, media: str) -> None:
    """Each message goes out when it is there. A match that is over ends its stream."""
    token, _ = await table.choice()
    sent = {"Authorization": f"Bearer {token}", "Idempotency-Key": key()}
    await table.client.post(f"{table.address}/actions", json={"type": "concede"}, headers=sent)
    stream = await table.get("/stream", Accept=media, **PACKED)
    assert not is_packed(stream)
    assert b"match_closed" in stream.content
    assert stream.headers["cache-control"] == "no-store, no-transform"


async def test_what_is_packed_is_gzip(table: Table) -> None:
    sent = PACKED
    async with table.client.stream("GET", f"{table.address}/state", headers=sent) as answer:
        raw = b"".join([part async for part in answer.aiter_raw()])
    assert gzip.decompress(raw) == (await table.get("/state", **PLAIN)).content
