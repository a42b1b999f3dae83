"""Which operation of a document runs, and what is told of a request that can't run, over every transport."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import httpx
import pytest
from msgspec import json

from api_schema.graphql.http import GraphQLApp
from tests.api.graphql.test_follow import socket

pytestmark = pytest.mark.anyio

OWN = {"Accept": "application/graphql-response+json"}
EVENTS = {"Accept": "text/event-stream"}
TWO = "query A { a: __typename } query B { b: __typename }"
WRITES = """mutation A { revokeToken(id: "tk_a") { userErrors { code } } }
mutation B { revokeToken(id: "tk_b") { userErrors { code } } }"""


class Told(NamedTuple):
    """The answer; `status` where the transport has one."""

    body: Any
    status: int | None = None


async def post(app: GraphQLApp, request: dict[str, Any]) -> Told:
    async with client_of(app) as http:
        answer = await http.post("/graphql", json=request, headers=OWN)
    return Told(answer.json(), answer.status_code)


async def get(app: GraphQLApp, request: dict[str, Any]) -> Told:
    params = {name: given if isinstance(given, str) else json.encode(given).decode() for name, given in request.items()}
    async with client_of(app) as http:
        answer = await http.get("/graphql", params=params, headers=OWN)
    return Told(answer.json(), answer.status_code)


async def events(app: GraphQLApp, request: dict[str, Any]) -> Told:
    async with client_of(app) as http:
        answer = await http.post("/graphql", json=request, headers=EVENTS)
    assert (answer.status_code, answer.text.count("event: next")) == (200, 1)
    assert answer.text.endswith("event: complete\ndata: \n\n")
    return Told(json.decode(answer.text.split("\n")[1].removeprefix("data: ")))


async def over_socket(app: GraphQLApp, request: dict[str, Any]) -> Told:
    """The socket lives on, whatever the answer is: another operation is answered after it."""
    async with socket(app) as client:
        await client.next()
        await client.send({"id": "a", "type": "subscribe", "payload": request})
        answer = await client.next()
        if answer["type"] == "next":
            assert (await client.next())["type"] == "complete"
        await client.subscribe("b", "{ games { slug } }")
        assert (await client.next())["payload"]["data"]["games"]
    return Told({"errors": answer["payload"]} if answer["type"] == "error" else answer["payload"])


def client_of(app: GraphQLApp) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")


Transport = Callable[[GraphQLApp, dict[str, Any]], Awaitable[Told]]
TRANSPORTS = pytest.mark.parametrize("ask", [post, get, events, over_socket])
STATUS = "query($s: [MatchStatus!]) { matches(first: 1, filter: {status: $s}) { nodes { id } } }"
INT = "query($n: Int!) { matches(first: $n) { nodes { id } } }"


@TRANSPORTS
@pytest.mark.parametrize(
    ("query", "name", "data"),
    [
        (TWO, "A", {"a": "Query"}),
        (TWO, "B", {"b": "Query"}),
        ("query A { a: __typename }", None, {"a": "Query"}),
        ("query A { a: __typename }", "", {"a": "Query"}),
        ("{ a: __typename }", None, {"a": "Query"}),
        ("{ a: __typename }", "", {"a": "Query"}),
        ("query A { ...F } fragment F on Query { a: __typename }", "A", {"a": "Query"}),
    ],
)
async def test_the_operation_that_is_named_or_the_only_one(
    app: GraphQLApp, ask: Transport, query: str, name: str | None, data: Any
) -> None:
    request = {"query": query} if name is None else {"query": query, "operationName": name}
    assert (await ask(app, request)).body["data"] == data


@TRANSPORTS
@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"query": "query A { __typename }", "operationName": "B"}, 'Unknown operation named "B": the document has A'),
        ({"query": "{ __typename }", "operationName": "B"}, "the document has none that has a name"),
        ({"query": TWO, "operationName": "b"}, 'Unknown operation named "b": the document has A, B'),
        ({"query": TWO}, "several operations: operationName has to say which one, of A, B"),
        ({"query": TWO, "operationName": ""}, "operationName has to say which one"),
        ({"query": WRITES}, "operationName has to say which one, of A, B"),
        ({"query": WRITES, "operationName": "C"}, "Unknown operation named"),
        ({"query": "fragment F on Query { __typename }"}, "'F' is never used"),
        ({"query": "fragment F on Query { __typename }", "operationName": "F"}, "'F' is never used"),
        ({"query": "type A { a: Int }"}, "'A' definition is not executable"),
        ({"query": ""}, "query"),
        ({"query": "# nothing"}, "Syntax Error"),
        ({"query": "{"}, "Syntax Error"),
        ({"query": "{ nothing }", "operationName": "A"}, "Cannot query field 'nothing'"),
        ({"query": "{ __typename } { __typename }"}, "only defined operation"),
        ({"query": INT, "variables": {"n": "x"}}, "Int cannot represent non-integer value"),
        ({"query": INT, "variables": {"n": None}}, "non-null type 'Int!'"),
        ({"query": INT}, "provided"),
        ({"query": INT, "variables": {"n": -(1 << 40)}}, "Int cannot represent"),
        ({"query": "query($i: ID!) { match(id: $i) { id } }", "variables": {"i": {}}}, "ID cannot represent"),
        ({"query": STATUS, "variables": {"s": ["X"]}}, "'X' does not exist in 'MatchStatus' enum"),
    ],
)
async def test_a_request_that_can_not_run_is_told_why(
    app: GraphQLApp, ask: Transport, request_: dict[str, Any], words: str, fake: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """The client is at fault: its code, its sentence, no data, 400 where there is a status, nothing in the log."""
    told = await ask(app, request_)
    assert list(told.body) == ["errors"], told
    assert {error["extensions"]["code"] for error in told.body["errors"]} == {"INVALID_INPUT"}, told
    assert any(words in error["message"] for error in told.body["errors"]), told
    assert told.status in (None, 400)
    assert not caplog.records
    assert fake.calls.keys() <= {"authenticate"}
