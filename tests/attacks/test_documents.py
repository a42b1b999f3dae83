"""GraphQL documents that are made to be expensive: each is refused before it is run, most before validation."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.attacks.target import JSON, Target, clean, graphql, refused

pytestmark = pytest.mark.smoke

ANSWER = {"Accept": "application/graphql-response+json"}


def bomb(levels: int, last: str) -> str:
    """Fragments that double at every level."""
    parts = [f"fragment f{n} on Query {{ ...f{n + 1} ...f{n + 1} }}" for n in range(levels)]
    return "{ ...f0 } " + " ".join(parts) + f" fragment f{levels} on Query {{ {last} }}"


def chain(levels: int) -> str:
    """Fragments that nest a little more at every level."""
    parts = [f"fragment f{n} on __Type {{ ofType {{ ...f{n + 1} }} }}" for n in range(levels)]
    parts.append(f"fragment f{levels} on __Type {{ name }}")
    return '{ __type(name: "Match") { ...f0 } } ' + " ".join(parts)


TOO_COMPLEX = {
    "a fragment bomb": bomb(30, "games { slug }"),
    "a bomb of empty fragments": bomb(18, "__typename"),
    "the same field, repeated": "{" + "viewer { account } " * 450 + "}",
    "the same leaf, repeated": "{ games {" + " slug" * 1900 + "} }",
    "too many fragments": "{ games { slug } } "
    + " ".join(f"fragment f{n} on Query {{ __typename }}" for n in range(150)),
    "fragments nested by each other": chain(99),
    "a text that is too long": "{ games { slug } } #" + "x" * 40_000,
    "lists of lists": "{ matches(first: 200) { nodes { events(first: 256) { nodes { id version type } } } } }",
    "a list that is too long": "{ matches(first: 2000000000) { nodes { id } } }",
    "many audits": "{ matches(first: 100) { nodes { audit { ok } } } }",
    "many past states": "{ matches(first: 200) { nodes { state(atVersion: 5) { hash } } } }",
    "the schema many times": "{"
    + " ".join(
        f"a{n}: __schema {{ types {{ name fields {{ name args {{ name type {{ name }} }} }} }} }}" for n in range(30)
    )
    + "}",
}


@pytest.mark.parametrize("name", TOO_COMPLEX)
def test_what_is_too_complex(target: Target, client: httpx.Client, name: str) -> None:
    with target.unharmed():
        for headers in ({}, ANSWER):
            answer = client.post("/graphql", json={"query": TOO_COMPLEX[name]}, headers=headers)
            body = refused(answer, 400 if headers else 200)
            assert "data" not in body
            assert body["errors"][0]["extensions"]["code"] in ("TOO_COMPLEX", "INVALID_INPUT"), body


INVALID = {
    "circular fragments": "{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }",
    "a fragment in itself": "{ ...a } fragment a on Query { games { slug } ...a }",
    "an unused circle": "{ games { slug } } fragment a on Query { ...a }",
    "a missing fragment": "{ ...nobody }",
    "aliases": "{" + " ".join(f"a{n}: viewer {{ account }}" for n in range(200)) + "}",
    "directives": "{ viewer " + "@skip(if: false) " * 300 + "{ account } }",
    "unknown directives": "{ viewer " + "@a" * 900 + " { account } }",
    "depth": "{" + "a {" * 240 + "b" + "}" * 240 + "}",
    "more depth": "{ a" * 900 + "}" * 900,
    "a deep list": "{ games(a: " + "[" * 900 + "]" * 900 + ") { slug } }",
    "a deep object": "{ games(a: " + "{a:" * 400 + "1" + "}" * 400 + ") { slug } }",
    "a deep type": "query($a: " + "[" * 900 + "Int" + "]" * 900 + ") { games { slug } }",
    "tokens": "{ games {" + " slug title" * 5000 + "} }",
    "deep introspection": "{ __schema { types {" + " fields { type {" * 10 + " name " + "} }" * 10 + "} } }",
    "introspection of every type": "{" + " ".join(f'a{n}: __type(name: "Match") {{ name }}' for n in range(100)) + "}",
    "no text": "",
    "control characters": "{ games \x00 { slug } }",
    "a byte order mark inside": "{ games \ufeff\u202e { slug } } \u2066",
    "names that are no names": "{ gámes { slug } }",
    "a huge number": "{ matches(first: " + "9" * 5000 + ") { nodes { id } } }",
    "a float that is no number": "{ matches(first: 1e999) { nodes { id } } }",
    "an open string": '{ match(id: "' + "\\u0041" * 500,
    "a lone surrogate": '{ match(id: "\\uD800") { id } }',
}


@pytest.mark.parametrize("name", INVALID)
def test_what_is_no_valid_document(target: Target, client: httpx.Client, name: str) -> None:
    with target.unharmed():
        body = refused(graphql(client, INVALID[name]), 200, 400)
        assert "data" not in body
        assert body["errors"][0]["extensions"]["code"] in ("INVALID_INPUT", "TOO_COMPLEX"), body


def test_batches_are_not_run(target: Target, client: httpx.Client) -> None:
    with target.unharmed():
        batch = [{"query": "{ games { slug } }"}] * 500
        body = refused(client.post("/graphql", json=batch), 400)
        assert "Batching is not enabled" in body["errors"][0]["message"]


def test_documents_that_nobody_asks_twice_do_not_stay(target: Target, client: httpx.Client) -> None:
    """Each is as large as it may be, so that what is remembered of them would soon be all memory there is."""
    body = " ".join(f"a{n}: __typename" for n in range(25)) + " games {" + " slug" * 300 + "}"
    with target.unharmed():
        for number in range(50):
            clean(graphql(client, f"query Q{number} {{ {body} }}"))
            if number % 10 == 0:
                clean(graphql(client, "{ games { slug } } #" + f"{number:030}" * 1000))


def test_refused_documents_do_not_fill_the_memory(target: Target, client: httpx.Client) -> None:
    """Each has too many tokens. A traceback kept beside the refusal would hold half a megabyte for each."""
    with target.unharmed():
        for number in range(150):
            body = refused(graphql(client, f"query q{number} {{" + "... on Query { x: __typename } " * 300 + "}"), 200)
            assert "errors" in body


def test_persisted_documents_do_not_fill_the_memory(target: Target, client: httpx.Client) -> None:
    from hashlib import sha256

    with target.unharmed():
        for number in range(60):
            query = "{ __typename } #" + f"{number:030}" * 1000
            digest = sha256(query.encode()).hexdigest()
            clean(client.post("/graphql", json={"query": query, "documentId": f"sha256:{digest}"}))


BODIES: dict[str, bytes] = {
    "deep JSON": b'{"query": "{ games { slug } }", "variables": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
    "deep objects": b'{"query": "{ games { slug } }", "variables": '
    + b'{"a":' * 100_000
    + b"1"
    + b"}" * 100_000
    + b"}",
    "only brackets": b"[" * 500_000,
    "too large": b'{"query": "' + b"x" * 1_100_000 + b'"}',
    "NaN": b'{"query": "{ games { slug } }", "variables": {"a": NaN}}',
    "Infinity": b'{"query": "{ games { slug } }", "variables": {"a": Infinity}}',
    "not UTF-8": b'{"query": "{ games { slug } }\xff\xfe"}',
    "a surrogate": b'{"query": "\xed\xa0\x80"}',
    "a lone escape": b'{"query": "\\ud800"}',
    "nothing": b"",
    "a NUL": b"\x00",
    "a text": b'"{ games { slug } }"',
    "a number": b"1e400",
    "null": b"null",
    "a query that is a list": b'{"query": ["{ games { slug } }"]}',
    "variables that are a text": b'{"query": "{ games { slug } }", "variables": "x"}',
    "extensions that are a list": b'{"query": "{ games { slug } }", "extensions": [1]}',
    "an operation name that is a number": b'{"query": "{ games { slug } }", "operationName": 5}',
    "an operation that is not there": b'{"query": "{ games { slug } }", "operationName": "Nobody"}',
    "a hash that is none": b'{"documentId": "sha256:x"}',
    "a hash that is a list": b'{"documentId": ["sha256:x"]}',
    "another version": b'{"extensions": {"persistedQuery": {"version": 2, "sha256Hash": "x"}}}',
    "a persisted query that is a text": b'{"extensions": {"persistedQuery": "x"}}',
    "a wrong hash": json.dumps(
        {"query": "{ games { slug } }", "extensions": {"persistedQuery": {"version": 1, "sha256Hash": "0" * 64}}}
    ).encode(),
}


@pytest.mark.parametrize("name", BODIES)
def test_bodies_that_are_no_request(target: Target, client: httpx.Client, name: str) -> None:
    with target.unharmed():
        body = refused(client.post("/graphql", content=BODIES[name], headers=JSON), 200, 400, 413)
        assert body["errors"][0]["extensions"]["code"] == "INVALID_INPUT", body


@pytest.mark.parametrize(
    "value", [2**53, 2**63, 2**64, 10**300, -(2**53), 1.5, 1e300, "5", True, [5], {"a": 5}, None, "\u202e", "\x00"]
)
def test_numbers_that_are_none(target: Target, client: httpx.Client, value: Any) -> None:
    query = "query($n: Int!) { matches(first: $n) { nodes { id } } }"
    with target.unharmed():
        body = refused(graphql(client, query, n=value), 200, 400)
        assert body["errors"][0]["extensions"]["code"] in ("INVALID_INPUT", "TOO_COMPLEX")


def test_content_types_that_a_page_may_send_without_asking(target: Target, client: httpx.Client) -> None:
    mutation = 'mutation { createMatch(input: {idempotencyKey: "x", game: "c4", seats: 2}) { replayed } }'
    body = json.dumps({"query": mutation})
    with target.unharmed():
        for media in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
            refused(client.post("/graphql", content=body, headers={"Content-Type": media}), 415)
        refused(client.post("/graphql", content=body), 415)
        refused(client.post("/graphql", content=body, headers={"Content-Type": "text/plain, application/json"}), 415)
        refused(client.get("/graphql", params={"query": mutation}), 405)
        assert client.get("/graphql", params={"query": "{ games { slug } }"}).status_code == 200
