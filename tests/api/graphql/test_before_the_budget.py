"""Nothing is read for a client that has no points for it: neither documents nor large bodies, queries and messages."""

from __future__ import annotations

import asyncio
import json
from hashlib import sha256
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from graphql import GraphQLError, get_introspection_query, strip_ignored_characters
from starlette.websockets import WebSocketState

from api_schema.graphql import admission, document_cache, limits
from api_schema.graphql.context import BYTES, FREE_BYTES, Context
from api_schema.graphql.document_cache import DocumentCache
from api_schema.graphql.document_text import normal
from api_schema.graphql.http import GraphQLApp
from api_schema.graphql.schema import Schema, build_schema
from api_schema.graphql.sockets import PatientSocket
from api_schema.input.json_faults import MOST_PARTS
from api_schema.limiting.budgets import Bucket, Budget, Budgets
from api_schema.limiting.meter import Meter
from tests.toy_game.game import GAME

pytestmark = pytest.mark.anyio
KNOWN = "{ __typename }"
NEW = "{ games { slug } }"
PRICE = admission.REQUEST + len(NEW) // admission.UNKNOWN


class Poor:
    """A service that has read one document, and a client that has `left` points and gets no more."""

    def __init__(self, schema: Schema, use: Any, left: int) -> None:
        spent = admission.REQUEST + len(KNOWN) // admission.UNKNOWN
        meter = Meter(Budgets(reads=Budget(left + spent, left + spent)), clock=lambda: 0)
        self.app = GraphQLApp(schema, use, meter=meter)
        transport = httpx.ASGITransport(app=self.app)
        self.client = httpx.AsyncClient(transport=transport, base_url="http://test")

    async def __aenter__(self) -> httpx.AsyncClient:
        answer = await self.client.post("/graphql", json={"query": KNOWN})
        assert answer.json()["data"] == {"__typename": "Query"}
        return self.client

    async def __aexit__(self, *_: object) -> None:
        await self.client.aclose()


@pytest.fixture
def own() -> Schema:
    """A schema that knows no documents."""
    return build_schema({GAME.slug: GAME})


def ways(query: str) -> dict[str, dict[str, Any]]:
    """How a document comes over HTTP."""
    digest = sha256(query.encode()).hexdigest()
    return {
        "POST": {"method": "POST", "json": {"query": query}},
        "GET": {"method": "GET", "params": {"query": query}},
        "events": {"method": "POST", "json": {"query": query}, "headers": {"Accept": "text/event-stream"}},
        "by its hash": {"method": "POST", "json": {"query": query, "documentId": f"sha256:{digest}"}},
    }


@pytest.mark.parametrize("way", ways(NEW))
async def test_a_document_is_not_parsed_for_who_has_no_points(
    own: Schema, fake: Any, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Poor(own, fake.use, PRICE - 1) as client:
        with monkeypatch.context() as patched:
            patched.setattr(document_cache, "_parsed", None)
            refused = await client.request(url="/graphql", **ways(NEW)[way])
        assert "RATE_LIMITED" in refused.text
        assert refused.status_code == (200 if way == "events" else 429)
    async with Poor(build_schema({GAME.slug: GAME}), fake.use, PRICE) as client:
        assert "RATE_LIMITED" not in (await client.request(url="/graphql", **ways(NEW)[way])).text


async def test_who_has_paid_for_a_document_has_paid_when_the_rest_is_too_dear(own: Schema, fake: Any) -> None:
    query = "{ matches(first: 100) { nodes { id } } }"
    async with Poor(own, fake.use, admission.REQUEST + len(query) // admission.UNKNOWN + 100) as client:
        answers = [(await client.post("/graphql", json={"query": query})).json() for _ in range(2)]
        costs = [answer["extensions"]["cost"] for answer in answers]
    assert [cost["remaining"] for cost in costs] == [100, 100]
    assert [answer["errors"][0]["extensions"]["code"] for answer in answers] == ["RATE_LIMITED"] * 2


async def test_mutations_without_end_are_refused_before_they_are_parsed(
    own: Schema, fake: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has nothing left for reading may still change something, by a document that nobody knows."""
    meter = Meter(Budgets(reads=Budget(1, 1), acts=Budget(2, 0), writes=Budget(2, 2)), clock=lambda: 0)
    transport = httpx.ASGITransport(app=GraphQLApp(own, fake.use, meter=meter))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        for name, headers in (("A", {}), ("B", {"Authorization": "Bearer user:0"})):
            # the first takes all that is left for reading
            texts = [f"mutation {name}{number} {{ nothing }}" for number in range(4)]
            answers = [await client.post("/graphql", json={"query": text}, headers=headers) for text in texts[:3]]
            assert ["nothing" in answer.text for answer in answers] == [True, True, True]
            with monkeypatch.context() as patched:
                patched.setattr(document_cache, "_parsed", None)
                assert (await client.post("/graphql", json={"query": texts[3]}, headers=headers)).status_code == 429


async def test_a_large_body_is_not_read_for_who_has_no_points(
    own: Schema, fake: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = json.dumps({"query": KNOWN, "variables": {"a": "x" * FREE_BYTES}})
    price = (len(body) - FREE_BYTES) // BYTES
    head = {"Content-Type": "application/json"}
    assert price == 0
    longer = body.replace("x" * 100, "x" * (100 + 20 * BYTES), 1)
    async with Poor(own, fake.use, 19) as client:
        with monkeypatch.context() as patched:
            patched.setattr(msgspec.json, "decode", None)
            refused = await client.post("/graphql", content=longer, headers=head)
            asked = await client.get("/graphql", params={"query": KNOWN, "variables": longer})
        assert (refused.status_code, asked.status_code) == (429, 429)
        assert (await client.post("/graphql", content=body, headers=head)).status_code == 200


async def test_json_of_too_many_parts_is_not_read(http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    many, head = "[" + "[]," * MOST_PARTS + "1]", {"Content-Type": "application/json"}
    body = f'{{"query": "{KNOWN}", "variables": {{"a": {many}}}}}'
    with monkeypatch.context() as patched:
        patched.setattr(msgspec.json, "decode", None)
        assert (await http.post("/graphql", content=body, headers=head)).status_code == 400
        asked = await http.get("/graphql", params=[("query", KNOWN), *[("a", "")] * 60])
    assert asked.status_code == 400
    assert "parameters" in asked.text


async def test_a_large_message_of_a_socket_waits_for_its_points(fake: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "x" * (FREE_BYTES + 10 * BYTES)
    now, waits = [0], list[float]()
    meter = Meter(Budgets(reads=Budget(10, 10)), clock=lambda: now[0])
    client = await Context(fake.use, {}, meter=meter).client()
    meter.charge(client, Bucket.READS, 10)

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        now[0] += int(seconds * 1000)

    async def receive() -> Any:
        return {"type": "websocket.receive", "text": text}

    monkeypatch.setattr(asyncio, "sleep", sleep)

    async def send(message: Any) -> None:
        raise AssertionError(message)

    one = PatientSocket({"type": "websocket", "state": {}}, receive, send)
    one.state.context = Context(fake.use, {}, meter=meter)
    one.client_state = one.application_state = WebSocketState.CONNECTED
    assert await one.receive_text() == text
    assert sum(waits) == 60


def refused_documents() -> list[str]:
    """Each is refused for another reason, and by another part."""
    return [
        "{ games {" + " slug" * 3000 + "} }",
        "{" * 300,
        "{ a" * 50 + "}" * 50,
        "{" + " ".join(f"a{n}: __typename" for n in range(100)) + "}",
        "{ nothing }",
        " ".join(f"fragment f{n} on Query {{ ...f{n + 1} ...f{n + 1} }}" for n in range(40)),
        "#" * 40_000,
    ]


@pytest.mark.parametrize("number", range(len(refused_documents())))
def test_what_is_kept_of_a_refusal_holds_no_frames(schema: Schema, number: int) -> None:
    """A traceback holds the parser, its tokens and the text: a megabyte for each."""
    found = DocumentCache(limits._RULES, tokens=2000, longest=32_768).find(schema._schema, refused_documents()[number])
    waiting: list[BaseException | None] = [*found.errors]
    assert waiting
    while waiting:
        error = waiting.pop()
        if error is not None:
            assert error.__traceback__ is None
            waiting += [error.__cause__, error.__context__, getattr(error, "original_error", None)]


LOOSE = [" ", "\n", "\t", ",", " # a } comment\n", "\ufeff"]
PIECES = [
    "{",
    "}",
    "name",
    "...",
    "on",
    '"a # b"',
    '""" c " d\n # """',
    "$",
    ":",
    "[",
    "]",
    "(",
    ")",
    "(n:-1.5e3)",
    "@",
]


def test_texts_are_the_same_if_their_tokens_are() -> None:
    """As the library sees it, which takes a hundred times as long."""
    random = Random(3)
    for _ in range(300):
        pieces = random.choices(PIECES, k=8)
        one, two = ["".join(piece + random.choice(LOOSE) * random.randint(1, 3) for piece in pieces) for _ in range(2)]
        assert normal(one) == normal(two), (one, two)
        assert strip_ignored_characters(normal(one)) == strip_ignored_characters(one)
        other = [*pieces[:-1], random.choice(PIECES)]
        assert (normal(" ".join(other)) == normal(one)) == (other == pieces)


async def test_a_comment_makes_no_other_introspection(own: Schema, fake: Any) -> None:
    query = get_introspection_query()
    texts = [query, query + "# one more", query.replace("\n", " "), query.replace("{", "{\n,# {\n")]
    meter = Meter(Budgets(reads=Budget(10**6, 10**6)), clock=lambda: 0)
    transport = httpx.ASGITransport(app=GraphQLApp(own, fake.use, meter=meter))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        answers = [(await client.post("/graphql", json={"query": text})).json() for text in texts]
    assert all(answer["data"] == answers[0]["data"] for answer in answers)
    prices = [answer["extensions"]["cost"]["requested"] for answer in answers]
    assert prices[0] > admission.INTROSPECTION
    assert prices[1:] == [admission.REQUEST] * 3


INTROSPECTIONS = [
    get_introspection_query(),
    get_introspection_query(
        specified_by_url=True, directive_is_repeatable=True, schema_description=True, input_value_deprecation=True
    ),
    '{ a: __type(name: "Match") { ...t } b: __type(name: "Nobody") { ...t } __typename } fragment t on __Type '
    "{ __typename k: kind name fields(includeDeprecated: true) { name args { name } } possibleTypes { name } "
    "enumValues { name } inputFields { name defaultValue } interfaces { name } ofType { name } }",
    "query($all: Boolean = true) { __schema { types { name fields(includeDeprecated: $all) { name } "
    "enumValues(includeDeprecated: $all) { name @include(if: $all) } } directives { name args { defaultValue } } } }",
    '{ __type(name: "Status") { fields { name } enumValues { name isDeprecated deprecationReason } specifiedByURL } }',
]


@pytest.mark.parametrize("number", range(len(INTROSPECTIONS)))
async def test_introspection_is_answered_as_the_library_does(number: int) -> None:
    from tests.api.graphql.test_compiled import uncompiled

    one, other = [build_schema({GAME.slug: GAME}) for _ in range(2)]
    other.execution_context_class = uncompiled()
    compiled, core = [await schema.execute(INTROSPECTIONS[number]) for schema in (one, other)]
    assert compiled.errors is core.errors is None
    assert compiled.data == core.data


def test_a_refused_document_is_an_error_of_the_library(schema: Schema) -> None:
    (error,) = DocumentCache((), tokens=2000, longest=32_768).find(schema._schema, "{").errors
    assert isinstance(error, GraphQLError)
    assert error.locations
